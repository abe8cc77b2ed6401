"""Classes: make, change, archive, copy into a new year, delete; and who teaches them."""

import threading
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from classrooms.models import Classroom, Invitation, Membership, SavedSetting
from classrooms.services import NotTeaching, add_pupil, archive_classroom, hand_over
from classrooms.services.classes import create_once
from ninety.engine.cards import Card
from ninety.models import Seat, User
from ninety.selectors import seat_name
from tests.classrooms.teaching import says, teacher
from tests.factories import alice, bob, live_match, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.services import announce_total, commit_play

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "7H 8S 2D"]


def address_of(classroom: Classroom, page: str = "") -> str:
    return f"/classes/{classroom.slug}/{page}"


def test_the_first_page_says_how_to_begin_until_there_is_a_class() -> None:
    owner = alice()
    client = signed_in(owner)
    assert "Your classes will be here" in says(client.get("/classes/"))
    classroom_of(owner)
    assert "Your classes will be here" not in says(client.get("/classes/"))


def test_classes_are_listed_by_what_they_are_to_the_teacher(django_assert_num_queries: Any) -> None:
    owner, colleague = alice(), teacher("Carol")
    own = [classroom_of(owner, "Bob", "Dave", name="4b"), classroom_of(owner, name="4a")]
    shared = [classroom_of(colleague, name=name) for name in ("5a", "5b")]
    for each in shared:
        each.co_teachers.add(owner, teacher("Erin"))
    archived = classroom_of(owner, name="3a")
    archive_classroom(archived)
    classroom_of(colleague, name="Not Alice's")
    client = signed_in(owner)
    with django_assert_num_queries(4):
        lists = client.get("/classes/").context["lists"]
    assert [(each.name, each.pupils) for each in lists.own] == [("4a", 0), ("4b", 2)]
    assert ([each.pk for each in lists.shared], lists.archived) == ([each.pk for each in shared], [archived])
    assert own[0] in lists.own


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  Year\N{NO-BREAK SPACE} 5 ", "Year 5"), ("x" * 40, "x" * 40), ("Nin\u0303os", "Ni\xf1os"), ("5️⃣b", "5\u20e3b")],
)
def test_a_class_has_a_name_as_it_is_meant(typed: str, kept: str) -> None:
    client = signed_in(alice())
    client.post("/classes/new/", {"name": typed, "language": "es"})
    assert list(Classroom.objects.values_list("name", "language")) == [(kept, "es")]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"name": ""}, "Please write a name for the class."),
        ({"name": "\u200b"}, "Please write a name for the class."),
        ({"name": "x" * 41}, "The name of a class has 40 letters at the most."),
        ({"language": "fr"}, "Select a valid choice."),
    ],
)
def test_a_class_that_cannot_be_is_refused_in_a_sentence(typed: dict[str, str], sentence: str) -> None:
    classroom = classroom_of(alice())
    client, form = signed_in(classroom.owner), {"name": "4c", "language": "en"} | typed
    for address in ("/classes/new/", address_of(classroom, "change/")):
        page = client.post(address, form)
        assert (page.status_code, sentence in says(page)) == (422, True)
    assert list(Classroom.objects.values_list("name", "language")) == [("4b", "en")]


def test_a_button_pressed_twice_makes_one_class() -> None:
    client, form = signed_in(alice()), {"name": "4b", "language": "en"}
    addresses = {client.post("/classes/new/", form)["Location"] for _press in range(2)}
    assert (len(addresses), Classroom.objects.count()) == (1, 1)


def test_a_class_is_renamed_and_gets_another_code() -> None:
    classroom = classroom_of(alice())
    co_teacher = teacher("Carol")
    classroom.co_teachers.add(co_teacher)
    for person, name in ((classroom.owner, "4c"), (co_teacher, "4d")):
        client, code = signed_in(person), Classroom.objects.get().code
        client.post(address_of(classroom, "change/"), {"name": name, "language": "nl"})
        client.post(address_of(classroom, "code/"))
        changed = Classroom.objects.get()
        assert (changed.name, changed.language, changed.code == code) == (name, "nl", False)
    page = says(client.get(address_of(classroom)))
    assert f"{changed.code[:3]} {changed.code[3:]}" in page
    assert f"{' '.join(changed.code[:3])}, {' '.join(changed.code[3:])}" in page


