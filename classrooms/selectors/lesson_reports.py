"""What became of a lesson: who played how much and how many sums were right; results of matches stand apart."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import Prefetch
from django.utils import timezone

from classrooms.models import Lesson
from classrooms.periods import FREE
from classrooms.selectors.review import answers_behind, reviewed
from ninety.models import Match, Seat, User
from ninety.names import sort_key
from ninety.selectors import game_name, state_of
from trainer.selectors.matrix import ANY_KIND, Filters
from trainer.selectors.tallies import Tally, tallies_of

OF_A_CLASS = {User.Kind.PUPIL, User.Kind.GUEST}
"""Who is of a class: whoever was erased is a visitor whom nobody knows."""


@dataclass(frozen=True)
class PupilLine:
    """What somebody did in a lesson; `member` is the number of their membership, None once they have left the class."""

    member: int | None
    name: str
    is_guest: bool
    matches: int
    minutes: int
    tally: Tally


@dataclass(frozen=True)
class MatchLine:
    """A match of a lesson."""

    match: Match
    table: int
    game: str
    names: tuple[str, ...]
    winners: tuple[str, ...]
    was_finished: bool


@dataclass(frozen=True)
class LessonReport:
    """A lesson that is over; `days` is the query of an address that looks at the answers of its days.

    `mistakes` counts the first tries that were not right, card rules and drills among them: those that a list shows.
    """

    lesson: Lesson
    days: str
    minutes: int
    pupils: tuple[PupilLine, ...]
    matches: tuple[MatchLine, ...]
    tally: Tally
    mistakes: int


def matches_of_lesson(lesson: Lesson) -> list[Match]:
    """Return the matches of a lesson with their seats, in the order of tables and then of time."""
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    found = Match.objects.filter(table__lesson_table__lesson=lesson).select_related("table__lesson_table")
    return list(found.prefetch_related(seats).order_by("table__lesson_table__number", "created_at", "pk"))


def lesson_report(lesson: Lesson) -> LessonReport:
    """Return what became of a lesson."""
    matches = matches_of_lesson(lesson)
    tallies = tallies_of(match.pk for match in matches)
    members = dict(reviewed(lesson.classroom).values_list("user", "pk"))
    lines = tuple(_pupil_line(each, members.get(each.pk), matches, tallies) for each in _people(lesson, matches))
    return LessonReport(
        lesson=lesson,
        days=_days(lesson),
        minutes=_minutes((lesson.ended_at or lesson.started_at) - lesson.started_at),
        pupils=lines,
        matches=tuple(_match_line(match) for match in matches),
        tally=Tally(sum(line.tally.right for line in lines), sum(line.tally.answers for line in lines)),
        mistakes=answers_behind(lesson.classroom, Filters(), kind=ANY_KIND, lesson=lesson).count(),
    )


def _people(lesson: Lesson, matches: list[Match]) -> list[User]:
    """Return who was at a lesson: whoever came, and to whom answers of its matches were moved."""
    here = {attendance.user_id: attendance.user for attendance in lesson.attendances.select_related("user")}
    seated = (seat.user for match in matches for seat in match.seats.all())
    here |= {person.pk: person for person in seated if person is not None and person.kind in OF_A_CLASS}
    return sorted(here.values(), key=lambda each: sort_key(str(each), lesson.classroom.language))


def _days(lesson: Lesson) -> str:
    first, last = timezone.localdate(lesson.started_at), timezone.localdate(lesson.ended_at)
    return urlencode({"period": FREE, "since": first.isoformat(), "until": last.isoformat()})


def _pupil_line(
    person: User, member: int | None, matches: list[Match], tallies: dict[tuple[int, int], Tally]
) -> PupilLine:
    played = [match for match in matches if any(seat.user_id == person.pk for seat in match.seats.all())]
    mine = [tallies.get((match.pk, person.pk), Tally()) for match in played]
    return PupilLine(
        member=member,
        name=person.display_name,
        is_guest=person.kind == User.Kind.GUEST,
        matches=len(played),
        minutes=_minutes(sum((_length(match) for match in played), timedelta())),
        tally=Tally(sum(each.right for each in mine), sum(each.answers for each in mine)),
    )


def _match_line(match: Match) -> MatchLine:
    state, seats = state_of(match), {seat.number: seat for seat in match.seats.all()}
    return MatchLine(
        match=match,
        table=match.table.lesson_table.number if match.table else 0,
        game=game_name(match),
        names=tuple(seat.called for seat in seats.values() if not seat.is_bot),
        winners=tuple(seats[number].called for number in state.winners),
        was_finished=state.over,
    )


def _length(match: Match) -> timedelta:
    last: datetime = match.ended_at or match.moved_at
    return last - match.created_at


def _minutes(length: timedelta) -> int:
    return round(length / timedelta(minutes=1))
