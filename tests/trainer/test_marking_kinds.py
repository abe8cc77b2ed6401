"""The kinds of a mistake: every row that fits, in the order of the table, each with the case that it is for."""

import pytest

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import earlier_after, mark

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
NINETY_EIGHT = RuleSet.from_spec({"preset": "ninety-eight"})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["countdown"]})
NEGATIVES = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["negatives"]})
RING = RuleSet.from_spec({"preset": "ring-199"})
TAKING = RuleSet.from_spec({"preset": "ninety-eight", "set": {"effects": {"7": "-7", "8": "-17"}}})


def kinds(rules, prior, card, announced, choice=None, earlier=()):
    return " ".join(mark(rules, prior, Card(card), choice, announced, earlier).kinds)


def test_one_answer_with_two_explanations():
    assert kinds(NINETY_NINE, 60, "AS", 71, 1) == "other-choice ten-off tens-wrong"


@pytest.mark.parametrize(
    ("rules", "prior", "card", "choice", "announced", "expected_kinds"),
    [
        (NINETY_NINE, 48, "7S", None, 48, "unchanged"),
        (NINETY_NINE, 42, "5S", None, 42, "unchanged ones-wrong"),
        (NINETY_NINE, 42, "TS", 10, 32, "other-choice wrong-sign tens-wrong"),
        (NINETY_NINE, 92, "AS", 1, 103, "other-choice ten-off tens-wrong"),
        (NINETY_NINE, 50, "KS", None, 63, "face-value"),
        (NINETY_NINE, 50, "KS", None, 60, "face-value ten-off tens-wrong"),
        (NINETY_NINE, 50, "QS", None, 62, "face-value ones-wrong"),
        (NINETY_NINE, 50, "JS", None, 61, "face-value one-off ones-wrong"),
        (NINETY_NINE, 20, "9S", None, 29, "face-value tens-wrong"),
        (COUNTDOWN, 50, "QS", None, 38, "face-value"),
        (COUNTDOWN, 50, "QS", None, 62, "other"),
        (NINETY_NINE, 52, "2S", None, 50, "wrong-sign ones-wrong"),
        (NINETY_NINE, 48, "7S", None, 45, "carry-missed ten-off tens-wrong"),
        (NINETY_NINE, 43, "7S", None, 40, "carry-missed ten-off tens-wrong"),
        (TAKING, 53, "7S", None, 56, "carry-missed ten-off tens-wrong"),
        (TAKING, 53, "7S", None, 54, "smaller-from-larger"),
        (TAKING, 53, "8S", None, 44, "smaller-from-larger"),
        (NINETY_NINE, 42, "5S", None, 57, "ten-off tens-wrong"),
        (NINETY_NINE, 77, "7S", None, 48, "digits-swapped"),
        (NINETY_NINE, 33, "7S", None, 4, "digits-swapped slip"),
        (NINETY_NINE, 41, "3S", None, 44, ""),
        (NINETY_NINE, 42, "5S", None, 48, "one-off ones-wrong"),
        (NINETY_NINE, 40, "QS", None, 49, "one-off"),
        (NINETY_NINE, 42, "5S", None, 5, "card-only"),
        (COUNTDOWN, 42, "5S", None, -5, "card-only"),
        (COUNTDOWN, 42, "5S", None, 5, "card-only"),
        (NINETY_NINE, 48, "7S", None, 5, "slip tens-wrong"),
        (NINETY_NINE, 48, "7S", None, 555, "slip tens-wrong"),
        (NINETY_NINE, 48, "7S", None, 545, "slip tens-wrong"),
        (NINETY_NINE, 48, "7S", None, 955, "slip tens-wrong"),
        (RING, 98, "2S", None, 9100, "slip tens-wrong"),
        (NINETY_NINE, 48, "7S", None, 58, "ones-wrong"),
        (NINETY_NINE, 48, "7S", None, 85, "tens-wrong"),
        (NINETY_NINE, 48, "7S", None, 33, "other"),
    ],
)
def test_kinds(rules, prior, card, choice, announced, expected_kinds):
    assert kinds(rules, prior, card, announced, choice) == expected_kinds


def test_a_joker_has_no_face_value():
    assert kinds(RING, 50, "X", 61) == "other"


def test_to_the_limit_nothing_else_is_asked_of_the_sum():
    assert kinds(NINETY_EIGHT, 44, "KS", 54) == "face-value card-only"
    assert kinds(NINETY_EIGHT, 98, "KS", 89) == "digits-swapped"


class TestNoChange:
    """A card that changes nothing cannot be left out, turned round, or named alone."""

    @pytest.mark.parametrize("announced", [0, -50, 100])
    def test_kinds(self, announced):
        assert "unchanged" not in kinds(NINETY_NINE, 50, "KS", announced)
        assert "wrong-sign" not in kinds(NINETY_NINE, 50, "KS", announced)
        assert "card-only" not in kinds(NINETY_NINE, 50, "KS", announced)


class TestBelowZero:
    """Under zero there are no columns: the rows about digits do not fit."""

    def test_the_other_value_may_be_out_of_bounds(self):
        assert kinds(NINETY_EIGHT, 3, "TS", -7, 10) == "other-choice wrong-sign"

    def test_no_carry(self):
        assert kinds(NEGATIVES, -3, "7S", -6) == "ten-off"

    def test_no_digits(self):
        assert kinds(NEGATIVES, 3, "TS", 7, -10) == "other"
        assert kinds(NEGATIVES, -12, "TS", -21, -10) == "one-off"
        assert kinds(NEGATIVES, -22, "TS", -2, 10) == "ten-off"


class TestOldTotal:
    """The right step from one of the two totals before the one that stood."""

    def test_from_either_of_the_two(self):
        assert kinds(NINETY_NINE, 48, "7S", 37, earlier=(30, 41)) == "old-total"
        assert kinds(NINETY_NINE, 48, "7S", 48, earlier=(30, 41)) == "unchanged old-total"

    def test_not_from_a_third(self):
        assert kinds(NINETY_NINE, 48, "7S", 37, earlier=(30, 41, 46)) == "other"

    def test_not_from_the_same_total(self):
        assert kinds(NINETY_NINE, 48, "7S", 54, earlier=(48, 48)) == "one-off ones-wrong"

    def test_a_repeated_total_takes_a_place_of_the_two(self):
        assert kinds(NINETY_NINE, 48, "7S", 37, earlier=(30, 48, 48)) == "other"

    def test_plays_leave_their_totals_until_a_deal_or_reset(self):
        earlier = earlier_after((), 0, played=True, reset=False)
        assert earlier == (0,)
        earlier = earlier_after(earlier, 8, played=False, reset=False)
        assert earlier == (0,)
        earlier = earlier_after(earlier_after(earlier, 8, played=True, reset=False), 18, played=True, reset=False)
        assert earlier == (8, 18)
        assert earlier_after(earlier, 28, played=False, reset=True) == ()


def test_a_huge_number_is_marked_without_writing_it_out():
    huge = 10**100_000

    assert kinds(NINETY_NINE, 48, "7S", huge + 5) == "tens-wrong"
    assert kinds(NINETY_NINE, 48, "7S", -huge) == "other"
