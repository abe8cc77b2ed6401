"""Guests come in by a code and a nickname where the class allows it, and never in the way of its pupils."""

import pytest
from django.test import Client
from django.utils import timezone

from classrooms.entry import COOKIE
from classrooms.models import Classroom, Membership
from classrooms.services.guests import MOST_GUESTS, NoGuests, clear_guests, come_in, guests_of
from classrooms.wording import made_up_names
from ninety.models import User
from ninety.names import LONGEST, key_of, signs_of
from ninety.services import open_once
from ninety.services.opening import TableSettings
from tests.classrooms.doors import device_of, sign_in
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom() -> Classroom:
    classroom = classroom_of(alice(), "Bob", "Carol")
    Classroom.objects.update(guests=True)
    classroom.refresh_from_db()
    return classroom


def guest_at(classroom: Classroom, name: str) -> Client:
    device = Client()
    assert device.post(f"/class/{classroom.slug}/guest/", {"nickname": name})["Location"] == "/home/"
    return device


def test_a_guest_comes_in_by_a_nickname_and_sees_no_names(classroom: Classroom) -> None:
    device = guest_at(classroom, "Blue Fox")
    guest = guests_of(classroom).get()
    assert (guest.user.kind, str(guest.user), guest.user.language) == (User.Kind.GUEST, "Blue Fox", "en")
    assert "Hello, Blue Fox!" in device.get("/home/").text
    device.post("/not-me/")
    page = device.get(f"/class/{classroom.slug}/").text
    assert "I am Blue Fox" in page
    assert "Bob" not in page
    assert "Blue" not in device.cookies[COOKIE].value


def test_the_same_device_comes_back_as_the_same_guest_and_no_other_does(classroom: Classroom) -> None:
    device, other = guest_at(classroom, "Blue Fox"), guest_at(classroom, "Red Owl")
    device.post("/not-me/")
    fox, owl = guests_of(classroom).order_by("pk")
    back = f"/class/{classroom.slug}/guest/back/"
    for number in (owl.pk, "x", ""):
        assert device.post(back, {"guest": number})["Location"] == f"/class/{classroom.slug}/"
    assert device.post(back, {"guest": fox.pk})["Location"] == "/home/"
    assert device.get("/home/").wsgi_request.user == fox.user
    assert other.get("/home/").wsgi_request.user == owl.user
    assert guests_of(classroom).count() == 2


def test_no_guest_has_a_name_of_the_class(classroom: Classroom) -> None:
    answer = Client().post(f"/class/{classroom.slug}/guest/", {"nickname": "ВОВ"})
    assert answer.status_code == 422
    assert answer.context["form"]["nickname"].value() == "ВОВ 2"
    assert Client().post(f"/class/{classroom.slug}/guest/", {"nickname": "\u200b"}).status_code == 422
    assert guests_of(classroom).count() == 0


def test_a_class_that_takes_no_guests_has_no_way_in_for_them(classroom: Classroom) -> None:
    Classroom.objects.update(guests=False)
    for answer in (
        Client().get(f"/class/{classroom.slug}/guest/"),
        Client().post(f"/class/{classroom.slug}/guest/", {"nickname": "Fox"}),
    ):
        assert answer.status_code == 404
    assert "guest" not in Client().get(f"/class/{classroom.slug}/").text


def test_a_flood_of_guests_ends_and_the_pupils_notice_nothing(classroom: Classroom) -> None:
    bob = device_of(classroom, "Bob")
    address = f"/class/{classroom.slug}/guest/"
    answers = [Client().post(address, {"nickname": f"Robot {number}"}) for number in range(500)]
    assert [answer.status_code for answer in answers] == [302] * MOST_GUESTS + [422] * (500 - MOST_GUESTS)
    assert "no room for more guests" in answers[-1].text
    assert bob.get("/home/").status_code == 200
    assert sign_in(Client(), classroom, "Carol")["Location"] == "/home/"
    teacher = signed_in(alice())
    assert teacher.post(f"/classes/{classroom.slug}/cards/guests/")["Location"] == f"/classes/{classroom.slug}/cards/"
    assert (guests_of(classroom).count(), User.objects.filter(kind=User.Kind.GUEST).count()) == (0, 0)
    assert Client().post(address, {"nickname": "Robot"}).status_code == 404
    assert bob.get("/home/").status_code == 200


def test_guests_who_have_played_are_kept_as_removed(classroom: Classroom) -> None:
    device, idle = guest_at(classroom, "Blue Fox"), guest_at(classroom, "Red Owl")
    fox = User.objects.get(display_name="Blue Fox")
    open_once(TableSettings({"preset": "ninety-eight"}, bots=("steady",)), fox, None)
    clear_guests(classroom, timezone.now())
    kept = Membership.objects.get(user__kind=User.Kind.GUEST)
    assert (kept.user, kept.state) == (fox, Membership.State.REMOVED)
    assert device.get("/home/")["Location"] == "/ask-your-teacher/"
    assert idle.get("/home/")["Location"] == "/"
    assert device.get(f"/class/{classroom.slug}/").status_code == 200


def test_the_last_room_for_a_guest_is_given_once(classroom: Classroom) -> None:
    for number in range(MOST_GUESTS):
        come_in(classroom, f"Robot {number}")
    with pytest.raises(NoGuests):
        come_in(classroom, "Fox")
    clear_guests(classroom, timezone.now())
    with pytest.raises(NoGuests):
        come_in(classroom, "Fox")


def test_made_up_names_are_free_and_short() -> None:
    every = made_up_names(set(), 100)
    assert len(every) == len({key_of(name) for name in every}) == 24
    assert max(len(signs_of(name)) for name in every) <= LONGEST
    taken = {key_of(name) for name in every[:-1]}
    assert made_up_names(taken, 1) == every[-1:]
    assert all(key_of(name) not in taken for name in made_up_names(taken, 4))
