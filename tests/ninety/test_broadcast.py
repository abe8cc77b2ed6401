"""What is published reaches those who follow it: after the commit, and never where there was none."""

import asyncio
from collections.abc import Callable

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction

from ninety import broadcast
from ninety.broadcast import Hub, Notice, hub, publish

PATIENCE = 20
only_postgres = pytest.mark.skipif(connection.vendor != "postgresql", reason="one process needs no LISTEN")


def heard_while(work: Callable[[], None], topic: str = "match 1") -> list[Notice]:
    """Follow a topic while something is done in another thread, and return what was heard before a last notice."""

    async def follow() -> list[Notice]:
        heard, last, ready = list[Notice](), asyncio.Event(), asyncio.Event()
        hub.open()
        hub.follow(topic, heard.append)
        hub.follow("end", lambda notice: last.set() if notice.number is not None else ready.set())
        listening = asyncio.create_task(broadcast.listen()) if connection.vendor == "postgresql" else None
        if listening is not None:
            await asyncio.wait_for(ready.wait(), PATIENCE)
            heard.clear()
        try:
            await asyncio.to_thread(finish, work)
            await asyncio.wait_for(last.wait(), PATIENCE)
        finally:
            hub._followers.clear()
            hub.close()
            if listening is not None:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
        return heard

    return asyncio.run(follow())


def finish(work: Callable[[], None]) -> None:
    try:
        work()
        publish("end", 1)
    finally:
        connection.close()


@pytest.mark.parametrize(
    "notice", [Notice("match 17", 3), Notice("table 4", 0, recheck=True), Notice("room 5", 17, quiet=True)]
)
def test_a_notice_reads_back(notice: Notice) -> None:
    assert Notice.parse(str(notice)) == notice


@pytest.mark.parametrize("text", ["", "match 1", "match 1|x|0", "match 1|2|0|3"])
def test_what_is_no_notice_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"unpack|invalid literal"):
        Notice.parse(text)


def test_nobody_hears_what_they_follow_no_more_or_never_did() -> None:
    own, heard = Hub(), list[Notice]()
    own.follow("match 1", heard.append)
    own.hand_on(Notice("match 2", 5))
    own.hand_on(Notice("match 1", 6))
    own.unfollow("match 1", heard.append)
    own.hand_on(Notice("match 1", 7))
    assert (heard, own._followers) == ([Notice("match 1", 6)], {})


@pytest.mark.django_db(transaction=True)
def test_only_what_is_committed_is_told() -> None:
    def work() -> None:
        with transaction.atomic():
            publish("match 1", 1)
            with pytest.raises(ZeroDivisionError), transaction.atomic():
                fail_after(2)
            with transaction.atomic():
                publish("match 1", 3, recheck=True)
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            fail_after(4)
        publish("match 1", 5)
        publish("match 2", 6)

    assert heard_while(work) == [Notice("match 1", 1), Notice("match 1", 3, recheck=True), Notice("match 1", 5)]


def fail_after(number: int) -> None:
    publish("match 1", number)
    _ = 1 / 0


@pytest.mark.django_db(transaction=True)
def test_it_is_lost_without_harm_where_no_server_runs() -> None:
    publish("match 1", 1)
    assert heard_while(lambda: None) == []


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_all_look_again_after_a_time_without_a_connection(caplog: pytest.LogCaptureFixture) -> None:
    async def follow() -> list[Notice]:
        heard, again = list[Notice](), asyncio.Event()
        hub.open()
        hub.follow("match 1", heard.append)
        hub.follow("match 1", lambda _: again.set())
        listening = asyncio.create_task(broadcast.listen())
        await asyncio.wait_for(again.wait(), PATIENCE)
        again.clear()
        await asyncio.to_thread(cut_off)
        await asyncio.wait_for(again.wait(), PATIENCE)
        hub._followers.clear()
        hub.close()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        return heard

    assert asyncio.run(follow()) == [Notice("match 1", None)] * 2
    assert [record.getMessage() for record in caplog.records] == [
        "The database does not answer; trying to listen again in 1 s."
    ]


def cut_off() -> None:
    """End the connection that listens, as a restart of the database does."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )
    finally:
        connection.close()


@only_postgres
@pytest.mark.django_db(transaction=True)
def test_what_other_processes_notify_is_heard() -> None:
    def work() -> None:
        parameters = {**broadcast.parameters(), "application_name": "another process"}
        with psycopg.connect(**parameters, autocommit=True) as other:
            other.execute("SELECT pg_notify('ninety', 'nonsense')")
            other.execute("SELECT pg_notify('ninety', 'match 1|8|0')")

    assert heard_while(work) == [Notice("match 1", 8)]


@only_postgres
def test_it_listens_with_all_that_the_address_of_the_database_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"sslmode": "prefer", "application_name": "ninety", "pool": {"max_size": 2}, "assume_role": "other"}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", asked)
    parameters = broadcast.parameters()
    assert {name: parameters[name] for name in ("dbname", "sslmode", "application_name")} == {
        "dbname": settings.DATABASES["default"]["NAME"],
        "sslmode": "prefer",
        "application_name": "ninety",
    }
    assert parameters.keys() & {"pool", "assume_role", "context", "cursor_factory"} == set()
