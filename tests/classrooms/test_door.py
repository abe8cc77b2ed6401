"""The door of a class: who sees names, who comes in, whose device it is then, and who is sent away."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from classrooms.entry import COOKIE
from classrooms.models import Classroom
from classrooms.services.pupils import let_back, move_pupil, remove_pupils
from classrooms.services.sign_in import end_devices, show_names
from ninety.models import User
from ninety.names import sort_key
from ninety.services import open_once
from ninety.services.opening import TableSettings
from tests.classrooms.doors import device_of, secret_of, sign_in, wrong_secret_of
from tests.factories import alice
from tests.factories.classes import classroom_of, member_of, pupil_of

pytestmark = pytest.mark.django_db

SESSION = settings.SESSION_COOKIE_NAME


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol")


def names_at(device: Client, classroom: Classroom) -> list[str]:
    page = device.get(f"/class/{classroom.slug}/")
    assert page.status_code == 200
    return [str(pupil.user) for pupil in (page.context.get("names") or ())]


def test_a_code_alone_shows_no_names_and_not_even_that_of_the_class() -> None:
    classroom = classroom_of(alice(), "Bob", "Carol", name="The Bats")
    page = Client().get(f"/class/{classroom.slug}/").text
    assert not any(word in page for word in ("Bob", "Carol", "Bats", "Alice"))
    assert 'name="name"' in page


@pytest.mark.parametrize("kind", ["pictures", "pin"])
def test_name_and_secret_sign_in_and_let_the_device_in(classroom: Classroom, kind: str) -> None:
    Classroom.objects.update(secret=kind)
    classroom.refresh_from_db()
    device = Client()
    answer = device.post(f"/class/{classroom.slug}/", {"name": "  bOb ", **secret_of(classroom, "Bob")})
    assert answer["Location"] == "/home/"
    assert "Hello, Bob!" in device.get("/home/").text
    device.post("/not-me/")
    assert names_at(device, classroom) == ["Bob", "Carol"]


@pytest.mark.parametrize("kind", ["pictures", "pin"])
def test_a_wrong_name_and_a_wrong_secret_look_alike(classroom: Classroom, kind: str) -> None:
    Classroom.objects.update(secret=kind)
    classroom.refresh_from_db()
    address, secret = f"/class/{classroom.slug}/", secret_of(classroom, "Bob")
    tried = [
        {"name": "Bob", **wrong_secret_of(classroom, "Bob")},
        {"name": "Zoe", **secret},
        {"name": "Carol", **secret},
    ]
    answers = [Client().post(address, each) for each in tried]
    assert [answer.status_code for answer in answers] == [422] * 3
    assert len({answer.context["says"] for answer in answers}) == 1
    assert all(SESSION not in answer.cookies for answer in answers)


def test_the_order_of_the_pictures_counts_and_they_are_chosen_one_by_one_without_scripts(classroom: Classroom) -> None:
    device, pictures = Client(), member_of(classroom, "Bob").user.sign_in_secret.pictures
    address, data = f"/class/{classroom.slug}/", {"name": "Bob", "picked": ""}
    for picture in (pictures[2], *pictures):
        page = device.post(address, {**data, "pick": picture})
        data["picked"] = " ".join(page.context["form"].chosen())
        if data["picked"] == pictures[2]:
            page = device.post(address, {**data, "drop": picture})
            data["picked"] = " ".join(page.context["form"].chosen())
        assert (page.status_code, page.context["says"]) == (200, "")
    assert data["picked"] == " ".join(pictures)
    assert device.post(address, {**data, "picked": " ".join(reversed(pictures))}).status_code == 422
    assert device.post(address, data)["Location"] == "/home/"


def test_what_is_missing_is_asked_for_and_costs_no_try(classroom: Classroom) -> None:
    address = f"/class/{classroom.slug}/"
    for data in ({"name": "Bob", "picked": "cat"}, {"name": "", "picked": "cat fish key"}, {"picked": "cat cat cat"}):
        answer = Client().post(address, data)
        assert answer.status_code == 422
        assert answer.context["says"] in ("Choose your three pictures.", "Please write a name.")


def test_the_name_alone_does_where_the_class_says_so_but_only_where_names_are_seen(classroom: Classroom) -> None:
    Classroom.objects.update(secret="none")
    bob = member_of(classroom, "Bob")
    address = f"/class/{classroom.slug}/pupil/{bob.pk}/"
    assert "ask your teacher" in Client().get(f"/class/{classroom.slug}/").text
    assert Client().post(f"/class/{classroom.slug}/", {"name": "Bob"}).status_code == 422
    assert Client().post(address)["Location"] == f"/class/{classroom.slug}/"
    show_names(bob.classroom, timezone.now() + timedelta(minutes=15))
    Classroom.objects.update(secret="none")
    device = Client()
    assert device.get(address)["Location"] == f"/class/{classroom.slug}/"
    assert device.post(address)["Location"] == "/home/"
    assert device.get("/home/").wsgi_request.user == bob.user


def test_names_are_seen_on_every_device_for_as_long_as_they_are_shown(classroom: Classroom) -> None:
    device = Client()
    show_names(classroom, timezone.now() + timedelta(seconds=30))
    assert names_at(device, classroom) == ["Bob", "Carol"]
    show_names(classroom, timezone.now() - timedelta(seconds=1))
    assert names_at(device, classroom) == []
    assert device.get(f"/class/{classroom.slug}/pupil/{member_of(classroom, 'Bob').pk}/").status_code == 302


def test_a_device_that_was_let_in_opens_at_the_names_until_the_teacher_ends_that(classroom: Classroom) -> None:
    device = device_of(classroom, "Bob")
    device.post("/not-me/")
    assert "Bob" not in device.cookies[COOKIE].value
    assert names_at(device, classroom) == ["Bob", "Carol"]
    assert f"/class/{classroom.slug}/" in device.get("/").text
    end_devices(classroom)
    assert names_at(device, classroom) == []
    assert f"/class/{classroom.slug}/" not in device.get("/").text


def test_a_cookie_that_nobody_signed_lets_no_device_in(classroom: Classroom) -> None:
    device = device_of(classroom, "Bob")
    device.post("/not-me/")
    for forged in ("", "x", device.cookies[COOKIE].value[:-1] + "?"):
        device.cookies[COOKIE] = forged
        assert names_at(device, classroom) == []


def test_a_device_may_be_let_in_to_several_classes(classroom: Classroom) -> None:
    other = classroom_of(alice(), "Dan", name="5a")
    device = device_of(classroom, "Bob")
    sign_in(device, other, "Dan")
    device.post("/not-me/")
    assert names_at(device, classroom) == ["Bob", "Carol"]
    assert names_at(device, other) == ["Dan"]


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("en", ["Álvaro", "Ana", "Ñandu", "Nil", "Óscar"]),
        ("es", ["Álvaro", "Ana", "Nil", "Ñandu", "Óscar"]),
    ],
)
def test_names_stand_as_the_language_sorts_them(language: str, order: list[str]) -> None:
    assert sorted(sorted(order), key=lambda name: sort_key(name, language)) == order


def test_a_session_is_fresh_and_nothing_of_the_one_before_stays(classroom: Classroom) -> None:
    device = device_of(classroom, "Bob")
    before = device.cookies[SESSION].value
    device.session.update({"left": "behind"})
    match = open_once(TableSettings({"preset": "ninety-eight"}, bots=("steady",)), pupil_of(classroom, "Bob"), None)
    assert f"/match/{match.slug}/" in device.get("/home/").text
    sign_in(device, classroom, "Carol")
    assert device.cookies[SESSION].value != before
    assert "left" not in device.session
    page = device.get("/home/").text
    assert "Carol" in page
    assert "Bob" not in page
    assert device.get(f"/match/{match.slug}/").status_code == 404


def test_that_is_not_me_leads_back_to_the_names_with_nothing_kept(classroom: Classroom) -> None:
    device = device_of(classroom, "Bob")
    assert "That’s not me" in device.get("/").text
    answer = device.post("/not-me/")
    assert answer["Location"] == f"/class/{classroom.slug}/"
    assert answer.cookies[SESSION]["max-age"] == 0
    assert device.get("/home/").status_code == 404


def test_no_page_of_a_pupil_is_kept_by_a_browser(classroom: Classroom) -> None:
    device = device_of(classroom, "Bob")
    for address in ("/", "/rules/", "/about/", "/rules/ninety-eight/", "/home/"):
        assert "no-store" in device.get(address)["Cache-Control"]
    assert "no-store" not in Client().get("/about/").get("Cache-Control", "")


def test_a_device_speaks_the_language_of_the_pupil_and_then_of_the_class() -> None:
    classroom = classroom_of(alice(), "Bob", language="nl")
    User.objects.filter(display_name="Bob").update(language="pt")
    device = device_of(classroom, "Bob")
    assert device.cookies[settings.LANGUAGE_COOKIE_NAME].value == "pt"
    device.post("/not-me/")
    assert device.cookies[settings.LANGUAGE_COOKIE_NAME].value == "nl"


def test_a_visitor_hears_that_an_open_match_stays_behind(classroom: Classroom) -> None:
    device = Client()
    slug = device.post("/play/quick/", {"key": "a" * 16})["Location"]
    assert slug in device.get(f"/class/{classroom.slug}/").text
    sign_in(device, classroom, "Bob")
    assert slug not in device.get("/home/").text


def test_whoever_is_sent_away_sees_one_neutral_page_and_is_let_back_on_the_same_device(classroom: Classroom) -> None:
    device, bob = device_of(classroom, "Bob"), member_of(classroom, "Bob")
    match = open_once(TableSettings({"preset": "ninety-eight"}, bots=("steady",)), bob.user, None)
    table = f"/match/{match.slug}/"
    remove_pupils([bob], timezone.now())
    for address in ("/", "/home/", table, "/progress/"):
        assert device.get(address)["Location"] == "/ask-your-teacher/"
    assert device.post(f"{table}play/", {"card": "8H"})["Location"] == "/ask-your-teacher/"
    assert device.get(table, headers={"HX-Request": "true"})["HX-Redirect"] == "/ask-your-teacher/"
    page = device.get("/ask-your-teacher/")
    assert page.status_code == 403
    assert "Bob" not in page.text
    assert sign_in(Client(), classroom, "Bob").status_code == 422
    let_back(bob, timezone.now())
    assert device.get("/home/").status_code == 200
    assert device.get(table).status_code == 200


def test_another_child_goes_on_at_the_device_of_one_who_was_sent_away(classroom: Classroom) -> None:
    device = device_of(classroom, "Bob")
    remove_pupils([member_of(classroom, "Bob")], timezone.now())
    assert device.post("/not-me/")["Location"] == f"/class/{classroom.slug}/"
    assert names_at(device, classroom) == ["Carol"]
    sign_in(device, classroom, "Carol")
    assert device.get("/home/").status_code == 200


def test_a_pupil_who_moves_comes_in_at_the_new_door_alone(classroom: Classroom) -> None:
    other = classroom_of(alice(), name="5a")
    device = device_of(classroom, "Bob")
    move_pupil(member_of(classroom, "Bob"), other, "Bob", timezone.now())
    assert device.get("/home/").context["classroom"] == other
    assert device.post("/not-me/")["Location"] == f"/class/{other.slug}/"
    assert names_at(device, classroom) == ["Carol"]


def test_an_archived_class_and_one_that_never_was_have_no_door(classroom: Classroom) -> None:
    device, bob = device_of(classroom, "Bob"), member_of(classroom, "Bob")
    device.post("/not-me/")
    Classroom.objects.update(archived_at=timezone.now())
    for address in ("", f"pupil/{bob.pk}/", "guest/"):
        answers = [device.get(f"/class/{slug}/{address}") for slug in (classroom.slug, "nothing")]
        assert [answer.status_code for answer in answers] == [404, 404]
        texts = [re.sub(r'csrfmiddlewaretoken" value="\w+"', "", answer.text) for answer in answers]
        assert texts[0].replace(classroom.slug, "nothing") == texts[1]


def test_a_pupil_of_another_class_has_no_place_at_this_door(classroom: Classroom) -> None:
    other = classroom_of(alice(), "Dan", name="5a")
    device = device_of(classroom, "Bob")
    device.post("/not-me/")
    for number in (member_of(other, "Dan").pk, 0, 2**63, 10**30):
        assert device.get(f"/class/{classroom.slug}/pupil/{number}/").status_code == 404


def test_nobody_and_teachers_have_no_page_of_a_pupil() -> None:
    device = Client()
    assert device.get("/home/").status_code == 404
    device.force_login(alice())
    assert device.get("/home/").status_code == 404
    assert "That’s not me" not in device.get("/").text
