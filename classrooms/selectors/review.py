"""What a teacher sees of the answers of a class: the matrix, the kinds of mistakes, the answers behind each cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from classrooms.models import Classroom, Lesson, Membership
from ninety.digits import digits, signed_apart
from ninety.models import Seat, User
from ninety.names import sort_key
from trainer.figures import Figure, Figures
from trainer.marking import GROUPS, SKILLS
from trainer.models import Answer
from trainer.selectors.matrix import (
    ANY_KIND,
    Filters,
    cell_answers,
    figures_of_people,
    mistakes_by_skill,
    while_there,
)
from trainer.wording import group_name, kind_name, skill_name

OVERALL = "overall"
"""The column of all sums."""

SHOWN = 100
"""How many answers one page lists."""

FEWEST_TOGETHER = 2
"""From so many kinds of mistakes on, all of them together have a row."""


@dataclass(frozen=True)
class Cell:
    """A figure as a page says it: `standing` is new, little, learning or can; texts are empty without anything."""

    column: str
    standing: str
    percent: str
    seconds: str
    answers: str
    no_answers: str


@dataclass(frozen=True)
class Row:
    """A pupil with the figures of all columns."""

    membership: Membership
    name: str
    is_guest: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Column:
    """A column of the matrix: all sums, a group, or a skill of a group that has been opened."""

    code: str
    name: str
    is_group: bool
    is_skill: bool


@dataclass(frozen=True)
class MistakeRow:
    """A kind of mistake, with how often it was made at each skill."""

    kind: str
    name: str
    counts: tuple[tuple[str, int], ...]
    total: int


@dataclass(frozen=True)
class Matrix:
    """Pupils by groups of skills, and kinds of mistakes by skills."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    skills: tuple[tuple[str, str], ...]
    mistakes: tuple[MistakeRow, ...]


@dataclass(frozen=True)
class AnswerLine:
    """One answer behind a cell, as people write it."""

    answer: Answer
    name: str
    sum: str
    expected: str
    said: str
    skill: str
    kind: str
    seconds: str


def reviewed(classroom: Classroom) -> QuerySet[Membership]:
    """Return those whose answers a class has, removed ones too: of now or, once it is archived, of then."""
    moved = [] if classroom.is_archived else [Membership.State.MOVED]
    return classroom.memberships.exclude(state__in=moved).select_related("user")


def left_of(classroom: Classroom) -> tuple[tuple[int, datetime], ...]:
    """Return who of an archived class has moved away, and when: what they have answered since is another's."""
    if not classroom.is_archived:
        return ()
    moved = classroom.memberships.filter(state=Membership.State.MOVED).order_by("user").values_list("user", "left_at")
    return tuple((person, left_at) for person, left_at in moved if left_at is not None)


def members_of(classroom: Classroom) -> list[Membership]:
    """Return those who stand in the figures of a class, removed ones apart, as its language sorts their names.

    Where the names are gone all pupils were removed, and stand in the figures under their numbers.
    """
    found = reviewed(classroom)
    if classroom.names_gone_at is None:
        found = found.exclude(state=Membership.State.REMOVED)
    return sorted(found, key=lambda each: sort_key(str(each), classroom.language))


def matrix_of(classroom: Classroom, filters: Filters, *, group: str = "", sort: str = "") -> Matrix:
    """Return the matrix of a class; `group` is the one that is opened into its skills, `sort` a column or `-column`."""
    members = members_of(classroom)
    people = [member.user_id for member in members]
    figures = figures_of_people(people, filters)
    columns = _columns(group)
    rows = [_row(member, figures[member.user_id], columns) for member in members]
    made = mistakes_by_skill(people, filters)
    skills = [skill for skill in SKILLS if any(skill in counts for counts in made.values())]
    return Matrix(
        columns=columns,
        rows=tuple(_sorted(rows, {member.pk: figures[member.user_id] for member in members}, sort)),
        skills=tuple((skill, skill_name(skill)) for skill in skills),
        mistakes=mistake_rows(made, skills),
    )


def answers_behind(
    classroom: Classroom,
    filters: Filters,
    *,
    pupil: int | None = None,
    column: str = "",
    kind: str = "",
    lesson: Lesson | None = None,
) -> QuerySet[Answer]:
    """Return the very answers behind a cell of a class, newest first; the column is a group, a skill, or all sums.

    A kind of mistake without a column is looked for at everything, card rules included, as its row counts it. With a
    lesson they are those of its matches and drills.
    """
    members = members_of(classroom) if pupil is None else reviewed(classroom).filter(pk=pupil)
    people = [member.user_id for member in members]
    everything = SKILLS if kind else None
    skills = GROUPS.get(column, (column,)) if column else everything
    found = cell_answers(people, filters, skills, kind).order_by("-answered_at", "-pk")
    return found if lesson is None else found.filter(of_lesson(lesson))


def of_lesson(lesson: Lesson) -> Q:
    """Return what is true of an answer at a match of a lesson, or in a drill that all did in it."""
    return Q(match__table__lesson_table__lesson=lesson) | Q(drill__assigned__assignment__lesson=lesson)


def aside_of(classroom: Classroom) -> QuerySet[Answer]:
    """Return the answers of a class that were set aside, the newest first."""
    people = [member.user_id for member in members_of(classroom)]
    found = Answer.objects.filter(user__in=people, set_aside__isnull=False)
    return while_there(found, "answered_at", left_of(classroom)).order_by("-set_aside__set_at", "-pk")


