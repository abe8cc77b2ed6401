"""A piece of a page is drawn once for all who are to see the same, and for nobody else."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.template import engines
from django.utils import translation

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.faces import CardFace, face_of
from ninety.models import Match, User
from ninety.templatetags import pieces

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
