"""Marking one total: what it should have been, which skill it exercised, which fact."""

import pytest

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import CARD_RULES, GROUPS, KINDS, SKILLS, fact_of, mark, skill_of

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
NINETY_EIGHT = RuleSet.from_spec({"preset": "ninety-eight"})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["countdown"]})
NEGATIVES = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["negatives"]})
RING = RuleSet.from_spec({"preset": "ring-199"})
TAKING = RuleSet.from_spec(
    {"preset": "ninety-eight", "set": {"effects": {"5": "-5", "7": "-7", "8": "-20", "J": "+20"}}}
)


def test_a_right_total():
    right = mark(NINETY_NINE, 48, Card("7H"), None, 55)

    assert (right.change, right.expected, right.right) == (7, 55, True)
    assert (right.skill, right.fact, right.kind, right.kinds) == ("add-over-ten", "8+7", None, ())
    assert right.nearly is False


def test_a_wrong_total_prints_as_one_object():
    assert mark(NINETY_NINE, 48, Card("7H"), None, 45).to_json() == {
        "prior": 48,
        "card": "7H",
        "choice": None,
        "change": 7,
        "expected": 55,
        "announced": 45,
        "right": False,
        "skill": "add-over-ten",
        "kind": "carry-missed",
        "kinds": ["carry-missed", "ten-off", "tens-wrong"],
    }


def test_no_answer_is_wrong_and_stands_alone():
    silent = mark(NINETY_NINE, 48, Card("7H"), None, None)

    assert (silent.announced, silent.right, silent.kinds, silent.nearly) == (None, False, ("no-answer",), False)


@pytest.mark.parametrize(("announced", "nearly"), [(54, True), (56, True), (45, True), (65, True), (53, False)])
def test_nearly_is_one_or_ten_off(announced, nearly):
    assert mark(NINETY_NINE, 48, Card("7H"), None, announced).nearly is nearly


@pytest.mark.parametrize(
    ("rules", "prior", "card", "choice", "skill", "fact"),
    [
        (NINETY_NINE, 41, "9H", None, "to-limit", None),
        (NINETY_NINE, 99, "9H", None, "to-limit", None),
        (NINETY_NINE, 41, "KS", None, "no-change", None),
        (NINETY_NINE, 41, "4S", None, "no-change", None),
        (NEGATIVES, 3, "TS", -10, "below-zero", None),
        (NEGATIVES, -3, "TS", 10, "below-zero", None),
        (NEGATIVES, -3, "3S", None, "below-zero", None),
        (RING, 97, "8S", None, "over-hundred", None),
        (RING, 90, "TS", 10, "over-hundred", None),
        (RING, 109, "TS", -10, "over-hundred", None),
        (RING, 100, "TS", 10, "add-ten", "+10"),
        (NINETY_NINE, 41, "QS", None, "add-ten", "+10"),
        (NINETY_NINE, 41, "TS", -10, "subtract-ten", "-10"),
        (NINETY_NINE, 48, "AS", 11, "add-eleven", "+11"),
        (COUNTDOWN, 48, "AS", -11, "subtract-eleven", "-11"),
        (NINETY_NINE, 42, "5S", None, "add-within-ten", "2+5"),
        (NINETY_NINE, 43, "7S", None, "add-to-ten", "3+7"),
        (NINETY_NINE, 88, "7S", None, "add-over-ten", "8+7"),
        (NINETY_NINE, 0, "7S", None, "add-within-ten", "0+7"),
        (COUNTDOWN, 47, "5S", None, "subtract-within-ten", "7-5"),
        (COUNTDOWN, 47, "7S", None, "subtract-to-ten", "7-7"),
        (COUNTDOWN, 43, "7S", None, "subtract-over-ten", "3-7"),
        (COUNTDOWN, 43, "9S", None, "to-limit", None),
        (TAKING, 40, "8S", None, "subtract-to-ten", "0-20"),
        (TAKING, 48, "JS", None, "add-within-ten", "8+20"),
    ],
)
def test_skill_and_fact(rules, prior, card, choice, skill, fact):
    assert (skill_of(rules, prior, Card(card), choice), fact_of(rules, prior, Card(card), choice)) == (skill, fact)
    marked = mark(rules, prior, Card(card), choice, None)
    assert (marked.skill, marked.fact) == (skill, fact)


def test_one_fact_for_a_ten_whatever_the_tens():
    assert {fact_of(NINETY_NINE, prior, Card("7S"), None) for prior in (48, 58, 88)} == {"8+7"}


def test_every_skill_stands_in_one_group():
    assert sorted(skill for skills in GROUPS.values() for skill in skills) == sorted(SKILLS)
    assert set(GROUPS["card-rules"]) == CARD_RULES


def test_the_names_in_their_order():
    assert KINDS == (
        "no-answer",
        "unchanged",
        "other-choice",
        "face-value",
        "wrong-sign",
        "carry-missed",
        "smaller-from-larger",
        "ten-off",
        "digits-swapped",
        "one-off",
        "card-only",
        "old-total",
        "slip",
        "ones-wrong",
        "tens-wrong",
        "other",
    )
