"""Drills that are set for a class, by a day or in a lesson."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import AssignedDrill, Assignment
from classrooms.selectors.assignments import Standing, assignment_page, standing_of, to_do
from classrooms.services.assignments import (
    Closed,
    begin_drill,
    close_assignment,
    join_class_drill,
    set_drill,
    start_class_drill,
)
from classrooms.services.lessons import arrive_at, start_lesson
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options
from trainer.models import Drill

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
FRIDAY = date(2026, 3, 6)


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol")


def assigned(classroom, target=10):
    return set_drill(classroom, alice(), Options.usual("flash"), target=target, due_on=FRIDAY, now=NOON)


def done(assignment, name, *, right, sums=20, why=Drill.Why.TIME, on=NOON):
    """Let a pupil finish a drill with so many right."""
    drill = begin_drill(assignment, pupil_of(assignment.classroom, name), None, on)
    Drill.objects.filter(pk=drill.pk).update(right=right, sums=sums, why=why, ended_at=on)
    return drill


def lines(assignment):
    return {line.name: (line.standing, line.best and line.best.right) for line in assignment_page(assignment).lines}


def test_a_drill_is_due_until_it_is_done(classroom):
    assignment, bob = assigned(classroom), pupil_of(classroom, "Bob")
    (line,) = to_do(bob, NOON).due
    assert (line.name, line.assignment.target, line.is_begun) == ("Flash", 10, False)
    begin_drill(assignment, bob, None, NOON)
    assert [line.is_begun for line in to_do(bob, NOON).due] == [True]
    Drill.objects.update(right=10, sums=12, why="time", ended_at=NOON)
    assert to_do(bob, NOON).due == ()


def test_what_is_done_is_shown_as_done_until_its_day_is_over(classroom):
    assignment, bob = assigned(classroom), pupil_of(classroom, "Bob")
    best = done(assignment, "Bob", right=12)
    later = NOON + timedelta(days=3)
    assert [(line.best, line.is_late) for line in to_do(bob, NOON).done] == [(best, False)]
    assert to_do(bob, later).done == ()
    done(assignment, "Carol", right=12, on=later)
    carol = pupil_of(classroom, "Carol")
    assert [line.is_late for line in to_do(carol, later).done] == [True]
    assert to_do(carol, later + timedelta(days=1)).done == ()


def test_once_more_from_the_result_counts_as_well(classroom):
    assignment, bob = assigned(classroom), Client()
    bob.force_login(pupil_of(classroom, "Bob"))
    first = done(assignment, "Bob", right=7)
    for _press in range(2):
        bob.post(reverse("drill_again"), {"drill": first.slug, "key": "d" * 16})
    (second,) = Drill.objects.exclude(pk=first.pk)
    assert (second.assigned.assignment, second.settings["target"]) == (assignment, 10)
    Drill.objects.filter(pk=second.pk).update(right=12, sums=20, why=Drill.Why.TIME, ended_at=NOON)
    assert lines(assignment) == {"Bob": (Standing.DONE, 12), "Carol": (Standing.OPEN, None)}


@pytest.mark.parametrize("what", ["taken back", "a lesson's"])
def test_once_more_counts_for_nothing_that_cannot_be_done(classroom, what):
    assignment, bob = assigned(classroom), Client()
    bob.force_login(pupil_of(classroom, "Bob"))
    first = done(assignment, "Bob", right=7)
    if what == "taken back":
        close_assignment(assignment, NOON)
    else:
        Assignment.objects.update(lesson=start_lesson(classroom, alice(), timezone.now()), due_on=None)
    bob.post(reverse("drill_again"), {"drill": first.slug, "key": "d" * 16})
    assert (Drill.objects.count(), AssignedDrill.objects.count()) == (2, 1)


@pytest.mark.parametrize(
    ("right", "why", "says"),
    [(7, "time", "Try again when you like."), (12, "time", "You have reached it!"), (12, "stopped", "done to its end")],
)
def test_the_goal_stands_on_every_page_of_the_drill(classroom, right, why, says):
    assignment, bob = assigned(classroom), Client()
    bob.force_login(pupil_of(classroom, "Bob"))
    assert "Goal: 10 right totals" in bob.get(reverse("home")).text
    drill = begin_drill(assignment, pupil_of(classroom, "Bob"), None, timezone.now())
    assert "Goal: 10 right totals" in bob.get(reverse("drill", args=[drill.slug])).text
    Drill.objects.update(right=right, sums=20, why=why, ended_at=timezone.now())
    result = bob.get(reverse("drill_result", args=[drill.slug])).text
    assert "Goal: 10 right totals" in result
    assert says in result


def test_below_the_target_it_stays_due_and_the_best_counts(classroom):
    assignment = assigned(classroom)
    done(assignment, "Bob", right=7)
    done(assignment, "Bob", right=5)
    assert lines(assignment)["Bob"] == (Standing.BELOW, 7)
    assert to_do(pupil_of(classroom, "Bob"), NOON).due != ()
    done(assignment, "Bob", right=12)
    assert lines(assignment)["Bob"] == (Standing.DONE, 12)


def test_late_and_unfinished_ones_are_marked_and_in_no_average(classroom):
    assignment = assigned(classroom)
    done(assignment, "Bob", right=14)
    done(assignment, "Carol", right=19, on=NOON + timedelta(days=3))
    page = assignment_page(assignment)
    assert lines(assignment) == {"Bob": (Standing.DONE, 14), "Carol": (Standing.LATE, 19)}
    assert (page.mean_right, page.done) == (14, 2)


def test_a_class_is_listed_as_its_language_sorts():
    assignment = assigned(classroom_of(alice(), "Zoe", "Íñigo", "Bram", "ana", language="nl"))
    assert list(lines(assignment)) == ["ana", "Bram", "Íñigo", "Zoe"]


def test_the_day_counts_to_its_end_where_the_school_is(classroom, settings):
    settings.TIME_ZONE = "America/New_York"
    assignment = assigned(classroom)
    with timezone.override("America/New_York"):
        done(assignment, "Bob", right=14, on=datetime(2026, 3, 7, 4, 59, tzinfo=UTC))
        done(assignment, "Carol", right=14, on=datetime(2026, 3, 7, 5, 1, tzinfo=UTC))
        assert lines(assignment) == {"Bob": (Standing.DONE, 14), "Carol": (Standing.LATE, 14)}


@pytest.mark.parametrize(
    ("why", "seconds", "standing"),
    [("stopped", 60, Standing.UNFINISHED), ("stopped", 0, Standing.DONE), ("left", 60, Standing.UNFINISHED)],
)
def test_stopping_early_is_not_finishing_unless_there_is_no_clock(classroom, why, seconds, standing):
    assignment = assigned(classroom)
    drill = done(assignment, "Bob", right=14, why=why)
    Drill.objects.update(seconds=seconds)
    drill.refresh_from_db()
    assert standing_of(assignment, [drill])[0] is standing


def test_a_drill_that_was_begun_is_gone_on_with(classroom):
    assignment, bob = assigned(classroom), pupil_of(classroom, "Bob")
    assert begin_drill(assignment, bob, "a" * 16, NOON) == begin_drill(assignment, bob, "b" * 16, NOON)
    assert AssignedDrill.objects.count() == 1


def test_what_was_taken_back_is_not_due_and_cannot_be_begun(classroom):
    assignment, bob = assigned(classroom), pupil_of(classroom, "Bob")
    close_assignment(assignment, NOON)
    assert to_do(bob, NOON).due == ()
    with pytest.raises(Closed):
        begin_drill(assignment, bob, None, NOON)


def test_everybody_at_a_lesson_gets_the_class_drill_and_whoever_comes_later(classroom):
    lesson = start_lesson(classroom, alice(), timezone.now())
    bob, carol = pupil_of(classroom, "Bob"), pupil_of(classroom, "Carol")
    arrive_at(lesson, bob, timezone.now())
    assignment = start_class_drill(lesson, alice(), Options.usual("flash"), timezone.now())
    assert start_class_drill(lesson, alice(), Options.usual("speed"), timezone.now()) == assignment
    assert [drill.user for drill in Drill.objects.all()] == [bob]
    arrive_at(lesson, carol, timezone.now())
    theirs = join_class_drill(lesson, carol, timezone.now())
    assert theirs is not None
    assert theirs.user == carol
    Drill.objects.filter(user=bob).update(ended_at=timezone.now(), why="time")
    assert join_class_drill(lesson, bob, timezone.now()) is None
    close_assignment(assignment, timezone.now())
    assert join_class_drill(lesson, carol, timezone.now()) is None


def test_the_lobby_leads_to_the_class_drill_and_the_teacher_follows_it(classroom):
    lesson = start_lesson(classroom, alice(), timezone.now())
    teacher, bob = Client(), Client()
    teacher.force_login(alice())
    bob.force_login(pupil_of(classroom, "Bob"))
    bob.get(reverse("lobby"))
    begun = teacher.post(
        reverse("start_class_drill", args=[lesson.slug]), {"kind": "flash"}, headers={"HX-Request": "true"}
    )
    assert "Class drill: Flash" in begun.text
    drill = Drill.objects.get()
    assert bob.get(reverse("lobby"))["Location"] == reverse("drill", args=[drill.slug])
    Drill.objects.update(right=9, sums=11, ended_at=timezone.now(), why="time")
    assert "1 of 1 have finished" in teacher.get(reverse("lesson", args=[lesson.slug])).text


def test_a_teacher_sets_a_drill_and_a_pupil_does_it_from_their_page(classroom):
    teacher, bob = Client(), Client()
    teacher.force_login(alice())
    bob.force_login(pupil_of(classroom, "Bob"))
    tomorrow = timezone.localdate() + timedelta(days=1)
    teacher.post(
        reverse("assignments", args=[classroom.slug]), {"kind": "flash", "target": "12", "due_on": tomorrow.isoformat()}
    )
    assignment = Assignment.objects.get()
    assert (assignment.target, assignment.due_on, assignment.options["kind"]) == (12, tomorrow, "flash")
    assert assignment.slug in bob.get(reverse("home")).text
    begun = bob.post(reverse("begin_assignment"), {"assignment": assignment.slug, "key": "c" * 16})
    assert begun["Location"] == reverse("drill", args=[Drill.objects.get().slug])
    page = teacher.get(reverse("assignment", args=[assignment.slug])).text
    assert "not finished" in page
    assert "not begun" in page


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"due_on": "2001-01-01"}, "That day is over."),
        ({"due_on": "9999-01-01"}, "That is more than a year away."),
        ({"due_on": "soon"}, "Enter a valid date."),
        ({"target": "-1"}, "greater than or equal to 0"),
        ({"kind": "poker"}, "Select a valid choice"),
    ],
)
def test_what_does_not_fit_gets_a_sentence_and_sets_nothing(classroom, sent, says):
    client = signed_in(alice())
    usual = {"kind": "flash", "target": "3", "due_on": timezone.localdate().isoformat()}
    refused = client.post(reverse("assignments", args=[classroom.slug]), usual | sent)
    assert refused.status_code == 422
    assert says in refused.text
    assert not Assignment.objects.exists()


def test_drills_of_a_class_are_nobody_elses(classroom):
    assignment = assigned(classroom)
    for person in (mallory(), pupil_of(classroom, "Bob")):
        client = signed_in(person)
        assert client.get(reverse("assignment", args=[assignment.slug])).status_code == 404
        assert client.get(reverse("assignments", args=[classroom.slug])).status_code == 404
        assert client.post(reverse("close_assignment", args=[assignment.slug])).status_code == 404
    stranger = signed_in(mallory())
    for slug in (assignment.slug, "a\0b", "x" * 5000, ""):
        assert stranger.post(reverse("begin_assignment"), {"assignment": slug}).status_code == 404
