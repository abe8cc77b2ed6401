"""Streams that tell a page the version of its table: numbers and heartbeats, never cards.

A small ASGI callable beside Django. Session and rights are checked once, in a thread of the pages' pool; an open stream
holds no thread and no database connection, and one task that waits for its end. The first event is the version that
stands; a page fetches its own fragment when a newer one comes.
"""

import asyncio
import contextlib
import logging
import re
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.db import Error, close_old_connections
from django.http import HttpRequest, parse_cookie
from django.utils import timezone

from ninety.broadcast import Notice, hub, is_room, match_topic, room_topic, table_topic
from ninety.models import Match, Place, Room, Table, User
from ninety.prepared import Number, Prepared, Text
from ninety.selectors import room_version, seats_on_device
from ninety.services import arrive, must_arrive, note_presence

BEAT = 5
"""Seconds between two heartbeats: a page that hears none for twice as long knows that its stream is dead."""
PRESENCE = 15
"""Seconds between two notes of who is here."""
PATIENCE = 1
"""Seconds that the end of a stream is waited for when the server stops."""
SLOW = 15
"""Seconds that a client may take to accept what it is sent."""
MOST_OF_A_PERSON = 20
MOST = 5000
LOOKS = 2
"""How many streams look again at a moment, so that threads are left for pages when all of them do."""
ADDRESS = re.compile(r"/(match|table|room|waiting)/([-\w]{1,40})/stream/")
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]
BEATS = b"event: beat\ndata:\n\n"

_MATCH = Prepared(lambda: Match.objects.filter(slug=Text("slug")).only("watching", "ended_at", "paused_at", "due_at"))
_TABLE = Prepared(lambda: Table.objects.filter(slug=Text("slug")).values_list("pk", flat=True))
_ROOM = Prepared(lambda: Room.objects.filter(slug=Text("slug")).values_list("pk", flat=True))
_PLACES = Prepared(
    lambda: Place.objects.filter(table=Number("table"), user=Number("person")).values_list("pk", flat=True)
)
_VERSIONS = {
    "match": Prepared(lambda: Match.objects.filter(pk=Number("pk")).values_list("version", flat=True)),
    "table": Prepared(lambda: Table.objects.filter(pk=Number("pk")).values_list("version", flat=True)),
}

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Admission:
    """What somebody may follow, and whose presence that shows; `waits` in a room, where quiet notices are not told."""

    topic: str
    person: int | None = None
    waits: bool = False
    seats: frozenset[int] = frozenset()
    places: frozenset[int] = frozenset()


@dataclass(eq=False)
class Stream:
    """One open stream. While its client is slow, only the newest of each kind of event waits for it."""

    admission: Admission
    send: Callable[[Any], Awaitable[None]]
    admit: Callable[[], Awaitable[Admission | int]]
    task: "asyncio.Task[Any] | None" = field(default_factory=asyncio.current_task)
    number: int = -1
    is_over: bool = False
    sending: "asyncio.Task[None] | None" = None
    sending_since: float = 0
    waiting: dict[str, bytes] = field(default_factory=dict)

    def hear(self, notice: Notice) -> None:
        """Take a notice: tell a newer version, check the rights, or look for the version.

        What happens in a room at once may be written in another order than that of its moments: each notice counts,
        a quiet one too, so that the next to be told is newer than what the page may have been shown meanwhile.
        """
        if notice.recheck or notice.number is None:
            _keep(asyncio.ensure_future(self.look()))
        elif is_room(notice.topic):
            number = max(notice.number, self.number + 1)
            if notice.quiet and self.admission.waits:
                self.number = number
            else:
                self.show(number)
        else:
            self.show(notice.number)

    def show(self, number: int) -> None:
        """Tell a version, unless it is no newer than the last one."""
        if number > self.number:
            self.number = number
            self.tell("version", f"event: version\ndata: {number}\n\n".encode())

    async def look(self) -> None:
        """Check the rights again, and tell the version that stands; end the stream where it may not go on."""
        try:
            async with _looking:
                admitted = await self.admit()
                number = None if isinstance(admitted, int) else await in_thread(version_of, admitted.topic)
        except Error:
            admitted, number = 503, None
        if isinstance(admitted, int) or number is None:
            await self.end()
        else:
            self.admission = admitted
            # What may have been lost before a quiet notice has a lower number than that.
            self.show(max(number, self.number + 1) if admitted.waits else number)

    def tell(self, kind: str, text: bytes) -> None:
        """Send a piece of text, after what is being sent; drop a client that takes nothing for long."""
        if self.is_over:
            return
        self.waiting[kind] = text
        now = asyncio.get_running_loop().time()
        if self.sending is None or self.sending.done():
            self.sending_since = now
            self.sending = asyncio.ensure_future(self._send())
        elif now - self.sending_since > SLOW:
            self.drop()

    async def _send(self) -> None:
        while self.waiting and not self.is_over:
            text = self.waiting.pop(next(iter(self.waiting)))
            await self.send({"type": "http.response.body", "body": text, "more_body": True})
            self.sending_since = asyncio.get_running_loop().time()

    async def end(self) -> None:
        """Close the stream in good order."""
        if self.is_over:
            return
        self.is_over = True
        if self.sending is not None:
            await asyncio.wait([self.sending])
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    def drop(self) -> None:
        """Forget a client that would have to take something before the stream could be closed in good order."""
        self.is_over = True
        if self.sending is not None:
            self.sending.cancel()
        if self.task is not None:
            self.task.cancel()


