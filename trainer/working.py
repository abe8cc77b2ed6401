"""The explanation of a sum as data: its easy steps, and a hint that does not give it away; words are made elsewhere."""

from collections.abc import Callable
from dataclasses import dataclass

from ninety.digits import sum_of
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import Mark


@dataclass(frozen=True, slots=True)
class Step:
    """Go from one number to the next; `change` is None where a card sets the total, which is no sum.

    It prints in digits, as people write them: `53 − 3 = 50`, and `41 → 99` for a total that is set.
    """

    start: int
    change: int | None
    end: int

    def __str__(self) -> str:
        return sum_of(self.start, self.change, self.end)


@dataclass(frozen=True, slots=True)
class Question:
    """Hold a mistake to be put as a question: its kind, the card, and the numbers that its words need.

    `up` tells the two ways of one kind apart: with a kind about the way of going, that the card adds; with one about
    the size of the answer, that it was too large.
    """

    code: str
    card: Card
    up: bool
    numbers: dict[str, int]


@dataclass(frozen=True, slots=True)
class Hint:
    """Hold a hint: one of `HINTS`, and the numbers to put into its words, in their order."""

    code: str
    numbers: tuple[int, ...] = ()


HINTS = {
    "card": "Look at what the card does in this game.",
    "way-up": "Recall the total; is there a ten on the way up from it?",
    "way-down": "Recall the total; is there a ten on the way down from it?",
    "from-zero": "What does the card bring to 0?",
    "under-zero": "Which way is it from 0?",
    "distance": "How far is 48 from 50 (from 100, from 0)?",
    "through-zero": "Go to 0 first, then on.",
    "ones-stay": "Only the tens change.",
    "tens-first": "First the tens, then the ones.",
    "ten-below": "Which ten is just below 50?",
    "ten-above": "Which ten is just above −50?",
    "full-ten": "Do the ones make a full ten?",
    "ones-left": "How many ones are left?",
    "tens-stay": "Only the ones change.",
}
"""Every code of a hint, with what it says in short."""


_KINDS_OF_SIZE = frozenset({"ten-off", "one-off", "slip"})


def steps(rules: RuleSet, prior: int, card: Card, choice: int | None) -> tuple[Step, ...]:
    """Break a play's sum into steps that are easy to take in the head, the first from `prior`, the last to the total.

    A step stays between two neighbouring tens, or is whole tens between two neighbouring hundreds. So 0 and the
    hundreds are always stopped at, whole tens come first, and the ones stop at the ten: 48 + 7 is 48 + 2 = 50 and
    50 + 5 = 55. A card that sets the total is one step without a sum, a card that changes nothing one of 0.
    """
    expected = rules.total_after(prior, card, choice)
    if rules.effect(card.rank).to_limit:
        return (Step(prior, None, expected),)
    return _chain(prior, expected) or (Step(prior, 0, expected),)


def hint(rules: RuleSet, prior: int, card: Card, choice: int | None, *, prior_shown: bool = True) -> Hint:
    """Choose a hint that gives away neither the total nor a sum that ends in it.

    Where the total before the card is hidden (memory mode), the hint depends on the card alone, so that it cannot
    give that total away either.
    """
    expected = rules.total_after(prior, card, choice)
    if rules.effect(card.rank).to_limit or expected == prior:
        return Hint("card")
    change = expected - prior
    if not prior_shown:
        return _hint_from_card(change)
    if prior == 0:
        return Hint("from-zero" if change > 0 else "under-zero")
    stop = _first_stop(prior, expected, 100)
    if stop == 0 and expected == -prior:
        # The way to 0 is as long as the way on, and asking for the one would be asking for the other.
        return Hint("through-zero")
    if stop is not None:
        return Hint("distance", (prior, stop))
    return _hint_from_ones(prior, change)


def question(mark: Mark) -> Question:
    """Put a wrong answer as a question: the first of its kinds, with the numbers that explain it.

    Raise ValueError for a right answer.
    """
    if mark.kind is None:
        raise ValueError("a right answer raises no question")
    if mark.announced is None:
        return Question(mark.kind, mark.card, up=mark.change > 0, numbers={})
    up = mark.announced > mark.expected if mark.kind in _KINDS_OF_SIZE else mark.change > 0
    numbers_of = _NUMBERS.get(mark.kind)
    return Question(mark.kind, mark.card, up, numbers_of(mark, mark.announced) if numbers_of else {})


def _smaller_from_larger(mark: Mark, _announced: int) -> dict[str, int]:
    amount = -mark.change
    return {"smaller": mark.prior % 10, "larger": amount % 10, "amount": amount, "prior": mark.prior}


_NUMBERS: dict[str, Callable[[Mark, int], dict[str, int]]] = {
    "unchanged": lambda _mark, announced: {"announced": announced},
    "other-choice": lambda mark, announced: {"value": announced - mark.prior},
    "face-value": lambda mark, announced: {"value": abs(announced - mark.prior)},
    "smaller-from-larger": _smaller_from_larger,
    "digits-swapped": lambda mark, announced: {"announced": announced, "expected": mark.expected},
    "card-only": lambda _mark, announced: {"announced": announced},
    "old-total": lambda mark, announced: {"earlier": announced - mark.change},
}


def _chain(start: int, end: int) -> tuple[Step, ...]:
    """Break the way between two numbers into easy steps: none when they are equal."""
    change = end - start
    stop = _first_stop(start, end, 100)
    if stop is None and abs(change) > 10:
        stop = start + _whole_tens(change)
    elif stop is None and change % 10:
        stop = _first_stop(start, end, 10)
    if stop is None or stop == end:
        return (Step(start, change, end),) if change else ()
    return *_chain(start, stop), *_chain(stop, end)


def _first_stop(start: int, end: int, unit: int) -> int | None:
    """Return the first multiple of `unit` strictly between two numbers, seen from the first; None for none."""
    if end < start:
        mirrored = _first_stop(-start, -end, unit)
        return None if mirrored is None else -mirrored
    stop = (start // unit + 1) * unit
    return stop if stop < end else None


def _whole_tens(change: int) -> int:
    tens = abs(change) // 10 * 10
    return tens if change > 0 else -tens


def _hint_from_card(change: int) -> Hint:
    if change % 10 == 0:
        return Hint("ones-stay")
    if abs(change) > 10:
        return Hint("tens-first")
    return Hint("way-up" if change > 0 else "way-down")


def _hint_from_ones(prior: int, change: int) -> Hint:
    """Choose the hint for a sum between two neighbouring hundreds, on one side of 0."""
    if change % 10 == 0:
        return Hint("ones-stay")
    if abs(change) > 10:
        return Hint("tens-first")
    ten = _first_stop(prior, prior + change, 10)
    if ten is not None:
        return Hint("distance", (prior, ten))
    away = (change > 0) == (prior > 0)
    if prior % 10 == 0 and not away:
        return Hint("ten-below" if change < 0 else "ten-above", (prior,))
    if (prior + change) % 10 == 0:
        return Hint("full-ten" if away else "ones-left")
    return Hint("tens-stay")
