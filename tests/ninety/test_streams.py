"""Streams: numbers for those who may, at once and after each change, until they end in good order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ninety import broadcast, streams
from ninety.engine.cards import Card
from ninety.models import Match, Seat
from ninety.services import arrive, changing, remove_place
from tests.factories import alice, bob, carol, live_match, mallory
from tests.factories.tables import opened_table, sit
from tests.ninety.followers import PATIENCE, Page, do, run
from trainer.services import commit_play

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = ["8H KS TD", "7H 8S 2D"]


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
