"""The pages about privacy: made from what is kept, by the settings of the school, in every language."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from ninety.inventory import Whose, kept_of
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of

pytestmark = pytest.mark.django_db

PAGES = ["privacy", "privacy_for_children"]


def test_the_page_for_adults_tells_every_thing_that_is_kept(client: Client):
    page = client.get(reverse("privacy")).content.decode()
    told = [kept for whose in (Whose.PUPIL, Whose.VISITOR, Whose.TEACHER) for kept in kept_of(whose)]
    assert page.count('<th scope="row">') == len(told)
    assert [str(kept.what) for kept in told if f'<th scope="row">{kept.what}</th>' not in page] == []


def test_it_says_how_long_by_the_settings(client: Client, settings: Settings):
    settings.KEEP_NAMES_DAYS, settings.KEEP_ANSWERS_DAYS, settings.KEEP_VISITORS_DAYS = 12, 365, 99
    page = client.get(reverse("privacy")).content.decode()
    said = ["until 12 days after the class has ended", ">1 year<", "99 days after the last match"]
    assert [words for words in said if words not in page] == []


def test_it_names_the_school_and_whom_to_ask(client: Client, settings: Settings):
    assert "The school that runs this Ninety" in client.get(reverse("privacy")).content.decode()
    settings.SCHOOL_NAME, settings.PRIVACY_CONTACT = "Hill <School>", "office@hill.example"
    page = client.get(reverse("privacy")).content.decode()
    assert "Hill &lt;School&gt; runs this Ninety" in page
    assert 'href="mailto:office@hill.example"' in page


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("es", {"privacy": "Privacidad", "privacy_for_children": "Lo que Ninety sabe de ti"}),
        ("pt", {"privacy": "Privacidade", "privacy_for_children": "O que o Ninety sabe de ti"}),
        ("nl", {"privacy": "Privacy", "privacy_for_children": "Wat Ninety over jou weet"}),
    ],
)
def test_they_speak_every_language(client: Client, name, language, title):
    page = client.get(reverse(name), headers={"accept-language": language}).content.decode()
    assert f"<h1>{title[name]}</h1>" in page
    assert f'<html lang="{language}"' in page


def test_every_page_leads_there_and_pupils_to_theirs(client: Client):
    classroom = classroom_of(alice(), "Bob")
    for address in (reverse("front"), reverse("account_signup"), reverse("rules")):
        assert f'href="{reverse("privacy")}"' in client.get(address).content.decode()
    assert (
        f'href="{reverse("privacy_for_children")}"'
        in client.get(reverse("door", args=[classroom.slug])).content.decode()
    )
    client.force_login(pupil_of(classroom, "Bob"))
    assert f'href="{reverse("privacy_for_children")}"' in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_they_ask_the_database_nothing(client: Client, django_assert_num_queries, name):
    with django_assert_num_queries(0):
        client.get(reverse(name))
