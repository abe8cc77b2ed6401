"""Tell those who look at a table that it has changed, whichever process serves them.

A notice is a topic and a number, the version that the table has now; it carries no secrets, and losing one is harmless:
the next one, or the next look, makes up for it. Within one process a hub hands notices on. PostgreSQL carries them
between processes: it delivers what a transaction notifies once that has committed.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import psycopg
from django.db import connection, transaction

CHANNEL = "ninety"
PAUSE, LONGEST_PAUSE = 1, 8
"""Seconds between two tries to listen to the database again, at first and at the most."""
NOT_FOR_LISTENING = {"context", "cursor_factory"}
"""What Django's own connections need, and one that only listens cannot take."""
ALIVE = {"connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
"""Lets a connection fail within a minute where the other side has gone without a word."""

log = logging.getLogger(__name__)


class Notice(NamedTuple):
    """Say that a topic has a new number, None when it has to be looked up.

    `recheck` says that rights may have changed, `quiet` that nothing is new for those who only wait in a room.
    """

    topic: str
    number: int | None
    recheck: bool = False
    quiet: bool = False

    def __str__(self) -> str:
        # One digit for both: a release without quiet ones, which may serve beside this one, takes them as any other.
        return f"{self.topic}|{self.number}|{1 if self.recheck else 2 if self.quiet else 0}"

    @classmethod
    def parse(cls, text: str) -> "Notice":
        """Read a notice as it was printed. Raises ValueError."""
        topic, number, kind = text.split("|")
        return cls(topic, int(number), recheck=kind == "1", quiet=kind == "2")


type Follower = Callable[[Notice], None]


def match_topic(pk: int) -> str:
    """Return the topic of a match."""
    return f"match {pk}"


def table_topic(pk: int) -> str:
    """Return the topic of a table."""
    return f"table {pk}"


def room_topic(pk: int) -> str:
    """Return the topic of a room, whose numbers are moments in milliseconds."""
    return f"room {pk}"


def is_room(topic: str) -> bool:
    """Return whether a topic is that of a room."""
    return topic.startswith("room ")


class Hub:
    """Hands notices on to their followers, all of whom live in the event loop of the server."""

    def __init__(self) -> None:
        self._followers: defaultdict[str, set[Follower]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_open(self) -> bool:
        """Return whether notices are handed on."""
        return self._loop is not None

    def open(self) -> None:
        """Begin to hand notices on in the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Hand no more notices on."""
        self._loop = None

    def follow(self, topic: str, follower: Follower) -> None:
        """Call somebody with each notice of a topic from now on."""
        self._followers[topic].add(follower)

    def unfollow(self, topic: str, follower: Follower) -> None:
        """Call somebody no more."""
        self._followers[topic].discard(follower)
        if not self._followers[topic]:
            del self._followers[topic]

    def hand_on(self, notice: Notice) -> None:
        """Give a notice to its followers; called in the event loop."""
        for follower in tuple(self._followers.get(notice.topic, ())):
            follower(notice)

    def hand_on_from_thread(self, notice: Notice) -> None:
        """Give a notice to its followers, from any thread; it is lost where no server runs."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self.hand_on, notice)

    def look_again(self) -> None:
        """Let all followers look for themselves, as notices may have been lost; called in the event loop."""
        for topic in tuple(self._followers):
            self.hand_on(Notice(topic, None))


hub = Hub()


def publish(topic: str, number: int, *, recheck: bool = False, quiet: bool = False) -> None:
    """Tell the followers of a topic its new number, once the transaction that is open has committed.

    What a savepoint takes back is not told.
    """
    notice = Notice(topic, number, recheck, quiet)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(notice)])
    else:
        transaction.on_commit(partial(hub.hand_on_from_thread, notice), robust=True)


async def listen() -> None:
    """Hand on what any process notifies, over one connection of its own, until cancelled; only on PostgreSQL.

    Whenever the connection is lost all followers look, so that those who can see nothing say so, and when it is back
    they look again.
    """
    pause = PAUSE
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**parameters(), autocommit=True) as listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                pause = PAUSE
                hub.look_again()
                async for heard in listening.notifies():
                    with contextlib.suppress(ValueError):
                        hub.hand_on(Notice.parse(heard.payload))
        except (psycopg.Error, OSError):
            hub.look_again()
            log.warning("The database does not answer; trying to listen again in %d s.", pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def parameters() -> dict[str, Any]:
    """Return how to connect to the database, with all that its address and settings ask for."""
    asked = connection.get_connection_params()
    return ALIVE | {name: value for name, value in asked.items() if name not in NOT_FOR_LISTENING}
