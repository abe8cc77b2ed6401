"""The help: its contents, and the page of each topic."""

from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from classrooms.help import (
    PUPILS,
    RECIPES,
    TEACHERS,
    TOPICS,
    Topic,
    drill_lines,
    figure_tables,
    figure_words,
)
from classrooms.selectors.classes import classes_of
from ninety.access import person_of
from ninety.engine.rulesets import PRESETS, RuleSet
from ninety.models import User
from ninety.requests import Request
from ninety.rulebook import preset_name
from ninety.selectors import new_key
from ninety.tips import glossary, tips


@require_safe
def help_contents(request: Request) -> HttpResponse:
    """List the topics."""
    listed = {audience: [topic for topic in TOPICS.values() if topic.audience == audience] for audience in _AUDIENCES}
    return render(request, "classrooms/help/contents.html", {**listed, "back": _came_from(request)})


@require_safe
def help_topic(request: Request, slug: str) -> HttpResponse:
    """Show a topic."""
    if slug not in TOPICS:
        raise Http404
    topic = TOPICS[slug]
    page = {"topic": topic, "back": _came_from(request), **_neighbours(topic), **_FILLED.get(slug, _nothing)(request)}
    return render(request, "classrooms/help/topic.html", page)


_AUDIENCES = (PUPILS, TEACHERS)


def _neighbours(topic: Topic) -> dict[str, Topic | None]:
    """Return the topics before and after one, among those for the same readers."""
    row = [None, *(each for each in TOPICS.values() if each.audience == topic.audience), None]
    place = row.index(topic)
    return {"before": row[place - 1], "after": row[place + 1]}


def _came_from(request: Request) -> str:
    """Return the page here that led to the help, empty where that is not known; pupils have no other way back."""
    page, host = request.headers.get("Referer", ""), {request.get_host()}
    path = urlsplit(page).path if url_has_allowed_host_and_scheme(page, host) else ""
    is_help = path.startswith(reverse("help_contents"))
    # A path that begins with two slashes is the name of another host.
    return path if url_has_allowed_host_and_scheme(path, None) and not is_help else ""


def _nothing(_request: Request) -> dict[str, Any]:
    return {}


def _recipes(request: Request) -> dict[str, Any]:
    person = person_of(request)
    lists = classes_of(person) if person and person.kind == User.Kind.TEACHER else None
    classes = [*lists.own, *lists.shared] if lists else []
    return {"recipes": RECIPES, "classes": classes, "key": new_key()}


def _drills(_request: Request) -> dict[str, Any]:
    return {"drills": drill_lines()}


def _figures(_request: Request) -> dict[str, Any]:
    return {"words": figure_words(), "tables": figure_tables()}


def _games(_request: Request) -> dict[str, Any]:
    rules = {code: RuleSet.from_spec({"preset": code}) for code in PRESETS}
    games = [
        {"code": code, "name": preset_name(code), "tips": tips(each), "words": glossary(each)}
        for code, each in rules.items()
    ]
    return {"games": games}


_FILLED = {"recipes": _recipes, "drills": _drills, "figures": _figures, "words": _games}
"""What a topic shows besides its texts."""
