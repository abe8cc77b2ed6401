"""Explaining a sum: steps that are true and easy, hints that give nothing away, questions with the numbers at hand."""

from itertools import pairwise

import pytest

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import mark
from trainer.working import HINTS, Hint, Question, Step, hint, question, steps

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["countdown"]})
NEGATIVES = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["negatives"]})
RING = RuleSet.from_spec({"preset": "ring-199"})

SEVEN = Card("7S")
PRIORS = range(-99, 1000)
CHANGES = range(-99, 100)


def seven_that(change):
    """Make rules in which a seven changes the total by so much."""
    return RuleSet.from_spec({"preset": "ninety-eight", "set": {"floor": None, "effects": {"7": f"{change:+d}"}}})


SUMS = [(prior, change, rules) for change in CHANGES for rules in [seven_that(change)] for prior in PRIORS]


class TestSteps:
    @pytest.mark.parametrize(
        ("prior", "change", "lines"),
        [
            (42, 5, ["42 + 5 = 47"]),
            (43, 7, ["43 + 7 = 50"]),
            (48, 7, ["48 + 2 = 50", "50 + 5 = 55"]),
            (47, -5, ["47 − 5 = 42"]),
            (47, -7, ["47 − 7 = 40"]),
            (53, -7, ["53 − 3 = 50", "50 − 4 = 46"]),
            (50, -4, ["50 − 4 = 46"]),
            (48, 10, ["48 + 10 = 58"]),
            (48, -10, ["48 − 10 = 38"]),
            (48, 11, ["48 + 10 = 58", "58 + 1 = 59"]),
            (48, -11, ["48 − 10 = 38", "38 − 1 = 37"]),
            (49, 11, ["49 + 10 = 59", "59 + 1 = 60"]),
            (97, 8, ["97 + 3 = 100", "100 + 5 = 105"]),
            (95, 10, ["95 + 5 = 100", "100 + 5 = 105"]),
            (95, 11, ["95 + 5 = 100", "100 + 6 = 106"]),
            (89, 11, ["89 + 10 = 99", "99 + 1 = 100"]),
            (104, -11, ["104 − 4 = 100", "100 − 7 = 93"]),
            (28, 37, ["28 + 30 = 58", "58 + 2 = 60", "60 + 5 = 65"]),
            (53, -37, ["53 − 30 = 23", "23 − 3 = 20", "20 − 4 = 16"]),
            (3, -10, ["3 − 3 = 0", "0 − 7 = −7"]),
            (-3, 10, ["−3 + 3 = 0", "0 + 7 = 7"]),
            (-17, -8, ["−17 − 3 = −20", "−20 − 5 = −25"]),
            (-23, 7, ["−23 + 3 = −20", "−20 + 4 = −16"]),
            (0, 7, ["0 + 7 = 7"]),
            (60, 0, ["60 + 0 = 60"]),
        ],
    )
    def test_in_digits(self, prior, change, lines):
        assert [str(step) for step in steps(seven_that(change), prior, SEVEN, None)] == lines

    def test_a_choice(self):
        assert steps(NINETY_NINE, 48, Card("AS"), 11) == (Step(48, 10, 58), Step(58, 1, 59))

    def test_a_countdown(self):
        assert steps(COUNTDOWN, 53, Card("7S"), None) == (Step(53, -3, 50), Step(50, -4, 46))

    @pytest.mark.parametrize(("rules", "end", "line"), [(NINETY_NINE, 99, "41 → 99"), (COUNTDOWN, 0, "41 → 0")])
    def test_to_the_limit_is_no_sum(self, rules, end, line):
        (step,) = steps(rules, 41, Card("9S"), None)

        assert (step, str(step)) == (Step(41, None, end), line)

    @pytest.mark.repeats
    def test_every_chain_is_whole_true_and_easy(self):
        for prior, change, rules in SUMS:
            chain = steps(rules, prior, SEVEN, None)
            assert (chain[0].start, chain[-1].end) == (prior, prior + change)
            assert all(step.end == following.start for step, following in pairwise(chain))
            assert all(is_true_and_easy(step) for step in chain), (prior, change)


