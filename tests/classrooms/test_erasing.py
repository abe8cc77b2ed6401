"""Erasing a person: nothing of the name is left in the database, and what others played with stays."""

import asyncio
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.contenttypes.models import ContentType
from django.db import connections
from django.db.models import Model, ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Classroom
from classrooms.services import add_pupil
from classrooms.services.ending import take_names
from classrooms.services.erasing import erase_person
from ninety.engine.cards import Card
from ninety.models import Action, Match, Place, Seat, User
from ninety.selectors import seat_name
from ninety.services import TableSettings, open_passed_round
from tests.factories import alice, bob, live_match
from tests.factories.classes import classroom_of, pupil_of
from tests.factories.tables import opened_table, sit
from tests.ninety.clients import Client as Follower
from tests.ninety.clients import cookie_of, served
from trainer.models import Answer, Judgement, Rating
from trainer.services import announce_total, claim_bust, commit_play

CANARY = "Zyxomma"
HANDS = ["8H KS TD", "7H 8S 2D"]


def canary() -> User:
    """Return a pupil with a name that is found nowhere else."""
    return add_pupil(classroom_of(alice()), CANARY).user


def played_match(pupil: User) -> Match:
    """Let a pupil lay a card and say a total at a match with Bob."""
    match = live_match([pupil, bob()], HANDS, total=48)
    seat = match.seats.get(number=0)
    commit_play(seat, Card("8H"), None, version=0, tries=0, key="a" * 16)
    match.refresh_from_db()
    announce_total(seat, 56, version=match.version, tries=match.tries, key="b" * 16)
    match.refresh_from_db()
    return match


def end_of_class(pupil: User) -> None:
    """Take the names of the pupil's class for good."""
    take_names(Classroom.objects.get(memberships__user=pupil), timezone.now())


def rows_with(word: str) -> list[tuple[type[Model], Any]]:
    """Return every row of the database that holds a word, whatever its letters, in any column."""
    found = []
    for model in apps.get_models(include_auto_created=True):
        for row in model._default_manager.values():
            if word.casefold() in str(row).casefold():
                found.append((model, row))
    return found


@pytest.mark.django_db
def test_nothing_of_the_name_is_left_and_the_plays_stay():
    pupil = canary()
    match = played_match(pupil)
    table = opened_table(pupil)
    sit(table, pupil, bob())
    kind = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=alice(), content_type=kind, object_id=str(pupil.pk), object_repr=CANARY, action_flag=CHANGE
    )
    plays = list(match.actions.values_list("number", "data"))
    assert {model for model, _row in rows_with(CANARY)} >= {User, Seat, Place, LogEntry}

    erase_person(pupil)

    assert rows_with(CANARY) == []
    assert list(match.actions.values_list("number", "data")) == plays
    assert seat_name(match.seats.get(number=0), None) == "Player 1"
    assert match.seats.get(number=1).name == "Bob"
    assert list(table.places.values_list("user__username", flat=True)) == ["bob"]


@pytest.mark.django_db
def test_answers_judgements_and_the_rating_go():
    pupil = canary()
    match = played_match(pupil)
    other = live_match([pupil, bob()], HANDS)
    claim_bust(other.seats.get(number=0), version=0, tries=0, key="c" * 16)
    Rating.objects.create(user=pupil, value=0.5, variance=1, answers=1, answered_at=timezone.now())
    counted = [Answer.objects.count(), Judgement.objects.count(), Rating.objects.count()]
    assert counted == [1, 1, 1]
    erase_person(pupil)
    assert [Answer.objects.count(), Judgement.objects.count(), Rating.objects.count()] == [0, 0, 0]
    assert Action.objects.filter(match=match).count() > 1


@pytest.mark.django_db
def test_a_running_match_goes_on_with_a_bot_in_the_seat():
    pupil = canary()
    match = live_match([pupil, bob()], HANDS)
    erase_person(pupil)
    seat = match.seats.get(number=0)
    assert (seat.held, seat.person.is_active, seat.person.display_name) == (Seat.Held.HANDED_OVER, False, "")
    match.refresh_from_db()
    assert match.due_at is not None


@pytest.mark.django_db
def test_names_typed_on_the_own_device_go_too():
    pupil = canary()
    alone = TableSettings({"preset": "ninety-nine"}, bots=())
    match = open_passed_round(alone, [CANARY, f"{CANARY} 2", "Third"], pupil, "d" * 16)
    erase_person(pupil)
    assert rows_with(CANARY) == []
    assert rows_with("Third") == []
    assert match.seats.count() == 3


@pytest.mark.django_db
def test_the_session_is_nobodys_from_then_on(client: Client):
    pupil = canary()
    match = played_match(pupil)
    client.force_login(pupil)
    assert client.get(f"/match/{match.slug}/").status_code == 200
    erase_person(pupil)
    assert client.get(f"/match/{match.slug}/").headers["Location"] == reverse("front")
    assert SESSION_KEY not in client.session
    assert client.get(reverse("front")).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["front", "home", "ask_teacher"])
@pytest.mark.parametrize("how", [erase_person, end_of_class])
def test_nobody_is_told_that_they_can_be_let_in_again_who_cannot(client: Client, address: str, how: Any):
    pupil = canary()
    client.force_login(pupil)
    how(pupil)
    assert client.get(reverse(address)).headers["Location"] == reverse("front")
    assert "your teacher" not in client.get(reverse("front")).text.casefold()


@pytest.mark.django_db
def test_a_part_of_a_page_leads_who_was_erased_to_the_front_too(client: Client):
    pupil = canary()
    match = played_match(pupil)
    client.force_login(pupil)
    erase_person(pupil)
    answer = client.get(f"/match/{match.slug}/", headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse("front")


@pytest.mark.django_db
def test_somebody_who_never_played_leaves_no_row():
    classroom = classroom_of(alice(), CANARY)
    erase_person(pupil_of(classroom, CANARY))
    assert list(User.objects.values_list("username", flat=True)) == ["alice"]


@pytest.mark.django_db
def test_a_teacher_with_a_class_is_not_erased():
    owner = alice()
    classroom_of(owner, "Bob")
    with pytest.raises(ProtectedError):
        erase_person(owner)
    assert User.objects.filter(pk=owner.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_the_streams_end_within_a_moment():
    pupil = canary()
    match = played_match(pupil)
    cookie = cookie_of(pupil)

    def erase() -> None:
        erase_person(pupil)
        connections.close_all()

    async def scene() -> None:
        async with served():
            page = Follower(f"/match/{match.slug}/stream/", cookie)
            assert await page.ask() == 200
            await asyncio.to_thread(erase)
            async with asyncio.timeout(5):
                await page.until_over()
            await page.task

    asyncio.run(scene())
