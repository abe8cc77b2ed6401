"""Streams of a room: the teacher and the board hear of everything, whoever waits only of what is new for them."""

from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ninety import broadcast, streams
from ninety.models import Room
from ninety.selectors import moment_of
from ninety.services import open_room, room_changed
from tests.factories import bob
from tests.ninety.followers import Page, do, run

pytestmark = pytest.mark.django_db(transaction=True)

type Scene = Callable[[Page, Page, int], Coroutine[Any, Any, None]]


@pytest.fixture
def room() -> Room:
    return open_room()


def play(room: Room, scene: Scene) -> None:
    """Let a page follow a room and another wait in it, and go on once both know the version that stands."""
    stands = streams.version_of(broadcast.room_topic(room.pk)) or 0
    follows, waits = (Page(f"/{kind}/{room.slug}/stream/", bob()) for kind in ("room", "waiting"))

    async def both() -> None:
        async with follows, waits:
            await follows.hears(stands)
            await waits.hears(stands)
            await scene(follows, waits, stands)

    run(both)


def tell(room: Room, number: int, *, quiet: bool = False) -> None:
    broadcast.hub.hand_on(broadcast.Notice(broadcast.room_topic(room.pk), number, quiet=quiet))


def test_each_notice_is_told_whatever_its_moment(room: Room) -> None:
    async def scene(follows: Page, waits: Page, stands: int) -> None:
        tell(room, stands - 5)
        await follows.hears(stands, stands + 1)
        await waits.hears(stands, stands + 1)

    play(room, scene)


def test_whoever_waits_is_not_told_what_is_quiet_and_all_else_as_newer_than_that(room: Room) -> None:
    async def scene(follows: Page, waits: Page, stands: int) -> None:
        tell(room, stands + 30, quiet=True)
        await follows.hears(stands, stands + 30)
        tell(room, stands + 20)
        await follows.hears(stands, stands + 30, stands + 31)
        await waits.hears(stands, stands + 31)

    play(room, scene)


def test_what_was_lost_before_a_quiet_notice_is_told_at_the_next_look(room: Room) -> None:
    async def scene(follows: Page, waits: Page, stands: int) -> None:
        tell(room, stands + 30, quiet=True)
        broadcast.hub.look_again()
        await waits.hears(stands, stands + 31)
        assert follows.versions == [stands, stands + 30]

    play(room, scene)


def test_a_change_that_is_quiet_is_told_to_whoever_follows(room: Room) -> None:
    now = timezone.now() + timedelta(seconds=1)

    def change(*, quiet: bool) -> None:
        with transaction.atomic():
            room_changed(room.pk, now, quiet=quiet)

    async def scene(follows: Page, waits: Page, stands: int) -> None:
        await do(lambda: change(quiet=True))
        await follows.hears(stands, moment_of(now))
        await do(lambda: change(quiet=False))
        await waits.hears(stands, moment_of(now) + 1)

    play(room, scene)
