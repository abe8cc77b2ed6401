"""A teacher deletes the own account: never with pupils that nobody would answer for."""

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom, Lesson, SavedSetting
from classrooms.services import hand_over, invite_to_teach
from classrooms.services.assignments import set_drill
from classrooms.services.lessons import start_lesson
from classrooms.services.settings import save_setting
from ninety.models import User
from tests.classrooms.doors import device_of
from tests.classrooms.teaching import PASSWORD, says, sign_in, sign_up, teacher
from tests.classrooms.test_canary import rows
from tests.classrooms.test_erasing import played_match
from tests.factories.classes import classroom_of
from trainer.drills import Options

pytestmark = pytest.mark.django_db

NAME = "Zyxomma"
ERASE = "/account/erase/"


@pytest.fixture
def person() -> User:
    return teacher(NAME, email="zyxomma@hill.example")


@pytest.fixture
def browser(client: Client, person: User) -> Client:
    sign_in(client, "zyxomma")
    led = client.post(client.get(ERASE)["Location"], {"password": PASSWORD})
    assert led["Location"] == ERASE
    return client


def test_nothing_of_a_teacher_is_left_and_the_class_goes_on(browser: Client, person: User):
    other = teacher("Alice")
    classroom = classroom_of(person, "Bob")
    classroom.co_teachers.add(other)
    now = timezone.now()
    start_lesson(classroom, person, now)
    set_drill(classroom, person, Options.usual("flash"), target=1, due_on=timezone.localdate(), now=now)
    save_setting(person, f"{NAME} likes", ClassSettings())
    invite_to_teach(classroom, person)
    match = played_match(person)
    LogEntry.objects.create(
        user=other,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(person.pk),
        object_repr=NAME,
        action_flag=CHANGE,
    )
    hand_over(classroom, person, other.pk)
    assert set(rows()) > {"ninety.User", "ninety.Seat", "classrooms.SavedSetting", "admin.LogEntry"}
    assert "match the name becomes a number" in says(browser.get(ERASE))
    sent = browser.post(ERASE, {"sure": "on"}, follow=True)
    assert "Your account is deleted." in says(sent)
    assert rows() == {}
    assert (Lesson.objects.get().teacher, Classroom.objects.get().owner) == (None, other)
    assert SavedSetting.objects.count() == 0
    assert match.seats.count() == 2
    assert sign_in(browser, "zyxomma").status_code == 200


def test_whoever_owns_a_class_hands_it_over_or_deletes_it_first(browser: Client, person: User):
    classroom = classroom_of(person, "Bob", name="Owls")
    page = says(browser.get(ERASE))
    assert ("Hand each class over" in page, "Owls" in page, 'name="sure"' in page) == (True, True, False)
    sent = browser.post(ERASE, {"sure": "on"})
    assert "Hand each class over" in says(sent)
    assert User.objects.filter(pk=person.pk).exists()
    assert classroom.memberships.count() == 1


def test_it_must_be_meant(browser: Client, person: User):
    for nothing in ({}, {"sure": ""}):
        sent = browser.post(ERASE, nothing)
        assert (sent.status_code, "Please tick that you are sure." in says(sent)) == (422, True)
    assert User.objects.filter(pk=person.pk).exists()


def test_at_a_computer_that_was_left_open_the_password_is_asked_for(client: Client, person: User):
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    for answer in (client.get(ERASE), client.post(ERASE, {"sure": "on"})):
        assert answer["Location"].startswith("/account/reauthenticate/")
    wrong = client.post("/account/reauthenticate/?next=/account/erase/", {"password": "guess"})
    assert (wrong.status_code, User.objects.filter(pk=person.pk).exists()) == (200, True)


def test_other_devices_are_signed_out(browser: Client, person: User):
    tablet = Client()
    sign_in(tablet, "zyxomma")
    browser.post(ERASE, {"sure": "on"})
    assert tablet.get("/account/")["Location"] == "/"
    assert not User.objects.filter(pk=person.pk).exists()


def test_no_sign_in_of_a_pupil_is_listed_with_address_and_browser(client: Client):
    device_of(classroom_of(teacher("Alice"), "Bob"), "Bob")
    assert UserSession.objects.count() == 0
    sign_up(client, login="carla", name="Carla")
    assert UserSession.objects.count() == 1
    assert Session.objects.count() == 2
