"""The page of one table shows its teacher what was not right there, once it was announced, and nobody else."""

from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.services.lessons import start_lesson
from ninety.chance import throwing
from ninety.engine.cards import Card
from ninety.models import Match, Seat
from tests.classrooms.sittings import played
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of
from trainer.models import Answer
from trainer.services import announce_total, check, commit_play

pytestmark = pytest.mark.django_db
TITLE = "What was not right"


@pytest.fixture
def lesson():
    """Seat two who compute along with each other, and lay a number card for the one on turn."""
    lesson = start_lesson(classroom_of(alice(), "Bob", "Carol"), alice(), timezone.now())
    with throwing(Random(7)):
        played(lesson, "Bob", "Carol", size=2)
    match = Match.objects.get()
    seat = Seat.objects.get(number=match.state["turn"])
    card = Card(next(code for code in match.state["hands"][seat.number].split() if code[0] in "23456789"))
    commit_play(seat, card, None, version=match.version, key="")
    return lesson


def shown(lesson):
    """Return what the page lists as not right."""
    text = signed_in(alice()).get(reverse("lesson_table", args=[lesson.slug, 1])).text
    return text[text.index(TITLE) : text.index("Last plays")]


def test_a_wrong_total_stands_there_with_its_kind_as_soon_as_it_is_announced(lesson):
    assert "Nothing so far." in shown(lesson)
    match = Match.objects.get()
    seat = Seat.objects.get(number=match.state["turn"])
    announce_total(seat, 777, version=match.version, key="")
    listed = shown(lesson)
    assert f"<bdi>{seat.name}</bdi>" in listed
    assert "777</span>" in listed
    assert "something else" in listed
    others = [Client(), *(signed_in(each.person) for each in Seat.objects.all())]
    for page in (reverse("board", args=[lesson.room.slug]), reverse("table", args=[match.slug])):
        assert [TITLE in client.get(page).text for client in others] == [False] * 3


def test_what_was_said_along_stands_there_once_all_is_revealed(lesson):
    match = Match.objects.get()
    seat, other = (Seat.objects.get(number=number) for number in (match.state["turn"], 1 - match.state["turn"]))
    check(other, 778, play_number=match.steps + 1)
    assert "778" not in shown(lesson)
    right = Answer.objects.get(role="checker").expected
    announce_total(seat, right, version=Match.objects.get().version, key="")
    assert Match.objects.get().steps == match.steps + 1
    assert "778</span>" in shown(lesson)
