"""The page of a class's settings: one click, single fields, the rules in words, and who may see it."""

import re
from typing import Any

import pytest

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom
from classrooms.selectors.settings import settings_of
from ninety.models import Match, User
from ninety.services import open_match
from ninety.services import settings_of as settings_of_match
from ninety.starting_points import STARTING_POINTS
from tests.classrooms.test_settings_form import sent
from tests.factories import alice, bob, carol, mallory, signed_in
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
POSTS = ("", "preview/", "start/", "undo/", "save/")


def address(classroom: Classroom, path: str = "") -> str:
    return f"/classes/{classroom.slug}/settings/{path}"


def kept(classroom: Classroom) -> ClassSettings:
    classroom.refresh_from_db()
    return settings_of(classroom)


def posted(classroom: Classroom, path: str = "", fields: dict[str, Any] | None = None, **more: Any) -> Any:
    return signed_in(alice()).post(address(classroom, path), (fields or sent(kept(classroom))) | more)


def test_a_new_class_shows_the_starter():
    page = signed_in(alice()).get(address(classroom_of(alice())))
    assert page.status_code == 200
    assert [point["code"] for point in page.context["starting_points"] if point["is_chosen"]] == ["starter"]
    assert page.context["card"].book.title == "Ninety-Eight (Five lives, Up to 50, Nobody sits out, 8 minutes)"


@pytest.mark.parametrize("code", STARTING_POINTS)
def test_one_click_sets_the_game_and_another_undoes_it(code: str):
    classroom, teacher = classroom_of(alice()), signed_in(alice())
    own = ClassSettings.from_json({"rules": {"preset": "ring-199"}, "memory": True, "fluency_limit": 12})
    teacher.post(address(classroom), sent(own))
    teacher.post(address(classroom, "start/"), {"starting_point": code})
    assert kept(classroom) == own.starting_from(STARTING_POINTS[code])
    assert teacher.get(address(classroom)).context["may_undo"]
    assert teacher.post(address(classroom, "undo/")).status_code == 302
    assert kept(classroom) == own


def test_what_is_chosen_is_kept():
    classroom = classroom_of(alice())
    answered = posted(classroom, lives="3", amounts_4="+0", twist_4="reverse", answer_policy="show", seats="3")
    assert answered["Location"] == address(classroom)
    settings = kept(classroom)
    assert (settings.rule_set.lives, str(settings.rule_set.effect("4"))) == (3, "+0 reverse")
    assert (settings.answer_policy, settings.seats) == ("show", 3)


def test_what_cannot_be_played_changes_nothing_and_loses_nothing():
    classroom = classroom_of(alice())
    answered = posted(classroom, start="70", lives="4")
    assert answered.status_code == 422
    assert answered.context["form"].errors == {"start": ["The round would start beyond the limit."]}
    assert answered.context["form"]["lives"].value() == "4"
    assert kept(classroom) == ClassSettings()
    body = answered.content.decode()
    assert '<a href="#field-start">Start</a>: The round would start beyond the limit.' in body
    assert 'id="field-start"' in body


def test_the_preview_follows_what_is_chosen_and_keeps_nothing():
    classroom = classroom_of(alice())
    fields = sent(ClassSettings()) | {"limit": "73"}
    preview = signed_in(alice()).post(address(classroom, "preview/"), fields, headers=HTMX)
    body = preview.content.decode()
    assert body.startswith('<section id="preview"')
    assert "nobody may take it past 73" in body
    assert preview.context["minutes"] > 0
    assert kept(classroom) == ClassSettings()


def test_the_preview_names_the_field_that_cannot_be_played():
    fields = sent(ClassSettings()) | {"limit": "7"}
    body = signed_in(alice()).post(address(classroom_of(alice()), "preview/"), fields, headers=HTMX).content.decode()
    assert '<a href="#field-limit">Limit</a>: Ensure this value is greater than or equal to 10.' in body
    assert "rule-card" not in body


def test_without_a_script_the_preview_is_on_the_whole_page_with_all_that_was_typed():
    classroom = classroom_of(alice())
    page = signed_in(alice()).post(
        address(classroom, "preview/"), sent(ClassSettings()) | {"limit": "73", "seats": "3"}
    )
    assert "nobody may take it past 73" in page.content.decode()
    assert (page.context["form"]["limit"].value(), page.context["form"]["seats"].value()) == ("73", "3")
    assert kept(classroom) == ClassSettings()


@pytest.mark.parametrize(
    ("language", "says", "heading"),
    [
        ("en", "nobody may take it past 50", "What the cards do"),
        ("es", "nadie puede hacer que el total pase de 50", "Qué hacen las cartas"),
        ("pt", "ninguém o pode levar além de 50", "O que fazem as cartas"),
        ("nl", "niemand mag boven 50 komen", "Wat de kaarten doen"),
    ],
)
@pytest.mark.parametrize("reader", ["en", "nl"])
def test_the_rules_are_in_the_language_of_the_class_and_the_page_in_that_of_the_teacher(
    language: str, says: str, heading: str, reader: str
):
    classroom, teacher = classroom_of(alice(), language=language), signed_in(alice())
    teacher.cookies["ninety_language"] = reader
    for path in ("", "card/"):
        body = teacher.get(address(classroom, path)).content.decode()
        rules = body[body.index('<div class="rule-card"') :]
        assert f'lang="{language}"' in rules[:60]
        assert f'<html lang="{reader}"' in body
        assert _has(rules, says), rules[:400]
        assert _has(rules, heading)


