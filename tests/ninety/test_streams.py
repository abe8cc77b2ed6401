"""Streams: numbers for those who may, at once and after each change, until they end in good order."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ninety import broadcast, streams
from ninety.engine.cards import Card
from ninety.models import Match, Seat, User
from ninety.selectors import moment_of
from ninety.services import arrive, changing, open_room, remove_place, room_changed
from tests.factories import alice, bob, carol, live_match, mallory, signed_in
from tests.factories.tables import opened_table, sit
from tests.ninety.clients import served
from trainer.services import commit_play

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 20
HANDS = ["8H KS TD", "7H 8S 2D"]


class Page:
    """A page that follows a stream, as a server would connect it."""

    def __init__(self, path: str, person: User | None = None, method: str = "GET", host: str = "localhost") -> None:
        headers = [(b"host", host.encode()), (b"accept-encoding", b"gzip, br")]
        if person is not None:
            client = signed_in(person)
            headers.append((b"cookie", client.cookies.output(header="", sep=";").encode()))
        self.scope: Any = {"type": "http", "method": method, "path": path, "headers": headers}
        self.status, self.headers, self.body, self.is_over = 0, dict[bytes, bytes](), b"", False

    async def __aenter__(self) -> "Page":
        self._gone, self._news = asyncio.Event(), asyncio.Condition()
        self._blocked = asyncio.Event()
        self._blocked.set()
        self.task = asyncio.create_task(streams.stream(self.scope, self._receive, self._send))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await asyncio.wait_for(self.task, PATIENCE)

    async def _receive(self) -> Any:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self._blocked.wait()
        assert not self.is_over, "sent after the end"
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], dict(message["headers"])
        else:
            self.body += message["body"]
            if not message["more_body"]:
                self.is_over = True
                self._gone.set()
        async with self._news:
            self._news.notify_all()

    async def until(self, happened: Callable[[], bool]) -> None:
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(happened), PATIENCE)

    @property
    def versions(self) -> list[int]:
        """The versions that it has been told."""
        events = [event.split("\n") for event in self.body.decode().split("\n\n")]
        return [int(lines[1].removeprefix("data: ")) for lines in events if lines[0] == "event: version"]

    async def hears(self, *versions: int) -> None:
        await self.until(lambda: len(self.versions) >= len(versions))
        assert self.versions == list(versions)


def run(scene: Callable[[], Any]) -> None:
    """Play a scene with the streams open, as a server has them."""

    async def play() -> None:
        async with served():
            await scene()

    asyncio.run(play())


async def do[R](work: Callable[[], R]) -> R:
    """Do something with the database in another thread, as another request does."""

    def closing() -> R:
        try:
            return work()
        finally:
            connections.close_all()

    return await asyncio.to_thread(closing)


def two_seated(**table: Any) -> Match:
    return live_match([bob(), carol()], HANDS, total=48, **table)


def raise_version(match: Match) -> None:
    with changing(match.pk, version=None) as change:
        change.restart_step()


def stream_of(match: Match) -> str:
    return f"/match/{match.slug}/stream/"


def test_it_tells_the_version_that_stands_and_each_newer_one_and_nothing_else() -> None:
    match = two_seated()
    raise_version(match)
    page = Page(stream_of(match), carol())

    def lay() -> None:
        seat = Seat.objects.get(match=match, number=0)
        commit_play(seat, Card("8H"), None, version=1, key="0" * 16)

    async def scene() -> None:
        async with page:
            await page.hears(1)
            await do(lay)
            await page.hears(1, 2)
            await do(lambda: raise_version(match))
            await page.hears(1, 2, 3)

    run(scene)
    assert page.headers[b"content-type"] == b"text/event-stream; charset=utf-8"
    assert page.body == b"retry: 1000\n\n" + b"".join(b"event: version\ndata: %d\n\n" % n for n in (1, 2, 3))


def test_each_notice_of_a_room_is_told_whatever_its_moment() -> None:
    room = open_room()
    stands = streams.version_of(broadcast.room_topic(room.pk)) or 0
    page = Page(f"/room/{room.slug}/stream/", bob())

    async def scene() -> None:
        async with page:
            await page.hears(stands)
            broadcast.hub.hand_on(broadcast.Notice(broadcast.room_topic(room.pk), stands - 5))
            await page.hears(stands, stands + 1)

    run(scene)


def test_whoever_waits_in_a_room_is_not_told_what_is_quiet_and_all_else_as_newer_than_that() -> None:
    room = open_room()
    topic, stands = broadcast.room_topic(room.pk), streams.version_of(broadcast.room_topic(room.pk)) or 0
    follows, waits = (Page(f"/{kind}/{room.slug}/stream/", bob()) for kind in ("room", "waiting"))

    async def scene() -> None:
        async with follows, waits:
            await follows.hears(stands)
            await waits.hears(stands)
            broadcast.hub.hand_on(broadcast.Notice(topic, stands + 30, quiet=True))
            await follows.hears(stands, stands + 30)
            broadcast.hub.hand_on(broadcast.Notice(topic, stands + 20))
            await follows.hears(stands, stands + 30, stands + 31)
            await waits.hears(stands, stands + 31)

    run(scene)


def test_what_was_lost_before_a_quiet_notice_is_told_at_the_next_look() -> None:
    room = open_room()
    topic, stands = broadcast.room_topic(room.pk), streams.version_of(broadcast.room_topic(room.pk)) or 0
    follows, waits = (Page(f"/{kind}/{room.slug}/stream/", bob()) for kind in ("room", "waiting"))

    async def scene() -> None:
        async with follows, waits:
            await follows.hears(stands)
            await waits.hears(stands)
            broadcast.hub.hand_on(broadcast.Notice(topic, stands + 30, quiet=True))
            broadcast.hub.look_again()
            await waits.hears(stands, stands + 31)
            assert follows.versions == [stands, stands + 30]

    run(scene)


def test_a_change_that_is_quiet_is_told_to_whoever_follows_the_room() -> None:
    room = open_room()
    stands, now = streams.version_of(broadcast.room_topic(room.pk)) or 0, timezone.now() + timedelta(seconds=1)
    follows, waits = (Page(f"/{kind}/{room.slug}/stream/", bob()) for kind in ("room", "waiting"))

    def change(*, quiet: bool) -> None:
        with transaction.atomic():
            room_changed(room.pk, now, quiet=quiet)

    async def scene() -> None:
        async with follows, waits:
            await follows.hears(stands)
            await waits.hears(stands)
            await do(lambda: change(quiet=True))
            await follows.hears(stands, moment_of(now))
            await do(lambda: change(quiet=False))
            await waits.hears(stands, moment_of(now) + 1)

    run(scene)


def test_what_is_taken_back_is_not_told() -> None:
    match = two_seated()
    page = Page(stream_of(match), bob())

    def fail() -> None:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            undone(match)

    async def scene() -> None:
        async with page:
            await page.hears(0)
            await do(fail)
            await do(lambda: raise_version(match))
            await page.hears(0, 1)

    run(scene)


def undone(match: Match) -> None:
    raise_version(match)
    raise_version(match)
    _ = 1 / 0


def refused(page: Page) -> int:
    async def scene() -> None:
        async with page:
            await page.until(lambda: page.is_over)

    run(scene)
    assert page.body == b""
    return page.status


def test_only_who_has_a_seat_or_may_watch_gets_a_stream() -> None:
    match, watched = two_seated(), two_seated(watching=True)
    device = live_match([bob(), carol()], HANDS)
    device.seats.update(keeper=alice())
    assert refused(Page(stream_of(match), mallory())) == 404
    assert refused(Page(stream_of(match))) == 204
    assert refused(Page(stream_of(device), carol())) == 404
    assert refused(Page("/match/unknown/stream/", bob())) == 404
    assert refused(Page("/table/unknown/stream/", bob())) == 404
    assert refused(Page(stream_of(match), bob(), host="evil.example")) == 400
    allowed = [Page(stream_of(device), alice()), Page(stream_of(watched)), Page(stream_of(watched), mallory())]
    table = opened_table(alice())
    allowed += [Page(f"/table/{table.slug}/stream/", mallory()), Page(f"/table/{table.slug}/stream/")]

    async def scene() -> None:
        for page in allowed:
            async with page:
                await page.until(lambda: bool(page.versions))  # noqa: B023

    run(scene)
    assert [page.status for page in allowed] == [200] * 5


def test_whoever_is_here_already_is_let_in_with_four_queries_however_many_sit_there(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for people in ([bob(), carol()], [bob(), carol(), alice(), mallory()]):
        match = live_match(people, [*HANDS, "9H 9S JD", "6H 6S JC"][: len(people)])
        seat = match.seats.get(user=people[0])
        arrive(match.pk, people[0])
        page = Page(stream_of(match), people[0])
        # The session, whose it is, the match, and the seats there; nothing is written.
        with django_assert_num_queries(4):
            admitted = streams.admission(page.scope, "match", match.slug)
        assert admitted == streams.Admission(f"match {match.pk}", people[0].pk, seats=frozenset({seat.pk}))


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_it_can_only_be_read(method: str) -> None:
    page = Page(stream_of(two_seated()), bob(), method)
    assert refused(page) == 405
    assert page.headers[b"allow"] == b"GET"


def test_there_are_no_streams_where_the_server_stops() -> None:
    pages = [Page(stream_of(two_seated()), bob()) for _ in range(2)]

    async def scene() -> None:
        async with pages[0]:
            await pages[0].hears(0)
            await streams.end_streams()
            assert pages[0].is_over
            async with pages[1]:
                await pages[1].until(lambda: pages[1].is_over)

    run(scene)
    assert pages[1].status == 503


def test_a_stream_ends_with_the_right_to_it() -> None:
    match = two_seated()
    losing, keeping = Page(stream_of(match), bob()), Page(stream_of(match), carol())

    def lose() -> None:
        match.seats.filter(user=bob()).update(keeper=alice())
        broadcast.publish(broadcast.match_topic(match.pk), 0, recheck=True)

    async def scene() -> None:
        async with losing, keeping:
            await losing.hears(0)
            await keeping.hears(0)
            await do(lose)
            await losing.until(lambda: losing.is_over)
            await do(lambda: raise_version(match))
            await keeping.hears(0, 1)
        assert losing.versions == [0]

    run(scene)


def test_who_is_sent_away_from_a_table_is_present_there_no_more() -> None:
    table = opened_table(alice())
    _, place = sit(table, alice(), bob())
    page = Page(f"/table/{table.slug}/stream/", bob())

    async def scene() -> None:
        async with page:
            await page.until(lambda: bool(page.versions))
            (following,) = streams._streams
            assert len(following.admission.places) == 1
            await do(lambda: remove_place(table, alice(), place.pk))
            await page.until(lambda: len(page.versions) == 2)
            await following.look()
            assert following.admission.places == frozenset()

    run(scene)


def test_the_twenty_first_stream_of_a_person_ends_the_oldest() -> None:
    match, person = two_seated(), bob()
    pages = [Page(stream_of(match), person) for _ in range(streams.MOST_OF_A_PERSON + 1)]

    async def scene() -> None:
        for page in pages:
            await page.__aenter__()
            await page.hears(0)
        await pages[0].until(lambda: pages[0].is_over)
        assert [page.is_over for page in pages] == [True, *[False] * streams.MOST_OF_A_PERSON]
        for page in pages:
            await page.__aexit__()
        assert (streams._streams, streams._of_person) == (set(), {})

    run(scene)


def test_who_has_a_stream_open_is_present() -> None:
    match = two_seated()
    page = Page(stream_of(match), bob())
    long_ago = timezone.now() - timedelta(hours=1)

    async def scene() -> None:
        async with page:
            await page.hears(0)
            await do(lambda: match.seats.update(seen_at=long_ago))
            await streams.note_who_is_here()

    run(scene)
    seen = dict(match.seats.values_list("user__username", "seen_at"))
    assert seen["carol"] == long_ago
    assert (seen["bob"] or long_ago) > timezone.now() - timedelta(minutes=5)


def test_a_slow_client_is_told_the_newest_version_and_is_dropped_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    match = two_seated()
    page = Page(stream_of(match), bob())

    async def scene() -> None:
        async with page:
            await page.hears(0)
            (following,) = streams._streams
            page._blocked.clear()
            following.tell("beat", streams.BEATS)
            await asyncio.sleep(0)
            for number in (1, 2, 3):
                following.hear(broadcast.Notice("", number))
                following.tell("beat", streams.BEATS)
            page._blocked.set()
            await page.hears(0, 3)
            page._blocked.clear()
            following.tell("beat", streams.BEATS)
            await asyncio.sleep(0)
            monkeypatch.setattr(streams, "SLOW", -1)
            following.tell("beat", streams.BEATS)
            await asyncio.wait_for(page.task, PATIENCE)

    run(scene)
    assert page.body.count(b"event: beat") == 2


@asynccontextmanager
async def beating(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    monkeypatch.setattr(streams, "BEAT", 0.01)
    task = asyncio.create_task(streams.beat())
    yield
    task.cancel()


def test_it_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page(stream_of(two_seated()), bob())

    async def scene() -> None:
        async with beating(monkeypatch), page:
            await page.until(lambda: page.body.count(b"event: beat\ndata:\n\n") >= 2)

    run(scene)