CHANGES = {
    "change/": {"name": "x", "language": "en"},
    "code/": {},
    "invite/": {},
    "teachers/{co_teacher}/remove/": {},
    "teachers/{co_teacher}/owner/": {},
    "teachers/{co_teacher}/link/": {},
    "invitations/1/revoke/": {},
}
OWNERS = {"archive/": {}, "restore/": {}, "copy/": {"name": "5b"}, "delete/": {"name": "4b"}}


def snapshot() -> list[Any]:
    """Return everything that a request to a class could change."""
    tables: tuple[Any, ...] = (Classroom, Classroom.co_teachers.through, Membership, Invitation)
    rows: list[Any] = [row for table in tables for row in table.objects.order_by("pk").values()]
    return [*rows, *User.objects.order_by("pk").values_list("username", "display_name", "password", "is_active")]


@pytest.mark.parametrize("page", ["", *CHANGES, *OWNERS, "teachers/leave/"])
def test_a_class_of_somebody_else_is_as_if_it_were_not_there(page: str) -> None:
    co_teacher = teacher("Carol")
    classroom = classroom_of(alice(), "Bob", name="4b")
    classroom.co_teachers.add(co_teacher)
    other = classroom_of(teacher("Mona"), name="Other")
    people = [other.owner, pupil_of(classroom, "Bob"), mallory(), bob()]
    form = (CHANGES | OWNERS).get(page, {})
    page = page.format(co_teacher=co_teacher.pk)
    before = snapshot()
    for person in people:
        client = signed_in(person)
        for slug in (classroom.slug, "0" * 18):
            assert client.post(f"/classes/{slug}/{page}", form).status_code in ({404} if page else {404, 405})
            assert client.get(f"/classes/{slug}/{page}", follow=True).status_code == 404
    nobody = Client()
    assert nobody.post(address_of(classroom, page), form).status_code in {404, 405}
    assert nobody.get(address_of(classroom, page), follow=True).status_code == 404
    assert snapshot() == before


@pytest.mark.parametrize("page", [*OWNERS, "invite/", "teachers/{owner}/remove/", "teachers/{co_teacher}/owner/"])
def test_what_only_the_owner_may_do_is_not_there_for_a_co_teacher(page: str) -> None:
    co_teacher = teacher("Carol")
    classroom = classroom_of(alice(), "Bob")
    classroom.co_teachers.add(co_teacher)
    address = address_of(classroom, page.format(co_teacher=co_teacher.pk, owner=classroom.owner.pk))
    assert signed_in(co_teacher).post(address, OWNERS.get(page, {})).status_code == 404
    assert list(Classroom.objects.values_list("owner", "archived_at")) == [(classroom.owner.pk, None)]


@pytest.mark.parametrize("page", CHANGES)
def test_an_archived_class_is_read_and_not_changed(page: str) -> None:
    co_teacher = teacher("Carol")
    classroom = classroom_of(alice(), "Bob")
    classroom.co_teachers.add(co_teacher)
    client = signed_in(classroom.owner)
    client.post(address_of(classroom, "archive/"))
    assert client.get(address_of(classroom)).status_code == 200
    before = snapshot()
    answer = client.post(address_of(classroom, page.format(co_teacher=co_teacher.pk)), CHANGES[page])
    assert (answer.status_code, "This class is archived" in says(answer)) == (403, True)
    assert snapshot() == before
    client.post(address_of(classroom, "restore/"))
    assert client.post(address_of(classroom, "change/"), CHANGES["change/"]).status_code == 302


