"""Links that work once: to teach a class, to sign up, to sign in without the password."""

import threading
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client, override_settings
from django.utils import timezone

from classrooms.models import Classroom, Invitation
from classrooms.services import (
    InvitationGone,
    invite_to_sign_in,
    invite_to_sign_up,
    invite_to_teach,
    use_invitation,
)
from classrooms.services.invitations import MOST_OPEN
from ninety.models import User
from tests.classrooms.teaching import PASSWORD, says, sign_in, sign_up, teacher
from tests.factories import alice, bob, mallory, signed_in
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db

GONE = "This link does not work"
NEW = {"password1": "seven-quiet-owls", "password2": "seven-quiet-owls"}


def link_on(page: Any) -> str:
    """Return the path of the link that a page shows."""
    link: str = page.context.get("invitation_link") or page.context["sign_in_link"]
    assert f'value="{link}"' in says(page)
    return link.removeprefix("http://testserver")


def invited(classroom: Classroom) -> str:
    """Let the owner of a class make an invitation, and return its path."""
    return link_on(signed_in(classroom.owner).post(f"/classes/{classroom.slug}/invite/"))


def test_a_colleague_joins_by_a_link_that_then_is_used_up() -> None:
    classroom = classroom_of(alice(), name="4b")
    path = invited(classroom)
    carol = signed_in(teacher("Carol"))
    page = says(carol.get(path))
    assert "<strong>Alice</strong> invites you to teach the class <strong>4b</strong>" in page
    assert carol.get(f"/classes/{classroom.slug}/").status_code == 404
    assert carol.post(path)["Location"] == f"/classes/{classroom.slug}/"
    assert carol.get(f"/classes/{classroom.slug}/").status_code == 200
    late = signed_in(teacher("Dave"))
    for answer in (late.get(path), late.post(path), late.get("/classes/invitation/nonsense/")):
        assert (answer.status_code, GONE in says(answer)) == (404, True)


def test_whoever_teaches_the_class_already_is_led_there_and_leaves_the_link_to_others() -> None:
    classroom = classroom_of(alice())
    path = invited(classroom)
    client = signed_in(classroom.owner)
    assert client.get(path)["Location"] == client.post(path)["Location"] == f"/classes/{classroom.slug}/"
    assert Invitation.objects.get().used_at is None
    assert list(classroom.co_teachers.all()) == []


@pytest.mark.parametrize("sign_up_is", ["open", "invited"])
def test_a_colleague_without_an_account_signs_up_and_is_there(sign_up_is: str) -> None:
    classroom = classroom_of(alice())
    path = invited(classroom)
    with override_settings(SIGN_UP=sign_up_is):
        client = Client()
        assert f"/account/signup/?next={path}" in says(client.get(path))
        assert sign_up(client, login="carol")["Location"] == f"/classes/{classroom.slug}/"
        assert [each.username for each in classroom.co_teachers.all()] == ["carol"]
        assert GONE in says(Client().get(path))


@override_settings(SIGN_UP="closed")
def test_where_the_sign_up_is_closed_an_invitation_is_for_those_who_have_an_account() -> None:
    path = invited(classroom_of(alice()))
    client = Client()
    page = says(client.get(path))
    assert ("/account/login/" in page, "/account/signup/" in page) == (True, False)
    assert "Here one signs up by invitation." in says(sign_up(client, login="carol"))
    teacher("Carol")
    assert sign_in(client, "carol", next=path)["Location"] == path


@override_settings(SIGN_UP="invited")
def test_one_link_lets_one_person_sign_up() -> None:
    path = f"/account/invitation/{invite_to_sign_up()}/"
    first, second = Client(), Client()
    assert "Here one signs up by invitation." in says(first.get("/account/signup/"))
    for client in (first, second):
        assert client.get(path)["Location"] == "/account/signup/"
        assert "Your name" in says(client.get("/account/signup/"))
    assert sign_up(first)["Location"] == "/classes/"
    assert "Here one signs up by invitation." in says(sign_up(second, login="carol"))
    assert (Client().get(path).status_code, User.objects.count()) == (404, 1)


