"""Seat the pupils of a lesson at its tables, and deal matches there."""

import random
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from math import ceil

from django.db.models import QuerySet

from classrooms.class_settings import ClassSettings
from classrooms.models import Attendance, Lesson, LessonTable
from ninety.engine.errors import BadRules
from ninety.locks import writing
from ninety.models import Match, Place, Seat, Table, User
from ninety.services import (
    TableFull,
    close_by,
    give_back,
    hold_seat,
    kept_settings,
    leave_place,
    open_table,
    pause,
    room_changed,
    start_match,
    take_away,
    take_bots_seat,
    take_place,
)
from trainer.models import Rating
from trainer.services.ratings import bring_up_ratings

ENOUGH_RATED = 20
"""So many rated answers say enough about somebody to be seated by level."""
FEWEST = 2


class Order(StrEnum):
    """How pupils are seated."""

    RANDOM = "random"
    LEVEL = "level"


class LessonOver(Exception):
    """The lesson has ended."""


class NotThere(Exception):
    """The pupil or the table is no more in the lesson, or the pupil has been sent out."""


def seat_all(lesson: Lesson, size: int, order: Order, now: datetime, chance: random.Random | None = None) -> None:
    """Seat everybody who is there and sits nowhere at new tables of at most `size`, those who share a device together.

    Raises LessonOver and BadRules.
    """
    if order is Order.LEVEL:
        bring_up_ratings(now)
    with writing():
        lesson = going(lesson)
        waiting = {each.user_id: each for each in _waiting(lesson).select_related("user")}
        lenders = [each for each in waiting.values() if each.device_id not in waiting]
        ordered = _ordered([each.user for each in lenders], order, chance or random.SystemRandom())
        sharing = [
            [waiting[person.pk], *(each for each in waiting.values() if each.device_id == person.pk)]
            for person in ordered
        ]
        for group in _groups(sharing, size):
            table = _new_table(lesson, max(size, len(group)), now)
            for attendance in group:
                _sit(attendance, table, now)
        room_changed(lesson.room_id, now)


def clear_seats(lesson: Lesson, now: datetime) -> None:
    """Let everybody stand up at the tables where no match is being played, and clear those tables away."""
    with writing():
        lesson = going(lesson)
        for table in _idle(lesson):
            Place.objects.filter(table=table.table_id).delete()
            Attendance.objects.filter(table=table).update(table=None, stays=True)
            if table.table.match_id is None:
                table.delete()
        room_changed(lesson.room_id, now)


def seat_one(lesson: Lesson, attendance: Attendance, number: int | None, now: datetime) -> None:
    """Seat somebody at a table by its number, at a new one (0), or nowhere (None), wherever they sat before.

    A bot plays on in the seat that is left, and a bot's seat in a match that goes on is taken over. Raises LessonOver,
    NotThere, and TableFull where there is no room.
    """
    with writing():
        lesson = going(lesson)
        attendance = _fresh(attendance)
        if attendance.removed_at is not None:
            raise NotThere
        if attendance.table is not None and attendance.table.number == number:
            return
        _stand_up(attendance, now)
        if number is None:
            Attendance.objects.filter(pk=attendance.pk).update(stays=True)
        else:
            settings = ClassSettings.from_json(lesson.settings)
            table = _new_table(lesson, settings.seats, now) if number == 0 else _table(lesson, number)
            if not _join(attendance, table, now):
                raise TableFull
        room_changed(lesson.room_id, now)


def seat_late(lesson: Lesson, attendance: Attendance, now: datetime) -> LessonTable | None:
    """Seat somebody who comes when matches are being played: where they played, in a bot's place, or in a free one.

    Returns the table, None where nobody plays yet, there is no room, or the teacher has sent them to the lobby. Raises
    LessonOver and NotThere.
    """
    with writing():
        lesson = going(lesson)
        attendance = _fresh(attendance)
        if attendance.table is not None or attendance.removed_at is not None or attendance.stays:
            return attendance.table
        running = [table for table in _tables(lesson) if table.table.match and table.table.match.ended_at is None]
        for table in sorted(
            running, key=lambda table: (not _has_seat(table, attendance.user), table.table.places.count())
        ):
            if _join(attendance, table, now):
                room_changed(lesson.room_id, now)
                return table
        return None


def remove_from_lesson(lesson: Lesson, attendance: Attendance, now: datetime) -> None:
    """Send somebody out of a lesson; a bot plays on for them. Raises LessonOver and NotThere."""
    with writing():
        lesson = _locked(lesson)
        attendance = _fresh(attendance)
        _stand_up(attendance, now)
        Attendance.objects.filter(pk=attendance.pk).update(removed_at=now)
        room_changed(lesson.room_id, now)


