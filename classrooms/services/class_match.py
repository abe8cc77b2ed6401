"""The match that a whole class plays on the board: its halves against each other, or the class against a bot."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from classrooms.class_settings import ClassSettings
from classrooms.models import Lesson
from classrooms.services.lessons import end_lesson
from classrooms.services.seating import going
from ninety.engine.rules import Shuffle
from ninety.locks import writing
from ninety.models import Match, Seat, Table, User
from ninety.services import (
    TableSettings,
    close_by,
    close_now,
    kept_settings,
    open_table,
    pause,
    room_changed,
    shuffle_well,
    start_team_match,
)

SEATS = 2


def start_class_match(
    lesson: Lesson,
    settings: ClassSettings,
    teams: Sequence[str],
    teacher: User,
    now: datetime,
    shuffle: Shuffle = shuffle_well,
) -> Match:
    """Deal a match to one or two teams; one that goes on is the answer. A team alone plays against a bot.

    Raises LessonOver, and BadRules where two cannot play by these rules.
    """
    with writing():
        lesson = going(lesson)
        return _dealt(lesson, _table_for(lesson, settings, teacher, now), teams, now, shuffle)


def play_class_match_again(lesson: Lesson, seen: str, now: datetime) -> None:
    """Deal another match by the rules and to the teams of the one that was `seen`, by slug; none after another one.

    Raises LessonOver.
    """
    with writing():
        lesson = going(lesson)
        table = lesson.class_table
        if table is not None and table.match is not None and table.match.slug == seen:
            teams = table.match.seats.filter(is_team=True).values_list("name", flat=True)
            _dealt(lesson, table, list(teams), now)


def end_class_match(lesson: Lesson, seen: str, now: datetime) -> None:
    """End the match that was `seen`, by slug, where it stands; another one that has begun since goes on."""
    if lesson.class_table is None:
        return
    match = lesson.class_table.matches.filter(slug=seen, ended_at=None).first()
    if match is not None:
        close_now(match.pk, now)


def put_class_match_away(lesson: Lesson, seen: str, now: datetime) -> None:
    """Put the match that was `seen`, by slug, away once it is over, so that the board shows the tables.

    A lesson that was begun for it alone ends with it. Raises LessonOver.
    """
    if lesson.class_table_id is None:
        return
    with writing():
        lesson = going(lesson)
        over = Table.objects.filter(class_lesson=lesson, match__slug=seen, match__ended_at__isnull=False)
        if not over.update(match=None):
            return
        room_changed(lesson.room_id, now)
        if lesson.for_board:
            end_lesson(lesson, now)


def _table_for(lesson: Lesson, settings: ClassSettings, teacher: User, now: datetime) -> Table:
    """Return the table at which the class plays by these settings from the next match on."""
    dealt_with, strength = _for_all_to_see(settings), settings.strength or Seat.Strength.STEADY.value
    table = lesson.class_table
    if table is None:
        table = open_table(dealt_with, SEATS, strength, teacher, None, room=lesson.room, now=now)
        Lesson.objects.filter(pk=lesson.pk).update(class_table=table)
    elif table.match is None or table.match.ended_at is not None:
        table.settings, table.strength = kept_settings(dealt_with), strength
        table.save(update_fields=["settings", "strength"])
    return table


def _for_all_to_see(settings: ClassSettings) -> TableSettings:
    """Return the settings of a match on the board: all compute together there, and the total lies open."""
    return replace(
        settings.table_settings(), memory=False, everyone_computes=False, choosing_limit=0, computing_limit=0
    )


def _dealt(lesson: Lesson, table: Table, teams: Sequence[str], now: datetime, shuffle: Shuffle = shuffle_well) -> Match:
    match = start_team_match(table, teams, None, shuffle=shuffle, now=now)
    if lesson.ends_at is not None:
        close_by(match.pk, lesson.ends_at, now)
    if lesson.paused_at is not None:
        pause(match.pk, now)
    room_changed(lesson.room_id, now)
    return match
