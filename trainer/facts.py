"""The fact grid: how far each number fact has come, and when a weak one should come back.

In the words of the help, looking at the last `RECENT` first tries at a fact that were answered:

- *new*: never answered.
- *fluent*: of the last `RECENT` with a true computing time (`figures`) there are at least `ENOUGH`, all right, and
  their median time is within the class's setting. For somebody whose times are not judged, any last `RECENT` will do,
  all right and at least `ENOUGH`.
- *shaky*: not fluent, at least `ENOUGH` of the last `RECENT` answers, and fewer than `STEADY` of them right.
- *learning*: everything between: too few answers to tell, not yet fast, or now and then wrong.

A fact is due again after a growing time. A wrong answer makes it due at once. A right one that comes when it is due
moves it on to the next of `INTERVALS`; a right one that comes earlier changes nothing, so twenty in a row do not make
a fact known for a month.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from trainer.figures import Given

FLUENT_MS = 6000
"""The median computing time, in ms, up to which a fact is fluent where a class says nothing else."""

RECENT = 20
"""How many of the last answers to a fact are looked at."""

ENOUGH = 5
"""How many answers it takes to call a fact fluent or shaky."""

STEADY = 0.8
"""Below this share of right answers a fact is shaky."""

INTERVALS = tuple(timedelta(days=day) - timedelta(hours=8) for day in (1, 2, 4, 8, 16, 32))
"""How long a fact rests after each right answer in its time: whole days, less what lessons move about in a day."""

FIXED = (10, 11)
"""The steps that are one fact, whatever the ones digit."""

_NAME = re.compile(r"(\d?)([+-]\d+)")


@dataclass(frozen=True, slots=True)
class Fact:
    """A cell of the grid. `ones` is None for 10 and 11; answers and their share of right ones are of the last `RECENT`.

    `median_ms` is None as long as no answer to it has a true computing time, `due_at` until it has been answered.
    """

    name: str
    ones: int | None
    change: int
    state: str
    answers: int
    right: int
    median_ms: float | None
    due_at: datetime | None

    @property
    def accuracy(self) -> float | None:
        """Return the share of right answers from 0 to 1, None without any."""
        return self.right / self.answers if self.answers else None


@dataclass(frozen=True, slots=True)
class Row:
    """The facts of one change, a cell for each ones digit; one cell alone for 10 and 11."""

    change: int
    cells: tuple[Fact, ...]


def grid(answers: Iterable[Given], *, fluent_ms: int | None = FLUENT_MS) -> tuple[Row, ...]:
    """Return the grid of a person's answers, which come oldest first: 1 to 11, -1 to -11, then whatever else came.

    `fluent_ms` is None where times are not judged.
    """
    by_fact: defaultdict[str, list[Given]] = defaultdict(list)
    for given in answers:
        if given.fact and given.is_first_at_sum:
            by_fact[given.fact].append(given)
    usual = [*range(1, 12), *range(-1, -12, -1)]
    others = sorted({parsed(name)[1] for name in by_fact} - set(usual))
    return tuple(
        Row(change, tuple(fact_of(name, by_fact[name], fluent_ms=fluent_ms) for name in _names(change)))
        for change in [*usual, *others]
    )


def fact_of(name: str, answers: Sequence[Given], *, fluent_ms: int | None = FLUENT_MS) -> Fact:
    """Return a fact as its answers, first tries with a total and oldest first, have left it."""
    ones, change = parsed(name)
    recent = answers[-RECENT:]
    timed = [given for given in answers if given.is_timed][-RECENT:]
    return Fact(
        name=name,
        ones=ones,
        change=change,
        state=_state(recent, timed, fluent_ms),
        answers=len(recent),
        right=sum(given.right for given in recent),
        median_ms=median(given.computing_ms for given in timed) if timed else None,
        due_at=due_at(answers),
    )


def due_at(answers: Iterable[Given]) -> datetime | None:
    """Return when a fact should come again, from all its answers, oldest first; None without any."""
    due, reached = None, 0
    for given in answers:
        if not given.right:
            due, reached = given.answered_at, 0
        elif due is None or given.answered_at >= due:
            due = given.answered_at + INTERVALS[min(reached, len(INTERVALS) - 1)]
            reached += 1
    return due


def due_facts(rows: Iterable[Row], now: datetime) -> tuple[Fact, ...]:
    """Return the weak facts, answered but not fluent, that are due by now, the longest due first."""
    waiting = [
        (fact.due_at, fact)
        for row in rows
        for fact in row.cells
        if fact.state != "fluent" and fact.due_at is not None and fact.due_at <= now
    ]
    return tuple(fact for _, fact in sorted(waiting, key=lambda pair: (pair[0], pair[1].name)))


def parsed(name: str) -> tuple[int | None, int]:
    """Read the name of a fact: its ones digit, None for 10 and 11, and its change. Raises ValueError."""
    written = _NAME.fullmatch(name)
    if written is None:
        raise ValueError(f"{name!r} is no fact")
    return int(written[1]) if written[1] else None, int(written[2])


def _state(recent: Sequence[Given], timed: Sequence[Given], fluent_ms: int | None) -> str:
    if not recent:
        return "new"
    telling = recent if fluent_ms is None else timed
    known = len(telling) >= ENOUGH and all(given.right for given in telling)
    if known and (fluent_ms is None or median(given.computing_ms for given in telling) <= fluent_ms):
        return "fluent"
    if len(recent) >= ENOUGH and sum(given.right for given in recent) < STEADY * len(recent):
        return "shaky"
    return "learning"


def _names(change: int) -> list[str]:
    if abs(change) in FIXED:
        return [f"{change:+d}"]
    return [f"{ones}{change:+d}" for ones in range(10)]