def let_back(lesson: Lesson, attendance: Attendance, now: datetime) -> None:
    """Let somebody who was sent out come back into the lobby of the lesson."""
    with writing():
        lesson = _locked(lesson)
        Attendance.objects.filter(pk=attendance.pk).update(removed_at=None)
        room_changed(lesson.room_id, now)


def seat_beside(lesson: Lesson, person: User, lender: Attendance, now: datetime) -> None:
    """Seat a pupil without a device at the table of another, on whose device both play from the next match on.

    Raises LessonOver, NotThere and TableFull.
    """
    with writing():
        lesson = going(lesson)
        lender = _fresh(lender)
        there, _is_new = Attendance.objects.get_or_create(
            lesson=lesson, user=person, defaults={"arrived_at": now, "seen_at": now}
        )
        there = _fresh(there)
        if there.removed_at is not None or lender.removed_at is not None:
            raise NotThere
        if lender.device_id is not None or lender.user_id == person.pk:
            raise TableFull
        _stand_up(there, now)
        table = lender.table
        if table is None:
            table = _new_table(lesson, ClassSettings.from_json(lesson.settings).seats, now)
            _sit(lender, table, now)
        _sit(there, table, now)
        there.device = lender.user
        there.save(update_fields=["device"])
        room_changed(lesson.room_id, now)


def let_bot_play(lesson: Lesson, attendance: Attendance, now: datetime) -> None:
    """Let a bot play in the seat of a pupil until the teacher gives it back."""
    _in_match(lesson, attendance, now, hold_seat)


def give_seat_back(lesson: Lesson, attendance: Attendance, now: datetime) -> None:
    """Give a pupil back the seat that a bot has held."""
    _in_match(lesson, attendance, now, give_back)


def _in_match(
    lesson: Lesson, attendance: Attendance, now: datetime, change: Callable[[int, User, datetime], None]
) -> None:
    match = Match.objects.filter(table__lesson_table__sitting=attendance, ended_at=None).first()
    if match is not None:
        change(match.pk, attendance.user, now)
        room_changed(lesson.room_id, now)


def start_tables(
    lesson: Lesson, teacher: User, now: datetime, numbers: Sequence[int] | None = None
) -> list[tuple[int, BadRules]]:
    """Deal a match at all tables of a lesson where none is being played, or at those with these numbers.

    Returns the tables where so many cannot play by their rules, with the reason. Raises LessonOver.
    """
    refused = []
    with writing():
        lesson = going(lesson)
        for table in _idle(lesson):
            if (numbers is not None and table.number not in numbers) or not table.table.places.exists():
                continue
            _hand_to(teacher, table.table)
            try:
                match = start_match(table.table, teacher, None, keepers=_keepers(table), now=now)
            except BadRules as refusal:
                refused.append((table.number, refusal))
                continue
            if lesson.ends_at is not None:
                close_by(match.pk, lesson.ends_at, now)
            if lesson.paused_at is not None:
                pause(match.pk, now)
        room_changed(lesson.room_id, now)
    return refused


def play_on(lesson: Lesson, attendance: Attendance, now: datetime) -> None:
    """Deal another match at the table of a pupil, where one is over and the lesson goes on. Raises LessonOver."""
    table = LessonTable.objects.filter(sitting=attendance).select_related("table__opener").first()
    if table is not None and table.table.match_id is not None and lesson.paused_at is None:
        start_tables(lesson, table.table.opener, now, [table.number])


def deal_with(lesson: Lesson, settings: ClassSettings, now: datetime, numbers: Sequence[int] | None = None) -> None:
    """Have the matches that are dealt from now on, at all tables or some, go by other settings."""
    with writing():
        lesson = going(lesson)
        if numbers is None:
            Lesson.objects.filter(pk=lesson.pk).update(settings=settings.to_json())
        kept = kept_settings(settings.lesson_settings())
        for table in _tables(lesson):
            if numbers is None or table.number in numbers:
                table.table.settings, table.table.strength = kept, settings.strength
                table.table.save(update_fields=["settings", "strength"])
        room_changed(lesson.room_id, now)


def _keepers(table: LessonTable) -> dict[int, User]:
    """Return on whose device each plays who has none of their own, and that of those who lend theirs."""
    lent = {each.user_id: each.device for each in table.sitting.select_related("device") if each.device is not None}
    return lent | {device.pk: device for device in lent.values()}


def going(lesson: Lesson) -> Lesson:
    """Return a lesson for this transaction alone to change; raises LessonOver for one that has ended."""
    locked = _locked(lesson)
    if locked.ended_at is not None:
        raise LessonOver
    return locked