def test_a_pupil_who_finds_an_invitation_is_asked_for_an_account() -> None:
    path = invited(classroom_of(alice()))
    for person in (bob(), mallory()):
        client = signed_in(person)
        assert "You need an account for teachers." in says(client.get(path))
        assert "You need an account for teachers." in says(client.post(path))
    assert Invitation.objects.get().used_at is None


@pytest.mark.parametrize(("after", "works"), [(timedelta(days=6, hours=23), True), (timedelta(days=7), False)])
def test_an_invitation_works_for_seven_days(after: timedelta, works: bool) -> None:
    classroom = classroom_of(alice())
    path, carol = invited(classroom), signed_in(teacher("Carol"))
    with time_machine.travel(timezone.now() + after, tick=False):
        carol.force_login(User.objects.get(username="carol"))
        assert (carol.get(path).status_code == 200) is works


def test_an_invitation_is_taken_back() -> None:
    classroom = classroom_of(alice())
    path, owner = invited(classroom), signed_in(classroom.owner)
    number = Invitation.objects.get().pk
    other = classroom_of(teacher("Carol"))
    address = f"/classes/{{}}/invitations/{number}/revoke/"
    signed_in(other.owner).post(address.format(other.slug))
    assert signed_in(other.owner).get(path).status_code == 200
    assert "Take back" in says(owner.get(f"/classes/{classroom.slug}/"))
    owner.post(address.format(classroom.slug))
    assert signed_in(other.owner).get(path).status_code == 404


def test_an_invitation_rests_while_the_class_is_archived() -> None:
    classroom = classroom_of(alice())
    path, owner, carol = invited(classroom), signed_in(classroom.owner), signed_in(teacher("Carol"))
    owner.post(f"/classes/{classroom.slug}/archive/")
    assert carol.get(path).status_code == 404
    owner.post(f"/classes/{classroom.slug}/restore/")
    assert carol.get(path).status_code == 200


def test_only_so_many_invitations_are_open_at_once() -> None:
    classroom = classroom_of(alice())
    for _number in range(MOST_OPEN):
        invite_to_teach(classroom, classroom.owner)
    answer = signed_in(classroom.owner).post(f"/classes/{classroom.slug}/invite/", follow=True)
    assert "So many invitations are open" in says(answer)
    assert Invitation.objects.count() == MOST_OPEN


def test_only_a_hash_is_kept() -> None:
    token = invite_to_sign_up()
    assert token not in str(Invitation.objects.values())
    assert Invitation.objects.get().token_hash not in says(signed_in_operator().get("/operator/classrooms/invitation/"))


def signed_in_operator() -> Client:
    """Return the browser of an operator."""
    return signed_in(User.objects.create_superuser("operator", PASSWORD))


def test_operators_read_classes_and_invitations_and_change_nothing() -> None:
    classroom = classroom_of(alice(), name="4b")
    token = invite_to_teach(classroom, classroom.owner)
    client = signed_in_operator()
    for kind, number in (("classroom", classroom.pk), ("invitation", Invitation.objects.get().pk)):
        assert "4b" in says(client.get(f"/operator/classrooms/{kind}/"))
        page = client.get(f"/operator/classrooms/{kind}/{number}/change/")
        assert (page.status_code, classroom.code in says(page), token in says(page)) == (200, False, False)
        assert client.post(f"/operator/classrooms/{kind}/{number}/delete/", {"post": "yes"}).status_code == 403
    listed = says(client.get("/operator/"))
    assert [name for name in ("usersessions", "socialaccount", "emailaddress") if name in listed] == []


def test_operators_sign_in_where_teachers_do() -> None:
    User.objects.create_superuser("Operator@School", PASSWORD)
    client = signed_in(mallory())
    assert client.get("/operator/", follow=True).redirect_chain[-1][0] == "/account/login/?next=/operator/"
    assert sign_in(client, "Operator@School", next="/operator/")["Location"] == "/operator/"
    assert client.get("/operator/").status_code == 200
    assert signed_in(teacher("Carol")).get("/operator/", follow=True).status_code == 403


