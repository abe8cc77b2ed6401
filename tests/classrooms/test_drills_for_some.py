"""Drills that are set for some of a class: the others never see them."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Assignment
from classrooms.selectors.assignments import assignment_lines, assignment_page, to_do
from classrooms.services import add_pupil
from classrooms.services.assignments import set_drill
from classrooms.services.erasing import erase_person
from classrooms.services.guests import come_in
from classrooms.services.pupils import merge_guest, move_pupil
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.drills import Options
from trainer.models import Drill

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol", "Dan")


def for_some(classroom, *names):
    now = timezone.now()
    pupils = [member_of(classroom, name) for name in names]
    return set_drill(classroom, alice(), Options.usual("flash"), due_on=timezone.localdate(), now=now, pupils=pupils)


def due(classroom, name):
    return [line.name for line in to_do(pupil_of(classroom, name), timezone.now()).due]


def test_a_drill_for_some_is_due_for_them_alone(classroom):
    for_some(classroom, "Bob", "Carol")
    assert [due(classroom, name) for name in ("Bob", "Carol", "Dan")] == [["Flash"], ["Flash"], []]


def test_the_others_neither_see_nor_begin_it(classroom):
    assignment = for_some(classroom, "Bob")
    carol = signed_in(pupil_of(classroom, "Carol"))
    assert assignment.slug not in carol.get(reverse("home")).text
    assert carol.post(reverse("begin_assignment"), {"assignment": assignment.slug}).status_code == 404
    assert not Drill.objects.exists()
    bob = signed_in(pupil_of(classroom, "Bob"))
    bob.post(reverse("begin_assignment"), {"assignment": assignment.slug, "key": "c" * 16})
    assert Drill.objects.get().user == pupil_of(classroom, "Bob")


def test_lists_count_those_it_is_for(classroom):
    assignment = for_some(classroom, "Carol", "Bob")
    set_drill(classroom, alice(), Options.usual("speed"), due_on=timezone.localdate(), now=timezone.now())
    assert [(line.done, line.pupils, line.chosen) for line in assignment_lines(classroom)] == [
        (0, 3, ()),
        (0, 2, ("Bob", "Carol")),
    ]
    assert [line.name for line in assignment_page(assignment).lines] == ["Bob", "Carol"]


def test_a_teacher_ticks_who_it_is_for(classroom):
    teacher = signed_in(alice())
    sent = {"kind": "flash", "target": "0", "due_on": timezone.localdate().isoformat()}
    page = reverse("assignments", args=[classroom.slug])
    teacher.post(page, {**sent, "pupils": [str(member_of(classroom, "Dan").pk)]})
    assignment = Assignment.objects.get()
    assert [each.user.display_name for each in assignment.chosen.all()] == ["Dan"]
    assert "for Dan" in teacher.get(page).text
    assert "not for the whole class" in teacher.get(reverse("assignment", args=[assignment.slug])).text


@pytest.mark.parametrize("who", ["0", "x", "-1", "9" * 30])
def test_nobody_else_can_be_ticked(classroom, who):
    other = classroom_of(mallory(), "Zoe", name="other")
    teacher = signed_in(alice())
    sent = {"kind": "flash", "target": "0", "due_on": timezone.localdate().isoformat()}
    for number in (who, str(member_of(other, "Zoe").pk)):
        refused = teacher.post(reverse("assignments", args=[classroom.slug]), {**sent, "pupils": [number]})
        assert refused.status_code == 422
        assert "Select a valid choice" in refused.text
    assert not Assignment.objects.exists()


def test_with_its_last_pupil_erased_it_is_for_nobody(classroom):
    assignment = for_some(classroom, "Bob")
    erase_person(pupil_of(classroom, "Bob"))
    assert due(classroom, "Carol") == []
    assert assignment_page(assignment).lines == ()


def test_a_guest_who_becomes_a_pupil_brings_it_along(classroom):
    classroom.guests = True
    classroom.save()
    guest = come_in(classroom, "Fox")
    assignment = for_some(classroom, "Fox")
    merge_guest(guest, member_of(classroom, "Bob"), timezone.now())
    assert [line.name for line in assignment_page(assignment).lines] == ["Bob"]
    assert due(classroom, "Bob") == ["Flash"]


def test_who_has_moved_away_has_it_no_more(classroom):
    for_some(classroom, "Bob")
    other = classroom_of(alice(), "Eve", name="5a")
    moved = move_pupil(member_of(classroom, "Bob"), other, "Bob", timezone.now() + timedelta(minutes=1))
    assert to_do(moved.user, timezone.now()).due == ()


def test_a_list_takes_as_many_queries_for_many_pupils_as_for_few(classroom, django_assert_num_queries):
    teacher = signed_in(alice())
    for_some(classroom, "Bob")
    page = reverse("assignments", args=[classroom.slug])
    with django_assert_num_queries(8):
        teacher.get(page)
    for number in range(37):
        add_pupil(classroom, f"P{number}")
    for _ in range(5):
        for_some(classroom, "Bob", "P1", "P2")
    with django_assert_num_queries(8):
        teacher.get(page)
