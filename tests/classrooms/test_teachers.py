"""Teachers sign up and in, and nobody else does."""

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client, override_settings

from classrooms.models import Classroom
from ninety.models import Match, User
from tests.classrooms.teaching import PASSWORD, says, sign_in, sign_up, teacher
from tests.factories import alice, bob, mallory, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    """Forget who has tried how often."""
    cache.clear()
    yield
    cache.clear()


def test_somebody_signs_up_with_a_user_name_and_makes_a_class() -> None:
    client = Client()
    assert client.get("/account/signup/").status_code == 200
    assert sign_up(client, login=" Alice ")["Location"] == "/classes/"
    made = User.objects.get()
    assert (made.username, made.email, made.display_name, made.kind) == ("alice", "", "Alice", "teacher")
    assert "Make a class" in says(client.get("/classes/"))
    address = client.post("/classes/new/", {"name": " 4b ", "language": "nl"})["Location"]
    page = client.get(address)
    assert (page.status_code, page.context["classroom"].name) == (200, "4b")
    client.post("/account/logout/")
    assert client.get(address).status_code == 404
    assert sign_in(client, "ALICE")["Location"] == "/classes/"
    assert client.get(address).status_code == 200


def test_somebody_signs_up_with_an_address_in_the_language_of_the_page() -> None:
    client = Client(headers={"accept-language": "pt"})
    sign_up(client, login="Alice@School.example")
    made = User.objects.get()
    assert (made.email, made.language, made.username[:8]) == ("alice@school.example", "pt", "teacher-")
    assert made.username not in says(client.get("/account/"))
    other = Client()
    assert sign_in(other, "alice@SCHOOL.example")["Location"] == "/classes/"


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("login", "al", "A user name has three to sixty letters"),
        ("login", "al ice", "A user name has three to sixty letters"),
        ("login", "pupil-1", "A user name has three to sixty letters"),
        ("login", "BOB", "This user name is taken."),
        ("login", "b\N{FULLWIDTH LATIN SMALL LETTER O}b", "This user name is taken."),
        ("login", "alice@", "Enter a valid email address."),
        ("name", "\N{ZERO WIDTH SPACE}", "Please write a name."),
        ("password1", "12345", "This password is entirely numeric."),
        ("password2", "another-one", "These are two different passwords."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_lost(field: str, typed: str, sentence: str) -> None:
    bob()
    page = sign_up(Client(), **{field: typed})
    assert User.objects.count() == 1
    assert sentence in says(page)
    assert 'value="Alice"' in says(page) or field == "name"


def test_an_address_that_somebody_has_is_not_given_away() -> None:
    teacher("Carol", email="carol@school.example")
    answers = [sign_up(Client(), login=f"{name}@school.example") for name in ("carol", "nobody")]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/classes/")}
    client = Client()
    assert sign_in(client, "carol@school.example")["Location"] == "/classes/"


def test_a_wrong_password_says_no_more_than_an_unknown_name() -> None:
    teacher("Alice", email="alice@school.example")
    tried = [("alice", "wrong"), ("nobody", "wrong"), ("alice@school.example", "wrong"), ("no@school.example", "wrong")]
    pages = {
        re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", says(sign_in(Client(), login, password))).replace(
            login, ""
        )
        for login, password in tried
    }
    assert len(pages) == 1
    assert "The user name, the address or the password is not right." in pages.pop()


def test_a_wrong_password_takes_as_long_as_an_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    teacher("Alice", email="alice@school.example")
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    counts = []
    for login in ("alice", "nobody", "alice@school.example", "nobody@school.example"):
        sign_in(Client(), login, "wrong")
        counts.append(len(hashed))
        hashed.clear()
    assert (counts[0], counts[2]) == (counts[1], counts[3])
    assert counts[0] > 0


def test_what_a_visitor_has_played_stays_the_teachers() -> None:
    client = Client()
    client.post("/play/quick/")
    match = Match.objects.get()
    assert "What you have played on this device stays yours." in says(client.get("/account/signup/"))
    sign_up(client)
    person = User.objects.get()
    assert (person.kind, match.seats.get(number=0).user) == ("teacher", person)
    assert client.get(f"/match/{match.slug}/").status_code == 200
    elsewhere = Client()
    sign_in(elsewhere)
    assert elsewhere.get(f"/match/{match.slug}/").status_code == 200


def test_the_same_form_sent_twice_makes_one_teacher() -> None:
    client = Client()
    sign_up(client)
    assert sign_up(client)["Location"] == "/classes/"
    assert "This user name is taken." in says(sign_up(Client()))
    assert User.objects.count() == 1


def test_a_name_that_is_taken_at_the_last_moment_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    bob()
    monkeypatch.setattr("classrooms.forms.account.User.objects.filter", lambda **_: User.objects.none())
    page = sign_up(Client(), login="bob")
    assert "This user name is taken." in says(page)
    assert User.objects.count() == 1