def _locked(lesson: Lesson) -> Lesson:
    """Read a lesson again, for this transaction alone to change; who comes meanwhile can still be written down.

    Raises LessonOver for one that has been deleted.
    """
    locked = Lesson.objects.select_for_update(no_key=True).filter(pk=lesson.pk).first()
    if locked is None:
        raise LessonOver
    return locked


def _fresh(attendance: Attendance) -> Attendance:
    """Read an attendance again. Raises NotThere for one that is gone."""
    found = Attendance.objects.select_related("user", "table__table__match").filter(pk=attendance.pk).first()
    if found is None:
        raise NotThere
    return found


def _tables(lesson: Lesson) -> QuerySet[LessonTable]:
    return LessonTable.objects.filter(lesson=lesson).select_related("table__match")


def _idle(lesson: Lesson) -> list[LessonTable]:
    return [table for table in _tables(lesson) if table.table.match is None or table.table.match.ended_at is not None]


def _table(lesson: Lesson, number: int) -> LessonTable:
    found = _tables(lesson).filter(number=number).first()
    if found is None:
        raise NotThere
    return found


def _hand_to(teacher: User, table: Table) -> None:
    """Let a teacher look after a table that another of the class has opened."""
    if table.opener_id != teacher.pk:
        table.opener = teacher
        table.save(update_fields=["opener"])


def _waiting(lesson: Lesson) -> QuerySet[Attendance]:
    return lesson.attendances.filter(table=None, removed_at=None)


def _ordered(people: Sequence[User], order: Order, chance: random.Random) -> list[User]:
    """Return people in a random order, or by what they can do; of whom too little is known stands anywhere."""
    mixed = chance.sample(list(people), len(people))
    if order is Order.RANDOM:
        return mixed
    rated = Rating.objects.filter(user__in=mixed, answers__gte=ENOUGH_RATED)
    values = dict(rated.values_list("user", "value"))
    known = sorted((person for person in mixed if person.pk in values), key=lambda person: values[person.pk])
    return [known.pop(0) if person.pk in values else person for person in mixed]


def _groups[Part](parts: Sequence[Sequence[Part]], size: int) -> list[list[Part]]:
    """Join parts to as few groups of at most `size` as there have to be, about alike, and break none of them."""
    left, groups = list(parts), []
    while left:
        count = sum(map(len, left))
        even, group = ceil(count / ceil(count / size)), list(left.pop(0))
        while left and len(group) + len(left[0]) <= even:
            group += left.pop(0)
        groups.append(group)
    return groups


def _new_table(lesson: Lesson, size: int, now: datetime) -> LessonTable:
    settings, opener = ClassSettings.from_json(lesson.settings), lesson.teacher or lesson.classroom.owner
    last = lesson.tables.order_by("-number").values_list("number", flat=True).first()
    table = open_table(
        settings.lesson_settings(), max(size, FEWEST), settings.strength, opener, None, room=lesson.room, now=now
    )
    return LessonTable.objects.create(lesson=lesson, number=(last or 0) + 1, table=table)


def _sit(attendance: Attendance, table: LessonTable, now: datetime) -> None:
    take_place(table.table, attendance.user, attendance.user.display_name, now)
    attendance.table, attendance.stays = table, False
    attendance.save(update_fields=["table", "stays"])


def _join(attendance: Attendance, table: LessonTable, now: datetime) -> bool:
    """Seat somebody at a table and, where it plays, in the own seat or a bot's; return whether there was room."""
    match, person = table.table.match, attendance.user
    if table.table.places.count() >= table.table.seat_count:
        return False
    # Whoever plays changes the match first and the table after it: in the other order both could wait for each other.
    if match is not None and match.ended_at is None:
        if _has_seat(table, person):
            give_back(match.pk, person, now)
        else:
            take_bots_seat(match.pk, person, person.display_name, now)
    _sit(attendance, table, now)
    return True


def _has_seat(table: LessonTable, person: User) -> bool:
    return Seat.objects.filter(match=table.table.match_id, user=person).exists()


def _stand_up(attendance: Attendance, now: datetime) -> None:
    table = attendance.table
    if table is None:
        return
    match = Match.objects.filter(table=table.table_id, ended_at=None).first()
    if match is not None:
        take_away(match.pk, attendance.user, now)
    leave_place(table.table, attendance.user)
    Attendance.objects.filter(lesson=attendance.lesson_id, device=attendance.user).update(device=None)
    attendance.table = attendance.device = None
    attendance.save(update_fields=["table", "device"])
