"""Marking announced totals: right or wrong, the skill, the fact, and every kind of mistake that fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet

SKILLS = (
    "to-limit",
    "no-change",
    "below-zero",
    "over-hundred",
    "add-ten",
    "subtract-ten",
    "add-eleven",
    "subtract-eleven",
    "add-within-ten",
    "add-to-ten",
    "add-over-ten",
    "subtract-within-ten",
    "subtract-to-ten",
    "subtract-over-ten",
)
"""Every skill, in the order in which they are tried."""

CARD_RULES = frozenset({"to-limit", "no-change"})
"""The skills that are no sums: they count apart."""

GROUPS: dict[str, tuple[str, ...]] = {
    "inside-ten": ("add-within-ten", "subtract-within-ten"),
    "over-ten": ("add-to-ten", "add-over-ten", "over-hundred"),
    "tens-elevens": ("add-ten", "subtract-ten", "add-eleven", "subtract-eleven"),
    "taking-away": ("subtract-to-ten", "subtract-over-ten", "below-zero"),
    "card-rules": ("to-limit", "no-change"),
}
"""The groups that pages show, each with its skills in the order of the page."""

TOTALS_BEFORE = 2
"""How many totals before the one that a card is played onto are looked at: somebody may have gone on from them."""

_WITHOUT_FACT = CARD_RULES | {"below-zero", "over-hundred"}
_FIXED_CHANGES = {10: "add-ten", -10: "subtract-ten", 11: "add-eleven", -11: "subtract-eleven"}
_FACE_VALUES: dict[str, tuple[int, ...]] = {
    "A": (1,),
    **{str(number): (number,) for number in range(2, 10)},
    "T": (10,),
    "J": (10, 11),
    "Q": (10, 12),
    "K": (10, 13),
    "X": (),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Hold what there is to say about one announced total.

    `announced` is None when no answer came in time. `kinds` names every kind of mistake that fits, in the order of
    `KINDS`, and is empty for a right answer.
    """

    prior: int
    card: Card
    choice: int | None
    change: int
    expected: int
    announced: int | None
    right: bool
    skill: str
    kinds: tuple[str, ...]

    @property
    def kind(self) -> str | None:
        """Name the first kind of mistake that fits, None for a right answer."""
        return self.kinds[0] if self.kinds else None

    @property
    def fact(self) -> str | None:
        """Name the fact that the sum exercises, None where its skill has no facts."""
        return _fact(self.skill, self.prior, self.change)

    @property
    def nearly(self) -> bool:
        """Tell whether a wrong total is just one or ten off."""
        return self.announced is not None and abs(self.announced - self.expected) in {1, 10}

    def to_json(self) -> dict[str, object]:
        """Give the mark as it is printed for a play of a record, without the play's place in it."""
        return {
            "prior": self.prior,
            "card": str(self.card),
            "choice": self.choice,
            "change": self.change,
            "expected": self.expected,
            "announced": self.announced,
            "right": self.right,
            "skill": self.skill,
            "kind": self.kind,
            "kinds": list(self.kinds),
        }


@dataclass(frozen=True, slots=True)
class _Mistake:
    """Gather what the rows of the table of kinds look at."""

    rules: RuleSet
    prior: int
    card: Card
    choice: int | None
    change: int
    expected: int
    announced: int
    earlier: tuple[int, ...]

    @property
    def natural(self) -> bool:
        """Tell whether the sum stays out of the negative numbers, so that it can be done in columns."""
        return self.prior >= 0 and self.expected >= 0

    @property
    def shows_digits(self) -> bool:
        """Tell whether both totals can be compared digit by digit."""
        return self.announced >= 0 and self.expected >= 0


def mark(
    rules: RuleSet, prior: int, card: Card, choice: int | None, announced: int | None, earlier: Sequence[int] = ()
) -> Mark:
    """Mark the total that was announced for a card played onto a total.

    `earlier` holds the totals before `prior` since the last deal or reset, the start included, newest last; no more
    than two are looked at. The play is taken as legal: nothing is checked here.
    """
    expected = rules.total_after(prior, card, choice)
    change = expected - prior
    kinds: tuple[str, ...] = ()
    if announced is None:
        kinds = ("no-answer",)
    elif announced != expected:
        mistake = _Mistake(rules, prior, card, choice, change, expected, announced, tuple(earlier[-TOTALS_BEFORE:]))
        kinds = tuple(kind for kind, fits in _TESTS.items() if fits(mistake)) or ("other",)
    skill = skill_of(rules, prior, card, choice)
    return Mark(prior, card, choice, change, expected, announced, announced == expected, skill, kinds)