@pytest.mark.parametrize("somebody", [bob, mallory])
def test_pupils_and_visitors_have_no_account_to_look_after(somebody: type[User]) -> None:
    client = signed_in(somebody())
    pages = ["", "email/", "password/change/", "password/set/", "sessions/", "reauthenticate/", "logout/"]
    for page in pages:
        for answer in (client.get(f"/account/{page}"), client.post(f"/account/{page}", {"email": "bob@x.example"})):
            assert answer["Location"] == f"/account/login/?next=/account/{page}"
    assert client.get("/classes/")["Location"] == "/account/login/?next=/classes/"
    assert [client.get(page).status_code for page in ("/classes/new/", "/classes/nothing/")] == [404, 404]
    assert User.objects.filter(password__startswith="md5").count() == 0


def test_a_pupil_cannot_sign_in_by_user_name() -> None:
    person = bob()
    person.set_unusable_password()
    person.save()
    for password in ("", "!", person.password):
        assert sign_in(Client(), "bob", password).status_code == 200


def test_a_teacher_on_a_pupils_device_signs_in_and_the_pupil_is_gone() -> None:
    teacher("Alice")
    client = signed_in(bob())
    assert sign_in(client)["Location"] == "/classes/"
    assert client.get("/classes/").status_code == 200


def test_a_teacher_who_has_signed_in_is_led_on() -> None:
    client = signed_in(alice())
    assert [client.get(f"/account/{page}/")["Location"] for page in ("login", "signup")] == ["/classes/"] * 2
    assert client.get("/account/login/?next=/classes/new/")["Location"] == "/classes/new/"
    assert client.get("/account/login/?next=https://other.example/")["Location"] == "/classes/"


def test_the_sign_in_leads_nowhere_else() -> None:
    teacher("Alice")
    assert sign_in(Client(), next="//other.example/")["Location"] == "/classes/"
    assert sign_in(Client(), next="/classes/new/")["Location"] == "/classes/new/"


@pytest.mark.parametrize(("more", "age"), [({}, ""), ({"remember": "on"}, settings.SESSION_COOKIE_AGE)])
def test_a_teacher_stays_signed_in_as_long_as_asked_for(more: dict[str, str], age: object) -> None:
    teacher("Alice")
    client = Client()
    sign_in(client, **more)
    assert client.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == age
    signed_up = Client()
    sign_up(signed_up, login="carol")
    assert signed_up.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == ""


def test_a_whole_school_behind_one_address_signs_in() -> None:
    for number in range(50):
        teacher(f"Teacher{number}")
    for number in range(50):
        if number % 5 == 0:
            assert sign_in(Client(), f"teacher{number}", "mistyped").status_code == 200
        assert sign_in(Client(), f"teacher{number}").status_code == 302


def test_whoever_guesses_at_one_account_is_slowed_from_wherever_they_pretend_to_come() -> None:
    teacher("Alice")
    teacher("Carol")
    for number in range(10):
        headers = {"x-forwarded-for": f"10.0.0.{number}"}
        page = Client(headers=headers, REMOTE_ADDR=f"192.0.2.{number}").post(
            "/account/login/", {"login": "alice", "password": "guess"}
        )
        assert "is not right" in says(page)
    assert "The password was wrong too often." in says(sign_in(Client()))
    assert sign_in(Client(), "carol").status_code == 302


def test_one_address_makes_the_server_compute_sixty_times_a_minute_at_most() -> None:
    codes = [sign_in(Client(headers={"x-forwarded-for": f"10.0.0.{n}"}), f"n{n}", "x").status_code for n in range(61)]
    assert codes == [200] * 60 + [429]
    assert "Please wait a little" in says(sign_in(Client()))
    assert Client(REMOTE_ADDR="192.0.2.7").get("/account/login/").status_code == 200


def test_the_header_has_the_classes_and_the_account_for_teachers_alone() -> None:
    shown = {"Your account", "Sign out"}
    for person, header in ((alice(), shown), (bob(), set())):
        page = says(signed_in(person).get("/about/"))
        assert {words for words in shown if words in page} == header
    assert "For teachers" in says(Client().get("/about/"))


def test_sessions_hold_no_name() -> None:
    teacher("Alice")
    client = Client()
    sign_in(client)
    kept = Session.objects.get().get_decoded()
    assert PASSWORD not in str(kept)


@override_settings(SIGN_UP="closed")
def test_where_the_sign_up_is_closed_the_page_says_how_to_come_in() -> None:
    for answer in (Client().get("/account/signup/"), sign_up(Client())):
        assert "Here one signs up by invitation." in says(answer)
    assert "Sign up" not in says(Client().get("/account/login/"))
    assert (User.objects.count(), Classroom.objects.count()) == (0, 0)


@pytest.mark.parametrize("page", ["/classes/", "/account/", "/operator/"])
def test_an_address_too_long_to_be_led_back_to_is_no_fault(page: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = Client().get(page, {"next": "x" * 20_000})
    assert answer.status_code == 400
    assert "That request was not clear" in answer.text
    assert caplog.records == []
