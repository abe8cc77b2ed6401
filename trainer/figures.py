"""The figures of a person: how much was answered, how much of it rightly, and how fast; for every page and export.

What counts, in the words of the help (`classrooms.help.figure_words`, which a test holds to these sentences):

- A *first try* is the first answer that somebody gives to a sum in a role. Second tries, after a hint, count nowhere.
- *Answers* are first tries at sums that were answered, *right* those of them that were right, and *accuracy* is the
  share of right ones. The time running out is no wrong answer: *no answer* stands beside accuracy, not in it.
- *Card rules*, `to-limit` and `no-change`, are no sums. They stand in a group of their own, and in no overall figure.
- *Time* is the median computing time of those answers, right or wrong, whose computing time is one: checks, and
  drills that ask for single sums. A player has usually computed before laying the card, and a challenger has heard a
  total already.
- *Typing*: who has measured the own typing is shown times, and what they say of facts, with that taken off; ratings
  keep it.
- *Too little to tell*: below `ENOUGH_ANSWERS` answers, or `ENOUGH_TIMES` times, no figure is given.
- *Can do*, *learning*: from an accuracy of `CAN_DO` on, a sort of sums is one that somebody can do; below, one that
  somebody is learning.
- *Interval*: where the true share of right answers lies, in 95 of 100 cases (Wilson 1927); the fewer answers, the
  wider.
- *Times not judged*: somebody whose times are not judged has none in any figure.
- *Set aside*: an answer that a teacher has set aside is in no figure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from math import sqrt
from statistics import median
from typing import Self

from trainer.marking import CARD_RULES, GROUPS, SKILLS

ROLES = ("own", "playing", "checking")
"""How an answer came about: on one's own, in a drill; about the own card; about the card of another."""

ROLE_OF = {
    "player": "playing",
    "checker": "checking",
    "challenger": "checking",
    "own": "own",
    "untimed": "own",
}
"""Which of `ROLES` an answer in a role of the log counts in."""

TIMED = frozenset({"checker", "own"})
"""The roles of the log whose computing time is one."""

UNTIMED = {"checker": "challenger", "own": "untimed"}
"""The roles that count as these do, but for the time."""

ENOUGH_ANSWERS = 5
"""Below so many answers an accuracy is too little to tell."""

ENOUGH_TIMES = 5
"""Below so many computing times a median is too little to tell."""

CAN_DO = 0.9
"""From this accuracy on, a skill is one that somebody can do."""

Z = 1.959963984540054
"""The quantile of the normal distribution that leaves 95 % between its two signs."""


@dataclass(frozen=True, slots=True)
class Period:
    """A time from `start` up to, and without, `end`; None where it has no such bound. Both are aware."""

    start: datetime | None = None
    end: datetime | None = None

    def __post_init__(self) -> None:
        for bound in (self.start, self.end):
            if bound is not None and bound.utcoffset() is None:
                raise ValueError(f"{bound!r} has no time zone")

    def __contains__(self, moment: datetime) -> bool:
        # In one zone datetimes compare by the clock on the wall, which shows an hour twice when summer time ends.
        moment = moment.astimezone(UTC)
        return (self.start is None or self.start.astimezone(UTC) <= moment) and (
            self.end is None or moment < self.end.astimezone(UTC)
        )


def days(first: date, last: date, zone: tzinfo) -> Period:
    """Return the period of whole days on the calendar of a zone, the last one included, however long they are."""
    return Period(midnight(first, zone), midnight(last + timedelta(days=1), zone))


