"""What may come in between in a lesson: another teacher, pupils sent out and back, a shared device, stale pages."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Assignment, Attendance, Lesson, Membership
from classrooms.services.assignments import join_class_drill, start_class_drill
from classrooms.services.classes import archive_classroom
from classrooms.services.lessons import arrive_at, end_lesson, start_lesson
from classrooms.services.pupils import let_back as let_back_to_class
from classrooms.services.pupils import remove_pupils
from classrooms.services.seating import (
    LessonOver,
    Order,
    clear_seats,
    give_seat_back,
    let_back,
    play_on,
    remove_from_lesson,
    seat_all,
    seat_beside,
    seat_late,
    seat_one,
    start_tables,
)
from ninety.models import Match, Seat, Table, User
from ninety.selectors import room_version
from ninety.services import NotNow, take_back
from ninety.services.parting import forget
from tests.classrooms.sittings import deal, lesson_with, there
from tests.factories import UserFactory, alice, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
OVER = timedelta(minutes=1)


def dealt(count: int, size: int = 4) -> Lesson:
    """Begin a lesson in which so many pupils play."""
    lesson = lesson_with(count)
    deal(lesson, size)
    return lesson


def colleague(lesson: Lesson) -> User:
    zoe = UserFactory.create(username="zoe", display_name="Zoe", kind=User.Kind.TEACHER)
    lesson.classroom.co_teachers.add(zoe)
    return zoe


def act(person: User, lesson: Lesson, name: str, **sent: object) -> int:
    client = signed_in(person)
    return client.post(reverse(name, args=[lesson.slug]), sent, headers=HTMX).status_code


def held(name: str) -> list[str]:
    return [seat.held for seat in Seat.objects.filter(user__display_name=name)]


def test_a_lesson_that_one_teacher_began_goes_on_with_another() -> None:
    lesson = lesson_with(4)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    zoe = colleague(lesson)
    assert act(zoe, lesson, "start_tables") == 200
    assert Match.objects.count() == 2
    Match.objects.update(ended_at=timezone.now())
    assert act(alice(), lesson, "start_tables") == 200
    assert Match.objects.count() == 4


def test_a_lesson_goes_on_when_the_teacher_who_began_it_is_no_more() -> None:
    lesson = lesson_with(3)
    zoe = colleague(lesson)
    Lesson.objects.update(teacher=zoe)
    lesson.refresh_from_db()
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    forget(zoe, timezone.now())
    lesson.refresh_from_db()
    seat_one(lesson, there(lesson, "P1"), 0, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    Match.objects.update(ended_at=timezone.now())
    play_on(lesson, there(lesson, "P1"), timezone.now())
    assert Match.objects.filter(ended_at=None).count() == 1


def test_pages_that_are_out_of_date_are_told_so() -> None:
    lesson = lesson_with(3)
    seat_one(lesson, there(lesson, "P2"), 0, timezone.now())
    sent_out = there(lesson, "P1")
    assert act(alice(), lesson, "seat_one", pupil=sent_out.pk, table=7) == 409
    remove_from_lesson(lesson, sent_out, timezone.now())
    assert act(alice(), lesson, "seat_one", pupil=sent_out.pk, table=1) == 409
    member = Membership.objects.get(user=sent_out.user)
    assert act(alice(), lesson, "share_device", member=member.pk, lender=there(lesson, "P2").pk) == 409
    assert there(lesson, "P1").table is None


def test_who_is_let_back_sits_in_the_own_seat_again() -> None:
    lesson = dealt(8)
    sent = there(lesson, "P1")
    remove_from_lesson(lesson, sent, timezone.now())
    let_back(lesson, sent, timezone.now())
    assert seat_late(lesson, sent, timezone.now()) == sent.table
    assert held("P1") == [""]


def test_who_is_let_back_into_the_class_sits_in_the_own_seat_again() -> None:
    lesson = dealt(2)
    member = Membership.objects.get(user__display_name="P1")
    remove_pupils([member], timezone.now())
    assert held("P1") == [Seat.Held.HANDED_OVER]
    let_back_to_class(member, timezone.now())
    seat_late(lesson, there(lesson, "P1"), timezone.now())
    assert held("P1") == [""]


def test_who_is_moved_away_and_back_plays_on_in_the_own_seat() -> None:
    lesson = lesson_with(4)
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    Table.objects.update(seat_count=3)
    start_tables(lesson, alice(), timezone.now())
    table = there(lesson, "P1").table
    assert table is not None
    number = table.number
    for to in (3 - number, number):
        seat_one(lesson, there(lesson, "P1"), to, timezone.now())
    mine = Seat.objects.filter(user__display_name="P1").values_list("match__table__lesson_table__number", "held")
    assert dict(mine) == {number: "", 3 - number: Seat.Held.HANDED_OVER}


def test_who_is_sent_out_cannot_take_the_seat_back() -> None:
    lesson = dealt(2)
    sent = there(lesson, "P1")
    remove_from_lesson(lesson, sent, timezone.now())
    seat = Seat.objects.get(user=sent.user)
    with pytest.raises(NotNow):
        take_back(seat, version=Match.objects.get().version, key="")
    assert held("P1") == [Seat.Held.HANDED_OVER]


def test_those_who_share_a_device_sit_together_when_all_are_seated_anew() -> None:
    lesson = lesson_with(7)
    for borrower in ("P2", "P3"):
        seat_beside(lesson, there(lesson, borrower).user, there(lesson, "P1"), timezone.now())
    for size in (2, 3, 4) * 4:
        clear_seats(lesson, timezone.now())
        seat_all(lesson, size, Order.RANDOM, timezone.now())
        assert there(lesson, "P1").table == there(lesson, "P2").table == there(lesson, "P3").table
        assert not Attendance.objects.filter(table=None).exists()


def test_when_a_device_is_taken_away_bots_play_for_all_on_it_until_the_others_have_their_own() -> None:
    lesson = lesson_with(3)
    seat_beside(lesson, there(lesson, "P2").user, there(lesson, "P1"), timezone.now())
    seat_one(lesson, there(lesson, "P3"), 1, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    remove_from_lesson(lesson, there(lesson, "P1"), timezone.now())
    assert [held(name) for name in ("P1", "P2", "P3")] == [[Seat.Held.HANDED_OVER], [Seat.Held.HANDED_OVER], [""]]
    assert Seat.objects.get(user__display_name="P2").keeper is None
    give_seat_back(lesson, there(lesson, "P2"), timezone.now())
    assert held("P2") == [""]


def test_a_class_drill_is_dealt_once_and_stirs_nothing_where_nothing_can_be_dealt() -> None:
    lesson = lesson_with(1)
    assignment = start_class_drill(lesson, alice(), Options.usual("again"), timezone.now())
    before = room_version(lesson.room_id)
    later = timezone.now() + OVER
    assert join_class_drill(lesson, there(lesson, "P1").user, later) is None
    assert room_version(lesson.room_id) == before
    assert not assignment.drills.exists()


def test_nothing_is_begun_in_a_lesson_that_is_over() -> None:
    lesson = dealt(2)
    start_class_drill(lesson, alice(), Options.usual("speed"), timezone.now())
    end_lesson(lesson, timezone.now())
    Match.objects.update(ended_at=timezone.now())
    assert not Assignment.objects.filter(closed_at=None).exists()
    with pytest.raises(LessonOver):
        start_class_drill(lesson, alice(), Options.usual("speed"), timezone.now())
    with pytest.raises(LessonOver):
        play_on(lesson, there(lesson, "P1"), timezone.now())


def test_a_class_that_is_archived_has_no_lesson_any_more() -> None:
    lesson = dealt(2)
    archive_classroom(lesson.classroom)
    lesson.refresh_from_db()
    assert lesson.ended_at is not None
    assert Match.objects.get().closes_at is not None


def test_bots_find_names_where_people_bear_theirs() -> None:
    lesson = start_lesson(classroom_of(alice(), "Kim"), alice(), timezone.now())
    arrive_at(lesson, pupil_of(lesson.classroom, "Kim"), timezone.now())
    seat_all(lesson, 10, Order.RANDOM, timezone.now())
    assert start_tables(lesson, alice(), timezone.now()) == []
    names = list(Seat.objects.values_list("name", flat=True))
    assert len(set(names)) == len(names) == 10
