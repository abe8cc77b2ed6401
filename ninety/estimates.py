"""About how long a match takes, found by letting bots play some."""

from functools import lru_cache
from json import dumps, loads
from typing import Any

from ninety.engine.rulesets import RuleSet
from ninety.engine.simulation import expected_plays
from ninety.selectors import BOT_DELAYS_MS
from ninety.services import TableSettings

SECONDS_OF_A_PERSON = 12


def minutes_of(table: TableSettings, people: int = 1) -> int:
    """Return the minutes that a match of so many people and the bots takes, as a rule, at the least one."""
    bots = len(table.bots)
    seats = people + bots
    seconds_a_round = SECONDS_OF_A_PERSON * people + 2 * BOT_DELAYS_MS[table.pace] / 1000 * bots
    seconds = _plays(dumps(table.rules, sort_keys=True), seats) / seats * seconds_a_round
    clock = RuleSet.from_spec(table.rules).clock
    return max(1, round(min(seconds, clock or seconds) / 60))


@lru_cache(maxsize=256)
def _plays(spec: str, seats: int) -> int:
    rules: dict[str, Any] = loads(spec)
    plays: int = expected_plays(RuleSet.from_spec(rules), seats)
    return plays