def listed(keys: Sequence[int]) -> list[Answer]:
    """Return answers by primary key, in the same order, with what a list of them shows.

    Which ones a page has is told from an index alone; only these are read as a whole, as the rows lie far apart. `seat`
    is that of their person at the match, if any.
    """
    seat = Seat.objects.filter(match=OuterRef("match"), user=OuterRef("user")).values("pk")
    whole = Answer.objects.select_related("user", "set_aside__teacher").annotate(seat=Subquery(seat))
    found = whole.in_bulk(keys)
    return [found[key] for key in keys if key in found]


def answer_line(answer: Answer) -> AnswerLine:
    """Return an answer as a page lists it; the time only where it is a computing time that may be judged."""
    is_timed = answer.role in {Answer.Role.CHECKER, Answer.Role.OWN} and answer.user.times_judged
    return AnswerLine(
        answer=answer,
        name=answer.user.display_name,
        sum=f"{digits(answer.prior)} {signed_apart(answer.change)}",
        expected=digits(answer.expected),
        said="" if answer.announced is None else digits(answer.announced),
        skill=skill_name(answer.skill),
        kind="" if answer.kind is None else kind_name(answer.kind),
        seconds=number_format(answer.computing_ms / 1000, decimal_pos=1) if is_timed else "",
    )


def cell_name(pupil: User | None, column: str, kind: str, lesson: Lesson | None = None) -> str:
    """Say which cell was opened, or what of a lesson."""
    parts = [
        pupil.display_name if pupil else _("the whole class"),
        lesson_name(lesson) if lesson else "",
        name_of(column or OVERALL) if column or not kind else "",
        mistake_name(kind) if kind else "",
    ]
    return " · ".join(filter(None, parts))


def lesson_name(lesson: Lesson) -> str:
    """Name a lesson by when it began."""
    return _("lesson of %(when)s") % {"when": date_format(timezone.localtime(lesson.started_at), "DATETIME_FORMAT")}


def mistake_name(kind: str) -> str:
    """Name a kind of mistake, or all of them together."""
    return _("all mistakes") if kind == ANY_KIND else kind_name(kind)


def name_of(column: str) -> str:
    """Name a column: all sums, a group, or a skill."""
    if column == OVERALL:
        return _("all sums")
    return group_name(column) if column in GROUPS else skill_name(column)


def cell_of(column: str, figure: Figure) -> Cell:
    """Return a figure as a page says it."""
    percent, seconds = "", ""
    if figure.accuracy is not None:
        percent = _("%(percent)s %%") % {"percent": number_format(round(100 * figure.accuracy))}
    if figure.median_ms is not None:
        seconds = _("%(seconds)s s") % {"seconds": number_format(figure.median_ms / 1000, decimal_pos=1)}
    no_answers = number_format(figure.no_answers) if figure.no_answers else ""
    return Cell(column, figure.standing, percent, seconds, number_format(figure.answers), no_answers)


def _columns(group: str) -> tuple[Column, ...]:
    columns = [Column(OVERALL, name_of(OVERALL), is_group=False, is_skill=False)]
    for code, skills in GROUPS.items():
        columns.append(Column(code, group_name(code), is_group=True, is_skill=False))
        if code == group:
            columns.extend(Column(skill, skill_name(skill), is_group=False, is_skill=True) for skill in skills)
    return tuple(columns)


def _figure(figures: Figures, column: str) -> Figure:
    return figures.overall if column == OVERALL else figures.groups.get(column) or figures.skills[column]


def _row(member: Membership, figures: Figures, columns: Sequence[Column]) -> Row:
    return Row(
        membership=member,
        name=member.user.display_name,
        is_guest=member.user.kind == User.Kind.GUEST,
        cells=tuple(cell_of(column.code, _figure(figures, column.code)) for column in columns),
    )


def _sorted(rows: list[Row], figures: Mapping[int, Figures], sort: str) -> list[Row]:
    """Sort rows by the accuracy in a column, those with too little to tell at the end; by name for anything else."""
    column = sort.removeprefix("-")
    if column not in {OVERALL, *GROUPS, *SKILLS}:
        return rows[::-1] if sort == "-name" else rows
    sign = -1 if sort.startswith("-") else 1

    def key(row: Row) -> tuple[bool, float]:
        accuracy = _figure(figures[row.membership.pk], column).accuracy
        return accuracy is None, sign * (accuracy or 0)

    return sorted(rows, key=key)


def mistake_rows(made: Mapping[str, Mapping[str, int]], skills: Sequence[str]) -> tuple[MistakeRow, ...]:
    """Return kinds of mistakes with how often each was made at each skill, the most frequent first.

    Where there are several, a row of all of them together comes before.
    """
    rows = sorted((_mistake_row(kind, made[kind], skills) for kind in made), key=lambda row: -row.total)
    if len(rows) < FEWEST_TOGETHER:
        return tuple(rows)
    every = {skill: sum(counts.get(skill, 0) for counts in made.values()) for skill in skills}
    return (_mistake_row(ANY_KIND, every, skills), *rows)


def _mistake_row(kind: str, counts: Mapping[str, int], skills: Sequence[str]) -> MistakeRow:
    in_order = tuple((skill, counts.get(skill, 0)) for skill in skills)
    return MistakeRow(kind, mistake_name(kind), in_order, sum(counts.values()))
