"""All that is kept of somebody, in one file: pages to be read, and every column that the inventory names."""

import csv
import io
import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Classroom
from classrooms.services.lessons import arrive_at, start_lesson
from ninety.inventory import declared
from ninety.models import Match, User
from ninety.selectors import state_of
from tests.classrooms.answered import answered
from tests.classrooms.test_erasing import played_match
from tests.factories import UserFactory, alice, bob, live_match
from tests.factories.classes import classroom_of, member_of, pupil_of
from tests.trainer.device import device_of
from trainer.models import Answer, Rating

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "7H 8S 2D"]


def unzipped(response: Any) -> dict[str, str]:
    """Return the files of a download by their names."""
    assert (response.status_code, response["Content-Type"]) == (200, "application/zip")
    with ZipFile(io.BytesIO(b"".join(response.streaming_content))) as bundle:
        assert bundle.testzip() is None
        return {name: bundle.read(name).decode() for name in bundle.namelist()}


def table(files: dict[str, str], name: str) -> list[dict[str, str]]:
    text = files[f"tables/{name}.csv"].removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


def pupil_file(client: Client, classroom: Classroom, name: str) -> dict[str, str]:
    number = member_of(classroom, name).pk
    return unzipped(client.get(reverse("download_pupil", args=[classroom.slug, number])))


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol")


@pytest.fixture
def browser(client: Client, classroom: Classroom) -> Client:
    client.force_login(classroom.owner)
    return client


def lived(classroom: Classroom) -> User:
    """Let Bob of the class do a little of everything."""
    pupil = pupil_of(classroom, "Bob")
    played_match(pupil)
    device = device_of(pupil)
    device.answer()
    device.answer(off=1)
    device.send()
    arrive_at(start_lesson(classroom, classroom.owner, timezone.now()), pupil, timezone.now())
    Rating.objects.create(user=pupil, value=0.5, variance=1, answers=3, answered_at=timezone.now())
    return pupil


def test_a_pupils_file_has_a_page_and_every_table(browser: Client, classroom: Classroom):
    pupil = lived(classroom)
    files = pupil_file(browser, classroom, "Bob")
    assert set(files) == {
        "index.html",
        *(
            f"tables/{name}.csv"
            for name in (
                *("classrooms-attendance", "classrooms-membership", "classrooms-signinsecret", "ninety-match"),
                *("ninety-seat", "ninety-user", "plays", "trainer-answer", "trainer-drill", "trainer-rating"),
            )
        ),
    }
    assert [row["id"] for row in table(files, "ninety-user")] == [str(pupil.pk)]
    answers = table(files, "trainer-answer")
    assert [(row["prior"], row["announced"], row["right"]) for row in answers] == [
        (str(each.prior), str(each.announced), str(int(each.right)))
        for each in Answer.objects.filter(user=pupil).order_by("pk")
    ]
    page = files["index.html"]
    assert "<h1><bdi>Bob</bdi></h1>" in page
    assert ("Answers</h2>" in page, "Answers (3)" in page, "Matches (1)" in page, "Drills (1)" in page) == (
        *(False, True, True, True),
    )


def test_every_column_that_is_declared_and_no_secret_is_there(browser: Client, classroom: Classroom):
    lived(classroom)
    files = pupil_file(browser, classroom, "Bob")
    tables = {each.model._meta.label.lower().replace(".", "-"): each for each in declared().values()}
    for name in [name for name in files if name.startswith("tables/") and "plays" not in name]:
        head = files[name].removeprefix("\ufeff").splitlines()[0].split(",")
        declared_as = tables[name.removeprefix("tables/").removesuffix(".csv")]
        assert (name, set(head)) == (name, set(declared_as.fields) - declared_as.hidden)


def test_the_secrets_with_which_pupils_sign_in_stay_on_their_cards(browser: Client, classroom: Classroom):
    secret = pupil_of(classroom, "Bob").sign_in_secret
    secret.pictures, secret.pin = ["fox", "kite", "moon"], "8305"
    secret.save()
    for files in (
        pupil_file(browser, classroom, "Bob"),
        unzipped(browser.get(reverse("download_class", args=[classroom.slug]))),
    ):
        assert not re.search("8305|kite", " ".join(files.values()))
    assert "stand on their cards" in browser.get(reverse("classroom", args=[classroom.slug])).text


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("4b", 'attachment; filename="ninety-class-4b.zip"'),
        ('../4b: "Füchse"', "attachment; filename*=utf-8''ninety-class-4b-F%C3%BCchse.zip"),
        ("कक्षा ३", "attachment; filename*=utf-8''ninety-class-" + quote("कक्षा-३") + ".zip"),
        ("الصف ٤", "attachment; filename*=utf-8''ninety-class-" + quote("الصف-٤") + ".zip"),
        ("🦊🦊", 'attachment; filename="ninety-class.zip"'),
    ],
)
def test_a_file_is_called_after_its_class_in_any_script(browser: Client, classroom: Classroom, name: str, kept: str):
    Classroom.objects.update(name=name)
    assert browser.get(reverse("download_class", args=[classroom.slug]))["Content-Disposition"] == kept
    table_of_class = browser.get(reverse("export", args=[classroom.slug, "matrix", "csv"]))
    expected = kept.replace("-class", "-matrix").replace(".zip", ".csv")
    assert table_of_class["Content-Disposition"] == expected


