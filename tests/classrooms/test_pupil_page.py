"""The page of one pupil or guest."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from classrooms.models import Classroom, Membership
from classrooms.services.pupils import remove_pupils
from ninety.models import User
from tests.classrooms.teaching import says_plainly
from tests.factories import UserFactory, alice, live_match
from tests.factories.classes import classroom_of, guest_of, member_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Ana", "Bob")


@pytest.fixture
def browser(classroom: Classroom, client: Client) -> Client:
    client.force_login(classroom.owner)
    return client


def address(found: Membership, part: str = "") -> str:
    return f"/classes/{found.classroom.slug}/pupils/{found.pk}/{part}"


def test_a_pupil_gets_another_name(browser: Client, classroom: Classroom):
    browser.post(address(member_of(classroom, "Bob"), "rename/"), {"name": " Robert\u200b "})
    assert member_of(classroom, "Robert").name_key == "robert"


@pytest.mark.parametrize(
    ("name", "says"),
    [("ANA", "How about this one?"), ("", "Please write a name."), ("x" * 21, "20 letters at the most")],
)
def test_a_name_that_cannot_be_is_refused(browser: Client, classroom: Classroom, name: str, says: str):
    response = browser.post(address(member_of(classroom, "Bob"), "rename/"), {"name": name})
    assert response.status_code == 422
    assert says in says_plainly(response)
    assert member_of(classroom, "Bob").name_key == "bob"


def test_a_name_that_is_taken_comes_back_with_a_number(browser: Client, classroom: Classroom):
    response = browser.post(address(member_of(classroom, "Bob"), "rename/"), {"name": "ana"})
    assert 'value="ana 2"' in response.content.decode()


def test_a_pupil_is_removed_and_let_back(browser: Client, classroom: Classroom):
    bob = member_of(classroom, "Bob")
    for _click in range(2):
        browser.post(address(bob, "remove/"))
        assert member_of(classroom, "Bob").state == Membership.State.REMOVED
    assert "removed" in says_plainly(browser.get(address(bob)))
    for _click in range(2):
        browser.post(address(bob, "let-back/"))
        assert member_of(classroom, "Bob").state == Membership.State.IN


def test_nobody_is_let_back_into_a_full_class(browser: Client, classroom: Classroom, monkeypatch: pytest.MonkeyPatch):
    bob = member_of(classroom, "Bob")
    remove_pupils([bob], timezone.now())
    monkeypatch.setattr("classrooms.services.pupils.MOST_PUPILS", 1)
    assert "The class is full." in says_plainly(browser.post(address(bob, "let-back/"), follow=True))
    assert member_of(classroom, "Bob").state == Membership.State.REMOVED


def test_a_pupil_moves_to_another_class(browser: Client, classroom: Classroom):
    other, bob = classroom_of(classroom.owner, name="5A"), member_of(classroom, "Bob")
    assert "5A" in says_plainly(browser.get(address(bob)))
    for _click in range(2):
        assert browser.post(address(bob, "move/"), {"classroom": other.pk}).status_code == 302
    assert member_of(other, "Bob").state == Membership.State.IN
    assert browser.get(address(bob)).status_code == 404


def test_a_pupil_whose_name_is_taken_there_is_offered_another(browser: Client, classroom: Classroom):
    other, bob = classroom_of(classroom.owner, "bob", name="5A"), member_of(classroom, "Bob")
    response = browser.post(address(bob, "move/"), {"classroom": other.pk})
    assert response.status_code == 422
    assert 'value="Bob 2"' in response.content.decode()
    browser.post(address(bob, "move/"), {"classroom": other.pk, "name": "Bob 2"})
    assert member_of(other, "Bob 2").user == bob.user


@pytest.mark.parametrize("target", ["", "x", "0", str(10**30), "foreign", "archived", "own"])
def test_a_pupil_moves_nowhere_else(browser: Client, classroom: Classroom, target: str):
    foreign = classroom_of(UserFactory.create(kind=User.Kind.TEACHER))
    archived = classroom_of(classroom.owner)
    Classroom.objects.filter(pk=archived.pk).update(archived_at=timezone.now())
    classroom_of(classroom.owner)
    numbers = {"foreign": foreign.pk, "archived": archived.pk, "own": classroom.pk}
    response = browser.post(address(member_of(classroom, "Bob"), "move/"), {"classroom": numbers.get(target, target)})
    assert response.status_code == 422
    assert member_of(classroom, "Bob").state == Membership.State.IN


def test_a_co_teacher_cannot_take_a_pupil_from_the_owner(client: Client, classroom: Classroom):
    colleague = UserFactory.create(kind=User.Kind.TEACHER)
    classroom.co_teachers.add(colleague)
    own, shared = classroom_of(colleague), classroom_of(classroom.owner)
    shared.co_teachers.add(colleague)
    client.force_login(colleague)
    bob = member_of(classroom, "Bob")
    assert client.post(address(bob, "move/"), {"classroom": own.pk}).status_code == 422
    assert client.post(address(bob, "erase/"), {"sure": "on"}).status_code == 404
    assert "Erase for good" not in says_plainly(client.get(address(bob)))
    assert client.post(address(bob, "move/"), {"classroom": shared.pk}).status_code == 302
    assert member_of(shared, "Bob").user == bob.user


def test_a_guest_becomes_a_pupil(browser: Client, classroom: Classroom):
    guest, ana = guest_of(classroom, "Fox"), member_of(classroom, "Ana")
    match = live_match([guest.user, member_of(classroom, "Bob").user], ["8H KS TD", "7H 8S 2D"])
    assert "This guest is a pupil of the class" in says_plainly(browser.get(address(guest)))
    response = browser.post(address(guest, "merge/"), {"pupil": ana.pk})
    assert response.headers["Location"] == address(ana)
    assert match.seats.get(number=0).user == ana.user


@pytest.mark.parametrize("pupil", ["", "0", str(10**30), "\0", "foreign", "guest"])
def test_a_guest_becomes_nobody_else(browser: Client, classroom: Classroom, pupil: str):
    guest = guest_of(classroom, "Fox")
    foreign = classroom_of(UserFactory.create(kind=User.Kind.TEACHER), "Eve").memberships.get()
    numbers = {"foreign": foreign.pk, "guest": guest.pk}
    response = browser.post(address(guest, "merge/"), {"pupil": numbers.get(pupil, pupil)})
    assert response.status_code == 422
    assert member_of(classroom, "Fox") == guest


def test_a_guest_who_sat_beside_a_pupil_is_somebody_else(browser: Client, classroom: Classroom):
    guest, ana = guest_of(classroom, "Fox"), member_of(classroom, "Ana")
    live_match([guest.user, ana.user], ["8H KS TD", "7H 8S 2D"])
    response = browser.post(address(guest, "merge/"), {"pupil": ana.pk})
    assert "so they are two people" in says_plainly(response)
    assert member_of(classroom, "Fox") == guest


def test_a_pupil_is_not_merged(browser: Client, classroom: Classroom):
    bob = member_of(classroom, "Bob")
    assert browser.post(address(bob, "merge/"), {"pupil": member_of(classroom, "Ana").pk}).status_code == 404


def test_a_pupil_is_erased_for_good_by_who_is_sure(browser: Client, classroom: Classroom):
    bob = member_of(classroom, "Bob")
    live_match([bob.user, member_of(classroom, "Ana").user], ["8H KS TD", "7H 8S 2D"])
    assert "In 1 match the name becomes a number" in says_plainly(browser.get(address(bob)))
    response = browser.post(address(bob, "erase/"))
    assert response.status_code == 422
    assert "Please tick that you are sure." in says_plainly(response)
    for _click in range(2):
        response = browser.post(address(bob, "erase/"), {"sure": "on"})
        assert response.headers["Location"] == f"/classes/{classroom.slug}/pupils/"
    assert not User.objects.filter(display_name="Bob").exists()


@pytest.mark.parametrize("part", ["", "rename/", "move/", "remove/", "let-back/", "merge/", "erase/"])
def test_a_pupil_of_another_class_is_like_none(browser: Client, classroom: Classroom, part: str):
    foreign = classroom_of(UserFactory.create(kind=User.Kind.TEACHER), "Eve").memberships.get()
    own = classroom_of(classroom.owner, "Dan").memberships.get()
    for number in (foreign.pk, own.pk, 0, 10**30):
        at = f"/classes/{classroom.slug}/pupils/{number}/{part}"
        response = browser.post(at, {"name": "Zed", "sure": "on"}) if part else browser.get(at)
        assert response.status_code == 404
    assert not User.objects.filter(display_name="Zed").exists()


def test_names_stand_in_no_title_and_no_address(browser: Client, classroom: Classroom):
    page = browser.get(address(member_of(classroom, "Ana"))).content.decode()
    assert re.findall(r"<title>(.*?)</title>", page) == ["A pupil – Ninety"]