def earlier_after(earlier: Sequence[int], prior: int, *, played: bool, reset: bool) -> tuple[int, ...]:
    """Return the earlier totals that `mark` takes for the next play, after an action on the total `prior`.

    `earlier` are those before the action. A play leaves its prior behind; where the total begins anew, by a deal or a
    reset, there are none; anything else changes nothing.
    """
    if reset:
        return ()
    return (*earlier, prior)[-TOTALS_BEFORE:] if played else tuple(earlier)


def skill_of(rules: RuleSet, prior: int, card: Card, choice: int | None) -> str:
    """Name the skill that a sum exercises, one of `SKILLS`."""
    if rules.effect(card.rank).to_limit:
        return "to-limit"
    return _skill(prior, rules.total_after(prior, card, choice))


def fact_of(rules: RuleSet, prior: int, card: Card, choice: int | None) -> str | None:
    """Name the fact that a sum exercises: `8+7`, `3-7`, or `+10` and `-11`; None where its skill has no facts."""
    change = rules.total_after(prior, card, choice) - prior
    return _fact(skill_of(rules, prior, card, choice), prior, change)


def _skill(prior: int, expected: int) -> str:
    change = expected - prior
    if change == 0:
        return "no-change"
    if prior < 0 or expected < 0:
        return "below-zero"
    if prior // 100 != expected // 100:
        return "over-hundred"
    if change in _FIXED_CHANGES:
        return _FIXED_CHANGES[change]
    ones, amount = prior % 10, abs(change) % 10
    if change > 0:
        return "add-" + _way(ones + amount, 10)
    return "subtract-" + _way(amount, ones)


def _way(reached: int, ten: int) -> str:
    if reached < ten:
        return "within-ten"
    return "to-ten" if reached == ten else "over-ten"


def _fact(skill: str, prior: int, change: int) -> str | None:
    if skill in _WITHOUT_FACT:
        return None
    return f"{change:+d}" if change in _FIXED_CHANGES else f"{prior % 10}{change:+d}"


def _took_other_choice(m: _Mistake) -> bool:
    return any(
        m.announced == m.prior + change
        for change in m.rules.changes(m.card.rank)
        if m.choice is not None and change is not None and change != m.choice
    )


def _took_face_value(m: _Mistake) -> bool:
    sign = -1 if m.rules.countdown else 1
    return any(m.announced == m.prior + sign * value for value in _FACE_VALUES[m.card.rank])


def _regroups(m: _Mistake) -> bool:
    ones, amount = m.prior % 10, abs(m.change) % 10
    return (m.change > 0 and ones + amount >= 10) or (m.change < 0 and ones < amount)


def _missed_carry(m: _Mistake) -> bool:
    lost = 10 if m.change > 0 else -10
    return m.natural and _regroups(m) and m.announced == m.expected - lost


def _took_smaller_from_larger(m: _Mistake) -> bool:
    if m.change >= 0 or not m.natural or not _regroups(m):
        return False
    tens, ones = divmod(m.prior, 10)
    amount_tens, amount_ones = divmod(-m.change, 10)
    return m.announced == 10 * (tens - amount_tens) + (amount_ones - ones)


def _swapped_digits(m: _Mistake) -> bool:
    tens, ones = divmod(m.expected, 10)
    return 10 <= m.expected <= 99 and tens != ones and m.announced == 10 * ones + tens


def _started_earlier(m: _Mistake) -> bool:
    return any(m.announced == total + m.change for total in m.earlier if total != m.prior)


def _slipped(m: _Mistake) -> bool:
    # With a digit more a number is at most a hundred times as large; a huge one is not written out to see that.
    if not m.shows_digits or m.announced > 100 * (m.expected + 10):
        return False
    shorter, longer = sorted((str(m.announced), str(m.expected)), key=len)
    return any(shorter == longer[:place] + longer[place + 1 :] for place in range(len(longer)))


_TESTS: dict[str, Callable[[_Mistake], bool]] = {
    "unchanged": lambda m: m.announced == m.prior and m.change != 0,
    "other-choice": _took_other_choice,
    "face-value": _took_face_value,
    "wrong-sign": lambda m: m.announced == m.prior - m.change and m.change != 0,
    "carry-missed": _missed_carry,
    "smaller-from-larger": _took_smaller_from_larger,
    "ten-off": lambda m: abs(m.announced - m.expected) == 10,
    "digits-swapped": _swapped_digits,
    "one-off": lambda m: abs(m.announced - m.expected) == 1,
    "card-only": lambda m: m.announced in {m.change, abs(m.change)} and m.change != 0,
    "old-total": _started_earlier,
    "slip": _slipped,
    "ones-wrong": lambda m: m.shows_digits and m.announced // 10 == m.expected // 10,
    "tens-wrong": lambda m: m.shows_digits and m.announced % 10 == m.expected % 10,
}

KINDS = ("no-answer", *_TESTS, "other")
"""Every kind of mistake, in the order in which a mistake names them."""
