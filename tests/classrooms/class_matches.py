"""Matches of a whole class on the board, as tests begin and play them."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Lesson
from classrooms.selectors.class_match import class_match_of
from classrooms.services.class_match import start_class_match
from ninety.models import User
from ninety.selectors import new_key
from tests.factories import StackedDeal, UserFactory, alice

HTMX = {"HX-Request": "true"}
START = {"against": "halves", "left": "Foxes", "right": "Owls", "game": ""}


def carla():
    return UserFactory.create(username="carla", display_name="Carla", kind=User.Kind.TEACHER)


def dealt(lesson, hands=("8H AS TC", "7H 8S 2D"), total=48, clock=0, rules=None, **settings):
    rules = rules or {"preset": "ninety-nine", "set": {"start": total, "clock": clock}}
    deal = StackedDeal(hands, "3C 5C 6C 3D 5D 6D")
    start_class_match(lesson, ClassSettings(rules=rules, **settings), ["Foxes", "Owls"], alice(), timezone.now(), deal)
    lesson.refresh_from_db()


def played(lesson) -> Any:
    """Return the match as it is now."""
    return class_match_of(lesson)


def start(client, classroom, **sent):
    return client.post(reverse("start_class_match", args=[classroom.slug]), START | sent)


def board(client, lesson):
    return client.get(reverse("board", args=[lesson.room.slug])).text


def send(client, lesson, name, version=None, htmx=True, **sent):
    match = played(Lesson.objects.get(pk=lesson.pk))
    seen = {"version": match.version if version is None else version, "key": new_key()}
    address = reverse(f"{name}_for_class", args=[lesson.room.slug])
    return client.post(address, seen | sent, headers=HTMX if htmx else {})
