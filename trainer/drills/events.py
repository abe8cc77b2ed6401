"""What a device sends while a drill runs: numbered events, each taken once."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ninety.engine.cards import Card

MOST_BYTES = 200_000
MOST_EVENTS = 500
MOST_TYPED = 8
MOST_DIGITS = 6
MOST = 2**31 - 1

type Ending = Literal["time", "stopped", "done"]


class BadPost(ValueError):
    """Say that what came is no post of a drill at all."""


class BadEvent(ValueError):
    """Say that an event is none."""


@dataclass(frozen=True, slots=True)
class Said:
    """A total said for a card; times in ms, `at_ms` on the device's own clock."""

    number: int
    at_ms: int
    card_number: int
    card: Card
    choice: int | None
    announced: int
    choosing_ms: int
    computing_ms: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A card tried that does not fit."""

    number: int
    at_ms: int
    card_number: int
    card: Card
    choice: int | None
    choosing_ms: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """The word that no card fits."""

    number: int
    at_ms: int
    choosing_ms: int


@dataclass(frozen=True, slots=True)
class End:
    """The end of the drill, and what was being typed then."""

    number: int
    at_ms: int
    why: Ending
    typing: str


@dataclass(frozen=True, slots=True)
class Go:
    """The drill was begun, or gone on with after a reload or on another device."""

    number: int
    at_ms: int


type Event = Go | Said | Refused | Stuck | End


@dataclass(frozen=True, slots=True)
class Post:
    """The events of a post up to the first that is none, which `is_cut` tells of.

    `have` is the highest card that the device holds, `now_ms` its clock as it sent this, None where it does not say.
    """

    events: tuple[Event, ...]
    is_cut: bool
    have: int
    now_ms: int | None


def read_post(body: bytes) -> Post:
    """Read what a device has sent. Raises BadPost."""
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as unread:
        raise BadPost from unread
    if not isinstance(sent, dict) or not isinstance(sent.get("events"), list) or len(sent["events"]) > MOST_EVENTS:
        raise BadPost
    events: list[Event] = []
    try:
        have = _whole(sent.get("have", 0), 0, MOST)
        now_ms = None if sent.get("now_ms") is None else _bounded(sent["now_ms"])
    except BadEvent as unread:
        raise BadPost from unread
    for each in sent["events"]:
        try:
            events.append(read_event(each))
        except BadEvent:
            return Post(tuple(events), True, have, now_ms)
    return Post(tuple(events), False, have, now_ms)


def read_event(sent: object) -> Event:
    """Read one event. Raises BadEvent."""
    if not isinstance(sent, dict):
        raise BadEvent
    number, at_ms = _whole(sent.get("number"), 1, MOST), _bounded(sent.get("at_ms"))
    match sent.get("what"):
        case "answer":
            most = 10**MOST_DIGITS - 1
            announced = _whole(sent.get("announced"), -most, most)
            times = _bounded(sent.get("choosing_ms", 0)), _bounded(sent.get("computing_ms"))
            return Said(number, at_ms, *_card(sent), announced, *times)
        case "refused":
            return Refused(number, at_ms, *_card(sent), _bounded(sent.get("choosing_ms", 0)))
        case "bust":
            return Stuck(number, at_ms, _bounded(sent.get("choosing_ms")))
        case "go":
            return Go(number, at_ms)
        case "end":
            return End(number, at_ms, _why(sent.get("why")), _typed(sent.get("typing", "")))
    raise BadEvent


def mark_of(event: Event) -> int:
    """Return a number that tells an event from another one of the same number, as of a second device."""
    return zlib.crc32(repr(event).encode())


def _card(sent: Mapping[str, Any]) -> tuple[int, Card, int | None]:
    code, choice = sent.get("card"), sent.get("choice")
    try:
        card = Card(code) if isinstance(code, str) else None
    except ValueError:
        card = None
    if card is None:
        raise BadEvent
    return _whole(sent.get("card_number"), 1, MOST), card, None if choice is None else _whole(choice, -99, 99)


def _whole(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadEvent
    return value


def _bounded(value: object) -> int:
    """Return a time as far as numbers go here: an impossible one is no reason to lose an answer."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:  # noqa: PLR0124
        raise BadEvent
    return int(min(max(value, -MOST), MOST))


def _why(value: object) -> Ending:
    if value == "time" or value == "stopped" or value == "done":  # noqa: PLR1714 - narrows the type.
        return value
    raise BadEvent


def _typed(value: object) -> str:
    if not isinstance(value, str):
        raise BadEvent
    return "".join(sign for sign in value[:MOST_TYPED] if sign.isdecimal() or sign in "+-\N{MINUS SIGN}")
