"""About how long a match takes, found by letting bots play some."""

from functools import lru_cache
from json import dumps, loads
from typing import Any

from ninety.engine.rulesets import RuleSet
from ninety.engine.simulation import expected_plays
from ninety.models import Match
from ninety.services import TableSettings

SECONDS_OF_A_PERSON = 12
SECONDS_OF_A_BOT: dict[str, float] = {
    Match.Pace.SLOW: 8,
    Match.Pace.NORMAL: 4.5,
    Match.Pace.FAST: 2,
    Match.Pace.INSTANT: 0.5,
}


def minutes_of(table: TableSettings) -> int:
    """Return the minutes that a match of one person and bots takes, as a rule, at the least one."""
    seats = len(table.bots) + 1
    seconds_a_round = SECONDS_OF_A_PERSON + SECONDS_OF_A_BOT[table.pace] * (seats - 1)
    seconds = _plays(dumps(table.rules, sort_keys=True), seats) / seats * seconds_a_round
    clock = RuleSet.from_spec(table.rules).clock
    return max(1, round(min(seconds, clock or seconds) / 60))


@lru_cache(maxsize=256)
def _plays(spec: str, seats: int) -> int:
    rules: dict[str, Any] = loads(spec)
    plays: int = expected_plays(RuleSet.from_spec(rules), seats)
    return plays
