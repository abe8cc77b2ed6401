"""One pupil as a teacher reviews them: figures, trend, facts, tendencies, practice, drills, and every wrong answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.utils.formats import number_format

from classrooms.models import Membership
from classrooms.selectors.pupil_drills import PupilDrills, drills_of_pupil
from classrooms.selectors.review import (
    OVERALL,
    Cell,
    Column,
    MistakeRow,
    cell_of,
    members_of,
    mistake_rows,
    name_of,
)
from ninety.arrangements import arranged_for
from ninety.digits import digits, signed_apart
from ninety.models import User
from trainer.facts import FLUENT_MS
from trainer.figures import ROLE_OF, Figure, Given, Period
from trainer.marking import GROUPS, SKILLS
from trainer.minutes import whole_minutes
from trainer.models import Answer
from trainer.selectors.fact_tables import FactState, FactTable, fact_states, fact_tables, fact_text
from trainer.selectors.matrix import (
    Filters,
    chosen_answers,
    counts_by_role,
    counts_of_people,
    figures_of_people,
    mistakes_by_skill,
    together,
)
from trainer.selectors.practised import Times, times_of_people
from trainer.selectors.progress import given_of, progress_of, rules_of_answer
from trainer.selectors.tendency_lines import TendencyLine, tendency_for_teacher
from trainer.selectors.trends import Bar, WeekLine, accuracy_bars, minute_bars, trend_says, week_lines
from trainer.selectors.turn import mark_of
from trainer.selectors.typing import typing_of
from trainer.selectors.weeks import Weeks, figures_by_week, times_by_week, weeks_up_to
from trainer.wording import Working, kind_name, skill_name, working_text

WRONG_SHOWN = 20
"""How many wrong answers one page lists."""

FEWEST_WEEKS, MOST_WEEKS, TOGETHER = 8, 13, 4
"""How many weeks the trend shows; where the period is longer, spans of so many weeks together."""

DUE_SHOWN = 12


@dataclass(frozen=True)
class FigureLine:
    """The figure of a group, a skill, or all sums, with the share that the rest of the class got right."""

    column: Column
    cell: Cell
    rest: Cell


@dataclass(frozen=True)
class RoleLine:
    """The figure of all sums in one role."""

    role: str
    cell: Cell


@dataclass(frozen=True)
class WrongLine:
    """A wrong answer with its working, as a teacher reads it."""

    answer: Answer
    role: str
    sum: str
    expected: str
    said: str
    kind: str
    skill: str
    working: Working


@dataclass(frozen=True)
class PracticeLine:
    """A week of the trend with the minutes of practice in it."""

    week: WeekLine
    minutes: str


@dataclass(frozen=True)
class PupilPage:
    """The page of a pupil. `answers` counts first tries of the last year; without one there is nothing to show."""

    member: Membership
    answers: int
    figures: tuple[FigureLine, ...]
    roles: tuple[RoleLine, ...]
    mistakes: tuple[MistakeRow, ...]
    skills: tuple[tuple[str, str], ...]
    weeks: tuple[PracticeLine, ...]
    weeks_together: int
    trend: str
    minutes: int
    bars: tuple[Bar, ...]
    minute_bars: tuple[Bar, ...]
    tables: tuple[FactTable, ...]
    states: tuple[FactState, ...]
    timed: bool
    due: tuple[str, ...]
    tendencies: tuple[TendencyLine, ...]
    drills: PupilDrills
    wrong: tuple[WrongLine, ...]
    wrong_page: "Page[Answer]"
    before: Membership | None
    after: Membership | None

    @property
    def is_guest(self) -> bool:
        """Tell whether it is a guest."""
        return self.member.user.kind == User.Kind.GUEST

    @property
    def is_removed(self) -> bool:
        """Tell whether they were removed from the class."""
        return self.member.state == Membership.State.REMOVED


def pupil_page(member: Membership, filters: Filters, group: str, page: str, now: datetime) -> PupilPage:
    """Return the page of a pupil; a `group` narrows trend and wrong answers, `page` is one of these."""
    filters = _filters_while_here(member, filters)
    person, until = member.user, min(filters.period.end or now, now)
    members = members_of(member.classroom)
    before, after = neighbours(member, members)
    typing, arranged = typing_of(person), arranged_for(person)
    progress = progress_of(
        person,
        until,
        fluent_ms=arranged.fluent_ms if arranged else FLUENT_MS,
        typing_ms=typing.median_ms if typing else 0,
    )
    weeks, together_each = weeks_of(filters.period, until)
    by_week = figures_by_week(_given(person, filters, weeks, group), weeks)
    lines = week_lines(by_week)
    times = times_by_week(
        times_of_people([person.pk], Period(weeks.begins[0], min(weeks.end, until)))[person.pk], weeks
    )
    made = mistakes_by_skill([person.pk], filters)
    skills = [skill for skill in SKILLS if any(skill in counts for counts in made.values())]
    shown = Paginator(wrong_answers(person, filters, group), WRONG_SHOWN).get_page(page)
    return PupilPage(
        member=member,
        answers=progress.total,
        figures=_figure_lines(person, [each.user_id for each in members], filters),
        roles=tuple(
            RoleLine(role, cell_of(OVERALL, each)) for role, each in counts_by_role(person.pk, filters).items()
        ),
        mistakes=mistake_rows(made, skills),
        skills=tuple((skill, skill_name(skill)) for skill in skills),
        weeks=tuple(
            PracticeLine(line, number_format(whole_minutes(time))) for line, time in zip(lines, times, strict=True)
        ),
        weeks_together=together_each,
        trend=trend_says(by_week),
        minutes=sum(map(whole_minutes, times)),
        bars=accuracy_bars(lines),
        minute_bars=minute_bars(lines, times),
        tables=fact_tables(progress.grid),
        states=fact_states(progress.grid, timed=person.times_judged),
        timed=person.times_judged,
        due=tuple(fact_text(fact) for fact in progress.due[:DUE_SHOWN]),
        tendencies=tuple(map(tendency_for_teacher, progress.tendencies)),
        drills=drills_of_pupil(member, filters.period, now),
        wrong=tuple(map(_wrong_line, shown)),
        wrong_page=shown,
        before=before,
        after=after,
    )


def weeks_of(period: Period, until: datetime) -> tuple[Weeks, int]:
    """Return the weeks that show a period, up to a moment, and how many of them stand together."""
    if period.start is not None:
        count = -(-(until - period.start) // timedelta(days=7))
        if count <= MOST_WEEKS:
            return weeks_up_to(until, max(count, FEWEST_WEEKS)), 1
    return weeks_up_to(until, MOST_WEEKS, each=TOGETHER), TOGETHER


def wrong_answers(person: User, filters: Filters, group: str) -> QuerySet[Answer]:
    """Return the wrong first tries of a person that had a total, card rules among them, newest first."""
    wrong = chosen_answers([person.pk], filters).filter(try_number=1, right=False, announced__isnull=False)
    wrong = wrong.filter(skill__in=GROUPS[group]) if group else wrong
    return wrong.order_by("-answered_at", "-pk")


def neighbours(member: Membership, members: Sequence[Membership]) -> tuple[Membership | None, Membership | None]:
    """Return who stands before and after somebody in the class; nobody does beside who was removed."""
    before = next((one for one, other in pairwise(members) if other.pk == member.pk), None)
    after = next((other for one, other in pairwise(members) if one.pk == member.pk), None)
    return before, after


def while_here(member: Membership, times: Times) -> Times:
    """Leave out what somebody who has moved away has practised since."""
    if member.state != Membership.State.MOVED or member.left_at is None:
        return times
    return [(came, time) for came, time in times if came < member.left_at]


def _filters_while_here(member: Membership, filters: Filters) -> Filters:
    """Leave out what somebody who has moved away has answered since."""
    if member.state != Membership.State.MOVED or member.left_at is None:
        return filters
    end = member.left_at if filters.period.end is None else min(member.left_at, filters.period.end)
    return replace(filters, period=Period(filters.period.start, end))


def _given(person: User, filters: Filters, weeks: Weeks, group: str) -> list[Given]:
    answers = chosen_answers([person.pk], replace(filters, period=weeks.period))
    return given_of(answers.filter(skill__in=GROUPS[group]) if group else answers)


def _figure_lines(person: User, people: Sequence[int], filters: Filters) -> tuple[FigureLine, ...]:
    """Return all sums, and each group with those of its skills that have been answered."""
    mine = figures_of_people([person.pk], filters)[person.pk]
    others = counts_of_people([each for each in people if each != person.pk], filters).values()

    def line(code: str, figure: Figure, rest: list[Figure]) -> FigureLine:
        column = Column(code, name_of(code), is_group=code in GROUPS, is_skill=code in SKILLS)
        return FigureLine(column, cell_of(code, figure), cell_of(code, together(rest)))

    lines = [line(OVERALL, mine.overall, [each.overall for each in others])]
    for group, skills in GROUPS.items():
        lines.append(line(group, mine.groups[group], [each.groups[group] for each in others]))
        for skill in skills:
            if mine.skills[skill].answers or mine.skills[skill].no_answers:
                lines.append(line(skill, mine.skills[skill], [each.skills[skill] for each in others]))
    return tuple(lines)


def _wrong_line(answer: Answer) -> WrongLine:
    rules = rules_of_answer(answer)
    return WrongLine(
        answer=answer,
        role=ROLE_OF[answer.role],
        sum=f"{digits(answer.prior)} {signed_apart(answer.change)}",
        expected=digits(answer.expected),
        said=digits(answer.announced or 0),
        kind="" if answer.kind is None else kind_name(answer.kind),
        skill=skill_name(answer.skill),
        working=working_text(mark_of(rules, answer), rules),
    )
