"""Teachers look after their accounts: password, e-mail address, devices."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.test import Client, override_settings

from classrooms.devices import device_name
from ninety.models import User
from tests.classrooms.teaching import PASSWORD, says, sign_in, sign_up, teacher

pytestmark = pytest.mark.django_db

NEW = "seven-quiet-owls"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
with_mail = override_settings(CAN_MAIL=True, ACCOUNT_EMAIL_VERIFICATION="optional")


@pytest.fixture(autouse=True)
def fresh_limits() -> Iterator[None]:
    """Forget who has tried how often."""
    cache.clear()
    yield
    cache.clear()


def alice_signed_in(**fields: Any) -> Client:
    """Return the browser of Alice, who has typed her password."""
    teacher("Alice", **fields)
    client = Client(headers={"user-agent": FIREFOX})
    sign_in(client)
    return client


def link_in(mail: EmailMessage) -> str:
    """Return the path of the link in a mail."""
    (link,) = re.findall(r"http://testserver(/\S+)", str(mail.body))
    return str(link)


def test_a_password_is_changed_by_whoever_knows_it() -> None:
    client, other = alice_signed_in(), Client()
    sign_in(other)
    wrong = client.post("/account/password/change/", {"oldpassword": "x", "password1": NEW, "password2": NEW})
    assert "That is not the password so far." in says(wrong)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/account/password/change/", form)["Location"] == "/account/"
    assert "The new password is saved." in says(client.get("/account/"))
    assert other.get("/account/").status_code == 302
    assert sign_in(Client(), password=NEW).status_code == 302


def test_without_a_mail_server_the_page_says_how_to_get_a_link(mailoutbox: list[EmailMessage]) -> None:
    page = says(Client().get("/account/password/reset/"))
    assert "No mail can be sent from here." in page
    assert "A colleague who teaches a class with you can make a link for you" in page
    assert "<form" not in page.split("<main")[1].split("</main")[0]
    client = Client()
    sign_up(client, login="alice@school.example")
    assert "No mail can be sent from here" in says(client.get("/account/email/"))
    assert mailoutbox == []


@with_mail
def test_a_forgotten_password_is_replaced_by_mail(mailoutbox: list[EmailMessage]) -> None:
    teacher("Alice", email="alice@school.example")
    client = Client()
    answer = client.post("/account/password/reset/", {"email": "Alice@School.example"})
    assert answer["Location"] == "/account/password/reset/done/"
    (mail,) = mailoutbox
    assert (mail.subject, mail.to) == ("Ninety: choose a new password", ["alice@school.example"])
    form = client.get(link_in(mail), follow=True)
    address = form.request["PATH_INFO"]
    assert "set-password" in address
    client.post(address, {"password1": NEW, "password2": NEW})
    assert sign_in(Client(), password=NEW).status_code == 302
    assert "This link no longer works" in says(client.get(link_in(mail), follow=True))


@with_mail
def test_an_unknown_address_gets_a_mail_as_well_and_the_page_is_the_same(mailoutbox: list[EmailMessage]) -> None:
    teacher("Alice", email="alice@school.example")
    addresses = ["alice@school.example", "nobody@school.example"]
    answers = [Client().post("/account/password/reset/", {"email": address}) for address in addresses]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, "/account/password/reset/done/")}
    assert [mail.to for mail in mailoutbox] == [[address] for address in addresses]
    assert "there is no account with this address" in str(mailoutbox[1].body)


@with_mail
def test_a_mail_that_cannot_be_sent_is_said_and_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_mail: EmailMessage, **_more: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", fail)
    for address in ("alice@school.example", "nobody@school.example"):
        page = Client().post("/account/password/reset/", {"email": address}, follow=True)
        assert "The mail could not be sent." in says(page)


@with_mail
def test_an_address_counts_once_its_mail_was_read(mailoutbox: list[EmailMessage]) -> None:
    client = Client()
    sign_up(client, login="alice@school.example")
    client.get(link_in(mailoutbox[0]))
    client.post(link_in(mailoutbox[0]))
    assert EmailAddress.objects.get().verified
    ask = client.post("/account/email/", {"action_add": "", "email": "new@school.example"})
    assert ask["Location"].startswith("/account/reauthenticate/")
    assert "Your password, please" in says(client.get(ask["Location"]))
    client.post(ask["Location"], {"password": PASSWORD})
    assert (User.objects.get().email, mailoutbox[1].to) == ("alice@school.example", ["new@school.example"])
    assert "Not confirmed yet" in says(client.get("/account/email/"))
    client.post(link_in(mailoutbox[1]))
    assert User.objects.get().email == "new@school.example"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@school.example", True)]


@with_mail
def test_an_open_computer_is_not_enough_to_take_an_account(mailoutbox: list[EmailMessage]) -> None:
    client = alice_signed_in()
    ask = client.post("/account/email/", {"action_add": "", "email": "pupil@home.example"})
    assert "That is not the password." in says(client.post(ask["Location"], {"password": "guess"}))
    assert (EmailAddress.objects.count(), mailoutbox) == (0, [])


@with_mail
def test_an_address_belongs_to_one_account_once_it_is_confirmed(mailoutbox: list[EmailMessage]) -> None:
    first, second = Client(), Client()
    sign_up(first, login="alice@school.example")
    cache.clear()
    sign_up(second, login="alice@school.example")
    links = [link_in(mail) for mail in mailoutbox]
    first.post(links[0])
    assert "belongs to another account" in says(second.get(links[1]))
    second.post(links[1])
    assert EmailAddress.objects.filter(verified=True).count() == 1


def test_a_teacher_sees_the_devices_and_signs_out_elsewhere() -> None:
    client, other = alice_signed_in(), Client(headers={"user-agent": "x"})
    sign_in(other)
    page = says(client.get("/account/sessions/"))
    assert page.count("Firefox, Windows") == page.count("Unknown device") == page.count("this device") == 1
    client.post("/account/sessions/")
    assert (client.get("/account/").status_code, other.get("/account/").status_code) == (200, 302)
    assert "Unknown device" not in says(client.get("/account/sessions/"))


@pytest.mark.parametrize(
    ("named", "name"),
    [
        (FIREFOX, "Firefox, Windows"),
        (
            "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36",
            "Chrome, Chromebook",
        ),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1", "Safari, iPad"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge, Windows"),
        ("curl/8.0", ""),
    ],
)
def test_a_device_is_called_what_people_call_it(named: str, name: str) -> None:
    assert device_name(named) == name


@pytest.mark.parametrize("language", ["es", "pt", "nl"])
def test_no_page_of_an_account_falls_back_to_the_words_of_the_library(language: str) -> None:
    client = Client(headers={"accept-language": language})
    for page in ("login", "signup", "password/reset"):
        assert f'lang="{language}"' in says(client.get(f"/account/{page}/"))
    for words in ("Username", "Remember Me", "Sign In", "placeholder"):
        assert words not in says(client.get("/account/login/")) + says(client.get("/account/signup/"))


@pytest.mark.parametrize("asked", ["abc", "//evil.example/", "https://evil.example/", "a%00b"])
def test_whoever_has_signed_in_is_led_on_whatever_an_address_asks_for(asked: str) -> None:
    browser = alice_signed_in()
    for page in ("login", "signup"):
        led = browser.get(f"/account/{page}/?next={asked}")
        assert (led.status_code, "evil" in led["Location"]) == (302, False)
