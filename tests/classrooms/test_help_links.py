"""Every page leads to the part of the help that is about it."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache as kept
from django.test import Client

from tests.classrooms.school import School, school
from tests.classrooms.test_roles import answer, table

NO_PAGES = {
    # Files, and what can be read only once it is over, or not at all by those who have it.
    *("export", "record", "watch", "lesson_match", "review", "drill_result", "manifest", "service_worker"),
    *("download_pupil", "download_class", "download_account"),
    # Addresses that lead on, from where the school of the table stands.
    *("lobby", "card", "card_question", "ask_teacher", "account_set_password"),
    "erase_account",
}
"""Addresses at which the table's people see no page of their own; their templates are looked at below."""

ABOUT_ALL = {"help_contents", "help_topic"}
"""Pages that are about everything: the help itself."""

TEMPLATES = Path(settings.BASE_DIR) / "templates"
FAULTS = {"400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html", "503.html"}
FILES = {"dossier.html", "dossier_of_class.html"}
"""What is packed into a download, and has no header."""


@cache
def _anchors(topic: str) -> frozenset[str]:
    answered = Client().get(f"/help/{topic}/")
    assert answered.status_code == 200, topic
    return frozenset(re.findall(r'\bid="([^"]+)"', answered.content.decode()))


def _link_of(text: str) -> str:
    found = re.search(r'<a class="header-link help-link" href="/help/([^"]*)">.*?Help with this page</span></a>', text)
    return found[1] if found else "none"


@pytest.fixture
def made() -> School:
    kept.clear()
    return school()


@pytest.mark.django_db
def test_every_page_of_the_table_leads_to_a_part_of_the_help_that_exists(made):
    wrong, seen = [], set()
    for name, (kind, roles) in table().items():
        for role in roles if kind != "act" else "":
            answered = answer(made.client(role), "get", made.address(name))
            if answered.status_code != 200 or not answered["Content-Type"].startswith("text/html"):
                continue
            seen.add(name)
            topic, _slash, anchor = _link_of(answered.content.decode()).partition("/#")
            if name in ABOUT_ALL:
                assert (topic, anchor) == ("", "")
            elif not anchor or anchor not in _anchors(topic):
                wrong.append((name, role, topic, anchor))
    assert wrong == []
    assert {name for name, (kind, _roles) in table().items() if kind != "act"} - seen == NO_PAGES


def _chain(template: Path) -> str:
    """Return a template with all those it extends."""
    text = template.read_text()
    base = re.match(r'{% extends "([^"]+)" %}', text)
    return text + (_chain(TEMPLATES / base[1]) if base and base[1] != "base.html" else "")


@pytest.mark.django_db
def test_every_template_of_a_page_names_a_part_of_the_help_that_exists():
    wrong, pages = [], 0
    for template in sorted(TEMPLATES.rglob("*.html")):
        text = template.read_text()
        if not text.startswith("{% extends") or template.name in FAULTS | FILES or template.parent.name == "help":
            continue
        pages += 1
        named = re.search(r"{% block help %}([\w-]+)/#([\w-]+){% endblock %}", _chain(template))
        if named is None or named[2] not in _anchors(named[1]):
            wrong.append(template.name)
    assert wrong == []
    assert pages > 60