def test_a_colleague_makes_a_link_for_a_teacher_who_gets_no_mail_and_is_named() -> None:
    carol, classroom = teacher("Carol"), classroom_of(alice())
    classroom.co_teachers.add(carol)
    old = Client()
    sign_in(old, "carol")
    path = link_on(signed_in(classroom.owner).post(f"/classes/{classroom.slug}/teachers/{carol.pk}/link/"))
    client = Client()
    assert "This link is for Carol." in says(client.get(path))
    assert "These are two different passwords." in says(client.post(path, NEW | {"password2": "other"}))
    assert client.post(path, NEW)["Location"] == "/classes/"
    assert "Alice made a link on" in says(client.get("/classes/"))
    assert (old.get("/account/").status_code, sign_in(Client(), "carol").status_code) == (302, 200)
    assert Client().get(path).status_code == Client().post(path, NEW).status_code == 404
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        assert "made a link" not in says(signed_in(carol).get("/classes/"))


def test_nobody_makes_a_link_for_whom_a_link_is_not() -> None:
    owner, operator = alice(), User.objects.create_superuser("operator", PASSWORD)
    mailed, stranger = teacher("Carol", email="carol@school.example"), teacher("Dave")
    classroom = classroom_of(owner)
    classroom.co_teachers.add(operator, mailed)
    client = signed_in(owner)
    with override_settings(CAN_MAIL=True):
        for person in (owner, operator, mailed, stranger, bob()):
            assert client.post(f"/classes/{classroom.slug}/teachers/{person.pk}/link/").status_code == 404
    assert Invitation.objects.count() == 0
    assert client.post(f"/classes/{classroom.slug}/teachers/{mailed.pk}/link/").status_code == 200


def test_a_newer_link_replaces_the_one_before_and_works_for_a_day() -> None:
    carol = teacher("Carol")
    before, now = invite_to_sign_in(carol), invite_to_sign_in(carol)
    assert [Client().get(f"/account/link/{token}/").status_code for token in (before, now)] == [404, 200]
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert Client().get(f"/account/link/{now}/").status_code == 404


def test_a_link_of_one_kind_is_none_of_another() -> None:
    classroom, carol = classroom_of(alice()), teacher("Carol")
    teach, up, into = invite_to_teach(classroom, classroom.owner), invite_to_sign_up(), invite_to_sign_in(carol)
    opened = {"classes/invitation": teach, "account/invitation": up, "account/link": into}
    for address, own in opened.items():
        answers = {token: Client().get(f"/{address}/{token}/").status_code for token in (teach, up, into)}
        assert {token for token, status in answers.items() if status != 404} == {own}


@pytest.mark.django_db(transaction=True)
def test_a_link_that_many_open_at_once_lets_one_in() -> None:
    classroom = classroom_of(alice())
    invite_to_teach(classroom, classroom.owner)
    invitation = Invitation.objects.get()
    people = [teacher(f"Teacher{number}") for number in range(6)]
    gone: list[User] = []

    def take(person: User) -> None:
        try:
            use_invitation(invitation, person)
        except InvitationGone:
            gone.append(person)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=take, args=[person]) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(gone), classroom.co_teachers.count()) == (5, 1)


def printed(*arguments: str) -> list[str]:
    """Return the lines that `invite` prints."""
    out = StringIO()
    call_command("invite", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_operator_prints_links() -> None:
    teacher("Carol", email="carol@school.example")
    says_up, up = printed("--address", "https://ninety.school/")
    assert (says_up, up.rsplit("/", 2)[0]) == (
        "A teacher can sign up here, once and within seven days:",
        "https://ninety.school/account/invitation",
    )
    for login in ("Carol", "CAROL@school.example"):
        says_in, into = printed("--sign-in", login)
        assert says_in == "Carol can sign in and choose a new password here, once and within a day:"
        assert into.startswith("http://localhost:8000/account/link/")
        assert Client().get(into.removeprefix("http://localhost:8000")).status_code == 200
    with override_settings(SIGN_UP="closed"):
        client = Client()
        client.get(up.removeprefix("https://ninety.school"))
        assert sign_up(client)["Location"] == "/classes/"


def test_the_operator_hears_who_cannot_be_meant() -> None:
    teacher("Carol", email="carol@school.example")
    teacher("Dave", email="carol@school.example")
    bob()
    with pytest.raises(CommandError, match=r"^There is no teacher called bob\.$"):
        printed("--sign-in", "bob")
    with pytest.raises(CommandError, match=r"^Several teachers have this address\. .*: carol, dave\.$"):
        printed("--sign-in", "carol@school.example")
