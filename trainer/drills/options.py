"""What a drill is dealt with."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Self

from ninety.engine.rulesets import RuleSet

KINDS = ("speed", "flash", "practice", "again")

SECONDS = (0, 30, 60, 90, 120, 180, 300)
"""How long a drill may last; 0 has no clock."""

LIMITS = (50, 98, 99)

EXPECTED = (60, 75, 90)
"""How many sums in a hundred somebody is expected to get right in practice."""

USUAL_SECONDS = {"speed": 60, "flash": 60, "practice": 60, "again": 0}
USUAL_LIMIT = {"speed": 50, "flash": 98, "practice": 98, "again": 98}


@dataclass(frozen=True, slots=True)
class Options:
    """Everything that somebody may choose; seconds as for everybody, before they are stretched for one person.

    `target` is how many right totals the drill is to have, 0 for any.
    """

    kind: str
    seconds: int
    limit: int
    countdown: bool = False
    expected: int = 75
    clock_hidden: bool = False
    target: int = 0

    @classmethod
    def usual(cls, kind: str) -> Self:
        """Return a kind of drill as one tap starts it."""
        return cls(kind, USUAL_SECONDS[kind], USUAL_LIMIT[kind])

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote."""
        return cls(**kept)

    def to_json(self) -> dict[str, Any]:
        """Return the options as they are kept."""
        return asdict(self)

    @property
    def rules(self) -> RuleSet:
        """The rules of the drill: those of the speed game, to a limit, up or down."""
        return _rules(self.limit, self.countdown)

    @property
    def other_way(self) -> RuleSet:
        """The same rules in the other direction."""
        return _rules(self.limit, not self.countdown)


@cache
def _rules(limit: int, countdown: bool) -> RuleSet:
    variants = ["countdown"] if countdown else []
    return RuleSet.from_spec({"preset": "speed-98", "variants": variants, "set": {"limit": limit}})


def stretched(seconds: int, stretch: int, *, untimed: bool = False) -> int:
    """Return how long a drill lasts for a person, 0 for no clock; `stretch` in tenths, 0 for no limits at all."""
    return 0 if untimed else seconds * stretch // 10
