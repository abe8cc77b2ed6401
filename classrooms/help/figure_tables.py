"""The sorts of sums, the kinds of mistakes and the states of a fact, as the help lists them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ninety.digits import digits, signed_apart
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.wording import rank_label
from trainer import facts, tendencies
from trainer.marking import GROUPS, KINDS, Mark, mark
from trainer.wording import fact_state_name, fact_state_says, group_name, kind_name, skill_name, tendency_text

FACT_STATES = ("fluent", "learning", "shaky", "new")

EXAMPLES: Mapping[str, tuple[int, str, int | None, int | None, tuple[int, ...]]] = MappingProxyType(
    {
        # The total before, the card, its value where it has two, what was said, earlier totals.
        "no-answer": (48, "7H", None, None, ()),
        "unchanged": (48, "7H", None, 48, ()),
        "other-choice": (62, "AH", 1, 73, ()),
        "face-value": (62, "QH", None, 74, ()),
        "wrong-sign": (53, "7H", None, 60, ()),
        "carry-missed": (48, "7H", None, 45, ()),
        "smaller-from-larger": (53, "7H", None, 54, ()),
        "ten-off": (42, "5H", None, 57, ()),
        "digits-swapped": (42, "5H", None, 74, ()),
        "one-off": (48, "7H", None, 56, ()),
        "card-only": (48, "7H", None, 7, ()),
        "old-total": (48, "7H", None, 50, (43,)),
        "slip": (48, "7H", None, 555, ()),
        "ones-wrong": (48, "7H", None, 53, ()),
        "tens-wrong": (42, "5H", None, 77, ()),
        "other": (48, "7H", None, 31, ()),
    }
)
"""A wrong total for each kind of mistake, as the first kind that it is."""


@dataclass(frozen=True, slots=True)
class KindLine:
    """A kind of mistake: its short name, what it says when it happens often, and an example."""

    code: str
    name: str
    says: str
    sum: str
    card: str
    said: str


@dataclass(frozen=True, slots=True)
class FigureTables:
    """What the page about figures lists."""

    groups: tuple[tuple[str, tuple[str, ...]], ...]
    kinds: tuple[KindLine, ...]
    states: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]


def figure_tables() -> FigureTables:
    """Return the lists in the language of the page."""
    return FigureTables(
        groups=tuple((group_name(group), tuple(map(skill_name, skills))) for group, skills in GROUPS.items()),
        kinds=tuple(map(_kind, KINDS)),
        states=tuple((fact_state_name(state), fact_state_says(state)) for state in FACT_STATES),
        numbers={
            "recent": facts.RECENT,
            "enough": facts.ENOUGH,
            "steady": round(100 * facts.STEADY),
            "rest": len(facts.INTERVALS),
            "fewest": tendencies.FEWEST,
            "looked_at": tendencies.MOST_LOOKED_AT,
        },
    )


def example_of(kind: str) -> Mark:
    """Return the example of a kind of mistake, marked."""
    prior, card, choice, said, earlier = EXAMPLES[kind]
    return mark(_rules(kind), prior, Card(card), choice, said, earlier)


def _rules(kind: str) -> RuleSet:
    """Return the game of an example: only a countdown takes 7 away."""
    counts_down = kind in {"wrong-sign", "smaller-from-larger"}
    return RuleSet.from_spec({"preset": "ninety-eight", "variants": ["countdown"] if counts_down else []})


def _kind(kind: str) -> KindLine:
    example = example_of(kind)
    said = "–" if example.announced is None else digits(example.announced)
    summed = f"{digits(example.prior)} {signed_apart(example.change)}"
    return KindLine(kind, kind_name(kind), tendency_text(kind), summed, rank_label(example.card.rank), said)
