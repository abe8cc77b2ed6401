"""The help says what the program does, in the words of its pages and of its figures, in every language."""

import html
import re
from collections import Counter
from dataclasses import fields
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.test import Client
from django.utils import translation

from classrooms.help import EXAMPLES, RECIPES, TOPICS, drill_lines, example_of, figure_tables, figure_words
from ninety.engine.rulesets import PRESETS
from ninety.models import Match
from tests.factories import alice, bob, signed_in
from tests.factories.classes import classroom_of
from trainer import figures
from trainer.drills import KINDS as DRILLS
from trainer.marking import GROUPS, KINDS

LANGUAGES = [code for code, _name in settings.LANGUAGES]
QUOTED = {"es": "«([^«»]*)»", "pt": "«([^«»]*)»"}
CURLY = "“((?:[^“”]|“[^“”]*”)*)”"
"""How a language puts the words of a button: nowhere else does the help use these marks."""


def page(slug: str, language: str = "en", client: Client | None = None, **headers: str) -> str:
    """Return a page of the help; the contents, if it is named by nothing."""
    client = client or Client()
    client.cookies["ninety_language"] = language
    answered = client.get(f"/help/{slug}/" if slug else "/help/", headers=headers)
    assert answered.status_code == 200
    return answered.content.decode()


def main_of(text: str) -> str:
    return text.partition("<main")[2].partition("</main>")[0]


def words_of(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", main_of(text)))


def labels_of(slug: str, language: str) -> list[str]:
    return re.findall(QUOTED.get(language, CURLY), words_of(page(slug, language)))


@cache
def catalogue(language: str) -> Catalog:
    path = Path(settings.BASE_DIR) / "ninety" / "locale" / language / "LC_MESSAGES" / "django.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


@cache
def labels(language: str) -> dict[str, set[str]]:
    """Return what each short text of the program is called in a language, by its English words."""
    found: dict[str, set[str]] = {}
    for message in catalogue("es" if language == "en" else language):
        english, there = (
            str(each if isinstance(each, str) else (each or [""])[0]) for each in (message.id, message.string)
        )
        if english:
            found.setdefault(english.strip(".:"), set()).add((english if language == "en" else there).strip(".:"))
    return found


# Topics


@pytest.mark.django_db
@pytest.mark.parametrize("slug", TOPICS)
def test_each_topic_has_its_sections_in_order_and_each_name_once(slug):
    text = page(slug)
    names = re.findall(r'\bid="([^"]+)"', text)
    assert [name for name, count in Counter(names).items() if count > 1] == []
    anchors = [section.anchor for section in TOPICS[slug].sections]
    assert [name for name in names if name in anchors] == anchors
    linked = re.search(r'<nav class="rules-nav".*?</nav>', text, re.DOTALL)
    assert linked
    assert re.findall(r'href="#([^"]+)"', linked[0]) == anchors


@pytest.mark.django_db
def test_the_contents_lead_to_each_topic_and_what_leads_on_leads_somewhere():
    inside = dict.fromkeys(TOPICS, "")
    contents = re.findall(r'href="/help/([\w-]+)/"', main_of(page("")))
    assert contents == list(TOPICS)
    texts = {slug: page(slug) for slug in inside}
    leading = [(slug, *found) for slug, text in texts.items() for found in _links(text)]
    assert {slug for slug, _topic, _anchor in leading} == set(TOPICS)
    assert [each for each in leading if each[2] and f'id="{each[2]}"' not in texts[each[1]]] == []


def _links(text: str) -> list[tuple[str, str]]:
    return re.findall(r'href="/help/([\w-]+)/(?:#([\w-]+))?"', main_of(text))


@pytest.mark.django_db
def test_an_unknown_topic_does_not_exist():
    assert Client().get("/help/stuck/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", ["", *TOPICS])
def test_every_page_is_in_the_language_of_the_reader(slug, language):
    text = page(slug, language)
    assert f'<html lang="{language}"' in text
    with translation.override(language):
        assert html.escape(str(TOPICS[slug].title if slug else translation.gettext("Help"))) in text


@pytest.mark.django_db
@pytest.mark.parametrize("slug", TOPICS)
def test_what_the_help_puts_in_quotation_marks_stands_on_a_page(slug):
    named = labels_of(slug, "en")
    assert [label for label in named if label not in labels("en")] == []
    for language in ("es", "pt", "nl"):
        called = labels_of(slug, language)
        assert len(called) == len(named), language
        known = [labels(language)[label] for label in named]
        assert [(language, one) for one in called if not any(one in words for words in known)] == []
        assert [(language, words) for words in known if not words & set(called)] == []


def test_quotation_marks_are_looked_for_where_there_are_some():
    assert sum(len(labels_of(slug, "en")) for slug in ("start", "recipes", "lessons")) > 20


# Figures


def _sentences() -> list[tuple[str, str]]:
    """Return the term and the text of each point that `trainer.figures` says of what counts."""
    said = (figures.__doc__ or "").partition("\n\n- ")[2]
    found = []
    for point in f"\n- {said}".split("\n- ")[1:]:
        line = " ".join(point.split())
        head, colon, rest = line.partition(": ")
        is_headed = bool(colon) and re.sub(r"\*[^*]+\*|, ", "", head) == ""
        term = ", ".join(re.findall(r"\*([^*]+)\*", head if is_headed else line)).lower()
        plain = re.sub(r"\*([^*]+)\*", r"\1", rest if is_headed else line)
        found.append((term, re.sub(r"`([\w-]+)`", lambda name: f"%({name[1].lower().replace('-', '_')})s", plain)))
    return found


def test_figures_are_explained_in_the_words_they_are_made_by():
    with translation.override("en"):
        told = [(str(word.term), str(word.text)) for word in figure_words()]
    assert told == _sentences()


def test_every_part_of_a_figure_is_explained_once():
    parts = [part.name for part in fields(figures.Figure)]
    parts += [name for name, value in vars(figures.Figure).items() if isinstance(value, property)]
    assert sorted(part for word in figure_words() for part in word.explains) == sorted(parts)


@pytest.mark.django_db
def test_minima_are_those_that_figures_are_made_with(monkeypatch):
    module = import_module("classrooms.help.figure_words")
    for name, value in (("ENOUGH_ANSWERS", 7), ("ENOUGH_TIMES", 8), ("CAN_DO", 0.95)):
        assert getattr(module, name) is getattr(figures, name)
        monkeypatch.setattr(module, name, value)
    text = words_of(page("figures"))
    assert "Below 7 answers, or 8 times, no figure is given." in text
    assert "From an accuracy of 95 % on" in text


def test_every_kind_of_mistake_has_an_example_that_is_one():
    assert tuple(EXAMPLES) == KINDS
    assert [example_of(kind).kind for kind in KINDS] == list(KINDS)


def test_every_group_and_drill_is_there():
    with translation.override("en"):
        tables = figure_tables()
        assert [len(skills) for _group, skills in tables.groups] == [len(skills) for skills in GROUPS.values()]
        assert len({line.about for line in drill_lines()}) == len(DRILLS)


@pytest.mark.django_db
def test_tips_and_words_are_those_of_every_game():
    text = page("words")
    assert re.findall(r'<section class="game stack" id="([\w-]+)"', text) == list(PRESETS)
    game = text.partition('id="ninety-nine-kings"')[2].partition("</section>")[0]
    assert "The number that the total may not go past: 99." in game


# Recipes


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.code)
def test_a_recipe_takes_ten_minutes_and_can_be_set(recipe):
    assert sum(minutes for minutes, _says in recipe.plan) == 10
    assert list(recipe.timetable)[-1][1] == 10
    assert set(recipe.groups) <= set(GROUPS)
    assert (recipe.starting_point is None) is (recipe.point == "")
    assert recipe.point or recipe.setting


