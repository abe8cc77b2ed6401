"""The working of every sum that can occur, by calculation: every rule set, every total in its bounds, every card."""

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from django.utils import translation

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from tests.trainer.sums import every_mistake, every_own_sum, every_right_answer, every_rule_set, right_answer
from trainer.marking import KINDS, SKILLS, mark
from trainer.number_words import number_words
from trainer.wording import note_text, step_in_words, working_text
from trainer.working import NOTES, WAYS, Step, note, steps, way

TOTAL = r"(−?\d+)"


def test_there_is_a_sum_of_every_skill_and_a_mistake_of_every_kind():
    assert len(every_rule_set()) > 50
    assert {given.skill for _rules, given in every_right_answer()} == set(SKILLS)
    assert {given.kind for given in every_mistake()} == set(KINDS)


class TestSteps:
    """They lead from the total before the card to the one after it, and each is true and easy."""

    def test_every_line_is_true_arithmetic_from_prior_to_expected(self):
        for rules, given in every_right_answer():
            lines = [str(step) for step in steps(rules, given.prior, given.card, given.choice)]
            reached = given.prior
            for line in lines:
                reached = follow(line, reached)
            assert reached == given.expected, lines

    def test_a_bridge_lands_on_the_ten(self):
        for rules, given in every_right_answer():
            # From a full ten the way is one step: 50 − 4 = 46.
            if given.skill in {"add-over-ten", "subtract-over-ten"} and given.prior % 10:
                first, second = steps(rules, given.prior, given.card, given.choice)
                assert first.end % 10 == 0
                assert (first.start < first.end, second.start < second.end) == (given.change > 0,) * 2

    def test_ten_is_one_step_and_eleven_is_ten_and_one(self):
        for rules, given in every_right_answer():
            changes = [step.change for step in steps(rules, given.prior, given.card, given.choice)]
            if given.skill in {"add-ten", "subtract-ten"}:
                assert changes == [given.change]
            if given.skill in {"add-eleven", "subtract-eleven"}:
                assert changes == ([10, 1] if given.change > 0 else [-10, -1])

    def test_no_step_passes_zero_or_a_hundred_and_none_but_whole_tens_passes_a_ten(self):
        for rules, given in every_right_answer():
            for step in steps(rules, given.prior, given.card, given.choice):
                if step.change is not None:
                    low, high = sorted((step.start, step.end))
                    assert low // 100 == (high - (low < high)) // 100
                    assert step.change % 10 == 0 or low // 10 == (high - 1) // 10

    def test_to_the_limit_is_one_step_without_a_sum(self):
        for rules, given in every_right_answer():
            if given.skill == "to-limit":
                assert steps(rules, given.prior, given.card, given.choice) == (Step(given.prior, None, rules.target),)


def follow(line, start):
    """Check one line of a working that has to begin at a number, and return the number it leads to."""
    jump = re.fullmatch(rf"{TOTAL} → {TOTAL}", line)
    if jump:
        assert number(jump[1]) == start
        return number(jump[2])
    line_of_sum = re.fullmatch(rf"{TOTAL} ([+−]) (\d+) = {TOTAL}", line)
    assert line_of_sum, line
    change = int(line_of_sum[3]) * (-1 if line_of_sum[2] == "−" else 1)
    assert number(line_of_sum[1]) == start
    assert start + change == number(line_of_sum[4]), line
    return start + change


def number(text):
    return int(text.replace("−", "-"))


class TestWay:
    """What is said about the way is true of the very numbers."""

    def test_of_every_sum(self):
        seen = set()
        for _rules, given in every_right_answer():
            told = way(given)
            assert is_true(WAY_IS_TRUE, given, told), (given, told)
            seen.add(told.code)
        # No card changes the total by more than eleven; a rule set of one's own can have one that does.
        assert seen == set(WAYS) - {"tens-first"}

    def test_of_every_change_that_a_rule_set_of_ones_own_can_have(self):
        seen = set()
        for given in every_own_sum():
            told = way(given)
            assert is_true(WAY_IS_TRUE, given, told), (given, told)
            seen.add(told.code)
        assert seen == set(WAYS) - {"to-limit"}


