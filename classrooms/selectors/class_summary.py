"""What a teacher sees of a class at first sight: its lesson, what was answered today, and the drills that are due."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from classrooms.models import Classroom, Lesson
from classrooms.periods import TODAY, period_of
from classrooms.selectors.assignments import AssignmentLine, due_lines
from classrooms.selectors.review import answers_behind
from trainer.selectors.matrix import ANY_KIND, Filters
from trainer.selectors.tallies import Tally, tallies_in_room

DUE_SHOWN = 3
"""How many drills stand there, the first due first."""


@dataclass(frozen=True)
class LastLesson:
    """The newest lesson that is over: with so many pupils, and what they answered at its matches."""

    lesson: Lesson
    pupils: int
    tally: Tally


@dataclass(frozen=True)
class ClassSummary:
    """A class at first sight; `going` is its lesson of this moment, `mistakes` counts those of today, of any kind."""

    going: Lesson | None
    last: LastLesson | None
    mistakes: int
    due: tuple[AssignmentLine, ...]
    more_due: int


def class_summary(classroom: Classroom, now: datetime) -> ClassSummary:
    """Return a class at first sight; the number of queries is that of any class."""
    today = period_of(TODAY, timezone.localdate(now), timezone.get_current_timezone())
    due = due_lines(classroom, timezone.localdate(now))
    return ClassSummary(
        going=classroom.lessons.filter(ended_at=None).select_related("room").first(),
        last=_last_lesson(classroom),
        mistakes=answers_behind(classroom, Filters(today), kind=ANY_KIND).count(),
        due=due[:DUE_SHOWN],
        more_due=len(due[DUE_SHOWN:]),
    )


def _last_lesson(classroom: Classroom) -> LastLesson | None:
    lesson = classroom.lessons.filter(ended_at__isnull=False, for_board=False).first()
    if lesson is None:
        return None
    tallies = tallies_in_room(lesson.room_id).values()
    tally = Tally(sum(each.right for each in tallies), sum(each.answers for each in tallies))
    return LastLesson(lesson, lesson.attendances.count(), tally)
