"""People at one table who send what their pages would: the version that they see and a key of their own."""

from itertools import count
from typing import Any

import time_machine

from ninety.engine.cards import Card
from ninety.models import Match, Seat, User
from ninety.selectors import phase_of, state_of
from tests.factories import alice, bob, carol, live_match, signed_in
from trainer.models import Answer
from trainer.services import (
    announce_total,
    check,
    commit_play,
)

HANDS = ["8H KS TD", "7H 8S 2D", "6H 6S 5D"]
HTMX = {"HX-Request": "true"}
NOON = "2026-11-30T12:00:00Z"
KEYS = (f"{number:016x}" for number in count(1))

type Clock = time_machine.Traveller


class Tablemates:
    """Alice, Bob and Carol at a table, who send the version that they see."""

    def __init__(self, **table: Any) -> None:
        hands = table.pop("hands", HANDS)
        people = table.pop("people", [alice(), bob(), carol()])
        self.match = live_match(people, hands, total=table.pop("total", 48), **table)

    def seat(self, number: int) -> Seat:
        return Seat.objects.select_related("user").get(match=self.match, number=number)

    def fresh(self) -> Match:
        self.match = Match.objects.get(pk=self.match.pk)
        return self.match

    def lay(self, number: int, card: str, choice: int | None = None) -> None:
        match = self.fresh()
        commit_play(self.seat(number), Card(card), choice, version=match.version, tries=match.tries, key=next(KEYS))
        self.fresh()

    def say(self, number: int, total: int) -> None:
        match = self.fresh()
        announce_total(self.seat(number), total, version=match.version, tries=match.tries, key=next(KEYS))
        self.fresh()

    def check(self, number: int, total: int) -> None:
        check(self.seat(number), total, play_number=self.fresh().steps + 1)
        self.fresh()

    @property
    def phase(self) -> str:
        return phase_of(self.fresh())

    @property
    def total(self) -> int:
        return state_of(self.fresh()).total

    def answers(self) -> list[tuple[Any, ...]]:
        answers = Answer.objects.filter(match=self.match).order_by("pk")
        return list(answers.values_list("seat_number", "role", "announced", "right"))

    def page(self, person: User) -> Any:
        browser = signed_in(person)
        return browser.get(f"/match/{self.match.slug}/", headers=HTMX)
