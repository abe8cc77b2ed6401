"""What has happened at a table is read once for all who look until more has."""

import pytest
from django.utils import translation

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.faces import face_of
from ninety.models import Match
from ninety.selectors.plays import past_of
from tests.trainer.tablemates import Tablemates

pytestmark = pytest.mark.django_db


def test_all_who_look_share_what_has_happened(django_assert_num_queries) -> None:
    table = Tablemates()
    with django_assert_num_queries(1):
        assert past_of(Match(slug=table.match.slug)) == past_of(table.match)


def test_a_move_is_seen_at_once() -> None:
    table = Tablemates()
    before = [action.number for action in past_of(table.match)]
    table.lay(0, "8H")
    table.say(0, 56)
    assert (before, [action.number for action in past_of(table.match)]) == ([0], [1, 0])


def test_what_was_not_there_yet_when_the_match_was_read_is_left_out() -> None:
    table = Tablemates()
    earlier = table.match
    table.lay(0, "8H")
    table.say(0, 56)
    assert [action.number for action in past_of(earlier)] == [0]


def test_what_a_shuffle_brought_stays_in_the_database() -> None:
    assert [action.get_deferred_fields() for action in past_of(Tablemates().match)] == [{"shuffles"}]


def test_a_card_is_drawn_in_the_language_of_each_page() -> None:
    rules, names = RuleSet.from_spec({"preset": "ninety-nine"}), []
    for language in ("en", "es", "en"):
        with translation.override(language):
            names.append(face_of(rules, Card("QH")).name)
    assert names == ["queen of hearts", "reina de corazones", "queen of hearts"]
