"""What parents read of one pupil: what goes well, what is being learned, how much was practised, one thing to do.

It is compared with nobody, and has no times: how fast somebody is says nothing to parents. Below the minimum of
`trainer.figures` it says that there is too little to tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone, translation
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from classrooms.models import Classroom, Membership
from classrooms.periods import TERM, period_of
from classrooms.selectors.home_words import Activity, activity_for, sum_for_parents
from classrooms.selectors.settings import settings_of
from classrooms.selectors.talk_sheets import period_says
from ninety.rulebook import Rulebook, rulebook
from trainer.comparing import change_between
from trainer.figures import Figure, Figures, Period
from trainer.minutes import whole_minutes
from trainer.selectors.matrix import SUMS, Filters, counts_of_people
from trainer.selectors.practised import Times, times_of_people

MOST_LINES = 4
"""How many sorts of sums a list has, so that a report fits one page with the rules."""

LONG_RULES = 2200
"""From so many letters on, rules are printed smaller, for the same reason."""


@dataclass(frozen=True)
class SumLine:
    """A sort of sum in plain words, and how many of them were right at the first try."""

    says: str
    right: str


@dataclass(frozen=True)
class ParentReport:
    """What parents read of one pupil; `practised` is empty where nothing was, and `tells` says whether much was.

    `change` compares the later half of the time with the earlier, of this one pupil alone.
    """

    number: int
    name: str
    well: tuple[SumLine, ...]
    learning: tuple[SumLine, ...]
    practised: str
    change: str
    activity: Activity

    @property
    def tells(self) -> bool:
        """Tell whether there is enough to say anything."""
        return bool(self.well or self.learning)


@dataclass(frozen=True)
class ParentReports:
    """Reports of some pupils of a class in one language, with the rules of its game for a real pack of cards."""

    language: str
    class_name: str
    when: str
    made_on: str
    book: Rulebook
    reports: tuple[ParentReport, ...]

    @property
    def has_long_rules(self) -> bool:
        """Tell whether the rules take much room."""
        told = [*self.book.aim, *(says for row in self.book.cards for says in row.says)]
        told += [sentence for section in self.book.sections for sentence in section.sentences]
        return sum(map(len, told)) > LONG_RULES


def usual_period() -> Period:
    """Return what a report is about unless somebody chooses: thirteen weeks up to today."""
    return period_of(TERM, timezone.localdate(), timezone.get_current_timezone())


def parent_reports(
    classroom: Classroom, pupils: Sequence[Membership], period: Period, language: str, now: datetime
) -> ParentReports:
    """Return the reports of pupils of a class, in their order; it takes as many queries for many as for one."""
    people = [pupil.user_id for pupil in pupils]
    figures = counts_of_people(people, Filters(period))
    times = times_of_people(people, period)
    before, after = (counts_of_people(people, Filters(half)) for half in _halves(period, now))
    with translation.override(language):
        return ParentReports(
            language=language,
            class_name=classroom.name,
            when=period_says(period),
            made_on=date_format(timezone.localtime(now), "DATE_FORMAT"),
            book=rulebook(settings_of(classroom).rule_set, real_cards=True),
            reports=tuple(
                _report(
                    pupil,
                    figures[pupil.user_id],
                    times[pupil.user_id],
                    change_between(before[pupil.user_id].overall, after[pupil.user_id].overall),
                )
                for pupil in pupils
            ),
        )


def _halves(period: Period, now: datetime) -> tuple[Period, Period]:
    """Return the earlier and the later half of the part of a period that has passed."""
    assert period.start is not None
    middle = period.start + (min(period.end or now, now) - period.start) / 2
    return Period(period.start, middle), Period(middle, period.end)


def _report(pupil: Membership, figures: Figures, times: Times, change: str) -> ParentReport:
    skills = {skill: figures.skills[skill] for skill in SUMS}
    well = sorted((skill for skill in SUMS if skills[skill].standing == "can"), key=lambda each: -skills[each].answers)
    learning = sorted(
        (skill for skill in SUMS if skills[skill].standing == "learning"),
        key=lambda each: (skills[each].accuracy or 0, -skills[each].answers),
    )
    return ParentReport(
        number=pupil.pk,
        name=pupil.user.display_name,
        well=tuple(_line(skill, skills[skill]) for skill in well[:MOST_LINES]),
        learning=tuple(_line(skill, skills[skill]) for skill in learning[:MOST_LINES]),
        practised=_practised(figures.overall, times, tells=bool(well or learning)),
        change=_change_says(change),
        activity=activity_for(learning[0] if learning else None),
    )


def _line(skill: str, figure: Figure) -> SumLine:
    values = {"right": number_format(figure.right), "sums": number_format(figure.answers)}
    says = ngettext("%(right)s of %(sums)s right", "%(right)s of %(sums)s right", figure.answers)
    return SumLine(sum_for_parents(skill), says % values)


def _change_says(change: str) -> str:
    says = {
        "better": _("In the second half of this time more was right than in the first."),
        "less": _("In the second half of this time less was right than in the first."),
        "unclear": _("Between the first and the second half of this time there is no clear difference."),
    }
    return says.get(change, "")


def _practised(overall: Figure, times: Times, *, tells: bool) -> str:
    """Say how much was practised, and how much of it was right where more is told of it."""
    if not overall.answers:
        return ""
    zone = timezone.get_current_timezone()
    days = len({came.astimezone(zone).date() for came, _took in times})
    minutes = whole_minutes(sum((took for _came, took in times), timedelta()))
    values = {
        "minutes": ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": number_format(minutes)},
        "sums": ngettext("%(sums)s sum", "%(sums)s sums", overall.answers) % {"sums": number_format(overall.answers)},
        "days": ngettext("%(count)s day", "%(count)s days", days) % {"count": number_format(days)},
        "right": number_format(overall.right),
    }
    if not tells:
        return _("%(sums)s on %(days)s, in %(minutes)s.") % values
    return (
        ngettext(
            "%(sums)s on %(days)s, in %(minutes)s; %(right)s of them was right at the first try.",
            "%(sums)s on %(days)s, in %(minutes)s; %(right)s of them were right at the first try.",
            overall.right,
        )
        % values
    )
