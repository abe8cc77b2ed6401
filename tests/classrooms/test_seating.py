"""Pupils of a lesson are seated: at random, by level, by hand, late, on one device."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Attendance, LessonTable
from classrooms.services.lessons import arrive_at, end_lesson
from classrooms.services.seating import (
    ENOUGH_RATED,
    LessonOver,
    Order,
    clear_seats,
    deal_with,
    let_back,
    remove_from_lesson,
    seat_all,
    seat_late,
    seat_one,
    start_tables,
)
from ninety.models import Match, Seat
from ninety.services import TableFull
from tests.classrooms.answered import answered
from tests.classrooms.sittings import lesson_with, there
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of
from trainer.models import Rating

pytestmark = pytest.mark.django_db


def sizes(lesson):
    return [table.sitting.count() for table in lesson.tables.all()]


@pytest.mark.parametrize(
    ("count", "size", "parted"),
    [(30, 4, [4, 4, 3, 4, 4, 4, 3, 4]), (30, 5, [5] * 6), (7, 3, [2, 3, 2]), (1, 4, [1]), (9, 4, [3, 3, 3])],
)
def test_groups_are_as_few_as_can_be_and_differ_by_one(count, size, parted):
    lesson = lesson_with(count)
    seat_all(lesson, size, Order.RANDOM, timezone.now())
    assert sorted(sizes(lesson)) == sorted(parted)
    assert Attendance.objects.filter(table=None).count() == 0


def test_by_level_those_who_can_about_as_much_sit_together():
    lesson = lesson_with(8)
    for number, attendance in enumerate(Attendance.objects.order_by("pk")):
        Rating.objects.create(user=attendance.user, value=number, variance=0.1, answers=50, answered_at=timezone.now())
    seat_all(lesson, 4, Order.LEVEL, timezone.now(), random.Random(1))
    first = lesson.tables.get(number=1).sitting.values_list("user__display_name", flat=True)
    assert set(first) == {"P1", "P2", "P3", "P4"}


def test_by_level_goes_by_what_the_log_says_now():
    lesson = lesson_with(8)
    now = timezone.now() + timedelta(hours=1)
    for number, attendance in enumerate(Attendance.objects.select_related("user").order_by("pk")):
        answered(attendance.user, *[55 if number >= 4 else 45] * ENOUGH_RATED, now=now - timedelta(minutes=5))
    seat_all(lesson, 4, Order.LEVEL, now, random.Random(1))
    first = lesson.tables.get(number=1).sitting.values_list("user__display_name", flat=True)
    assert set(first) == {"P1", "P2", "P3", "P4"}


def test_whoever_is_hardly_known_sits_anywhere_when_others_sit_by_level():
    lesson = lesson_with(8)
    for number, attendance in enumerate(Attendance.objects.order_by("pk")[:4]):
        Rating.objects.create(user=attendance.user, value=number, variance=0.1, answers=50, answered_at=timezone.now())
    seatings = set()
    for seed in range(6):
        clear_seats(lesson, timezone.now())
        seat_all(lesson, 4, Order.LEVEL, timezone.now(), random.Random(seed))
        seated = there(lesson, "P8").table.sitting.values_list("user__display_name", flat=True)
        seatings.add(frozenset(seated))
    assert len(seatings) > 1


def test_who_comes_later_gets_a_table_and_those_who_sit_stay():
    lesson = lesson_with(4)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    assert sizes(lesson) == [4]


def test_somebody_is_moved_by_hand_and_sits_once():
    lesson = lesson_with(4)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    one = there(lesson, "P1")
    other = 2 if one.table.number == 1 else 1
    with pytest.raises(TableFull):
        seat_one(lesson, one, other, timezone.now())
    seat_one(lesson, one, 0, timezone.now())
    assert there(lesson, "P1").table.number == 3
    assert one.user.places.count() == 1
    seat_one(lesson, one, None, timezone.now())
    assert there(lesson, "P1").table is None
    assert one.user.places.count() == 0


def test_a_move_that_finds_no_room_leaves_somebody_where_they_sat():
    lesson = lesson_with(4)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    one = there(lesson, "P1")
    with pytest.raises(TableFull):
        seat_one(lesson, one, 3 - one.table.number, timezone.now())
    assert there(lesson, "P1").table == one.table
    assert one.user.places.count() == 1


def test_all_tables_are_dealt_at_once_with_bots_in_the_free_seats():
    lesson = lesson_with(7)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    assert start_tables(lesson, alice(), timezone.now()) == []
    matches = Match.objects.all()
    assert len(matches) == 2
    assert [match.seats.count() for match in matches] == [4, 4]
    assert Seat.objects.exclude(strength="").count() == 1
    assert all(match.everyone_computes for match in matches)


def test_tables_are_dealt_one_by_one():
    lesson = lesson_with(4)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now(), [2])
    assert [table.table.match is not None for table in lesson.tables.all()] == [False, True]


def test_a_table_that_cannot_play_by_its_rules_says_so_and_the_others_play():
    lesson = lesson_with(5)
    seat_all(lesson, 3, Order.RANDOM, timezone.now())
    teams = ClassSettings(rules={"preset": "ninety-eight", "variants": ["teams"]}, strength="")
    deal_with(lesson, teams, timezone.now(), [1])
    refused = start_tables(lesson, alice(), timezone.now())
    assert [number for number, _reason in refused] == [1]
    assert Match.objects.count() == 1


def test_settings_of_a_table_count_from_its_next_match_on():
    lesson = lesson_with(4)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now(), [1])
    deal_with(lesson, ClassSettings(memory=True), timezone.now(), [1, 2])
    start_tables(lesson, alice(), timezone.now())
    assert list(Match.objects.order_by("pk").values_list("memory", flat=True)) == [False, True]


def test_who_comes_late_takes_the_place_of_a_bot_where_fewest_sit():
    lesson = lesson_with(5)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    lean = next(table for table in lesson.tables.all() if table.sitting.count() == 2)
    late = classroom_of(alice(), "Late", name="other")
    came = arrive_at(lesson, pupil_of(late, "Late"), timezone.now())
    assert seat_late(lesson, came, timezone.now()) == lean
    assert Seat.objects.get(user=came.user).match == lean.table.match
    assert seat_late(lesson, came, timezone.now()) == lean


def test_nobody_is_seated_late_before_the_first_match():
    lesson = lesson_with(3)
    assert seat_late(lesson, there(lesson, "P1"), timezone.now()) is None


def test_a_bot_plays_on_for_whoever_is_sent_out_and_they_can_come_back():
    lesson = lesson_with(2)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    sent = there(lesson, "P1")
    remove_from_lesson(lesson, sent, timezone.now())
    assert Seat.objects.get(user=sent.user).held == Seat.Held.HANDED_OVER
    assert there(lesson, "P1").removed_at is not None
    assert seat_late(lesson, sent, timezone.now()) is None
    let_back(lesson, sent, timezone.now())
    assert there(lesson, "P1").removed_at is None
    seat_late(lesson, there(lesson, "P1"), timezone.now())
    assert Seat.objects.get(user=sent.user).held == ""


def test_those_without_a_device_play_on_the_one_of_another():
    lesson = lesson_with(3)
    seat_all(lesson, 3, Order.RANDOM, timezone.now())
    lender = there(lesson, "P1").user
    Attendance.objects.filter(user__display_name="P2").update(device=lender)
    start_tables(lesson, alice(), timezone.now())
    keepers = {seat.name: seat.keeper and seat.keeper.display_name for seat in Seat.objects.filter(strength="")}
    assert keepers == {"P1": "P1", "P2": "P1", "P3": None}


def test_nothing_changes_after_the_end():
    lesson = lesson_with(2)
    end_lesson(lesson, timezone.now() + timedelta(seconds=1))
    now = timezone.now()
    for change in (
        lambda: seat_all(lesson, 2, Order.RANDOM, now),
        lambda: start_tables(lesson, alice(), now),
        lambda: seat_one(lesson, there(lesson, "P1"), 0, now),
        lambda: deal_with(lesson, ClassSettings(), now),
    ):
        with pytest.raises(LessonOver):
            change()
    assert not LessonTable.objects.exists()


def test_whoever_is_moved_to_the_lobby_stays_there_until_the_teacher_gives_a_seat():
    lesson, now = lesson_with(3), timezone.now()
    seat_all(lesson, 4, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    seat_one(lesson, there(lesson, "P1"), None, now)
    assert seat_late(lesson, there(lesson, "P1"), now) is None
    start_tables(lesson, alice(), now)
    assert seat_late(lesson, there(lesson, "P1"), now) is None
    seat_all(lesson, 4, Order.RANDOM, now)
    sat = there(lesson, "P1")
    assert (sat.table.number, sat.stays) == (2, False)
    seat_one(lesson, there(lesson, "P2"), None, now)
    seat_one(lesson, there(lesson, "P2"), 2, now)
    assert there(lesson, "P2").stays is False


def test_whoever_is_sent_out_and_let_back_is_seated_again_by_themselves():
    lesson, now = lesson_with(3), timezone.now()
    seat_all(lesson, 4, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    remove_from_lesson(lesson, there(lesson, "P1"), now)
    let_back(lesson, there(lesson, "P1"), now)
    table = seat_late(lesson, there(lesson, "P1"), now)
    assert table is not None
    assert table.number == 1


def test_whoever_stood_up_with_everybody_waits_for_the_teacher():
    lesson, now = lesson_with(4), timezone.now()
    seat_all(lesson, 2, Order.RANDOM, now)
    start_tables(lesson, alice(), now, [1])
    clear_seats(lesson, now)
    waiting = lesson.attendances.filter(table=None)
    assert [seat_late(lesson, each, now) for each in waiting] == [None, None]