def test_a_new_year_takes_along_who_is_chosen() -> None:
    classroom = classroom_of(alice(), "Bob", "Dave", "Erin", name="4b", language="nl")
    classroom.settings, classroom.secret, classroom.guests = {"preset": "ninety-nine"}, "pin", True
    classroom.save()
    classroom.co_teachers.add(teacher("Carol"))
    moving = classroom.memberships.filter(user__display_name__in=["Bob", "Erin"])
    client, numbers = signed_in(classroom.owner), [each.pk for each in moving]
    assert says(client.get(address_of(classroom, "copy/"))).count(" checked>") == 3
    address = client.post(address_of(classroom, "copy/"), {"name": "5b", "pupils": numbers})["Location"]
    copied = Classroom.objects.get(name="5b")
    assert address == address_of(copied)
    assert (copied.language, copied.secret, copied.guests, copied.settings) == ("nl", "pin", True, classroom.settings)
    assert [each.username for each in copied.co_teachers.all()] == ["carol"]
    assert copied.code != classroom.code
    states = classroom.memberships.values_list("user__display_name", "state")
    assert sorted(states) == [("Bob", "moved"), ("Dave", "in"), ("Erin", "moved")]
    assert sorted(copied.memberships.values_list("user__display_name", "state")) == [("Bob", "in"), ("Erin", "in")]
    classroom.refresh_from_db()
    assert classroom.is_archived
    again = client.post(address_of(classroom, "copy/"), {"name": "5b", "pupils": numbers})
    assert again.status_code == 422
    assert Classroom.objects.count() == 2


def test_who_may_come_along_is_listed_as_the_language_sorts() -> None:
    classroom = classroom_of(alice(), "Zoe", "\xcd\xf1igo", "Bram", "ana", language="nl")
    form = signed_in(classroom.owner).get(address_of(classroom, "copy/")).context["form"]
    assert [name for _number, name in form.fields["pupils"].choices] == ["ana", "Bram", "\xcd\xf1igo", "Zoe"]


def test_only_pupils_of_the_class_move() -> None:
    classroom, other = classroom_of(alice(), "Bob"), classroom_of(teacher("Mona"), "Dave")
    client = signed_in(classroom.owner)
    for number in (str(other.memberships.get().pk), "9" * 30, "-1", "x", "\x00"):
        page = client.post(address_of(classroom, "copy/"), {"name": "5b", "pupils": number})
        assert (page.status_code, Classroom.objects.count()) == (422, 2)
    assert other.memberships.get().state == "in"


def test_a_deletion_says_what_goes_and_wants_the_name() -> None:
    classroom = classroom_of(alice(), "Bob", "Dave", name="4b")
    moved = classroom_of(classroom.owner, name="5b")
    goer = add_pupil(classroom, "Erin")
    client = signed_in(classroom.owner)
    client.post(address_of(classroom, "copy/"), {"name": "5c", "pupils": goer.pk})
    match = live_match([pupil_of(classroom, "Bob"), bob()], HANDS)
    commit_play(match.seats.get(number=0), Card("8H"), None, version=0, tries=0, key="a" * 16)
    match.refresh_from_db()
    announce_total(match.seats.get(number=0), 8, version=match.version, tries=match.tries, key="b" * 16)
    page = says(client.get(address_of(classroom, "delete/")))
    for sentence in (
        "2 pupils, also those who were removed, with their cards",
        "1 answer of theirs, and all progress",
        "1 match that they played",
        "1 pupil who has moved, in the new class",
    ):
        assert sentence in page
    refused = client.post(address_of(classroom, "delete/"), {"name": "4c"})
    assert "That is not the name of the class, so nothing was deleted." in says(refused)
    assert classroom.memberships.count() == 3
    assert client.post(address_of(classroom, "delete/"), {"name": " 4B "})["Location"] == "/classes/"
    assert sorted(Classroom.objects.values_list("name", flat=True)) == ["5b", "5c"]
    assert moved.memberships.count() == 0