def is_true(truths, given, told):
    """Tell whether a remark is true of a sum, and the little sum in it too."""
    if told.aside is not None and told.aside.start + (told.aside.change or 0) != told.aside.end:
        return False
    return truths[told.code](given, *told.numbers, *(() if told.aside is None else (told.aside,)))


def is_between(stop, given):
    return min(given.prior, given.expected) < stop < max(given.prior, given.expected)


WAY_IS_TRUE: dict[str, Callable[..., bool]] = {
    "to-limit": lambda given, total: given.skill == "to-limit" and total == given.expected,
    "same": lambda given, total: total == given.prior == given.expected,
    "under-zero": lambda given, below, total: given.prior == 0 and total == given.expected == -below,
    "below": lambda given, rest: given.prior > 0 and given.expected == -rest,
    "farther": lambda given, aside: (
        given.change < 0 and given.prior < 0 and (aside.start, aside.end) == (-given.prior, -given.expected)
    ),
    "nearer": lambda given, aside: (
        given.change > 0 and given.prior < 0 and (aside.start, aside.end) == (-given.prior, -given.expected)
    ),
    "up-to": lambda given, stop, rest: (
        is_between(stop, given) and stop % 10 == 0 and stop + rest == given.expected and given.change > 0
    ),
    "down-to": lambda given, stop, rest: (
        is_between(stop, given) and stop % 10 == 0 and stop - rest == given.expected and given.change < 0
    ),
    "eleven": lambda given: abs(given.change) == 11,
    "tens-first": lambda given, amount, tens, ones: (
        amount == abs(given.change) == tens + ones and tens % 10 == 0 and 0 <= ones < 10 < tens + 1
    ),
    "tens": lambda given, aside: (
        given.prior % 10 == given.expected % 10
        and (aside.start, aside.end) == (given.prior // 10, given.expected // 10)
    ),
    "ones": lambda given, aside: (
        given.prior // 10 == given.expected // 10
        and (aside.start, aside.end) == (given.prior % 10, given.expected % 10)
    ),
    "full-ten": lambda given, aside: (
        given.expected % 10 == 0 and given.change > 0 and (aside.start, aside.end) == (given.prior % 10, 10)
    ),
    "open-ten": lambda given, aside: (
        given.prior % 10 == 0 and given.change < 0 and (aside.start, aside.end) == (10, given.expected % 10)
    ),
}


class TestNote:
    """What is said about a mistake is true of the very numbers."""

    def test_of_every_mistake(self):
        seen = set()
        for given in every_mistake():
            told = note(given)
            if told is not None:
                assert is_true(NOTE_IS_TRUE, given, told), (given, told)
                seen.add(told.code)
        assert seen == set(NOTES)

    def test_none_of_a_card_rule_or_a_right_answer(self):
        assert {note(given) for given in every_mistake() if given.skill in {"to-limit", "no-change"}} == {None}
        assert {note(given) for _rules, given in every_right_answer()} == {None}


def ones_are(given, start, end):
    return given.prior >= 0 and given.expected >= 0 and (given.prior % 10, given.expected % 10) == (start, end % 10)


NOTE_IS_TRUE: dict[str, Callable[..., bool]] = {
    "new-ten": lambda given, aside: given.change > 0 and aside.end >= 10 and ones_are(given, aside.start, aside.end),
    "opened-ten": lambda given, ones, amount, aside: (
        given.change < 0
        and ones < amount
        and aside == Step(10 + ones, -amount, 10 + ones - amount)
        and ones_are(given, ones, aside.end)
    ),
    "ones-add-up": lambda given, aside: 0 <= aside.end < 10 and ones_are(given, aside.start, aside.end),
    "tens-add-up": lambda given, aside: (aside.start, aside.end) == (given.prior // 10, given.expected // 10),
    "ones-kept": lambda given, ones: ones == given.prior % 10 == given.expected % 10,
    "tens-kept": lambda given, tens: tens == given.prior // 10 == given.expected // 10,
    "swapped": lambda given, total, tens, ones: (
        total == given.expected == 10 * tens + ones and given.announced == 10 * ones + tens
    ),
    "count-up": lambda given, prior, first: (prior, first) == (given.prior, given.prior + 1) and given.change > 0,
    "count-down": lambda given, prior, first: (prior, first) == (given.prior, given.prior - 1) and given.change < 0,
    "before": lambda given, prior: prior == given.prior,
    "chosen": lambda given, value: value == given.change == given.choice,
    "typing": lambda given: given.kind == "slip",
}


class TestWords:
    """The words of a step name the same numbers as its digits."""

    def test_of_every_step_in_english(self):
        numbers = {number_words(each, "en"): each for each in range(-200, 1000)}
        every_step = {
            step
            for rules, given in every_right_answer()
            for step in steps(rules, given.prior, given.card, given.choice)
        }
        for step in every_step:
            said = step_in_words(step)
            if step.change is None:
                start, end = said.removeprefix("from ").split(" straight to ")
                assert (numbers[start], numbers[end]) == (step.start, step.end)
            elif step.change == 0:
                assert said == f"{number_words(step.end, 'en')} stays {number_words(step.end, 'en')}"
            else:
                start, change, end = re.split(" plus | minus (?=.* is )| is ", said.replace("minus minus", "minus -"))[
                    :3
                ]
                assert (numbers[start], numbers[end]) == (step.start, step.end)
                assert numbers[change] == abs(step.change)

    @pytest.mark.parametrize(
        ("language", "expected", "announced", "text"),
        [
            ("en", 84, 48, "84 is said “eighty-four”. Tens: 8, ones: 4."),
            ("en", 14, 41, "14 is said “fourteen”: you hear the 4 first, but write the 1 first."),
            ("nl", 84, 48, "84 is said “vierentachtig”: you hear the 4 first, but write the 8 first."),
            ("nl", 40, 4, "40 is said “veertig”. Tens: 4, ones: 0."),
            ("es", 84, 48, "84 is said “ochenta y cuatro”. Tens: 8, ones: 4."),
            ("pt", 16, 61, "16 is said “dezasseis”. Tens: 1, ones: 6."),
        ],
    )
    def test_digits_that_changed_places_are_named_in_words(self, language, expected, announced, text, monkeypatch):
        rules = RuleSet.from_spec({"preset": "ninety-nine"})
        given = mark(rules, expected - 7, Card("7S"), None, announced)
        with translation.override(language):
            monkeypatch.setattr("django.utils.translation._trans.gettext", str)
            noted = note(given)
            assert noted is not None
            assert note_text(noted) == text


def test_the_whole_explanation_of_a_sum():
    rules = RuleSet.from_spec({"preset": "ninety-nine"})
    told = working_text(mark(rules, 48, Card("7S"), None, 45), rules)

    assert told.way == "First up to 50, then 5 more."
    assert told.note.replace("\N{NO-BREAK SPACE}", " ") == "The ones make a new ten: 8 + 7 = 15."
    assert [(line.digits, line.words) for line in told.lines] == [
        ("48 + 2 = 50", "forty-eight plus two is fifty"),
        ("50 + 5 = 55", "fifty plus five is fifty-five"),
    ]
    assert told.picture_says == ("Number line from 40 to 60. A jump of +2 from 48 to 50. A jump of +5 from 50 to 55.")


@pytest.mark.parametrize(
    ("prior", "card", "says"),
    [
        (41, "9S", "Number line from 40 to 100. A jump from 41 straight to 99."),
        (99, "9S", "Number line from 90 to 100. A mark at 99."),
        (60, "KS", "Number line from 50 to 70. A mark at 60."),
    ],
)
def test_what_the_picture_of_a_card_rule_shows(prior, card, says):
    rules = RuleSet.from_spec({"preset": "ninety-nine"})

    assert working_text(right_answer(rules, prior, Card(card), None), rules).picture_says == says


def test_steps_follow_each_other():
    for rules, given in every_right_answer():
        chain_of_steps = steps(rules, given.prior, given.card, given.choice)
        assert all(one.end == other.start for one, other in pairwise(chain_of_steps))