def midnight(day: date, zone: tzinfo) -> datetime:
    """Return when a day begins in a zone, in UTC; where a clock change skips midnight, that is the change."""
    return datetime.combine(day, time.min, tzinfo=zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as figures look at it; `role` is the log's, `answered` whether there is a total, the time in ms."""

    role: str
    try_number: int
    skill: str
    fact: str
    right: bool
    answered: bool
    computing_ms: int
    answered_at: datetime

    @property
    def is_first_at_sum(self) -> bool:
        """Tell whether it is a first try at a sum that was answered: whatever counts in accuracy."""
        return self.try_number == 1 and self.answered and self.skill not in CARD_RULES

    @property
    def is_timed(self) -> bool:
        """Tell whether its computing time is one, so that time, fluency and rating may use it."""
        return self.role in TIMED

    def untimed(self) -> Self:
        """Return it as it counts for somebody whose times are not judged."""
        return replace(self, role=UNTIMED.get(self.role, self.role))

    def without_typing(self, typing_ms: int) -> Self:
        """Return it with the time that its person takes to type a number taken off."""
        return replace(self, computing_ms=max(self.computing_ms - typing_ms, 0))


@dataclass(frozen=True, slots=True)
class Figure:
    """What first tries come to: how many were answered, how many rightly, and how many not at all; the time in ms."""

    answers: int
    right: int
    no_answers: int
    times: int
    median_ms: float | None

    @classmethod
    def of(cls, first_tries: Iterable[Given]) -> Self:
        """Count first tries."""
        answers = right = no_answers = 0
        times = []
        for given in first_tries:
            if not given.answered:
                no_answers += 1
                continue
            answers += 1
            right += given.right
            if given.is_timed:
                times.append(given.computing_ms)
        return cls(answers, right, no_answers, len(times), median(times) if len(times) >= ENOUGH_TIMES else None)

    @property
    def accuracy(self) -> float | None:
        """Return the share of right answers from 0 to 1, None where there are too few to tell."""
        return self.right / self.answers if self.answers >= ENOUGH_ANSWERS else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Return the interval in which the true share lies, at 95 %, None where there are too few to tell."""
        return wilson(self.right, self.answers) if self.answers >= ENOUGH_ANSWERS else None

    @property
    def standing(self) -> str:
        """Name what can be said: `new` without an answer, `little` below the minimum, else `can` or `learning`."""
        if not self.answers:
            return "new"
        if self.accuracy is None:
            return "little"
        return "can" if self.accuracy >= CAN_DO else "learning"


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a person over some answers; `groups` and `skills` have every one, `overall` no card rules."""

    overall: Figure
    groups: Mapping[str, Figure]
    skills: Mapping[str, Figure]


def figures_of(answers: Iterable[Given]) -> Figures:
    """Return the figures of answers: over all, for every group and for every skill. Only first tries count."""
    by_skill: dict[str, list[Given]] = {skill: [] for skill in SKILLS}
    for given in answers:
        if given.try_number == 1:
            by_skill[given.skill].append(given)

    def figure(skills: Iterable[str]) -> Figure:
        return Figure.of(given for skill in skills for given in by_skill[skill])

    return Figures(
        overall=figure(skill for skill in SKILLS if skill not in CARD_RULES),
        groups={group: figure(skills) for group, skills in GROUPS.items()},
        skills={skill: Figure.of(given) for skill, given in by_skill.items()},
    )


def figures_by_role(answers: Iterable[Given]) -> dict[str, Figures]:
    """Return the figures of answers in each of `ROLES`, apart."""
    by_role: dict[str, list[Given]] = {role: [] for role in ROLES}
    for given in answers:
        by_role[ROLE_OF[given.role]].append(given)
    return {role: figures_of(given) for role, given in by_role.items()}


def wilson(right: int, answers: int, z: float = Z) -> tuple[float, float]:
    """Return the interval of the share of right answers, of at least one (Wilson 1927), between 0 and 1.

    It is that of 95 %, or of what another quantile of the normal distribution `z` leaves.
    """
    share, weight = right / answers, z * z / answers
    middle = share + weight / 2
    half = z * sqrt(share * (1 - share) / answers + weight / (4 * answers))
    low, high = (middle - half) / (1 + weight), (middle + half) / (1 + weight)
    return (low if right else 0.0), (high if right < answers else 1.0)
