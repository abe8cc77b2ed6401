"""No name and no code of anybody stands in an address, a title, a log line or a key of the cache, whoever asks."""

import io
import re
from html import unescape

import pytest
from django.core.cache import cache
from django.http import HttpResponse

from classrooms.models import Classroom, SignInSecret
from ninety.models import Table, User
from tests.classrooms.school import ROLES, School, names, school
from tests.classrooms.test_roles import answer

pytestmark = [pytest.mark.django_db, pytest.mark.repeats]

TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
ADDRESS = re.compile(r'\s(?:href|action|src|data-[\w-]*|hx-[\w:-]*|content)="([^"]*)"')
CANARIES = {
    "bob": "Zyxomma",
    "alice": "Quetzalcoatl",
    "carla": "Xanthippe",
    "tom": "Wulfstan",
    "dan": "Vercingetorix",
    "fox": "Ulysses",
}
"""Whom of the school each name is given to, by the names that they have there."""
CLASS = "Thessaloniki"


@pytest.fixture
def made() -> School:
    cache.clear()
    built = school()
    for was, called in CANARIES.items():
        for person in User.objects.filter(display_name__iexact=was):
            person.seats.update(name=called)
            person.places.update(name=called)
            User.objects.filter(pk=person.pk).update(display_name=called)
    Classroom.objects.update(name=CLASS)
    return built


def secrets() -> set[str]:
    """Return what names or opens somebody or something: names, codes, secrets."""
    found = {*CANARIES.values(), CLASS}
    found |= {code for model in (Classroom, Table) for code in model._default_manager.values_list("code", flat=True)}
    found |= {f"{code[:3]} {code[3:]}" for code in found if len(code) == 6}
    found |= {" ".join(each.pictures) for each in SignInSecret.objects.all()}
    return {each.casefold() for each in found}


def told(answered: HttpResponse) -> tuple[list[str], list[str]]:
    """Return the titles and the addresses of an answer: where it leads, what its page links, sends and loads.

    The name of a file is one of them.
    """
    text = "" if answered.streaming else answered.content.decode()
    led = [answered["Location"]] if answered.has_header("Location") else []
    # A file that a teacher keeps may be called after the class, though after nobody in it.
    file = [answered["Content-Disposition"].replace(CLASS, "")] if answered.has_header("Content-Disposition") else []
    return TITLE.findall(text), led + file + [unescape(found) for found in ADDRESS.findall(text) if "/" in found]


def test_no_name_and_no_code_is_told(made: School, logged: io.StringIO):
    kept, wrong, seen, shown = secrets(), [], 0, set[str]()
    for name in names():
        for role in ROLES:
            for method in ("get", "post"):
                answered = answer(made.client(role), method, made.address(name))
                titles, addresses = told(answered)
                seen += len(titles) + len(addresses)
                page = "" if answered.streaming else answered.content.decode()
                shown |= {called for called in (*CANARIES.values(), CLASS) if called in page}
                for text in (*titles, *addresses):
                    if leaked := [each for each in kept if each in text.casefold()]:
                        wrong.append((name, method, ROLES[role], text[:80], leaked))
    assert not wrong, "\n".join(map(str, wrong))
    # All of them are on some page or other.
    assert (seen > 5000, shown) == (True, {*CANARIES.values(), CLASS})
    lines = logged.getvalue().casefold()
    assert len(lines.splitlines()) > 1000
    assert [each for each in kept if each in lines] == []
    keys = " ".join(getattr(cache, "_cache", {})).casefold()
    assert [each for each in kept if each in keys] == []
