"""One table of a lesson as its teacher opens it: who plays, the last plays, and the hands where they are shown."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from classrooms.models import Lesson, LessonTable
from classrooms.selectors.review import AnswerLine, answer_line
from classrooms.selectors.settings import game_says
from ninety.models import Match, Seat
from ninety.selectors import SeatRow, TableView, room_version, table_of
from trainer.models import Answer
from trainer.selectors.progress import counting
from trainer.selectors.tallies import Tally, tallies_of

MISTAKES_SHOWN = 8


@dataclass(frozen=True)
class OpenedSeat:
    """A seat with the sums that its person has answered in this match."""

    row: SeatRow
    tally: Tally


@dataclass(frozen=True)
class OpenedTable:
    """A table of a lesson at one moment; `mistakes` are the newest that were announced there, for its teacher alone."""

    lesson: Lesson
    version: int
    number: int
    game: str
    table: TableView
    seats: tuple[OpenedSeat, ...]
    mistakes: tuple[AnswerLine, ...]


def opened_table(lesson: Lesson, number: int, now: datetime) -> OpenedTable | None:
    """Return a table of a lesson by its number; None where no match has been dealt."""
    version = room_version(lesson.room_id) or 0
    found = LessonTable.objects.select_related("table__match").filter(lesson=lesson, number=number).first()
    match: Match | None = None if found is None else found.table.match
    if match is None:
        return None
    seats = list(Seat.objects.filter(match=match))
    table, tallies = table_of(match, seats, None, now, looks_after=True), tallies_of([match.pk])
    tally = {seat.number: tallies.get((match.pk, seat.user_id or 0), Tally()) for seat in seats}
    return OpenedTable(
        lesson=lesson,
        version=version,
        number=number,
        game=game_says(match.rules),
        table=table,
        seats=tuple(OpenedSeat(row, tally[row.number]) for row in table.seats),
        mistakes=_mistakes(match),
    )


def _mistakes(match: Match) -> tuple[AnswerLine, ...]:
    """Return the newest wrong totals of a match; those of others at the card that lies there once all is revealed."""
    announced = Q(play_number__lte=match.steps) | Q(role=Answer.Role.PLAYER)
    wrong = counting(Answer.objects.filter(announced, match=match, right=False, announced__isnull=False))
    newest = wrong.select_related("user").order_by("-answered_at", "-pk")[:MISTAKES_SHOWN]
    return tuple(map(answer_line, newest))
