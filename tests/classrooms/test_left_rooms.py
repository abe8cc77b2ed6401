"""The rooms of lessons go with their class: bots play on for nobody."""

import pytest
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Lesson
from classrooms.services import create_classroom, delete_classroom
from classrooms.services.class_match import start_class_match
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.pupils import move_pupil
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.engine.rules import legal_plays
from ninety.keeping.invariants import Verification
from ninety.keeping.pruning import prune
from ninety.models import Match, Room, Seat, Table
from ninety.selectors import state_of
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of
from trainer.services import commit_play, run_due

pytestmark = pytest.mark.django_db


@pytest.fixture
def lesson():
    """Let four play at two tables, and the class on the board."""
    now, classroom = timezone.now(), classroom_of(alice(), "Bob", "Carol", "Dan", "Eve")
    lesson = start_lesson(classroom, alice(), now)
    for name in ("Bob", "Carol", "Dan", "Eve"):
        arrive_at(lesson, pupil_of(classroom, name), now)
    seat_all(lesson, 2, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    start_class_match(lesson, ClassSettings(), ["The class"], alice(), now)
    return lesson


def test_a_deleted_class_leaves_no_room_and_nothing_that_is_still_played(lesson):
    classroom = lesson.classroom
    delete_classroom(classroom)
    assert (Room.objects.count(), Lesson.objects.count()) == (0, 0)
    assert Match.objects.filter(ended_at=None).count() == 0
    assert Seat.objects.filter(is_team=True).count() == 0
    assert run_due(timezone.now()) == 0
    assert [str(fault) for fault in Verification().faults()] == []


def test_what_somebody_has_played_who_is_in_another_class_now_stays(lesson):
    bob, other = pupil_of(lesson.classroom, "Bob"), create_classroom(alice(), "5a", "en")
    seat = Seat.objects.get(user=bob)
    match = seat.match
    if state_of(match).turn == seat.number:
        play = legal_plays(state_of(match))[0]
        commit_play(seat, play.card, play.choice, version=0, key="a" * 16)
    move_pupil(lesson.classroom.memberships.get(user=bob), other, "Bob", timezone.now())
    delete_classroom(lesson.classroom)
    assert Match.objects.filter(seats__user=bob).exclude(ended_at=None).count() == 1
    assert Table.objects.filter(matches__seats__user=bob).get().room is None


def test_rooms_that_were_left_behind_are_pruned(lesson):
    now = timezone.now()
    left = "rooms of lessons that are gone"
    assert prune(now)[left] == 0
    Lesson.objects.all().delete()
    assert (prune(now, dry=True)[left], Room.objects.count()) == (1, 1)
    assert (prune(now)[left], prune(now)[left]) == (1, 0)
    assert (Room.objects.count(), Match.objects.filter(ended_at=None).count()) == (0, 0)