def test_there_are_recipes_with_and_without_devices():
    assert Counter(recipe.has_devices for recipe in RECIPES) == {True: 9, False: 3}
    assert len({recipe.code for recipe in RECIPES}) == len(RECIPES)


@pytest.mark.django_db
def test_a_teacher_sets_a_recipe_for_a_class_with_one_click():
    classroom = classroom_of(alice())
    classroom_of(alice(), name="5a")
    text = page("recipes", client=signed_in(alice()))
    article = text.partition('id="taking-away"')[2].partition("</article>")[0]
    assert re.findall(r'formaction="([^"]+)">([^<]+)<', article)[0] == (
        f"/classes/{classroom.slug}/settings/start/",
        "4b plays this",
    )
    sent = dict(re.findall(r'type="hidden" name="(starting_point)" value="([^"]+)"', article))
    answered = signed_in(alice()).post(f"/classes/{classroom.slug}/settings/start/", sent)
    classroom.refresh_from_db()
    assert (answered.status_code, classroom.settings["rules"]["variants"]) == (302, ["countdown"])


@pytest.mark.django_db
def test_anybody_tries_a_recipe_alone_and_only_teachers_see_classes():
    classroom_of(alice())
    for client in (Client(), signed_in(bob())):
        assert "plays this" not in page("recipes", client=client)
    device = Client()
    article = page("recipes", client=device).partition('id="memory"')[2].partition("</article>")[0]
    sent = dict(re.findall(r'name="(key|starting_point)" value="([^"]+)"', article))
    answered = device.post("/play/", sent)
    assert answered.status_code == 302
    assert Match.objects.get().rules == {
        "preset": "ninety-eight",
        "set": {"on_bust": "redeal", "lives": 5, "clock": 480},
    }


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 5])
def test_recipes_ask_the_database_as_often_for_one_class_as_for_many(count, django_assert_num_queries):
    for number in range(count):
        classroom_of(alice(), name=f"Class {number}")
    client = signed_in(alice())
    with django_assert_num_queries(3):
        page("recipes", client=client)


# The way back


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://testserver/play/?company=device", "/play/"),
        ("http://testserver/help/start/", None),
        ("http://testserver/help/", None),
        ("http://elsewhere.example/play/", None),
        ("http://testserver@elsewhere.example/play/", None),
        ("http://testserver//elsewhere.example/", None),
        ("javascript:alert(1)", None),
        ("http://[::1", None),
        ("", None),
    ],
)
def test_whoever_came_from_a_page_here_is_led_back_there(referer, back):
    found = re.search(r'class="button button-primary" href="([^"]+)"', main_of(page("playing", Referer=referer)))
    assert (found[1] if found else None) == back
