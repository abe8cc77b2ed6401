"""Bob at a table with bots, for tests that follow his turns."""

from collections.abc import Callable
from typing import Any

from ninety.engine.cards import Card
from ninety.models import Match, Seat
from ninety.selectors import state_of
from tests.factories import bob, seated_match
from trainer.models import Answer
from trainer.services import announce_total, claim_bust, commit_play, step

HANDS = ["8H KS TD", "7H 8S 2D"]


class Player:
    """Bob at a table, who always sends the version that he sees and a key of his own."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.requests = 0

    @property
    def seat(self) -> Seat:
        return Seat.objects.get(match=self.match, number=0)

    @property
    def seen(self) -> dict[str, Any]:
        self.match.refresh_from_db()
        return {"version": self.match.version, "tries": self.match.tries, "key": self.key}

    @property
    def key(self) -> str:
        self.requests += 1
        return f"{self.requests:016x}"

    def act(self, request: Callable[[dict[str, Any]], object]) -> None:
        request(self.seen)
        self.match.refresh_from_db()

    def lay(self, card: str, choice: int | None = None) -> None:
        self.act(lambda seen: commit_play(self.seat, Card(card), choice, **seen))

    def say(self, total: int) -> None:
        self.act(lambda seen: announce_total(self.seat, total, **seen))

    def stuck(self) -> None:
        self.act(lambda seen: claim_bust(self.seat, **seen))

    def wait(self) -> None:
        self.act(lambda seen: step(self.seat, version=seen["version"], key=seen["key"]))

    @property
    def committed(self) -> dict[str, Any]:
        committed: dict[str, Any] | None = self.match.committed
        assert committed is not None
        return committed

    @property
    def total(self) -> int:
        return state_of(self.match).total


def player(**table: Any) -> Player:
    return Player(seated_match(bob(), HANDS, total=48, **table))


def answers() -> list[tuple[object, ...]]:
    return list(Answer.objects.order_by("pk").values_list("play_number", "try_number", "announced", "right"))
