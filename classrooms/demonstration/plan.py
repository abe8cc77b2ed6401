"""The story of the demo school: two classes, who is in them, and what each does week by week."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from classrooms.demonstration.characters import Character
from trainer.drills import Options

WEEKS, PUPILS = 12, 12
SATURDAY = 5
ALL_OVER = time(9, 55)
"""When the lessons of a day have ended, whatever happened in them."""

A_WEEK = timedelta(weeks=1)


@dataclass(frozen=True)
class Week:
    """A week of a class: the starting point that it changes to, minutes of play, a drill together, one to be done."""

    point: str = ""
    plays: int = 0
    together: Options | None = None
    homework: Options | None = None
    target: int = 0
    by_level: bool = False


@dataclass(frozen=True)
class ClassPlan:
    """A class: how it is called, in which language, at what time its lesson begins, its pupils and its weeks."""

    name: str
    language: str
    begins: time
    reveal_wait: int
    characters: tuple[Character, ...]
    weeks: tuple[Week, ...]


FLASH, DOWN = Options("flash", 60, 98), Options("flash", 60, 98, countdown=True)
SHORT_FLASH, SHORT_DOWN = Options("flash", 60, 50), Options("flash", 60, 50, countdown=True)
PRACTICE, SPEED, AGAIN = Options.usual("practice"), Options.usual("speed"), Options.usual("again")

YOUNGER = ClassPlan(
    name="Demo class 3a",
    language="en",
    begins=time(8, 20),
    reveal_wait=12,
    characters=(
        Character("Mia", 2.3, 0.07, 4.6, {"add-over-ten": 0.7}, "carry-missed", homework=0.8, prompt=0.5),
        Character("Ava", 4.2, 0.04, 2.6, prompt=1.0, homework=1.0, plays="expert"),
        Character("Ben", 2.7, 0.05, 4.2, {"subtract-ten": 1.6, "add-ten": 0.8, "add-eleven": 1.2}),
        Character("Chloe", 3.2, 0.05, 3.6),
        Character("Daniel", 2.9, 0.08, 3.8, prompt=0.6),
        Character("Oscar", 2.6, 0.04, 4.0, tendency="digits-swapped"),
        Character("Jamal", 2.2, 0.05, 6.4, {"add-to-ten": 0.6}, "one-off", plays="beginner"),
        Character("Kezia", 2.8, 0.03, 4.4, homework=0.15, prompt=0.3, comes=0.6),
        Character("Hugo", 1.7, 0.02, 2.3, homework=0.6, plays="beginner"),
        Character("Grace", 3.6, 0.06, 3.2, homework=1.0, prompt=0.9),
        Character("Liam", 2.5, 0.10, 4.4),
        Character("Isla", 2.4, 0.05, 5.0, {"add-over-ten": 0.9}),
    ),
    weeks=(
        Week("starter", together=FLASH),
        Week(plays=8, homework=SHORT_FLASH),
        Week(together=FLASH),
        Week(plays=8, homework=PRACTICE, by_level=True),
        Week(together=FLASH),
        Week(homework=SPEED),
        Week("next", plays=8, together=FLASH, by_level=True),
        Week(homework=FLASH, target=8),
        Week(together=SHORT_DOWN),
        Week(plays=8, homework=AGAIN),
        Week(together=FLASH, homework=PRACTICE, target=8),
        Week(plays=8, together=FLASH, by_level=True),
    ),
)

OLDER = ClassPlan(
    name="Demogroep 6b",
    language="nl",
    begins=time(9, 5),
    reveal_wait=8,
    characters=(
        Character("Bram", 2.7, 0.06, 2.9, tendency="digits-swapped", prompt=0.6),
        Character("Anouk", 3.9, 0.04, 2.1, homework=1.0, plays="expert"),
        Character("Daan", 3.3, 0.05, 2.7),
        Character("Eva", 3.6, 0.06, 2.4, prompt=1.0),
        Character("Fatima", 3.0, 0.07, 2.9, {"subtract-ten": 0.8}, "wrong-sign"),
        Character("Gijs", 2.9, 0.05, 3.0, {"subtract-over-ten": 0.8}, "smaller-from-larger"),
        Character("Hanna", 3.4, 0.05, 2.6),
        Character("Jesse", 2.4, 0.03, 1.9, homework=0.6, plays="beginner"),
        Character("Lotte", 3.1, 0.08, 3.1, {"subtract-over-ten": 1.2, "subtract-to-ten": 0.8}),
        Character("Milan", 2.6, 0.09, 3.6, homework=0.9),
        Character("Noah", 3.0, 0.03, 3.0, homework=0.1, prompt=0.2, comes=0.8, away=3),
        Character("Youssef", 2.8, 0.07, 3.4, {"add-eleven": 1.4, "add-over-ten": 0.5}),
    ),
    weeks=(
        Week("classic-ninety-nine", together=FLASH),
        Week(plays=8, homework=FLASH),
        Week(together=DOWN),
        Week(plays=8, homework=SPEED, by_level=True),
        Week(together=FLASH),
        Week("taking-away", plays=8, homework=DOWN),
        Week(together=DOWN),
        Week("classic-ninety-nine", homework=PRACTICE, target=10),
        Week(together=FLASH),
        Week("taking-away", plays=8, homework=DOWN, target=8, by_level=True),
        Week("classic-ninety-nine", together=FLASH, homework=AGAIN),
        Week(plays=8, together=FLASH, by_level=True),
    ),
)

CLASSES = (YOUNGER, OLDER)


class Kind(StrEnum):
    """What a step of the story is about."""

    BEGINNING = "beginning"
    LESSON = "lesson"
    AT_HOME = "at home"


@dataclass(frozen=True)
class Step:
    """A part of the story that is there as a whole, or not at all; the week counts from 0."""

    kind: Kind
    week: int = 0
    place: int = 0


def steps(weeks: int) -> tuple[Step, ...]:
    """Return the story of the last so many weeks, in its order."""
    return (Step(Kind.BEGINNING), *_of_weeks(weeks))


def _of_weeks(weeks: int) -> Iterator[Step]:
    for week in range(weeks):
        for kind in (Kind.LESSON, Kind.AT_HOME):
            for place in range(len(CLASSES)):
                yield Step(kind, week, place)


def weeks_of(plan: ClassPlan, weeks: int) -> Sequence[Week]:
    """Return the last so many weeks of a class; the first of them begins with the game that is played by then."""
    left = len(plan.weeks) - weeks
    point = next(week.point for week in reversed(plan.weeks[: left + 1]) if week.point)
    first = plan.weeks[left]
    return (Week(point, first.plays, first.together, first.homework, first.target), *plan.weeks[left + 1 :])


def last_day(now: datetime, zone: ZoneInfo) -> date:
    """Return the day of the last lessons: today where they are over by now on a day of school, else the one before."""
    local = now.astimezone(zone)
    day = local.date() if local.time() >= ALL_OVER else local.date() - timedelta(days=1)
    while day.weekday() >= SATURDAY:
        day -= timedelta(days=1)
    return day


def moment(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return a time of day in the time zone of the school."""
    return datetime.combine(day, at, zone)
