"""The trainer's words: kind to children, short for teachers, there for every code."""

import re

import pytest

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import GROUPS, KINDS, SKILLS, mark
from trainer.models import Judgement
from trainer.wording import (
    group_name,
    hint_text,
    judgement_name,
    kind_name,
    note_text,
    question_text,
    reminder,
    skill_name,
)
from trainer.working import HINTS, NOTES, Hint, Remark, hint, question

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["countdown"]})
NEGATIVES = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["negatives"]})
RING = RuleSet.from_spec({"preset": "ring-199"})


@pytest.mark.parametrize(
    ("rules", "prior", "card", "choice", "announced", "text"),
    [
        (NINETY_NINE, 48, "7S", None, None, "Was the time too short?"),
        (NINETY_NINE, 48, "7S", None, 48, "Was 48 the total before the card?"),
        (NINETY_NINE, 48, "AS", 11, 49, "Did you take the ace as +1?"),
        (NINETY_NINE, 48, "TS", 10, 38, "Did you take the 10 as −10?"),
        (NINETY_NINE, 50, "QS", None, 62, "Did you take the queen as 12?"),
        (NINETY_NINE, 20, "9S", None, 29, "Did you take the 9 as 9?"),
        (NINETY_NINE, 48, "7S", None, 41, "Did you take away instead of adding?"),
        (COUNTDOWN, 48, "7S", None, 55, "Did you add instead of taking away?"),
        (NINETY_NINE, 48, "7S", None, 45, "Did the ten get lost?"),
        (COUNTDOWN, 53, "7S", None, 56, "Did a ten stay that had to go?"),
        (COUNTDOWN, 53, "7S", None, 54, "Did you take 3 from 7, and not 7 from 53?"),
        (NINETY_NINE, 22, "5S", None, 37, "Is there one ten too many?"),
        (NINETY_NINE, 32, "7S", None, 29, "Is one ten missing?"),
        (NINETY_NINE, 77, "7S", None, 48, "Did the digits of 84 change places?"),
        (NINETY_NINE, 42, "5S", None, 48, "Is it one too many?"),
        (NINETY_NINE, 42, "5S", None, 46, "Is it one too few?"),
        (COUNTDOWN, 42, "5S", None, -5, "Is −5 what the card does, and not the new total?"),
        (NINETY_NINE, 48, "7S", None, 37, "Did you start from 30? That was an earlier total."),
        (NINETY_NINE, 48, "7S", None, 555, "Was there one key too many?"),
        (NINETY_NINE, 48, "7S", None, 5, "Was there one key too few?"),
        (NINETY_NINE, 48, "7S", None, 58, "The tens are right. What about the ones?"),
        (NINETY_NINE, 48, "7S", None, 85, "The ones are right. What about the tens?"),
        (NINETY_NINE, 48, "7S", None, 33, "Shall we look at it together?"),
    ],
)
def test_a_mistake_is_put_as_a_question(rules, prior, card, choice, announced, text):
    marked = mark(rules, prior, Card(card), choice, announced, earlier=(30, 44))

    assert question_text(question(marked)) == text


@pytest.mark.parametrize(
    ("rules", "prior", "card", "choice", "text"),
    [
        (NINETY_NINE, 48, "7S", None, "How far is 48 from 50?"),
        (RING, 97, "8S", None, "How far is 97 from 100?"),
        (NEGATIVES, -3, "8S", None, "How far is −3 from 0?"),
        (COUNTDOWN, 50, "8S", None, "Which full ten is just below 50?"),
        (NINETY_NINE, 48, "AS", 11, "First the tens, then the ones."),
        (NINETY_NINE, 48, "9S", None, "Look at the card again. What does it do in this game?"),
    ],
)
def test_a_hint(rules, prior, card, choice, text):
    assert hint_text(hint(rules, prior, Card(card), choice)) == text


@pytest.mark.parametrize("rules", [NINETY_NINE, COUNTDOWN, NEGATIVES, RING])
def test_no_hint_says_the_total(rules):
    for prior in range(rules.limit + 1):
        for card in (Card(rank + "S") for rank in "A23456789TJQK"):
            for choice in rules.changes(card.rank) if rules.offers_choice(card.rank) else (None,):
                said = re.findall(r"−?\d+", hint_text(hint(rules, prior, card, choice)))
                assert str(rules.total_after(prior, card, choice)).replace("-", "−") not in said


def test_there_are_words_for_every_code():
    assert all(hint_text(Hint(code, (48, 50))) for code in HINTS)
    assert all(note_text(Remark(code, (84, 8, 4))) for code in NOTES)
    assert all(map(kind_name, KINDS))
    assert all(map(group_name, GROUPS))
    assert all(map(judgement_name, Judgement.Kind))
    assert all(map(skill_name, SKILLS))
    assert skill_name("subtract-within-ten") == "taking away inside a ten (47 − 5)"


class TestReminder:
    """What the card does in this game is said where the mistake is about that."""

    def test_of_a_card_taken_by_its_number(self):
        marked = mark(NINETY_NINE, 50, Card("QS"), None, 62)

        assert reminder(marked, NINETY_NINE) == "In this game the queen adds 10."

    def test_of_a_card_that_is_no_sum(self):
        marked = mark(NINETY_NINE, 50, Card("KS"), None, 51)

        assert reminder(marked, NINETY_NINE) == "In this game the king changes nothing."

    def test_not_of_a_sum(self):
        assert reminder(mark(NINETY_NINE, 48, Card("7S"), None, 45), NINETY_NINE) is None