def test_what_was_played_with_others_stays_without_the_names() -> None:
    classroom = classroom_of(alice(), "Zoë", "Dave")
    staying = add_pupil(classroom_of(teacher("Mona"), name="Other"), "Erin").user
    match = live_match([pupil_of(classroom, "Zoë"), staying], HANDS)
    membership = member_of(classroom, "Dave")
    signed_in(classroom.owner).post(address_of(classroom, "copy/"), {"name": "5b", "pupils": membership.pk})
    SavedSetting.objects.create(owner=classroom.owner, name="Mine", settings={})
    signed_in(classroom.owner).post(address_of(classroom, "delete/"), {"name": classroom.name})
    assert seat_name(match.seats.get(number=0), None) == "Player 1"
    assert [seat.name for seat in Seat.objects.filter(user=staying)] == ["Erin"]
    assert list(User.objects.filter(display_name="Zoë")) == []
    assert User.objects.get(display_name="Dave").memberships.get().classroom.name == "5b"
    assert SavedSetting.objects.count() == 1


def test_a_co_teacher_leaves_and_the_owner_cannot() -> None:
    classroom, colleague = classroom_of(alice()), teacher("Carol")
    classroom.co_teachers.add(colleague)
    assert signed_in(classroom.owner).post(address_of(classroom, "teachers/leave/")).status_code == 404
    assert signed_in(colleague).post(address_of(classroom, "teachers/leave/"))["Location"] == "/classes/"
    assert classroom.co_teachers.count() == 0


def test_the_owner_removes_a_co_teacher_and_hands_the_class_over() -> None:
    classroom, colleague, other = classroom_of(alice()), teacher("Carol"), teacher("Dave")
    classroom.co_teachers.add(colleague, other)
    client = signed_in(classroom.owner)
    client.post(address_of(classroom, f"teachers/{other.pk}/remove/"))
    assert list(classroom.co_teachers.all()) == [colleague]
    for number in (other.pk, bob().pk, classroom.owner.pk, 10**30):
        for what in ("owner", "remove", "link"):
            assert client.post(address_of(classroom, f"teachers/{number}/{what}/")).status_code == 404
    client.post(address_of(classroom, f"teachers/{colleague.pk}/owner/"))
    handed = Classroom.objects.get()
    assert (handed.owner, list(handed.co_teachers.all())) == (colleague, [classroom.owner])
    assert client.post(address_of(classroom, "archive/")).status_code == 404
    assert signed_in(colleague).post(address_of(classroom, "archive/")).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_class_always_has_one_owner() -> None:
    classroom = classroom_of(alice())
    heirs = [teacher(f"Teacher{number}") for number in range(5)]
    classroom.co_teachers.add(*heirs)
    refused: list[User] = []

    def take(heir: User) -> None:
        try:
            hand_over(classroom, classroom.owner, heir.pk)
        except NotTeaching:
            refused.append(heir)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=take, args=[heir]) for heir in heirs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    handed = Classroom.objects.get()
    assert (len(refused), handed.owner in heirs) == (4, True)
    assert set(handed.co_teachers.all()) == {classroom.owner, *heirs} - {handed.owner}


@pytest.mark.django_db(transaction=True)
def test_copies_of_one_request_make_one_class_at_the_same_moment_too() -> None:
    owner = alice()

    def make() -> None:
        try:
            create_once(owner, "4b", "en")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=make) for _copy in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Classroom.objects.count() == 1


def test_the_page_of_a_class_asks_as_much_of_the_database_for_many_as_for_few(django_assert_num_queries: Any) -> None:
    classroom = classroom_of(alice(), "Bob")
    client = signed_in(classroom.owner)
    for number in range(3):
        classroom.co_teachers.add(teacher(f"Teacher{number}"))
        add_pupil(classroom, f"Pupil{number}")
        with django_assert_num_queries(12):
            client.get(address_of(classroom))
