"""The explanation of a sum as data: its easy steps, and a hint that does not give it away; words are made elsewhere."""

from collections.abc import Callable
from dataclasses import dataclass

from ninety.digits import sum_of
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import CARD_RULES, Mark


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
class Remark:
    """Hold what is said about a sum beside its steps: one of `WAYS` or of `NOTES`.

    `numbers` are those to put into its words, in their order, and `aside` is a little sum that stands at their end.
    """

    code: str
    numbers: tuple[int, ...] = ()
    aside: Step | None = None


WAYS = {
    "to-limit": "The card goes straight to 99.",
    "same": "The card changes nothing: it stays at 48.",
    "under-zero": "7 below zero is −7.",
    "below": "First down to 0, then 7 farther, below zero.",
    "farther": "Below zero, taking away leads farther from zero: 17 + 8 = 25.",
    "nearer": "Below zero, adding leads nearer to zero: 23 − 7 = 16.",
    "up-to": "First up to 50, then 5 more.",
    "down-to": "First down to 50, then 4 less.",
    "eleven": "11 is 10 and 1: first the ten, then the one.",
    "tens-first": "37 is 30 and 7: first the tens, then the ones.",
    "tens": "Only the tens change: 4 + 1 = 5.",
    "ones": "Only the ones change: 2 + 5 = 7.",
    "full-ten": "The ones make a full ten: 3 + 7 = 10.",
    "open-ten": "A full ten is opened: 10 − 4 = 6.",
}
"""Every code of a way to do a sum, with what it says in short."""

NOTES = {
    "new-ten": "The ones make a new ten: 8 + 7 = 15.",
    "opened-ten": "3 is less than 7, so a ten is opened: 13 − 7 = 6.",
    "ones-add-up": "Look at the ones: 2 + 5 = 7.",
    "tens-add-up": "Look at the tens: 4 + 3 = 7.",
    "ones-kept": "The ones stay as they were: 8.",
    "tens-kept": "The tens stay as they were: 4.",
    "swapped": "84 is said “eighty-four”. Tens: 8, ones: 4.",
    "count-up": "When you count up from 48, the first number is 49.",
    "count-down": "When you count down from 53, the first number is 52.",
    "before": "The total before the card was 48.",
    "chosen": "The card was laid as +11.",
    "typing": "Look at the number once more before you press OK.",
}
"""Every code of a note on a mistake, with what it says in short."""


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


def way(mark: Mark) -> Remark:
    """Say how the steps of a sum are found."""
    if mark.skill == "to-limit":
        return Remark("to-limit", (mark.expected,))
    if mark.change == 0:
        return Remark("same", (mark.prior,))
    if mark.prior < 0 or mark.expected < 0:
        return _way_below_zero(mark)
    chain = _chain(mark.prior, mark.expected)
    if len(chain) == 1:
        return _way_of_one_step(chain[0])
    amount = abs(mark.change)
    if amount < 10 or chain[0].change != _whole_tens(mark.change):
        stop = _first_stop(mark.prior, mark.expected, 100) or _first_stop(mark.prior, mark.expected, 10)
        assert stop is not None
        return Remark("up-to" if mark.change > 0 else "down-to", (stop, abs(mark.expected - stop)))
    if amount == 11:
        return Remark("eleven")
    return Remark("tens-first", (amount, amount - amount % 10, amount % 10))


def note(mark: Mark) -> Remark | None:
    """Say what helps against a mistake, from the numbers at hand; None where the steps alone say it all."""
    find = _NOTES.get(mark.kind or "")
    return None if find is None or mark.skill in CARD_RULES else find(mark)


def _way_below_zero(mark: Mark) -> Remark:
    if mark.prior == 0:
        return Remark("under-zero", (-mark.expected, mark.expected))
    if mark.prior > 0:
        return Remark("below", (-mark.expected,))
    if mark.expected > 0:
        return Remark("up-to", (0, mark.expected))
    return Remark("farther" if mark.change < 0 else "nearer", aside=Step(-mark.prior, -mark.change, -mark.expected))


def _way_of_one_step(step: Step) -> Remark:
    """Say how one step between numbers that are not negative is found."""
    assert step.change is not None
    if step.change % 10 == 0:
        return Remark("tens", aside=Step(step.start // 10, step.change // 10, step.end // 10))
    start, end = step.start % 10, step.end % 10
    if step.change > 0:
        return Remark("ones" if end else "full-ten", aside=Step(start, step.change, end or 10))
    return Remark("ones" if start else "open-ten", aside=Step(start or 10, step.change, end))


def _note_on_ones(mark: Mark) -> Remark | None:
    if mark.prior < 0 or mark.expected < 0:
        return None
    ones, amount = mark.prior % 10, abs(mark.change) % 10
    if amount == 0:
        return Remark("ones-kept", (ones,))
    return _note_on_regrouping(mark) or Remark(
        "ones-add-up", aside=_little(ones, amount if mark.change > 0 else -amount)
    )


def _note_on_tens(mark: Mark) -> Remark | None:
    if mark.prior < 0 or mark.expected < 0 or max(mark.prior, mark.expected) > 99:
        return None
    tens, amount = mark.prior // 10, abs(mark.change) // 10
    if amount == 0:
        return _note_on_regrouping(mark) or Remark("tens-kept", (tens,))
    return _note_on_regrouping(mark) or Remark(
        "tens-add-up", aside=_little(tens, amount if mark.change > 0 else -amount)
    )


def _note_on_regrouping(mark: Mark) -> Remark | None:
    ones, amount = mark.prior % 10, abs(mark.change) % 10
    if mark.change > 0:
        return Remark("new-ten", aside=_little(ones, amount)) if ones + amount >= 10 else None
    return Remark("opened-ten", (ones, amount), _little(10 + ones, -amount)) if ones < amount else None


def _little(start: int, change: int) -> Step:
    return Step(start, change, start + change)


_NOTES: dict[str, Callable[[Mark], Remark | None]] = {
    "other-choice": lambda mark: Remark("chosen", (mark.change,)),
    "carry-missed": _note_on_regrouping,
    "smaller-from-larger": _note_on_regrouping,
    "ten-off": _note_on_tens,
    "digits-swapped": lambda mark: Remark("swapped", (mark.expected, *divmod(mark.expected, 10))),
    "one-off": lambda mark: (
        Remark("count-up", (mark.prior, mark.prior + 1))
        if mark.change > 0
        else Remark("count-down", (mark.prior, mark.prior - 1))
    ),
    "card-only": lambda mark: Remark("before", (mark.prior,)),
    "old-total": lambda mark: Remark("before", (mark.prior,)),
    "slip": lambda _mark: Remark("typing"),
    "ones-wrong": _note_on_ones,
    "tens-wrong": _note_on_tens,
}


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
