"""What can go wrong with streams: sessions that end, notices and databases lost, clients too slow or too many."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone

from ninety import streams
from ninety.broadcast import Notice, hub, match_topic, publish, table_topic
from ninety.locks import writing
from ninety.models import Match, Place, Seat, Table, User
from ninety.streams import in_thread
from tests.factories import alice, bob, carol, live_match, mallory, seated_match
from tests.factories.tables import opened_table, sit
from tests.ninety.clients import PATIENCE, Client, cookie_of, served

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = ["8H KS TD", "7H 8S 2D"]
OLD = timedelta(minutes=5)


def play(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Play a scene while streams are served."""

    async def whole() -> None:
        async with served():
            await scene()

    asyncio.run(whole())


def address(match: Match) -> str:
    return f"/match/{match.slug}/stream/"


def move(match: Match, version: int) -> None:
    """Give a match a version and tell its followers, as a service does."""
    with writing():
        Match.objects.filter(pk=match.pk).update(version=version)
        publish(match_topic(match.pk), version)


def status_of(path: str, cookie: str) -> int:
    """Ask for a stream, and return the status."""
    statuses = list[int]()

    async def scene() -> None:
        statuses.append(await Client(path, cookie).ask())

    play(scene)
    return statuses[0]


def test_no_proxy_keeps_or_changes_a_stream() -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())

    async def scene() -> None:
        client = Client(address(match), cookie)
        assert await client.ask() == 200
        assert client.headers == {
            b"content-type": b"text/event-stream; charset=utf-8",
            b"cache-control": b"no-store, no-transform",
            b"x-accel-buffering": b"no",
            b"x-content-type-options": b"nosniff",
        }

    play(scene)


def test_nothing_is_missed_between_the_look_and_the_first_event(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())
    read = streams.version_of

    def read_and_move(topic: str) -> int | None:
        number = read(topic)
        move(match, 1)
        return number

    async def scene() -> None:
        client = Client(address(match), cookie)
        monkeypatch.setattr(streams, "version_of", read_and_move)
        await client.ask()
        await client.until_newest(1)

    play(scene)


def test_older_and_equal_versions_are_not_told() -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())

    async def scene() -> None:
        client = Client(address(match), cookie)
        await client.ask()
        for version in (2, 2, 1, 3):
            await in_thread(move, match, version)
        await client.until_told(0, 2, 3)

    play(scene)


def test_a_session_that_has_ended_stops_the_page() -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())
    Session.objects.update(expire_date=timezone.now() - OLD)
    assert status_of(address(match), cookie) == 204
    assert status_of(address(match), f"{settings.SESSION_COOKIE_NAME}=\0") == 204


def test_a_new_password_ends_older_sessions() -> None:
    match, person = seated_match(bob(), HANDS), bob()
    cookie = cookie_of(person)
    person.set_password("another")
    person.save()
    assert status_of(address(match), cookie) == 204


def test_somebody_who_was_shut_out_is_nobody() -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())
    User.objects.update(is_active=False)
    assert status_of(address(match), cookie) == 204


def test_a_table_that_is_gone_ends_its_streams() -> None:
    table, cookie = opened_table(alice()), cookie_of(alice())
    topic = table_topic(table.pk)

    async def scene() -> None:
        client = Client(f"/table/{table.slug}/stream/", cookie)
        await client.ask()
        await in_thread(Table.objects.all().delete)
        hub.hand_on(Notice(topic, None))
        await client.until_over()

    play(scene)


def test_after_a_time_without_notices_all_look_again() -> None:
    matches, cookie = [seated_match(bob(), HANDS) for _ in range(5)], cookie_of(bob())

    async def scene() -> None:
        clients = [Client(address(match), cookie) for match in matches]
        for client in clients:
            await client.ask()
        await in_thread(Match.objects.update, version=3)
        hub.look_again()
        for client in clients:
            await client.until_told(0, 3)

    play(scene)


def test_one_who_takes_nothing_holds_up_nobody_and_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())

    async def scene() -> None:
        stuck, other = Client(address(match), cookie), Client(address(match), cookie)
        await stuck.ask()
        await other.ask()
        (following,) = (each for each in streams._streams if each.send == stuck.send)
        stuck.is_stuck = True
        for version in range(1, 30):
            hub.hand_on(Notice(match_topic(match.pk), version))
            following.tell("beat", streams.BEATS)
            await other.until_newest(version)
        assert following.waiting == {"version": b"event: version\ndata: 29\n\n", "beat": streams.BEATS}
        monkeypatch.setattr(streams, "SLOW", -1)
        hub.hand_on(Notice(match_topic(match.pk), 30))
        await other.until_newest(30)
        await asyncio.wait([stuck.task])
        assert following not in streams._streams

    play(scene)


