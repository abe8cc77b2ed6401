"""What cards are called, and what they are said to do."""

import pytest

from ninety.digits import digits, signed
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.wording import card_name, effect_label, effect_says, rank_label, rank_name, rank_says, the_rank

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["countdown"]})
ODD = RuleSet.from_spec(
    {
        "preset": "ninety-eight",
        "set": {
            "effects": {"2": "-2", "3": "-3/-4 reverse", "4": "+0/+5", "5": "+7/-3", "6": "=limit skip", "7": "-0"}
        },
    }
)


def test_numbers_have_a_real_minus_sign():
    assert [digits(-7), digits(0), digits(7)] == ["−7", "0", "7"]
    assert [signed(-7), signed(0), signed(7)] == ["−7", "0", "+7"]


@pytest.mark.parametrize(
    ("code", "name", "label"),
    [
        ("7H", "7 of hearts", "7"),
        ("TC", "10 of clubs", "10"),
        ("AS", "ace of spades", "A"),
        ("JD", "jack of diamonds", "J"),
        ("QH", "queen of hearts", "Q"),
        ("KS", "king of spades", "K"),
        ("X", "joker", "★"),
    ],
)
def test_a_card_has_a_name_and_a_label(code, name, label):
    assert (card_name(Card(code)), rank_label(Card(code).rank)) == (name, label)


def test_a_rank_alone_and_with_its_article():
    assert [rank_name(rank) for rank in "A7TQX"] == ["ace", "7", "10", "queen", "joker"]
    assert [the_rank(rank) for rank in "A7TQX"] == ["the ace", "the 7", "the 10", "the queen", "the joker"]


@pytest.mark.parametrize(
    ("rules", "rank", "label", "says"),
    [
        (NINETY_NINE, "7", "+7", "adds 7"),
        (NINETY_NINE, "A", "+1/+11", "adds 1 or 11"),
        (NINETY_NINE, "T", "+10/−10", "adds 10 or takes 10 away"),
        (NINETY_NINE, "K", "0", "changes nothing"),
        (NINETY_NINE, "4", "0", "changes nothing and turns the direction round"),
        (NINETY_NINE, "3", "+3", "adds 3 and skips the next player"),
        (NINETY_NINE, "9", "=99", "sets the total to 99"),
        (COUNTDOWN, "7", "−7", "takes 7 away"),
        (COUNTDOWN, "A", "−1/−11", "takes 1 or 11 away"),
        (COUNTDOWN, "T", "−10/+10", "takes 10 away or adds 10"),
        (COUNTDOWN, "K", "0", "changes nothing"),
        (COUNTDOWN, "3", "−3", "takes 3 away and skips the next player"),
        (COUNTDOWN, "9", "=0", "sets the total to 0"),
        (ODD, "2", "−2", "takes 2 away"),
        (ODD, "3", "−3/−4", "takes 3 or 4 away and turns the direction round"),
        (ODD, "4", "0/+5", "changes nothing or adds 5"),
        (ODD, "5", "+7/−3", "adds 7 or takes 3 away"),
        (ODD, "6", "=98", "sets the total to 98 and skips the next player"),
        (ODD, "7", "0", "changes nothing"),
    ],
)
def test_what_a_rank_does(rules, rank, label, says):
    assert (effect_label(rules, rank), effect_says(rules, rank)) == (label, says)


def test_what_a_rank_does_in_a_sentence():
    assert rank_says(NINETY_NINE, "Q") == "In this game the queen adds 10."
