"""The match that a class plays on the board, as everybody sees it."""

from dataclasses import dataclass
from datetime import datetime

from classrooms.models import Lesson
from ninety.models import Match, Seat, Table
from ninety.prepared import Number, Prepared
from ninety.selectors import TableView, table_of
from trainer.selectors import Turn, team_turn_of

_SEATS = Prepared(lambda: Seat.objects.filter(match=Number("match")))
_TABLE = Prepared(lambda: Table.objects.filter(pk=Number("pk")).select_related("match__table"))


@dataclass(frozen=True)
class ClassMatch:
    """The match on the board: its table with all hands open, and where its turn stands."""

    table: TableView
    turn: Turn

    @property
    def minutes_left(self) -> int | None:
        """Return how many minutes the clock of the match has left, counting one that has begun; None without one."""
        left = self.table.clock_left
        return None if left is None or self.table.over else -(-left // 60)


def class_match_of(lesson: Lesson) -> Match | None:
    """Return the match that the class plays, or has played until it is put away."""
    if lesson.class_table_id is None:
        return None
    table = _TABLE.first(pk=lesson.class_table_id)
    return None if table is None else table.match


def class_match_on_board(lesson: Lesson, now: datetime) -> ClassMatch | None:
    """Return what the board shows of the match of the class, None while it shows the tables.

    One that is over stays until the teacher puts it away, or matches are played at the tables.
    """
    match = class_match_of(lesson)
    if match is None or (match.ended_at is not None and _is_played_at_tables(lesson)):
        return None
    seats = _SEATS(match=match.pk)
    table = table_of(match, seats, None, now)
    return ClassMatch(table, team_turn_of(table, {seat.number: seat for seat in seats}))


def _is_played_at_tables(lesson: Lesson) -> bool:
    return lesson.tables.filter(table__match__isnull=False, table__match__ended_at=None).exists()
