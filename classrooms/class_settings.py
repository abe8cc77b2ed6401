"""What a class plays by: the rules and every setting that its tables and drills are dealt with."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Self

from ninety.engine.errors import BadRules
from ninety.engine.rulesets import FEWEST_SEATS, MOST_SEATS, RuleSet
from ninety.models import Match, Seat
from ninety.services import TableSettings
from ninety.starting_points import STARTING_POINTS, RulesSpec, StartingPoint

LONGEST_LIMIT, LONGEST_WAIT, MOST_MISTAKES = 600, 60, 50
SHORTEST_AWAY = 20
HURRIED = 120
"""Seconds of a match that guided turns would eat up."""
FLUENCY_LIMITS = (3, 6, 12)
DRILL_SECONDS = (0, 30, 60, 90, 120, 180, 300)
DRILL_LIMITS = (50, 98, 99)

# What a table is dealt with under the same name.
_OF_A_TABLE = (
    "answer_policy", "penalty", "memory", "everyone_computes", "reveal_wait", "choosing_limit", "computing_limit",
    "away_limit", "escape_panel", "coach", "dim", "read_aloud", "pace",
)  # fmt: skip
# What a starting point says nothing about.
_BESIDE_THE_GAME = ("fluency_limit", "read_aloud", "hands_shown", "drill_seconds", "drill_limit", "drill_countdown")


def _is_spec(value: object) -> bool:
    try:
        RuleSet.from_spec(value)
    except BadRules:
        return False
    return True


def _kept(default: Any, check: Callable[[Any], bool]) -> Any:
    """Make a field that takes from outside only what passes a check."""
    return field(default=default, metadata={"check": check})


def _flag(default: bool) -> Any:
    return _kept(default, lambda value: isinstance(value, bool))


def _whole(default: int, least: int, most: int) -> Any:
    return _kept(default, lambda value: type(value) is int and least <= value <= most)


def _one_of(default: Any, choices: Iterable[Any]) -> Any:
    allowed = tuple(choices)
    return _kept(default, lambda value: isinstance(value, int | str | None) and value in allowed and value is not False)


@dataclass(frozen=True)
class ClassSettings:
    """Everything a class plays by; `rules` as the record format has them, limits and waits in seconds.

    `strength` is that of the bots that fill a table up to `seats`; empty, none do. `fluency_limit` is the time within
    which a sum counts as fluent, the drill's fields are what drills are offered with; None is as each drill has it.
    """

    rules: RulesSpec = field(
        default_factory=lambda: STARTING_POINTS["starter"].rules, hash=False, metadata={"check": _is_spec}
    )
    seats: int = _whole(4, FEWEST_SEATS, MOST_SEATS)
    strength: str = _one_of(Seat.Strength.STEADY.value, ["", *Seat.Strength.values])
    pace: str = _one_of(Match.Pace.NORMAL.value, Match.Pace.values)
    bot_mistakes: int = _whole(0, 0, MOST_MISTAKES)
    answer_policy: str = _one_of(Match.AnswerPolicy.RETRY.value, Match.AnswerPolicy.values)
    penalty: bool = _flag(default=False)
    memory: bool = _flag(default=False)
    everyone_computes: bool = _flag(default=True)
    reveal_wait: int = _whole(8, 0, LONGEST_WAIT)
    choosing_limit: int = _whole(0, 0, LONGEST_LIMIT)
    computing_limit: int = _whole(0, 0, LONGEST_LIMIT)
    away_limit: int = _whole(60, SHORTEST_AWAY, LONGEST_LIMIT)
    escape_panel: bool = _flag(default=True)
    coach: bool = _flag(default=True)
    dim: bool = _flag(default=False)
    hands_shown: bool = _flag(default=False)
    read_aloud: bool = _flag(default=False)
    fluency_limit: int = _one_of(6, FLUENCY_LIMITS)
    drill_seconds: int | None = _one_of(None, (*DRILL_SECONDS, None))
    drill_limit: int | None = _one_of(None, (*DRILL_LIMITS, None))
    drill_countdown: bool = _flag(default=False)

    @classmethod
    def from_json(cls, kept: object) -> Self:
        """Read what was kept: a part that is missing, or no longer means anything, is as it usually is."""
        if not isinstance(kept, Mapping):
            return cls()
        return cls(
            **{
                part.name: kept[part.name]
                for part in fields(cls)
                if part.name in kept and part.metadata["check"](kept[part.name])
            }
        )

    def to_json(self) -> dict[str, Any]:
        """Return every field, as it is kept."""
        return asdict(self)

    def starting_from(self, point: StartingPoint) -> Self:
        """Return the usual settings with the rules of a starting point; what is beside the game stays."""
        staying = {name: getattr(self, name) for name in _BESIDE_THE_GAME}
        pace = Match.Pace.FAST.value if point.hurries else Match.Pace.NORMAL.value
        return replace(type(self)(**staying), rules=point.rules, pace=pace)

    @cached_property
    def rule_set(self) -> RuleSet:
        """Return the rules themselves."""
        return RuleSet.from_spec(self.rules)

    @property
    def fluent_ms(self) -> int:
        """Return the computing time, in milliseconds, within which a sum counts as fluent."""
        return self.fluency_limit * 1000

    def drill_choices(self) -> dict[str, Any]:
        """Return what the form of a drill begins with."""
        return {"seconds": self.drill_seconds, "limit": self.drill_limit, "countdown": self.drill_countdown}

    def table_alone(self, guided_turns: int = 0) -> TableSettings:
        """Return what a match alone with bots is dealt with; with guided turns where there is time for them."""
        bots = [self.strength or Seat.Strength.STEADY.value] * (self.seats - 1)
        hurries = 0 < self.rule_set.clock <= HURRIED
        return replace(self.table_settings(), bots=bots, guided_turns=0 if hurries else guided_turns)

    def lesson_settings(self) -> TableSettings:
        """Return what the tables of a lesson are dealt with, where the teacher may see the hands."""
        return replace(self.table_settings(), hands_shown=self.hands_shown)

    def table_settings(self, people: int = 1) -> TableSettings:
        """Return what a match of so many people is dealt with; bots fill the table."""
        bots = [self.strength] * (self.seats - people) if self.strength else []
        stands = self.answer_policy == Match.AnswerPolicy.STAND
        return TableSettings(
            rules=self.rules,
            bots=bots,
            bot_mistakes=self.bot_mistakes if stands else 0,
            **{name: getattr(self, name) for name in _OF_A_TABLE},
        )