def test_nothing_of_others_is_in_it(browser: Client, classroom: Classroom):
    lived(classroom)
    played_match(pupil_of(classroom, "Carol"))
    files = pupil_file(browser, classroom, "Bob")
    assert [name for name, text in files.items() if "Carol" in text] == []
    plays = table(files, "plays")
    matches = Match.objects.filter(seats__user=pupil_of(classroom, "Bob"))
    assert {row["match"] for row in plays} == {str(match.pk) for match in matches}
    assert [json.loads(row["action"]) for row in plays] == [{"seat": 0, "card": "8H", "announced": 56}]


def test_cards_that_lie_face_down_are_in_no_file(browser: Client, classroom: Classroom):
    match = live_match([pupil_of(classroom, "Bob"), bob()], HANDS)
    files = pupil_file(browser, classroom, "Bob")
    text = " ".join(files.values())
    assert [card.code for card in state_of(match).hands[1] if re.search(rf"\b{card.code}\b", text)] == []
    assert str(match.state["stock"]) not in text


def test_a_class_has_a_page_for_each_and_names_in_front(browser: Client, classroom: Classroom):
    lived(classroom)
    files = unzipped(browser.get(reverse("download_class", args=[classroom.slug])))
    assert [name for name in files if name.endswith(".html")] == ["index.html", "pupil-1.html", "pupil-2.html"]
    assert '<a href="pupil-1.html"><bdi>Bob</bdi></a></td><td>3</td><td>1</td><td>1</td>' in files["index.html"]
    assert [row["Name"] for row in table(files, "classrooms-membership")] == ["Bob", "Carol"]
    assert {row["Name"] for row in table(files, "trainer-answer")} == {"Bob"}
    assert [row["code"] for row in table(files, "class")] == [classroom.code]
    assert len(table(files, "class-lessons")) == 1


def test_a_teacher_takes_along_the_own_account(browser: Client, classroom: Classroom):
    classroom.owner.email = "alice@hill.example"
    classroom.owner.save()
    files = unzipped(browser.get(reverse("download_account")))
    assert [row["name"] for row in table(files, "classrooms-classroom")] == ["4b"]
    assert "alice@hill.example" in files["index.html"]
    assert [name for name, text in files.items() if "Bob" in text] == []
    assert "password" not in files["tables/ninety-user.csv"]


def test_no_name_is_a_formula_or_an_element(browser: Client, classroom: Classroom):
    User.objects.filter(display_name="Bob").update(display_name="=1+1<b>")
    files = pupil_file(browser, classroom, "=1+1<b>")
    assert table(files, "ninety-user")[0]["display_name"] == "'=1+1<b>"
    assert "<b>" not in files["index.html"]


def test_it_speaks_the_language_of_the_page_and_its_spreadsheets(browser: Client, classroom: Classroom):
    number = member_of(classroom, "Bob").pk
    address = reverse("download_pupil", args=[classroom.slug, number])
    files = unzipped(browser.get(address, headers={"accept-language": "nl"}))
    assert '<html lang="nl">' in files["index.html"]
    assert "Alles wat Ninety bewaart" in files["index.html"]
    assert files["tables/ninety-user.csv"].splitlines()[0].startswith("\ufeffid;")


def test_an_archived_class_and_a_removed_pupil_can_be_taken_along(browser: Client, classroom: Classroom):
    classroom.memberships.filter(user__display_name="Bob").update(state="removed", left_at=timezone.now())
    Classroom.objects.update(archived_at=timezone.now())
    assert "<bdi>Bob</bdi>" in pupil_file(browser, classroom, "Bob")["index.html"]


def test_a_page_shows_the_newest_answers_and_the_table_has_all(browser: Client, classroom: Classroom):
    answered(pupil_of(classroom, "Bob"), *[55] * 505, now=timezone.now() - timedelta(hours=1))
    files = pupil_file(browser, classroom, "Bob")
    assert files["index.html"].count("48 + 7 = 55") == 500
    assert len(table(files, "trainer-answer")) == 505


def test_the_pages_offer_it(browser: Client, classroom: Classroom):
    number = member_of(classroom, "Bob").pk
    offers = {
        reverse("pupil", args=[classroom.slug, number]): reverse("download_pupil", args=[classroom.slug, number]),
        reverse("classroom", args=[classroom.slug]): reverse("download_class", args=[classroom.slug]),
        reverse("account"): reverse("download_account"),
    }
    for page, download in offers.items():
        assert f'href="{download}"' in browser.get(page).content.decode()


def test_a_co_teacher_takes_a_class_along_too(client: Client, classroom: Classroom):
    helper = UserFactory.create(username="carla", kind=User.Kind.TEACHER)
    classroom.co_teachers.add(helper)
    client.force_login(helper)
    assert (
        reverse("download_class", args=[classroom.slug])
        in client.get(reverse("classroom", args=[classroom.slug])).content.decode()
    )
    assert "index.html" in unzipped(client.get(reverse("download_class", args=[classroom.slug])))
