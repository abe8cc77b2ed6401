"""Careless mistakes: the wrong totals that may be announced for a play, their kinds, and how likely each one is."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from trainer.marking import KINDS, mark
from trainer.mistakes import plausible_mistakes

HABITS = {"around": 2.0, "digit": 0.5, "keys": 0.5, "near": 0.5, "any-kind": 0.5, "usual": 0.5}
"""How careless mistakes come about, each with as many mistakes as its part is believed in before any is seen.

Any number within twenty of the right one; one digit misread; a key missed, pressed twice, or two in the wrong order; a
step or a ten too many or too few; now this kind of mistake and now that; and the wrong totals that bots announce.
"""

AROUND = 20
NEAR = {1: 4.0, 2: 2.0, 10: 3.0, 20: 1.0}
SWAPPED = 2.0
"""How much likelier two keys change places than one is missed."""

ELSEWHERE = 0.002
"""The chance of a single total that a habit does not make."""

MOST_CARDS_SAY = 13
"""The highest number that a card bears."""

type Weights = dict[int, float]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong total that was announced for a play; `earlier` holds the totals before, newest last."""

    rules: RuleSet
    prior: int
    card: Card
    choice: int | None
    announced: int
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """What a wrong total would be: the kinds of mistake that it fits, and its chance in each of `HABITS`."""

    kinds: frozenset[str]
    chances: tuple[float, ...]


def sayings(mistake: Mistake) -> dict[int, Said]:
    """Return the wrong totals that may be announced for a play, the mistake's own among them."""
    found = _sayings(mistake.rules, mistake.prior, mistake.card, mistake.choice, mistake.earlier)
    if mistake.announced in found:
        return found
    kinds = _kinds(mistake.rules, mistake.prior, mistake.card, mistake.choice, mistake.announced, mistake.earlier)
    return found | {mistake.announced: Said(kinds, (ELSEWHERE,) * len(HABITS))}


@lru_cache(maxsize=4096)
def _sayings(rules: RuleSet, prior: int, card: Card, choice: int | None, earlier: tuple[int, ...]) -> dict[int, Said]:
    expected = rules.total_after(prior, card, choice)
    around = {expected + off: 1.0 for off in range(-AROUND, AROUND + 1) if off}
    digit, keys = dict.fromkeys(_misread(expected), 1.0), _mistyped(expected)
    near = {expected + sign * off: weight for off, weight in NEAR.items() for sign in (1, -1)}
    usual = dict.fromkeys(plausible_mistakes(rules, prior, card, choice), 1.0)
    totals = {*around, *digit, *keys, *near, *usual, *_of_kinds(rules, prior, card, expected, earlier)} - {expected}
    kinds = {total: _kinds(rules, prior, card, choice, total, earlier) for total in sorted(totals)}
    habits = (around, digit, keys or around, near, _any_kind(kinds), usual or around)
    sums = [sum(habit.values()) for habit in habits]
    whole = 1 + ELSEWHERE * len(kinds)
    return {
        total: Said(
            names,
            tuple((habit.get(total, 0) / all_ + ELSEWHERE) / whole for habit, all_ in zip(habits, sums, strict=True)),
        )
        for total, names in kinds.items()
    }


def _kinds(
    rules: RuleSet, prior: int, card: Card, choice: int | None, announced: int, earlier: tuple[int, ...]
) -> frozenset[str]:
    return frozenset(mark(rules, prior, card, choice, announced, earlier).kinds)


def _of_kinds(rules: RuleSet, prior: int, card: Card, expected: int, earlier: Iterable[int]) -> set[int]:
    """Return the totals that some kind of mistake makes, and others like them."""
    change = expected - prior
    values = {*range(MOST_CARDS_SAY + 1), *(abs(value) for value in rules.changes(card.rank) if value is not None)}
    smaller_from_larger = 10 * (prior // 10 - abs(change) // 10) + abs(change) % 10 - prior % 10
    swapped = int(str(abs(expected))[::-1])
    return {
        *(prior + sign * value for value in values for sign in (1, -1)),
        *(total + change for total in earlier),
        *(prior - change, change, abs(change), smaller_from_larger, swapped),
    }


def _misread(expected: int) -> set[int]:
    sign, written = (-1 if expected < 0 else 1), str(abs(expected))
    return {
        sign * int(written[:place] + digit + written[place + 1 :])
        for place in range(len(written))
        for digit in "0123456789"
    } - {expected}


def _mistyped(expected: int) -> Weights:
    sign, written = (-1 if expected < 0 else 1), str(abs(expected))
    places = range(len(written))
    typed = [(written[:place] + written[place] + written[place:], 1.0) for place in places]
    if len(written) > 1:
        typed += [(written[:place] + written[place + 1 :], 1.0) for place in places]
    typed += [
        (written[: place - 1] + written[place] + written[place - 1] + written[place + 1 :], SWAPPED)
        for place in places[1:]
    ]
    weights: Weights = {}
    for text, weight in typed:
        if int(text) != abs(expected):
            weights.setdefault(sign * int(text), weight)
    return weights


def _any_kind(kinds: dict[int, frozenset[str]]) -> Weights:
    """Weigh totals so that every kind of mistake is as likely as any other, and in it every total."""
    by_kind: defaultdict[str, list[int]] = defaultdict(list)
    for total, names in kinds.items():
        for name in names & _NAMED:
            by_kind[name].append(total)
    weights: defaultdict[int, float] = defaultdict(float)
    for totals in by_kind.values():
        for total in totals:
            weights[total] += 1 / len(totals)
    return dict(weights)


_NAMED = frozenset(KINDS) - {"no-answer", "slip", "ones-wrong", "tens-wrong", "other"}
