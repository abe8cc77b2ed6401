"""Lessons: they begin, stand still, go on and end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from classrooms.models import Attendance, Lesson
from classrooms.services.lessons import (
    LONGEST,
    arrive_at,
    close_lesson_by,
    end_lesson,
    end_overdue_lessons,
    pause_lesson,
    playing,
    resume_lesson,
    start_lesson,
)
from ninety.models import Match, Seat
from ninety.selectors import room_version
from tests.classrooms.sittings import played
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of

pytestmark = pytest.mark.django_db
NAMES = ("Bob", "Carol", "Dan", "Eve")


@pytest.fixture
def lesson():
    return start_lesson(classroom_of(alice(), *NAMES), alice(), timezone.now())


def test_a_class_has_one_lesson_at_a_time(lesson):
    now = timezone.now()
    assert start_lesson(lesson.classroom, alice(), now) == lesson
    end_lesson(lesson, now)
    assert start_lesson(lesson.classroom, alice(), now) != lesson
    assert Lesson.objects.count() == 2


def test_the_code_of_the_class_opens_its_names_as_long_as_the_lesson_goes_on(lesson):
    now = timezone.now()
    lesson.classroom.refresh_from_db()
    assert lesson.classroom.shows_names(now)
    end_lesson(lesson, now)
    lesson.classroom.refresh_from_db()
    assert not lesson.classroom.shows_names(now)


def test_whoever_comes_is_seen_at_once_and_counted_once(lesson):
    now, bob = timezone.now(), pupil_of(lesson.classroom, "Bob")
    before = room_version(lesson.room_id)
    later = now + timedelta(seconds=1)
    arrive_at(lesson, bob, later)
    arrived = room_version(lesson.room_id)
    arrive_at(lesson, bob, later + timedelta(seconds=1))
    assert before != arrived == room_version(lesson.room_id)
    assert Attendance.objects.count() == 1


def test_all_matches_stand_still_together_and_go_on_together(lesson):
    played(lesson, *NAMES, size=2)
    assert len(playing(lesson)) == 2
    now = timezone.now()
    pause_lesson(lesson, now)
    assert set(Match.objects.values_list("paused_at", flat=True)) == {now}
    resume_lesson(lesson, now + timedelta(minutes=3))
    assert set(Match.objects.values_list("paused_at", flat=True)) == {None}
    lesson.refresh_from_db()
    assert lesson.paused_at is None


def test_a_match_that_is_dealt_in_a_pause_stands_still_too(lesson):
    pause_lesson(lesson, timezone.now())
    played(lesson, "Bob", "Carol")
    assert Match.objects.get().paused_at is not None


def test_a_lesson_ends_with_the_turns_that_stand(lesson):
    played(lesson, "Bob", "Carol", size=2)
    end_lesson(lesson, timezone.now())
    match = Match.objects.get()
    assert match.closes_at is not None
    assert match.ended_at is None


def test_a_lesson_that_ends_in_a_pause_ends_all_the_same(lesson):
    played(lesson, "Bob", "Carol", size=2)
    pause_lesson(lesson, timezone.now())
    end_lesson(lesson, timezone.now())
    lesson.refresh_from_db()
    assert lesson.paused_at is None
    assert Match.objects.get().paused_at is None


def test_a_table_at_which_nobody_is_left_ends_at_once(lesson):
    played(lesson, "Bob", "Carol", size=2)
    Seat.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    end_lesson(lesson, timezone.now())
    assert Match.objects.get().ended_at is not None


def test_a_lesson_ends_by_itself_at_its_time_and_after_hours_without_one(lesson):
    now = timezone.now()
    close_lesson_by(lesson, now + timedelta(minutes=10), now)
    assert end_overdue_lessons(now + timedelta(minutes=9)) == 0
    assert end_overdue_lessons(now + timedelta(minutes=10)) == 1
    forgotten = start_lesson(lesson.classroom, alice(), now)
    assert end_overdue_lessons(now + LONGEST - timedelta(seconds=1)) == 0
    assert end_overdue_lessons(now + LONGEST) == 1
    forgotten.refresh_from_db()
    assert forgotten.ended_at == now + LONGEST


def test_lessons_that_go_on_are_looked_at_with_one_query_however_many_there_are(lesson, django_assert_num_queries):
    now = timezone.now()
    for number in range(4):
        with django_assert_num_queries(1):
            assert end_overdue_lessons(now) == 0
        start_lesson(classroom_of(alice(), name=str(number)), alice(), now)


def test_the_end_of_a_lesson_can_be_put_off(lesson):
    played(lesson, "Bob", "Carol", size=2)
    now = timezone.now()
    close_lesson_by(lesson, now + timedelta(minutes=10), now)
    assert Match.objects.get().closes_at == now + timedelta(minutes=10)
    close_lesson_by(lesson, None, now)
    assert Match.objects.get().closes_at is None
    assert end_overdue_lessons(now + timedelta(minutes=11)) == 0
