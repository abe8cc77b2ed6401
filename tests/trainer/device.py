"""A device that plays a drill as its page does: it numbers events, keeps them, and does the adding."""

import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from ninety.models import User
from tests.factories import signed_in
from trainer.drills import Options
from trainer.models import Drill

type Sent = dict[str, Any]


def post(client: Client, slug: str, body: object) -> Any:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(f"/drills/{slug}/answers/", sent, content_type="application/json")


@dataclass
class Device:
    """Somebody's tablet with a drill on it."""

    client: Client
    batch: dict[str, Any]
    events: list[Sent] = field(default_factory=list)
    now_ms: int = 0

    def __post_init__(self) -> None:
        self.total: int = self.batch["prior"]
        self.number: int = self.batch["acknowledged"]
        self.cards = list(self.batch["cards"])
        self.hand = list(self.batch["hand"])
        self.now_ms = self.batch["at_ms"]

    @property
    def slug(self) -> str:
        slug: str = self.batch["slug"]
        return slug

    def event(self, what: str, **parts: Any) -> Sent:
        self.number += 1
        event = {"number": self.number, "what": what, "at_ms": self.now_ms, **parts}
        self.events.append(event)
        return event

    def sum(self) -> tuple[dict[str, Any], dict[str, Any], int]:
        """Return the card and its value that comes next, in a race the first that fits, and the total before."""
        if not self.hand:
            card = self.cards[0]
            return card, card["choices"][0], self.total if card["start"] is None else card["start"]
        return next((card, way, self.total) for card in self.hand for way in card["choices"] if self.fits(way))

    def fits(self, way: dict[str, Any]) -> bool:
        return way["set"] is not None or 0 <= self.total + way["change"] <= self.batch["limit"]

    @property
    def is_stuck(self) -> bool:
        return not any(self.fits(way) for card in self.hand for way in card["choices"])

    def answer(self, *, off: int = 0, took_ms: int = 2000, **parts: Any) -> Sent:
        """Answer the sum that stands, so much off the right total."""
        card, way, prior = self.sum()
        right = way["set"] if way["set"] is not None else prior + way["change"]
        choosing = 500 if self.hand else 0
        self.now_ms += took_ms
        event = self.event(
            "answer",
            card_number=card["number"],
            card=card["code"],
            choice=way["choice"],
            announced=right + off,
            choosing_ms=choosing,
            computing_ms=took_ms - choosing,
        )
        event |= parts
        self.total = right
        if self.hand:
            self.hand.remove(card)
            self.hand.append(self.cards.pop(0))
        else:
            self.cards.pop(0)
        return event

    def bust(self) -> Sent:
        self.now_ms += 1000
        if self.is_stuck:
            self.total = self.batch["limit"] if self.batch["countdown"] else 0
        return self.event("bust", choosing_ms=1000)

    def end(self, why: str = "time", typing: str = "") -> Sent:
        return self.event("end", why=why, typing=typing)

    def send(self, events: list[Sent] | None = None, **more: Any) -> Any:
        """Post events, all that there are where nothing else is said, and take the cards that come."""
        sent = self.events if events is None else events
        response = post(self.client, self.slug, {"events": sent, "now_ms": self.now_ms, **more})
        if response.status_code == 200:
            reply = response.json()
            known = {card["number"] for card in [*self.cards, *self.hand]}
            last = max(known, default=0)
            self.cards += [card for card in reply["cards"] if card["number"] > last]
        return response


def device_of(person: User, client: Client | None = None, **options: Any) -> Device:
    """Open a drill for somebody, and load its page."""
    client = client or signed_in(person)
    response = client.post("/drills/start/", {"kind": "flash", **options})
    assert response.status_code == 302, response.content
    return loaded(client, response["Location"].split("/")[2])


def loaded(client: Client, slug: str) -> Device:
    """Load the page of a drill."""
    return Device(client, json.loads(client.get(f"/drills/{slug}/").context["batch"]))


def drill_of(device: Device) -> Drill:
    return Drill.objects.get(slug=device.slug)


def usual(kind: str, **options: Any) -> Options:
    return Options(**{**Options.usual(kind).to_json(), **options})
