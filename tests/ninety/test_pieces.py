"""A piece of a page is drawn once for all who are to see the same, and for nobody else."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.template import engines
from django.utils import translation

from classrooms.selectors.table_cards import PupilRow, SeatCell, TableCard
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.faces import CardFace, face_of
from ninety.models import Match, User
from ninety.templatetags import pieces
from trainer.selectors.tallies import Tally

RULES = RuleSet.from_spec({"preset": "ninety-nine"})


def drawn(source: str, **context: Any) -> str:
    text: str = engines["django"].from_string("{% load pieces %}" + source).render(context)
    return text


def chip(face: CardFace, **more: Any) -> str:
    return drawn('{% piece "ninety/_chip.html" face=face %}', face=face, **more)


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    pieces._drawn.cache_clear()


def test_a_piece_is_drawn_once_for_equal_values() -> None:
    first, second = chip(face_of(RULES, Card("QH"))), chip(face_of(RULES, Card("QH")))
    assert first == second
    assert "queen of hearts" in first
    assert pieces._drawn.cache_info()[:2] == (1, 1)


def test_another_value_is_drawn_for_itself() -> None:
    assert "king of spades" in chip(face_of(RULES, Card("KS")))
    assert "king of spades" not in chip(face_of(RULES, Card("QH")))


def test_each_language_has_its_own() -> None:
    source, seen = '{% piece "ninety/_track.html" track=None total=5 %}', {}
    for language in ("en", "es", "pt", "nl"):
        with translation.override(language):
            seen[language] = drawn(source)
    assert len(set(seen.values())) == 4


def test_nothing_but_its_values_reaches_a_piece() -> None:
    face = face_of(RULES, Card("QH"))
    anybody = chip(face)
    pieces._drawn.cache_clear()
    assert chip(face, csrf_token="c" * 64, request=object(), user="Mallory", seat="Mallory") == anybody
    source = '{% piece "ninety/_form_fields.html" %}'
    assert "csrfmiddlewaretoken" in drawn('{% include "ninety/_form_fields.html" %}', csrf_token="c" * 64)
    assert "csrfmiddlewaretoken" not in drawn(source, csrf_token="c" * 64)


def test_text_is_escaped_as_on_any_page() -> None:
    face = CardFace("QH", "<b>", "H", "<i>", "", "", "", special=False)
    assert "&lt;b&gt;" in chip(face)
    assert "<i>" not in chip(face)


@dataclass
class Changing:
    """Say now this and now that."""

    name: str = "Bob"

    def __hash__(self) -> int:
        return 1


@dataclass(frozen=True)
class Holder:
    """Stay the same around something that may change."""

    held: object


@pytest.mark.parametrize(
    "value", [User(pk=1), Match(pk=1), Changing(), Holder(User(pk=1)), (1, (Changing(),)), 0.5, frozenset()]
)
def test_what_may_change_is_refused(value: object) -> None:
    for _time in range(2):
        with pytest.raises(TypeError, match="never change"):
            drawn('{% piece "ninety/_chip.html" face=value %}', value=value)


def test_a_form_gets_the_token_of_its_page_and_of_no_other() -> None:
    pieces._drawn_with_forms.cache_clear()
    source, pages = '{% form_piece "ninety/_form_fields.html" table=None %}', [token * 64 for token in "abc"]
    seen = [drawn(source, csrf_token=page) for page in pages]
    assert [page.count(f'value="{token}"') for page, token in zip(seen, pages, strict=True)] == [1, 1, 1]
    assert len({page.replace(token, "") for page, token in zip(seen, pages, strict=True)}) == 1
    assert pieces._drawn_with_forms.cache_info()[:2] == (2, 1)


def test_nothing_but_its_values_and_the_token_reaches_a_piece_with_forms() -> None:
    source = '{% form_piece "classrooms/_lesson_pupil.html" pupil=pupil places=places lesson="slug" %}'
    shown = {"pupil": PupilRow(1, "Bob", Tally(1, 2), is_away=False, is_guest=False), "places": ((1, True), (2, False))}
    anybody = drawn(source, csrf_token="c" * 64, **shown)
    pieces._drawn_with_forms.cache_clear()
    assert drawn(source, csrf_token="c" * 64, seat="held", table=2, plays=True, user="Mallory", **shown) == anybody
    with pytest.raises(TypeError):
        drawn(source, csrf_token="c" * 64, pupil=User(pk=1, display_name="Bob"), places=())


def test_a_piece_within_a_piece_gets_the_token_too() -> None:
    row = PupilRow(1, "Bob", Tally(), is_away=False, is_guest=False)
    table = TableCard(1, "playing", "on turn", (SeatCell("Bob", 3, pupil=row),))
    source = '{% form_piece "classrooms/_lesson_table.html" table=table places=places lesson="slug" %}'
    text = drawn(source, csrf_token="c" * 64, table=table, places=((1, True), (2, False)))
    assert text.count('name="csrfmiddlewaretoken"') == text.count('value="' + "c" * 64) == text.count("<form") == 3
    assert pieces.TOKEN not in text