def is_true_and_easy(step):
    """Tell whether a step adds up, and stays between two tens or, in whole tens, between two hundreds."""
    low, high = sorted((step.start, step.end))
    unit = 10 if step.change % 10 else 100
    return step.start + step.change == step.end and high <= (low // unit + 1) * unit


class TestHint:
    @pytest.mark.parametrize(
        ("prior", "change", "expected_hint"),
        [
            (42, 5, Hint("tens-stay")),
            (47, -5, Hint("tens-stay")),
            (43, 7, Hint("full-ten")),
            (47, -7, Hint("ones-left")),
            (48, 7, Hint("distance", (48, 50))),
            (53, -7, Hint("distance", (53, 50))),
            (50, -4, Hint("ten-below", (50,))),
            (-50, 4, Hint("ten-above", (-50,))),
            (48, 10, Hint("ones-stay")),
            (48, -10, Hint("ones-stay")),
            (48, 11, Hint("tens-first")),
            (97, 8, Hint("distance", (97, 100))),
            (95, 10, Hint("distance", (95, 100))),
            (3, -10, Hint("distance", (3, 0))),
            (-3, 10, Hint("distance", (-3, 0))),
            (5, -10, Hint("through-zero")),
            (0, 7, Hint("from-zero")),
            (0, -7, Hint("under-zero")),
            (-17, -8, Hint("distance", (-17, -20))),
            (-17, -3, Hint("full-ten")),
            (-17, 7, Hint("ones-left")),
            (60, 0, Hint("card")),
        ],
    )
    def test_from_the_numbers(self, prior, change, expected_hint):
        assert hint(seven_that(change), prior, SEVEN, None) == expected_hint

    def test_to_the_limit_points_to_the_card(self):
        assert hint(NINETY_NINE, 41, Card("9S"), None) == Hint("card")
        assert hint(NINETY_NINE, 99, Card("9S"), None) == Hint("card")

    def test_no_number_and_no_sum_in_it_is_the_total(self):
        for prior, change, rules in SUMS:
            given = hint(rules, prior, SEVEN, None)
            expected = prior + change
            assert given.code in HINTS
            assert expected not in given.numbers
            if len(given.numbers) == 2:
                first, second = given.numbers
                assert expected not in {first + second, first - second, second - first}, (prior, change)

    @pytest.mark.parametrize(
        ("card", "choice", "code"),
        [
            ("9S", None, "card"),
            ("KS", None, "card"),
            ("7S", None, "way-up"),
            ("TS", 10, "ones-stay"),
            ("TS", -10, "ones-stay"),
            ("AS", 11, "tens-first"),
        ],
    )
    def test_in_memory_mode_it_depends_on_the_card_alone(self, card, choice, code):
        hints = {hint(RING, prior, Card(card), choice, prior_shown=False) for prior in range(199)}

        assert hints == {Hint(code)}

    def test_in_memory_mode_on_the_way_down(self):
        assert hint(COUNTDOWN, 53, Card("7S"), None, prior_shown=False) == Hint("way-down")


class TestQuestion:
    @pytest.mark.parametrize(
        ("rules", "prior", "card", "choice", "announced", "code", "up", "numbers"),
        [
            (NINETY_NINE, 48, "7S", None, None, "no-answer", True, {}),
            (NINETY_NINE, 48, "7S", None, 48, "unchanged", True, {"announced": 48}),
            (NINETY_NINE, 48, "AS", 11, 49, "other-choice", True, {"value": 1}),
            (NINETY_NINE, 48, "TS", 10, 38, "other-choice", True, {"value": -10}),
            (COUNTDOWN, 48, "AS", -1, 37, "other-choice", False, {"value": -11}),
            (NINETY_NINE, 50, "QS", None, 62, "face-value", True, {"value": 12}),
            (COUNTDOWN, 50, "QS", None, 38, "face-value", False, {"value": 12}),
            (NINETY_NINE, 48, "7S", None, 41, "wrong-sign", True, {}),
            (COUNTDOWN, 48, "7S", None, 55, "wrong-sign", False, {}),
            (NINETY_NINE, 48, "7S", None, 45, "carry-missed", True, {}),
            (COUNTDOWN, 53, "7S", None, 56, "carry-missed", False, {}),
            (
                COUNTDOWN,
                53,
                "7S",
                None,
                54,
                "smaller-from-larger",
                False,
                {"smaller": 3, "larger": 7, "amount": 7, "prior": 53},
            ),
            (NINETY_NINE, 42, "5S", None, 57, "ten-off", True, {}),
            (NINETY_NINE, 40, "QS", None, 60, "ten-off", True, {}),
            (NINETY_NINE, 62, "5S", None, 57, "wrong-sign", True, {}),
            (NINETY_NINE, 22, "9S", None, 89, "ten-off", False, {}),
            (NINETY_NINE, 77, "7S", None, 48, "digits-swapped", True, {"announced": 48, "expected": 84}),
            (NINETY_NINE, 42, "5S", None, 48, "one-off", True, {}),
            (NINETY_NINE, 42, "5S", None, 46, "one-off", False, {}),
            (COUNTDOWN, 42, "5S", None, 5, "card-only", False, {"announced": 5}),
            (NINETY_NINE, 48, "7S", None, 37, "old-total", True, {"earlier": 30}),
            (NINETY_NINE, 48, "7S", None, 555, "slip", True, {}),
            (NINETY_NINE, 48, "7S", None, 5, "slip", False, {}),
            (NINETY_NINE, 48, "7S", None, 58, "ones-wrong", True, {}),
            (NINETY_NINE, 48, "7S", None, 85, "tens-wrong", True, {}),
            (NINETY_NINE, 48, "7S", None, 33, "other", True, {}),
        ],
    )
    def test_of_every_kind(self, rules, prior, card, choice, announced, code, up, numbers):  # noqa: PLR0917
        marked = mark(rules, prior, Card(card), choice, announced, earlier=(30, 44))

        assert question(marked) == Question(code, Card(card), up, numbers)

    def test_none_of_a_right_answer(self):
        with pytest.raises(ValueError, match="a right answer raises no question"):
            question(mark(NINETY_NINE, 48, SEVEN, None, 55))