_streams: set[Stream] = set()
_of_person: defaultdict[int, list[Stream]] = defaultdict(list)
_kept: set["asyncio.Future[Any]"] = set()
_executor: Executor | None = None
_looking = asyncio.Semaphore(LOOKS)


def _keep(task: "asyncio.Future[Any]") -> None:
    """Hold a task until it is done, as the event loop itself does not."""
    _kept.add(task)
    task.add_done_callback(_kept.discard)


async def in_thread[**P, R](work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Do something with the database in a thread that keeps a connection for it."""

    def do() -> R:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_executor, do)


def is_stream(path: str) -> bool:
    """Return whether an address is a stream's."""
    return ADDRESS.fullmatch(path) is not None


async def stream(scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
    """Answer a request for a stream, and keep it open until either side ends it."""
    found = ADDRESS.fullmatch(scope["path"])
    if found is None or scope["method"] != "GET":
        await refuse(send, 405 if found else 404)
        return
    kind, slug = found.groups()

    async def admit() -> Admission | int:
        return await in_thread(admission, scope, kind, slug)

    try:
        admitted = await admit() if hub.is_open and len(_streams) < MOST else 503
    except Error:
        admitted = 503
    if isinstance(admitted, int):
        await refuse(send, admitted)
    else:
        await follow(Stream(admitted, send, admit), receive)


async def follow(following: Stream, receive: ASGIReceiveCallable) -> None:
    """Tell a client all versions of a topic from the one that stands on, until it goes."""
    topic, person = following.admission.topic, following.admission.person
    await following.send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    # Whoever looks before following could miss what happens in between.
    hub.follow(topic, following.hear)
    _streams.add(following)
    if person is not None:
        _make_room(person)
        _of_person[person].append(following)
    try:
        following.tell("retry", b"retry: 1000\n\n")
        following.hear(Notice(topic, await in_thread(version_of, topic)))
        while (await receive())["type"] != "http.disconnect":
            pass
    except Error:
        await following.end()
    except asyncio.CancelledError:
        if not following.is_over:
            raise
    finally:
        following.is_over = True
        hub.unfollow(topic, following.hear)
        _streams.discard(following)
        if person is not None:
            _leave(person, following)


def _make_room(person: int) -> None:
    """End the oldest streams of a person who would have too many."""
    while len(_of_person[person]) >= MOST_OF_A_PERSON:
        _keep(asyncio.ensure_future(_of_person[person].pop(0).end()))


def _leave(person: int, following: Stream) -> None:
    with contextlib.suppress(ValueError):
        _of_person[person].remove(following)
    if not _of_person[person]:
        del _of_person[person]


async def refuse(send: ASGISendCallable, status: int) -> None:
    """Answer without a stream."""
    headers = [(b"cache-control", b"no-store")]
    if status != 204:
        headers.append((b"content-length", b"0"))
    if status == 405:
        headers.append((b"allow", b"GET"))
    await send({"type": "http.response.start", "status": status, "headers": headers, "trailers": False})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def admission(scope: HTTPScope, kind: str, slug: str) -> Admission | int:
    """Return what the sender of a request may follow, or the status that says why nothing.

    Whoever is nobody, as after the end of a session, gets 204, which stops a page from asking again; what is foreign
    to somebody does not exist, 404.
    """
    person = person_of(scope)
    if isinstance(person, int):
        return person
    admitted = ADMITS[kind](slug, person)
    if admitted is None:
        return 204 if person is None else 404
    return admitted


def person_of(scope: HTTPScope) -> User | int | None:
    """Return who sends a request, None for nobody, 400 for a host that is not ours."""
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.META["HTTP_HOST"] = headers.get("host", "")
    try:
        request.get_host()
    except DisallowedHost:
        return 400
    key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    person = get_user(request)
    return person if isinstance(person, User) else None


def _to_match(slug: str, person: User | None) -> Admission | None:
    match = _MATCH.first(slug=slug)
    if match is None:
        return None
    mine = seats_on_device(match.pk, person) if person is not None else []
    if not mine and not match.watching:
        return None
    if person is not None and must_arrive(match, mine, timezone.now()):
        arrive(match.pk, person)
    return Admission(match_topic(match.pk), person.pk if person else None, seats=frozenset(seat.pk for seat in mine))


def _to_table(slug: str, person: User | None) -> Admission | None:
    pk = _TABLE.first(slug=slug)
    if pk is None:
        return None
    places = frozenset(_PLACES(table=pk, person=person.pk) if person is not None else ())
    if places:
        note_presence((), places)
    return Admission(table_topic(pk), person.pk if person else None, places=places)


def _to_room(slug: str, person: User | None) -> Admission | None:
    """Admit whoever knows the address of a room: it tells no more than that something has happened there."""
    pk = _ROOM.first(slug=slug)
    return None if pk is None else Admission(room_topic(pk), person.pk if person else None)


def _to_wait(slug: str, person: User | None) -> Admission | None:
    admitted = _to_room(slug, person)
    return None if admitted is None else replace(admitted, waits=True)


ADMITS = {"match": _to_match, "table": _to_table, "room": _to_room, "waiting": _to_wait}


def version_of(topic: str) -> int | None:
    """Return the version that a topic has now, None where it is gone."""
    kind, pk = topic.split()
    if kind == "room":
        return room_version(int(pk))
    return _VERSIONS[kind].first(pk=int(pk))


async def beat() -> None:
    """Let all streams be heard of from time to time, until cancelled."""
    while True:
        await asyncio.sleep(BEAT)
        for following in tuple(_streams):
            following.tell("beat", BEATS)


async def keep_present() -> None:
    """Note from time to time who is here, until cancelled."""
    while True:
        await asyncio.sleep(PRESENCE)
        try:
            await note_who_is_here()
        except Exception:
            # Whoever is not noted seems to be away: whatever happened, the next note must come.
            log.exception("Who is here could not be noted; trying again in %d s.", PRESENCE)


async def note_who_is_here() -> None:
    """Note the presence of all who have a stream open, in one transaction for all streams of this process."""
    seats = {pk for following in _streams for pk in following.admission.seats}
    places = {pk for following in _streams for pk in following.admission.places}
    if seats or places:
        await in_thread(note_presence, seats, places)


def open_streams(executor: Executor) -> None:
    """Begin to serve streams, with the threads that read the database for them."""
    global _executor, _looking
    _executor, _looking = executor, asyncio.Semaphore(LOOKS)
    hub.open()


async def end_streams() -> None:
    """End all streams and open no more, when the server stops; a client that takes nothing is not waited for."""
    hub.close()
    ends = {asyncio.ensure_future(each.end()): each for each in tuple(_streams)}
    if ends:
        _, stuck = await asyncio.wait(ends, timeout=PATIENCE)
        for end in stuck:
            end.cancel()
            ends[end].drop()
