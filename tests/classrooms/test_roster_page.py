"""The page of the pupils: a list is shown line by line, and what was shown is what is made, once."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from classrooms.models import Classroom, Membership
from classrooms.services import add_pupil
from classrooms.services.pupils import remove_pupils
from ninety.models import User
from tests.classrooms.rosters.files import SHEET, workbook
from tests.classrooms.teaching import says_plainly
from tests.factories import UserFactory, alice
from tests.factories.classes import classroom_of, member_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Ana", "Bob")


@pytest.fixture
def browser(classroom: Classroom, client: Client) -> Client:
    client.force_login(classroom.owner)
    return client


def address(classroom: Classroom, part: str = "") -> str:
    return f"/classes/{classroom.slug}/pupils/{part}"


def names(classroom: Classroom, state: str = Membership.State.IN) -> list[str]:
    found = classroom.memberships.filter(state=state).order_by("pk")
    return list(found.values_list("user__display_name", flat=True))


def shown(response: Any) -> dict[str, Any]:
    """Return what the form of a preview would send as it stands."""
    form = response.context["form"]
    sent: dict[str, Any] = {"list": response.context["list"]}
    for name in form.fields:
        value = form[name].value()
        if value not in (None, False, ""):
            sent[name] = value
    return sent


def preview(browser: Client, classroom: Classroom, text: str) -> Any:
    return browser.post(address(classroom, "check/"), {"text": text})


def confirm(browser: Client, classroom: Classroom, sent: dict[str, Any]) -> Any:
    return browser.post(address(classroom, "add/"), sent)


def test_nothing_is_made_before_it_is_confirmed(browser: Client, classroom: Classroom):
    response = preview(browser, classroom, "Ana\nCarol\nDan")
    assert response.status_code == 200
    assert names(classroom) == ["Ana", "Bob"]
    assert confirm(browser, classroom, shown(response)).status_code == 302
    assert names(classroom) == ["Ana", "Bob", "Carol", "Dan"]


def test_what_was_done_is_counted(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol\nDan"))
    response = browser.post(address(classroom, "add/"), sent, follow=True)
    assert "2 pupils added." in says_plainly(response)


def test_names_and_ticks_count_as_they_were_left(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol\nDan\nEve"))
    sent["name-0"] = "  Caroline "
    del sent["do-1"]
    confirm(browser, classroom, sent)
    assert names(classroom) == ["Ana", "Bob", "Caroline", "Eve"]


def test_each_new_pupil_has_a_secret_of_their_own(browser: Client, classroom: Classroom):
    confirm(browser, classroom, shown(preview(browser, classroom, "Naam;Code\nCarol;\nDan;*\nEve;1234")))
    secrets = [member.user.sign_in_secret for member in classroom.memberships.select_related("user__sign_in_secret")]
    assert len({secret.token for secret in secrets}) == 5
    assert len({tuple(secret.pictures) for secret in secrets}) > 1
    assert {member.user.language for member in classroom.memberships.select_related("user")} == {"en"}


def test_two_of_one_name_stay_apart(browser: Client, classroom: Classroom):
    confirm(browser, classroom, shown(preview(browser, classroom, "Carol\nCarol\nGil, Eva\nRuiz, Eva")))
    assert names(classroom) == ["Ana", "Bob", "Carol", "Carol 2", "Eva G", "Eva R"]


def test_a_name_that_is_taken_is_pointed_out_and_a_free_one_named(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol\nDan"))
    sent["name-0"], sent["name-1"] = "BOB", "bob"
    response = confirm(browser, classroom, sent)
    assert response.status_code == 422
    assert "Somebody of the class has this name. How about “BOB 2”?" in says_plainly(response)
    assert names(classroom) == ["Ana", "Bob"]
    again = shown(response)
    assert (again["name-0"], again["do-0"]) == ("BOB", True)
    again["name-0"], again["name-1"] = "Dora", "dora"
    assert "Line 1 has this name. How about “dora 2”?" in says_plainly(confirm(browser, classroom, again))


@pytest.mark.parametrize(("name", "says"), [(" \u200b", "Please write a name."), ("x" * 21, "20 letters at the most")])
def test_a_name_that_is_none_is_pointed_out(browser: Client, classroom: Classroom, name: str, says: str):
    sent = shown(preview(browser, classroom, "Carol"))
    sent["name-0"] = name
    response = confirm(browser, classroom, sent)
    assert response.status_code == 422
    assert says in says_plainly(response)


def test_who_is_not_in_the_list_stays_unless_ticked(browser: Client, classroom: Classroom):
    response = preview(browser, classroom, "Ana\nCarol")
    assert "Remove Bob" in says_plainly(response)
    confirm(browser, classroom, shown(response))
    assert names(classroom) == ["Ana", "Bob", "Carol"]
    bob = member_of(classroom, "Bob")
    sent = shown(preview(browser, classroom, "Ana\nCarol")) | {f"remove-{bob.pk}": "on"}
    confirm(browser, classroom, sent)
    assert (names(classroom), names(classroom, "removed")) == (["Ana", "Carol"], ["Bob"])


def test_somebody_of_the_class_can_be_spelt_another_way_or_let_back(browser: Client, classroom: Classroom):
    remove_pupils(classroom.memberships.filter(user__display_name="Bob"), timezone.now())
    sent = shown(preview(browser, classroom, "ANA\nBob"))
    assert (sent["do-0"], sent["do-1"]) == ("leave", "back")
    confirm(browser, classroom, sent | {"do-0": "rename"})
    assert names(classroom) == ["ANA", "Bob"]


def test_a_namesake_of_a_pupil_can_be_the_same_one(browser: Client, classroom: Classroom):
    ana = member_of(classroom, "Ana")
    sent = shown(preview(browser, classroom, "Ruiz, Ana\nSanz, Ana"))
    confirm(browser, classroom, sent | {"do-0": "rename"})
    assert names(classroom) == ["Ana R", "Bob", "Ana S"]
    assert member_of(classroom, "Ana R") == ana


def test_a_double_click_adds_once(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol\nDan"))
    assert [confirm(browser, classroom, sent).status_code for _click in range(3)] == [302, 302, 302]
    assert names(classroom) == ["Ana", "Bob", "Carol", "Dan"]


def test_a_class_that_has_changed_meanwhile_is_shown_anew(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol\nDan"))
    add_pupil(classroom, "Carol")
    response = confirm(browser, classroom, sent)
    assert response.status_code == 409
    assert "The class has changed since this was shown." in says_plainly(response)
    assert names(classroom) == ["Ana", "Bob", "Carol"]
    confirm(browser, classroom, shown(response))
    assert names(classroom) == ["Ana", "Bob", "Carol", "Dan"]


@pytest.mark.parametrize("broken", ["", "x", "x:y:z"])
def test_a_list_that_was_not_shown_is_not_made(browser: Client, classroom: Classroom, broken: str):
    sent = shown(preview(browser, classroom, "Carol"))
    for forged in (broken, sent["list"][:-1] + "_"):
        assert confirm(browser, classroom, sent | {"list": forged}).status_code == 302
        assert browser.post(address(classroom, "check/"), {"list": forged}).status_code == 302
    assert names(classroom) == ["Ana", "Bob"]


def test_a_list_for_one_class_is_not_made_in_another(browser: Client, classroom: Classroom):
    other = classroom_of(classroom.owner)
    sent = shown(preview(browser, classroom, "Carol"))
    confirm(browser, other, sent)
    assert names(other) == []


def test_a_class_takes_so_many_and_no_more(browser: Client, classroom: Classroom, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("classrooms.forms.roster.MOST_PUPILS", 3)
    response = confirm(browser, classroom, shown(preview(browser, classroom, "Carol\nDan")))
    assert response.status_code == 422
    assert "room for 3 pupils, and these are 1 too many" in says_plainly(response)
    assert names(classroom) == ["Ana", "Bob"]


def test_a_file_is_read(browser: Client, classroom: Classroom):
    file = SimpleUploadedFile("klas.xlsx", workbook(SHEET))
    response = browser.post(address(classroom, "check/"), {"file": file, "text": ""})
    confirm(browser, classroom, shown(response))
    assert names(classroom) == ["Ana", "Bob", "Sanne B", "Daan", "Sanne V"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "There is nothing in this list."),
        (b"%PDF-1.7", "A PDF cannot be read."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "This is an older Excel file"),
        (b"a" * 1_000_001, "a list may have one megabyte"),
        (b"Ana\n" * 201, "This list has 201 names, and a list may have 200."),
    ],
)
def test_a_file_that_cannot_be_read_gets_a_sentence(browser: Client, classroom: Classroom, data: bytes, says: str):
    response = browser.post(address(classroom, "check/"), {"file": SimpleUploadedFile("x", data)})
    assert response.status_code == 422
    assert says in says_plainly(response)


def test_what_was_pasted_is_not_lost_with_a_refusal(browser: Client, classroom: Classroom):
    response = preview(browser, classroom, "1;2\n3;4")
    assert response.status_code == 422
    assert "1;2\n3;4" in response.content.decode()


def test_a_question_is_asked_and_its_answer_is_shown(browser: Client, classroom: Classroom):
    response = preview(browser, classroom, "Nome;Turma\nCarol;5A\nDan;5B")
    assert "The list has several classes. Which is this one?" in says_plainly(response)
    [_one, other, every] = response.context["choices"]
    assert (other["says"], every["says"], every["count"]) == ("5B", "All of them together", 2)
    answered = browser.post(address(classroom, "check/"), {"list": other["list"]})
    confirm(browser, classroom, shown(answered))
    assert names(classroom) == ["Ana", "Bob", "Dan"]


def test_names_can_be_proposed_as_they_are_written(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol Ann\nDan Lee\nEve May"))
    assert sent["name-0"] == "Carol"
    again = browser.post(address(classroom, "check/"), {"list": sent["list"], "as_written": "1"})
    assert shown(again)["name-0"] == "Carol Ann"


def test_several_are_removed_at_once_and_let_back_one_by_one(browser: Client, classroom: Classroom):
    numbers = list(classroom.memberships.values_list("pk", flat=True))
    browser.post(address(classroom, "remove/"), {"members": numbers})
    assert names(classroom, "removed") == ["Ana", "Bob"]
    browser.post(address(classroom, f"{numbers[0]}/let-back/"))
    assert (names(classroom), names(classroom, "removed")) == (["Ana"], ["Bob"])


@pytest.mark.parametrize("ticked", [[], ["x"], ["0"], [str(10**30)], ["\0"]])
def test_ticks_of_nobody_remove_nobody(browser: Client, classroom: Classroom, ticked: list[str]):
    response = browser.post(address(classroom, "remove/"), {"members": ticked}, follow=True)
    assert "Please tick those whom you want to remove." in says_plainly(response)
    assert names(classroom) == ["Ana", "Bob"]


def test_an_archived_class_is_read_and_not_changed(browser: Client, classroom: Classroom):
    sent = shown(preview(browser, classroom, "Carol"))
    Classroom.objects.update(archived_at=timezone.now())
    number = classroom.memberships.earliest("pk").pk
    for part, data in (
        ("check/", {"text": "Carol"}),
        ("add/", sent),
        ("remove/", {"members": [number]}),
        (f"{number}/rename/", {"name": "Zed"}),
        (f"{number}/remove/", {}),
    ):
        response = browser.post(address(classroom, part), data)
        assert response.status_code == 403
        assert "This class is archived" in says_plainly(response)
    assert names(classroom) == ["Ana", "Bob"]
    page = browser.get(address(classroom)).content.decode()
    assert ("Ana" in page, "textarea" in page, "checkbox" in page) == (True, False, False)


@pytest.mark.parametrize("part", ["", "check/", "add/", "remove/", "1/", "1/rename/", "1/move/", "1/erase/"])
def test_a_foreign_class_is_like_none(client: Client, classroom: Classroom, part: str):
    pupil = classroom.memberships.earliest("pk").user
    other = UserFactory.create(kind=User.Kind.TEACHER)
    for person in (None, pupil, other):
        if person is not None:
            client.force_login(person)
        for method in (client.get, client.post):
            answers = [method(address(classroom, part)), method(f"/classes/none/pupils/{part}")]
            statuses = {answer.status_code for answer in answers}
            assert statuses in ({404}, {302}, {405})


@pytest.mark.parametrize("count", [1, 40])
def test_the_page_asks_the_same_of_the_database_for_many_as_for_one(
    browser: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
):
    classroom = classroom_of(alice(), *(f"Pupil {number}" for number in range(count)))
    browser.get(address(classroom))
    with django_assert_num_queries(4):
        browser.get(address(classroom))