def test_the_streams_of_one_person_do_not_cost_another_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookies = live_match([bob(), carol()], HANDS), [cookie_of(bob()), cookie_of(carol())]
    monkeypatch.setattr(streams, "MOST_OF_A_PERSON", 3)

    async def scene() -> None:
        hers = Client(address(match), cookies[1])
        await hers.ask()
        his = [Client(address(match), cookies[0]) for _ in range(5)]
        for client in his:
            await client.ask()
        for client in his[:2]:
            await client.until_over()
        assert [client.is_over for client in (hers, *his)] == [False, True, True, False, False, False]

    play(scene)


def test_there_is_a_bound_to_all_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())
    monkeypatch.setattr(streams, "MOST", 1)

    async def scene() -> None:
        clients = [Client(address(match), cookie) for _ in range(2)]
        assert [await client.ask() for client in clients] == [200, 503]
        clients[0].go()
        await clients[0].task
        assert await Client(address(match), cookie).ask() == 200

    play(scene)


def test_a_database_that_is_away_ends_streams_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())

    def fail(*_args: object) -> None:
        raise OperationalError

    async def scene() -> None:
        client, late, later = (Client(address(match), cookie) for _ in range(3))
        await client.ask()
        with monkeypatch.context() as patched:
            patched.setattr(streams, "admission", fail)
            assert await late.ask() == 503
            hub.look_again()
            await client.until_over()
        with monkeypatch.context() as patched:
            patched.setattr(streams, "version_of", fail)
            await later.ask()
            assert later.text in {"", "retry: 1000\n\n"}
        assert await Client(address(match), cookie).ask() == 200

    play(scene)


def test_whoever_comes_back_has_the_seat_again() -> None:
    match, cookie = live_match([bob(), carol()], HANDS), cookie_of(bob())
    Seat.objects.update(held=Seat.Held.AWAY, seen_at=timezone.now() - OLD)
    assert status_of(address(match), cookie) == 200
    assert list(Seat.objects.filter(match=match).values_list("held", flat=True)) == ["", "away"]


def test_all_who_follow_are_noted_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    match, table = live_match([bob(), carol()], HANDS), opened_table(alice())
    sit(table, alice(), mallory())
    seated = [(address(match), cookie_of(person)) for person in (bob(), carol())]
    placed = [(f"/table/{table.slug}/stream/", cookie_of(person)) for person in (alice(), bob(), mallory())]
    noted = list[tuple[set[int], set[int]]]()

    async def scene() -> None:
        for path, cookie in seated + placed:
            await Client(path, cookie).ask()
        monkeypatch.setattr(streams, "note_presence", lambda *pks: noted.append(pks))
        await streams.note_who_is_here()

    play(scene)
    seats, places = Seat.objects.values_list("pk", flat=True), Place.objects.values_list("pk", flat=True)
    assert noted == [(set(seats), set(places))]


def test_presence_is_noted_again_after_a_fault(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    calls, done = list[int](), asyncio.Event()

    async def note() -> None:
        calls.append(1)
        if len(calls) < 3:
            raise OperationalError("gone")
        done.set()

    async def scene() -> None:
        noting = asyncio.create_task(streams.keep_present())
        await asyncio.wait_for(done.wait(), PATIENCE)
        noting.cancel()

    monkeypatch.setattr(streams, "PRESENCE", 0.001)
    monkeypatch.setattr(streams, "note_who_is_here", note)
    play(scene)
    assert [record.getMessage() for record in caplog.records] == [
        "The database cannot be used just now: django.db.utils.OperationalError: gone"
    ] * 2


def test_a_stop_does_not_wait_for_one_who_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match, cookie = seated_match(bob(), HANDS), cookie_of(bob())
    monkeypatch.setattr(streams, "PATIENCE", 0.01)

    async def scene() -> None:
        stuck, other = Client(address(match), cookie), Client(address(match), cookie)
        await stuck.ask()
        await other.ask()
        stuck.is_stuck = True
        hub.hand_on(Notice(match_topic(match.pk), 1))
        await other.until_told(0, 1)
        await streams.end_streams()
        await asyncio.wait([stuck.task, other.task])
        assert (stuck.is_over, other.is_over) == (False, True)
        assert (streams._streams, streams._of_person, hub._followers) == (set(), {}, {})

    play(scene)


@pytest.mark.parametrize("path", ["/match/abc/", "/match/abc/stream", "/game/abc/stream/", "/match/a/b/stream/"])
def test_other_addresses_are_no_streams(path: str) -> None:
    assert [streams.is_stream(path), streams.is_stream("/match/abc/stream/")] == [False, True]