def _has(body: str, words: str) -> bool:
    return words in re.sub(r"\s+", " ", body)


def test_an_archived_class_is_read_and_not_changed():
    classroom = classroom_of(alice())
    Classroom.objects.update(archived_at="2026-11-30T12:00:00Z")
    page = signed_in(alice()).get(address(classroom))
    assert page.status_code == 200
    assert "The class plays this" not in page.content.decode()
    assert posted(classroom, memory="on").status_code == 403
    assert posted(classroom, "start/", {"starting_point": "speed"}).status_code == 403
    assert kept(classroom) == ClassSettings()


@pytest.mark.parametrize("who", [carol, mallory, None, "other teacher", "pupil"])
def test_a_class_of_others_is_not_there(who: Any):
    classroom = classroom_of(alice(), "Bob")
    person: User | None = who() if callable(who) else None
    if who == "other teacher":
        person = User.objects.create_user("tom", kind=User.Kind.TEACHER)
    elif who == "pupil":
        person = classroom.memberships.get().user
    browser = signed_in(person)
    for path in (*POSTS, "card/"):
        assert browser.get(address(classroom, path)).status_code in ({404} if path in ("", "card/") else {302, 404})
        assert browser.post(address(classroom, path), sent(ClassSettings())).status_code in {404, 405}
    assert kept(classroom) == ClassSettings()


def test_a_co_teacher_sets_the_game_too():
    classroom, tom = classroom_of(alice()), User.objects.create_user("tom", kind=User.Kind.TEACHER)
    classroom.co_teachers.add(tom)
    signed_in(tom).post(address(classroom, "start/"), {"starting_point": "speed"})
    assert kept(classroom).rules == {"preset": "speed-98"}


@pytest.mark.parametrize("fields", [{}, {"starting_point": "poker"}, {"starting_point": ""}])
def test_half_a_form_is_answered_with_the_page(fields: dict[str, str]):
    classroom, teacher = classroom_of(alice()), signed_in(alice())
    for path in POSTS:
        answered = teacher.post(address(classroom, path), fields)
        assert answered.status_code in {200, 409, 422}, path
    assert kept(classroom) == ClassSettings()


@pytest.mark.parametrize("path", ["preview/", "start/", "undo/", "save/"])
def test_whoever_only_reads_an_address_that_changes_is_led_to_the_settings(path: str):
    classroom = classroom_of(alice())
    assert signed_in(alice()).get(address(classroom, path))["Location"] == address(classroom)


def test_a_match_keeps_what_it_was_dealt_with():
    classroom = classroom_of(alice(), "Bob")
    posted(classroom, memory="on", lives="2", answer_policy="stand", bot_mistakes="25", choosing_seconds="30")
    match = open_match(kept(classroom).table_settings(), bob())
    before = settings_of_match(Match.objects.get(pk=match.pk))
    posted(classroom, "start/", {"starting_point": "classic-ninety-nine"})
    after = settings_of_match(Match.objects.get(pk=match.pk))
    assert after == before
    assert (after.memory, after.rules["set"]["lives"], after.answer_policy, after.bot_mistakes) == (
        True,
        2,
        "stand",
        25,
    )
    assert after.choosing_limit == 30


PARTS = ("More about answers", "Change the rules", "Every field of the rules", "Time", "Helps and bots", "Drills")


def open_parts(page: Any) -> set[str]:
    """Return which folded parts of the form stand open."""
    found = re.findall(r"<details class=\"more\"([^>]*)>\s*<summary>([^<]*)</summary>", page.text)
    return {name for more, name in found if name in PARTS and more.endswith(" open")}


@pytest.mark.parametrize("code", STARTING_POINTS)
def test_a_starting_point_is_shown_without_what_it_is_made_of(code: str):
    classroom, teacher = classroom_of(alice()), signed_in(alice())
    teacher.post(address(classroom, "start/"), {"starting_point": code})
    assert open_parts(teacher.get(address(classroom))) == set()


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"penalty": "on"}, "More about answers"),
        ({"variants": ["negatives"]}, "Change the rules"),
        ({"lives": "7"}, "Every field of the rules"),
        ({"choosing_seconds": "30"}, "Time"),
        ({"dim": "on"}, "Helps and bots"),
        ({"drill_limit": "98"}, "Drills"),
    ],
)
def test_what_is_not_as_the_starting_point_has_it_is_in_view(changed: dict[str, Any], part: str):
    classroom = classroom_of(alice())
    assert posted(classroom, **changed).status_code == 302
    assert part in open_parts(signed_in(alice()).get(address(classroom)))


@pytest.mark.parametrize(
    ("changed", "part"), [({"reveal_wait": "99"}, "More about answers"), ({"away_limit": "1"}, "Time")]
)
def test_what_cannot_be_read_is_in_view(changed: dict[str, Any], part: str):
    refused = posted(classroom_of(alice()), **changed)
    assert (refused.status_code, open_parts(refused)) == (422, {part})
