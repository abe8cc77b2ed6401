"""The first page of a class says how it stands: its lesson, mistakes of today, drills that are due, who needs help."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Assignment
from classrooms.services import add_pupil, archive_classroom
from classrooms.services.assignments import begin_drill, close_assignment, set_drill
from classrooms.services.lessons import arrive_at, end_lesson, lesson_for_board, start_lesson
from tests.classrooms.answered import answered
from tests.classrooms.sittings import HTMX
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options
from trainer.models import Drill

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol", "Dan", "Eve")


def text_of(client, classroom):
    return client.get(reverse("classroom", args=[classroom.slug])).text


def lesson_given(classroom, *names):
    lesson = start_lesson(classroom, alice(), timezone.now())
    for name in names:
        arrive_at(lesson, pupil_of(classroom, name), timezone.now())
    end_lesson(lesson, timezone.now())
    return lesson


def set_by(classroom, days):
    day = timezone.localdate() + timedelta(days=days)
    return set_drill(classroom, alice(), Options.usual("flash"), target=1, due_on=day, now=timezone.now())


def test_before_anything_was_done_it_says_so(classroom, teacher):
    text = text_of(teacher, classroom)
    assert "No lesson has been given yet." in text
    assert "None is to be done at the moment." in text
    assert "kind=any" not in text


def test_it_leads_to_the_last_lesson_and_to_the_mistakes_of_today(classroom, teacher):
    lesson_given(classroom, "Bob")
    last = lesson_given(classroom, "Bob", "Carol")
    answered(pupil_of(classroom, "Bob"), 45, 55)
    answered(pupil_of(classroom, "Carol"), 45, now=timezone.now() - timedelta(days=3))
    text = text_of(teacher, classroom)
    assert f'<a href="{reverse("lesson", args=[last.slug])}">Last lesson: ' in text
    assert '<span class="soft">2 pupils</span>' in text
    answers = reverse("class_answers", args=[classroom.slug])
    assert f'<a href="{answers}?period=today&amp;kind=any">Today: 1 mistake</a>' in text
    assert "1 first try." in teacher.get(answers, {"period": "today", "kind": "any"}).text


def test_drills_that_are_due_stand_there_with_how_many_have_done_them_and_without_names(classroom, teacher):
    drill = begin_drill(set_by(classroom, 3), pupil_of(classroom, "Bob"), None, timezone.now())
    Drill.objects.filter(pk=drill.pk).update(right=5, sums=6, why="time", ended_at=timezone.now())
    Assignment.objects.filter(pk=set_by(classroom, 1).pk).update(due_on=timezone.localdate() - timedelta(days=1))
    close_assignment(set_by(classroom, 2), timezone.now())
    text = text_of(teacher, classroom)
    assert text.count("Drill: Flash") == 1
    assert "done by 1 of 4 pupils" in text
    for _more in range(4):
        set_by(classroom, 5)
    text = text_of(teacher, classroom)
    assert text.count("Drill: Flash") == 3
    assert "2 more drills to be done" in text
    assert "Bob" not in text


def test_it_says_how_many_need_help_and_names_nobody(classroom, teacher):
    count = f"{reverse('needs_help', args=[classroom.slug])}?count=1"
    assert f'hx-get="{count}"' in text_of(teacher, classroom)
    assert "Too little to tell yet." in teacher.get(count, headers=HTMX).text
    answered(pupil_of(classroom, "Bob"), *[45] * 8, 55)
    for name in ("Carol", "Dan", "Eve"):
        answered(pupil_of(classroom, name), *[55] * 9)
    shown = teacher.get(count, headers=HTMX).text
    assert "1 pupil needs help" in shown
    assert "Bob" not in shown


def test_a_lesson_or_a_match_on_the_board_is_ended_from_there(classroom, teacher):
    for begin, says in (
        (start_lesson, "A lesson has been going on since"),
        (lesson_for_board, "Go on with the match on the"),
    ):
        lesson = begin(classroom, alice(), timezone.now())
        text = text_of(teacher, classroom)
        end = reverse("end_lesson", args=[lesson.slug])
        assert says in text
        assert f'action="{end}"' in text
        teacher.post(end)
        assert says not in text_of(teacher, classroom)


def test_an_archived_class_has_no_such_summary(classroom, teacher):
    archive_classroom(classroom)
    assert "How it stands" not in text_of(teacher, classroom)


def test_it_takes_as_many_queries_for_many_as_for_few(classroom, teacher, django_assert_num_queries):
    lesson_given(classroom, "Bob")
    set_by(classroom, 1)
    answered(pupil_of(classroom, "Bob"), 45)
    with CaptureQueriesContext(connection) as few:
        text_of(teacher, classroom)
    for number in range(10):
        answered(add_pupil(classroom, f"P{number}").user, 45)
        set_by(classroom, 1)
        lesson_given(classroom, "Bob", f"P{number}")
    with django_assert_num_queries(len(few)):
        text_of(teacher, classroom)
    assert len(few) <= 25
