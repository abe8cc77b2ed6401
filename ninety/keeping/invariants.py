"""What holds at every moment; each app adds what it knows of its own tables when it is ready.

A check gets matches that have been replayed, a few at a time, or looks at the database as a whole; it yields a sentence
for each fault, which names rows by number and never says what is in them.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import Error, connection

from ninety.engine.errors import EngineError
from ninety.engine.record import read, replay
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import State
from ninety.models import Action, Match, Seat
from ninety.selectors import record_of, rules_of

AT_ONCE = 20
"""How many matches are held in memory."""


class Fault(NamedTuple):
    """Say what is not as it must be, and where."""

    where: str
    says: str

    def __str__(self) -> str:
        return f"{self.where}: {self.says}"


@dataclass(frozen=True)
class Played:
    """A match with its seats and its record, replayed as far as that goes: `totals` has the total after each action."""

    match: Match
    seats: list[Seat]
    actions: list[Action]
    rules: RuleSet | None = None
    totals: list[int] = field(default_factory=list)
    state: State | None = None
    stopped_by: str = ""

    @property
    def is_whole(self) -> bool:
        """Return whether the record could be replayed to its end."""
        return not self.stopped_by

    def fault(self, says: str) -> Fault:
        """Return a fault of this match."""
        return Fault(f"match {self.match.pk}", says)


type CheckOfMatch = Callable[[Played], Iterable[Fault]]
type CheckOfMatches = Callable[[list[Played]], Iterable[Fault]]
type CheckOfAll = Callable[[], Iterable[Fault]]

_of_all: list[CheckOfAll] = []
_of_matches: list[CheckOfMatches] = []


def of_all(check: CheckOfAll) -> CheckOfAll:
    """Add a check of the whole database."""
    _of_all.append(check)
    return check


def of_matches(check: CheckOfMatches) -> CheckOfMatches:
    """Add a check that asks the database something about several matches at once."""
    _of_matches.append(check)
    return check


def of_each_match(check: CheckOfMatch) -> CheckOfMatch:
    """Add a check of one match by itself."""

    def each(batch: list[Played]) -> Iterator[Fault]:
        for played in batch:
            yield from check(played)

    _of_matches.append(each)
    return check


@dataclass
class Verification:
    """Looks at everything once, and counts what it has looked at."""

    matches: int = 0
    actions: int = 0

    def faults(self) -> Iterator[Fault]:
        """Yield every fault; a database that cannot be read is one."""
        try:
            for check in _of_all:
                yield from check()
            for batch in replayed():
                self.matches += len(batch)
                self.actions += sum(len(played.actions) for played in batch)
                for check_of_matches in _of_matches:
                    yield from check_of_matches(batch)
        except Error as error:
            yield Fault("database", f"it cannot be read: {type(error).__name__}")


def replayed() -> Iterator[list[Played]]:
    """Yield all matches, a few at a time, each few as they are at one moment."""
    last = 0
    while True:
        with snapshot():
            matches = Match.objects.filter(pk__gt=last).order_by("pk").prefetch_related("seats__user", "actions")
            batch = [_replayed(match) for match in matches[:AT_ONCE]]
            if not batch:
                return
            yield batch
            last = batch[-1].match.pk


def _replayed(match: Match) -> Played:
    seats, actions = list(match.seats.all()), list(match.actions.all())
    totals, state, rules, stopped_by = list[int](), None, None, ""
    try:
        rules = rules_of(match)
        for _, _, state in replay(read(record_of(match))):
            totals.append(state.total)
    except EngineError as error:
        stopped_by = f"its record stops at {len(totals)}: {error.code}"
    except (AttributeError, KeyError, TypeError):
        stopped_by = f"its record cannot be read from {len(totals)} on"
    return Played(match, seats, actions, rules, totals, state, stopped_by)


_is_open = False


@contextmanager
def snapshot() -> Iterator[None]:
    """Read the database as it is at one moment, while others go on writing; inside a transaction, just read."""
    global _is_open  # noqa: PLW0603 - commands have one thread
    if _is_open or connection.in_atomic_block:
        yield
        return
    how = " ISOLATION LEVEL REPEATABLE READ READ ONLY" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        # Django's own transactions would take the place of a writer on SQLite.
        cursor.execute(f"BEGIN{how}")
        _is_open = True
        try:
            yield
        finally:
            _is_open = False
            cursor.execute("ROLLBACK")
