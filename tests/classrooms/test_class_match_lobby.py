"""A match of the whole class keeps no pupil in a lobby, unless the lesson has one."""

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Classroom, Lesson
from classrooms.services.lessons import start_lesson
from tests.classrooms.class_matches import HTMX, dealt, played, start
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of, pupil_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol")


@pytest.fixture
def lesson(classroom):
    return start_lesson(classroom, alice(), timezone.now())


def test_a_match_on_the_board_keeps_no_pupil_from_their_own_page(classroom):
    start(signed_in(alice()), classroom)
    bob, classroom = signed_in(pupil_of(classroom, "Bob")), Classroom.objects.get()
    assert bob.get(reverse("home")).status_code == 200
    assert bob.get(reverse("lobby"))["Location"] == reverse("home")
    assert not classroom.shows_names(timezone.now())


def test_a_lesson_that_was_begun_for_the_board_ends_once_its_match_is_put_away(classroom):
    teacher = signed_in(alice())
    start(teacher, classroom)
    lesson = Lesson.objects.get()
    end = reverse("end_class_match", args=[lesson.room.slug])
    match = {"match": played(lesson).slug}
    teacher.post(end, match)
    assert Lesson.objects.get().ended_at is None
    page = teacher.post(end, match | {"over": "1"}, headers=HTMX).text
    assert "The lesson is over" in page
    assert Lesson.objects.get().ended_at is not None


def test_a_lesson_with_a_lobby_goes_on_once_its_match_is_put_away(classroom, lesson):
    dealt(lesson)
    end, slug = reverse("end_class_match", args=[lesson.room.slug]), played(lesson).slug
    for more in ({}, {"over": "1"}):
        signed_in(alice()).post(end, {"match": slug} | more)
    assert (Lesson.objects.get().ended_at, played(Lesson.objects.get())) == (None, None)
    assert signed_in(pupil_of(classroom, "Bob")).get(reverse("home"))["Location"] == reverse("lobby")


def test_a_teacher_opens_the_lobby_of_a_lesson_that_was_begun_for_the_board(classroom):
    teacher, bob = signed_in(alice()), signed_in(pupil_of(classroom, "Bob"))
    start(teacher, classroom)
    lesson = Lesson.objects.get()
    assert "Open the lobby" in teacher.get(reverse("lesson", args=[lesson.slug])).text
    assert teacher.post(reverse("start_lesson", args=[classroom.slug]))["Location"] == reverse(
        "lesson", args=[lesson.slug]
    )
    assert "Open the lobby" not in teacher.get(reverse("lesson", args=[lesson.slug])).text
    assert "You are here" in bob.get(reverse("lobby")).text
    assert Classroom.objects.get().shows_names(timezone.now())


def test_a_class_drill_opens_the_lobby_too(classroom):
    teacher, bob = signed_in(alice()), signed_in(pupil_of(classroom, "Bob"))
    start(teacher, classroom)
    sent = {"kind": "flash"}
    drill = teacher.post(reverse("start_class_drill", args=[Lesson.objects.get().slug]), sent)
    assert drill.status_code == 302
    assert bob.get(reverse("lobby"))["Location"].startswith("/drills/")


def test_the_lessons_and_the_lesson_lead_back_to_the_match_on_the_board(classroom):
    teacher, says = signed_in(alice()), "Go on with the match on the board"
    lessons = reverse("lessons", args=[classroom.slug])
    assert says not in teacher.get(lessons).text
    start(teacher, classroom)
    lesson = Lesson.objects.get()
    pages = [lessons, reverse("lesson", args=[lesson.slug])]
    assert [says in teacher.get(page).text for page in pages] == [True, True]
    assert "Start a lesson" in teacher.get(lessons).text
    begin = reverse("start_class_match", args=[classroom.slug])
    assert begin not in teacher.get(pages[1]).text
    teacher.post(reverse("end_class_match", args=[lesson.room.slug]), {"match": played(lesson).slug})
    page = teacher.get(pages[1]).text
    assert (says in page, begin in page) == (False, True)


def test_a_lobby_leads_to_the_own_page_while_the_class_plays_on_the_board_and_back(classroom, lesson):
    bob, own = signed_in(pupil_of(classroom, "Bob")), f"{reverse('home')}?stay=1"
    assert own not in bob.get(reverse("lobby")).text
    dealt(lesson)
    lobby = bob.get(reverse("lobby")).text
    assert "Your class plays on the board." in lobby
    assert f'href="{own}"' in lobby
    page = bob.get(own)
    assert page.status_code == 200
    assert f'href="{reverse("lobby")}">Back to the lesson</a>' in page.text
    assert bob.get(reverse("home"))["Location"] == reverse("lobby")
    signed_in(alice()).post(reverse("end_class_match", args=[lesson.room.slug]), {"match": played(lesson).slug})
    assert own not in bob.get(reverse("lobby")).text
