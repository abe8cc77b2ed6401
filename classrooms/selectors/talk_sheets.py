"""The sheet that a class talks over: three telling sums of a lesson or a period, without names, as the class speaks."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from classrooms.models import Classroom, Lesson
from classrooms.selectors.review import members_of, of_lesson
from trainer.figures import Period
from trainer.models import Answer
from trainer.selectors.matrix import Filters, cell_answers
from trainer.selectors.progress import counting
from trainer.selectors.talk import Talk, talk_of
from trainer.selectors.tallies import FIRST_AT_SUM


@dataclass(frozen=True)
class TalkSheet:
    """What stands on the sheet, in one language; `when` is the day or the days that it is about.

    It `is_over` where it is about a lesson that no sums can come to any more.
    """

    language: str
    class_name: str
    when: str
    talk: Talk
    is_over: bool = False


def sheet_of_lesson(lesson: Lesson) -> TalkSheet:
    """Return the sheet of a lesson: of its matches, and of the drills that all did in it."""
    answers = counting(Answer.objects.filter(FIRST_AT_SUM, of_lesson(lesson)))
    classroom = lesson.classroom
    with translation.override(classroom.language):
        when = date_format(timezone.localtime(lesson.started_at), "DATE_FORMAT")
        is_over = lesson.ended_at is not None
        return TalkSheet(classroom.language, classroom.name, when, talk_of(answers), is_over)


def sheet_of_class(classroom: Classroom, filters: Filters) -> TalkSheet:
    """Return the sheet of whatever a class has answered that some filters let through."""
    answers = cell_answers([member.user_id for member in members_of(classroom)], filters)
    with translation.override(classroom.language):
        return TalkSheet(classroom.language, classroom.name, period_says(filters.period), talk_of(answers))


def period_says(period: Period) -> str:
    """Say from which day to which a period goes, in the language that is active; empty where it has no bounds."""
    first = period.start and date_format(timezone.localtime(period.start), "DATE_FORMAT")
    last = period.end and date_format(timezone.localtime(period.end - timedelta(microseconds=1)), "DATE_FORMAT")
    if first and last:
        return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
    if first:
        return _("from %(first)s on") % {"first": first}
    return _("up to %(last)s") % {"last": last} if last else ""
