"""What a pupil is allowed: set by a teacher of the class, seen by nobody else."""

from typing import Any

import pytest
from django.test import Client

from classrooms.models import Classroom, Membership
from ninety.models import User
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, member_of

pytestmark = pytest.mark.django_db

ALL = {
    "language": "nl",
    "stretch": "25",
    "times_not_judged": "on",
    "untimed_drills": "on",
    "track_always": "on",
    "memory_off": "on",
}
USUAL = ("en", 10, True, False, False, False)


def needs_of(member: Membership) -> tuple[Any, ...]:
    fields = ("language", "stretch", "times_judged", "untimed_drills", "track_always", "memory_off")
    return tuple(User.objects.values_list(*fields).get(pk=member.user_id))


def address(member: Membership) -> str:
    return f"/classes/{member.classroom.slug}/pupils/{member.pk}/needs/"


def test_everything_can_be_allowed_and_taken_back():
    member, teacher = member_of(classroom_of(alice(), "Bob"), "Bob"), signed_in(alice())
    assert needs_of(member) == USUAL
    assert teacher.post(address(member), ALL)["Location"] == address(member)
    assert needs_of(member) == ("nl", 25, False, True, True, True)
    shown = teacher.get(address(member)).context["form"]
    assert {name: shown[name].value() for name in ALL} == {
        "language": "nl",
        "stretch": 25,
        "times_not_judged": True,
        "untimed_drills": True,
        "track_always": True,
        "memory_off": True,
    }
    teacher.post(address(member), {"language": "en", "stretch": "10"})
    assert needs_of(member) == USUAL


@pytest.mark.parametrize("stretch", ["10", "15", "100", "0"])
def test_limits_are_stretched_up_to_ten_times_or_taken_away(stretch: str):
    member = member_of(classroom_of(alice(), "Bob"), "Bob")
    signed_in(alice()).post(address(member), {"stretch": stretch})
    assert needs_of(member)[1] == int(stretch)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"stretch": "9"}, "stretch"),
        ({"stretch": "101"}, "stretch"),
        ({"stretch": "-10"}, "stretch"),
        ({"stretch": "fast"}, "stretch"),
        ({"stretch": ""}, "stretch"),
        ({"language": "xx"}, "language"),
    ],
)
def test_what_cannot_be_allowed_is_refused(fields: dict[str, str], field: str):
    member = member_of(classroom_of(alice(), "Bob"), "Bob")
    answered = signed_in(alice()).post(address(member), ALL | fields)
    assert (answered.status_code, list(answered.context["form"].errors)) == (422, [field])
    assert needs_of(member) == USUAL


def test_a_stretching_that_is_not_offered_is_kept_where_it_stands():
    member, teacher = member_of(classroom_of(alice(), "Bob"), "Bob"), signed_in(alice())
    User.objects.filter(pk=member.user_id).update(stretch=33)
    assert 33 in dict(teacher.get(address(member)).context["form"].fields["stretch"].choices)
    teacher.post(address(member), {"stretch": "33"})
    assert needs_of(member)[1] == 33


def test_a_number_of_another_class_is_not_there():
    mine, other = classroom_of(alice(), "Bob"), classroom_of(alice(), "Carol", name="5a")
    foreign = member_of(other, "Carol")
    teacher = signed_in(alice())
    for number in (foreign.pk, 0, 10**30):
        path = f"/classes/{mine.slug}/pupils/{number}/needs/"
        assert (teacher.get(path).status_code, teacher.post(path, ALL).status_code) == (404, 404)
    assert needs_of(foreign) == USUAL


@pytest.mark.parametrize("who", ["nobody", "mallory", "another teacher", "the pupil", "a classmate"])
def test_nobody_but_teachers_of_the_class_sees_or_sets_it(who: str):
    classroom = classroom_of(alice(), "Bob", "Carol")
    member = member_of(classroom, "Bob")
    people: dict[str, User | None] = {
        "nobody": None,
        "mallory": mallory(),
        "another teacher": User.objects.create_user("tom", kind=User.Kind.TEACHER),
        "the pupil": member.user,
        "a classmate": member_of(classroom, "Carol").user,
    }
    browser = signed_in(people[who])
    assert (browser.get(address(member)).status_code, browser.post(address(member), ALL).status_code) == (404, 404)
    assert needs_of(member) == USUAL


def test_a_pupil_of_an_archived_class_is_read_and_not_changed():
    member = member_of(classroom_of(alice(), "Bob"), "Bob")
    Classroom.objects.update(archived_at="2026-11-30T12:00:00Z")
    teacher = signed_in(alice())
    assert teacher.get(address(member)).status_code == 200
    assert teacher.post(address(member), ALL).status_code == 403
    assert needs_of(member) == USUAL


def test_other_pages_of_the_class_say_nothing_of_it():
    classroom = classroom_of(alice(), "Bob", "Carol")
    member, classmate = member_of(classroom, "Bob"), signed_in(member_of(classroom, "Carol").user)
    pages = ("/", "/progress/", "/play/", "/drills/")
    before = [_said(classmate, page) for page in pages]
    signed_in(alice()).post(address(member), ALL)
    assert [_said(classmate, page) for page in pages] == before


def _said(browser: Client, page: str) -> str:
    lines = browser.get(page).content.decode().splitlines()
    return "\n".join(line for line in lines if "csrfmiddlewaretoken" not in line and 'name="key"' not in line)
