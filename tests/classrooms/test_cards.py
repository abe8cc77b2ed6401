"""Cards to sign in with: what they lead to, how they are printed, and who may see and renew them."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classrooms.models import Classroom
from classrooms.services.pupils import remove_pupils
from classrooms.services.sign_in import STRANGERS
from classrooms.sign_in_cards import CARDS, LABELS, make_card, sheets
from classrooms.views.card import COOKIE, MINUTES
from ninety.qr import path_of
from tests.classrooms.doors import device_of, secret_of, wrong_secret_of
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol")


def token_of(classroom: Classroom, name: str) -> str:
    token: str = member_of(classroom, name).user.sign_in_secret.token
    return token


def alices(classroom: Classroom) -> tuple[Client, str]:
    teacher = signed_in(alice())
    return teacher, f"/classes/{classroom.slug}/cards/"


@pytest.mark.parametrize("kind", ["pictures", "pin", "none"])
def test_a_card_asks_one_question_and_signs_in(classroom: Classroom, kind: str) -> None:
    Classroom.objects.update(secret=kind)
    device = Client()
    assert device.get(f"/card/{token_of(classroom, 'Bob')}/")["Location"] == "/card/"
    assert "Are you Bob?" in device.get("/card/").text
    assert device.get("/home/").status_code == 404
    assert device.post("/card/")["Location"] == "/home/"
    assert "Hello, Bob!" in device.get("/home/").text
    device.post("/not-me/")
    assert "Carol" in device.get(f"/class/{classroom.slug}/").text


def test_nobody_finds_a_card_in_the_history_of_a_device(classroom: Classroom) -> None:
    device = Client()
    answer = device.get(f"/card/{token_of(classroom, 'Bob')}/")
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (302, True)
    device.post("/card/")
    device.post("/not-me/")
    assert device.get("/card/").status_code == 404
    assert device.post("/card/").status_code == 404
    assert device.get("/home/").status_code == 404


def test_a_card_that_was_looked_at_is_forgotten_after_a_while(classroom: Classroom) -> None:
    device = Client()
    device.get(f"/card/{token_of(classroom, 'Bob')}/")
    with time_machine.travel(timezone.now() + timedelta(minutes=MINUTES, seconds=1)):
        assert device.post("/card/").status_code == 404
    device.cookies[COOKIE] = token_of(classroom, "Bob")
    assert device.post("/card/").status_code == 404


def test_a_card_that_does_not_work_any_more_is_like_none(classroom: Classroom) -> None:
    tokens = [token_of(classroom, name) for name in ("Bob", "Carol")]
    remove_pupils([member_of(classroom, "Bob")], timezone.now())
    answers = [Client().get(f"/card/{token}/") for token in (tokens[0], "x" * 32, "x")]
    Classroom.objects.update(archived_at=timezone.now())
    answers.append(Client().get(f"/card/{tokens[1]}/"))
    assert [answer.status_code for answer in answers] == [404] * 4
    plain = {re.sub(r'(csrfmiddlewaretoken"|next") [^>]*', "", answer.text) for answer in answers}
    assert len(plain) == 1
    assert all(COOKIE not in answer.cookies for answer in answers)
    assert [Client().get(f"/card/{token}/").status_code for token in ("%00", "'\"", "é")] == [404] * 3


def test_a_card_works_for_a_pupil_who_is_slowed(classroom: Classroom) -> None:
    device, wrong = Client(), {"name": "Bob", **wrong_secret_of(classroom, "Bob")}
    for _try in range(8):
        device.post(f"/class/{classroom.slug}/", wrong)
    device.get(f"/card/{token_of(classroom, 'Bob')}/")
    assert device.post("/card/")["Location"] == "/home/"


@pytest.mark.parametrize(("layout", "size", "count"), [(CARDS, 8, 4), (LABELS, 24, 2)])
def test_cards_lie_on_sheets_in_their_order(layout: str, size: int, count: int) -> None:
    cards = [make_card(str(number), "BCD347", "http://x/card/y/") for number in range(30)]
    laid = sheets(cards, layout)
    assert len(laid) == count
    assert [card for sheet in laid for card in sheet] == cards
    assert {len(sheet) for sheet in laid[:-1]} == {size}


@pytest.mark.parametrize("kind", ["pictures", "pin", "none"])
def test_a_sheet_has_all_that_a_pupil_needs(classroom: Classroom, kind: str) -> None:
    Classroom.objects.update(secret=kind)
    classroom.refresh_from_db()
    teacher, address = alices(classroom)
    page = teacher.get(f"{address}print/", headers={"host": "localhost"}).text
    shown = f"{classroom.code[:3]} {classroom.code[3:]}"
    assert page.count(shown) == 2
    for name in ("Bob", "Carol"):
        assert f"<bdi>{name}</bdi>" in page
        assert path_of(f"http://localhost/card/{token_of(classroom, name)}/")[0] in page
        secret = secret_of(classroom, name)
        assert (f">{secret.get('pin')}<" in page) == (kind == "pin")
    assert len(re.findall(r'pictures\.\w*\.?svg#(\w+)"', page)) == (6 if kind == "pictures" else 0)


def test_one_pupil_some_or_all_are_printed(classroom: Classroom) -> None:
    teacher, address = alices(classroom)
    other = classroom_of(alice(), "Dan", name="5a")
    bob, dan = member_of(classroom, "Bob").pk, member_of(other, "Dan").pk
    printed = {
        asked: re.findall(r'card-name"><bdi>(\w+)', teacher.get(f"{address}print/?{asked}").text)
        for asked in (
            "",
            "layout=labels",
            f"pupil={bob}",
            f"pupil={dan}",
            f"pupil={dan}&pupil={bob}",
            "pupil=x&layout=y",
        )
    }
    assert list(printed.values()) == [["Bob", "Carol"], ["Bob", "Carol"], ["Bob"], [], ["Bob"], []]


def test_cards_speak_the_language_of_the_class() -> None:
    teacher, address = alices(classroom_of(alice(), "Bob", language="nl"))
    page = teacher.get(f"{address}print/").text
    assert '<html lang="en"' in page
    assert '<div class="sheets" lang="nl">' in page


def test_a_new_card_is_one_click_and_leads_to_the_printer(classroom: Classroom) -> None:
    teacher, address = alices(classroom)
    before = {name: token_of(classroom, name) for name in ("Bob", "Carol")}
    bob = member_of(classroom, "Bob")
    answer = teacher.post(f"{address}new/", {"pupil": bob.pk})
    assert answer["Location"] == f"{address}print/?pupil={bob.pk}"
    after = {name: token_of(classroom, name) for name in ("Bob", "Carol")}
    assert (after["Bob"] != before["Bob"], after["Carol"] == before["Carol"]) == (True, True)
    assert teacher.post(f"{address}new/")["Location"] == f"{address}print/?"
    assert all(token_of(classroom, name) != after[name] for name in ("Bob", "Carol"))
    last = token_of(classroom, "Carol")
    teacher.post(f"{address}new/", {"pupil": "x"})
    assert token_of(classroom, "Carol") == last


def test_a_teacher_chooses_how_the_class_signs_in(classroom: Classroom) -> None:
    teacher, address = alices(classroom)
    assert teacher.post(f"{address}sign-in/", {"secret": "pin", "guests": "on"})["Location"] == address
    classroom.refresh_from_db()
    assert (classroom.secret, classroom.guests) == ("pin", True)
    assert teacher.post(f"{address}sign-in/", {"secret": "password"}).status_code == 422
    teacher.post(f"{address}names/", {"show": "1"})
    classroom.refresh_from_db()
    assert classroom.names_open_until is not None
    assert timedelta(minutes=14) < classroom.names_open_until - timezone.now() <= timedelta(minutes=15)
    teacher.post(f"{address}devices/")
    classroom.refresh_from_db()
    assert classroom.devices_era == 2
    assert not classroom.shows_names(timezone.now())


def test_a_teacher_sees_who_has_tried_too_often(classroom: Classroom) -> None:
    teacher, address = alices(classroom)
    assert "tried too often" not in teacher.get(address).text
    for _try in range(5):
        Client().post(f"/class/{classroom.slug}/", {"name": "Bob", **wrong_secret_of(classroom, "Bob")})
    assert "tried too often" in teacher.get(address).text
    teacher.post(f"{address}again/", {"pupil": member_of(classroom, "Bob").pk})
    assert "tried too often" not in teacher.get(address).text


def test_a_teacher_hears_that_strangers_try_and_lets_all_try_again(classroom: Classroom) -> None:
    teacher, address = alices(classroom)
    for number in range(STRANGERS.holds):
        Client().post(f"/class/{classroom.slug}/", {"name": f"Name {number}", "picked": "cat fish key"})
    assert Client().post(f"/class/{classroom.slug}/", {"name": "Bob", **secret_of(classroom, "Bob")}).status_code == 429
    assert "Many wrong names" in teacher.get(address).text
    teacher.post(f"{address}again/")
    assert "Many wrong names" not in teacher.get(address).text
    device_of(classroom, "Bob")


def test_an_address_that_no_phone_gets_to_is_said_before_printing(classroom: Classroom) -> None:
    teacher, address = alices(classroom)
    for host, is_loopback in (
        ("localhost", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("testserver", False),
    ):
        for page in (address, f"{address}print/"):
            shown = teacher.get(page, headers={"host": host})
            assert ("leads nowhere on the pupils’ devices" in shown.text) == is_loopback


def test_cards_cost_as_many_queries_for_thirty_as_for_two(
    classroom: Classroom,
) -> None:
    many = classroom_of(alice(), *(f"Pupil {number}" for number in range(30)), name="5a")
    counts = []
    for each in (classroom, many):
        teacher, address = alices(each)
        with CaptureQueriesContext(connection) as queries:
            teacher.get(address)
            teacher.get(f"{address}print/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_only_teachers_of_the_class_have_its_cards(classroom: Classroom) -> None:
    ways = ["", "print/", "sign-in/", "names/", "devices/", "guests/", "new/", "again/"]
    before = token_of(classroom, "Bob")
    others = [Client(), Client(), device_of(classroom, "Bob")]
    others[0].force_login(mallory())
    for device in others:
        for way in ways:
            address = f"/classes/{classroom.slug}/cards/{way}"
            if way not in ("", "print/"):
                assert device.post(address).status_code == 404
                continue
            answers = [device.get(address), device.get(f"/classes/nothing/cards/{way}")]
            assert [answer.status_code for answer in answers] == [404, 404]
    assert token_of(classroom, "Bob") == before
    assert pupil_of(classroom, "Bob").is_active
