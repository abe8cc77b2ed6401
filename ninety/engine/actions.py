"""What can happen in a match: a play, a bust, a penalty, a seat that leaves, the end of the time."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Literal

from .cards import Card
from .errors import BadAction


class Unsaid(Enum):
    """Stand for an announcement that is not there at all; None is one that was called for and not given."""

    UNSAID = "unsaid"

    def __repr__(self) -> str:
        return self.name


UNSAID: Final = Unsaid.UNSAID


@dataclass(frozen=True, slots=True)
class Play:
    """Lay a card. `choice` is the signed change, for a card that offers one; `announced` never changes the play."""

    seat: int
    card: Card
    choice: int | None = None
    announced: int | Literal[Unsaid.UNSAID] | None = UNSAID

    def to_json(self) -> dict[str, Any]:
        """Return the action as a record writes it."""
        data: dict[str, Any] = {"seat": self.seat, "card": self.card.code}
        if self.choice is not None:
            data["choice"] = self.choice
        if self.announced is not UNSAID:
            data["announced"] = self.announced
        return data


@dataclass(frozen=True, slots=True)
class Bust:
    """Declare that the seat on turn has no legal play."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as a record writes it."""
        return {"seat": self.seat, "bust": True}


@dataclass(frozen=True, slots=True)
class Penalty:
    """Take one life of a seat outside a bust."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as a record writes it."""
        return {"seat": self.seat, "penalty": True}


@dataclass(frozen=True, slots=True)
class Leave:
    """Let a seat go: it loses all of its lives."""

    seat: int

    def to_json(self) -> dict[str, Any]:
        """Return the action as a record writes it."""
        return {"seat": self.seat, "leave": True}


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Call time: the match ends there."""

    def to_json(self) -> dict[str, Any]:
        """Return the action as a record writes it."""
        return {"clock": True}


type Action = Play | Bust | Penalty | Leave | TimeUp

_DECLARATIONS: dict[str, type[Bust | Penalty | Leave]] = {"bust": Bust, "penalty": Penalty, "leave": Leave}


def parse_action(data: object) -> Action:
    """Read an action as a record writes it. Raises BadAction for anything but exactly one of the forms.

    Whether the seat and the card exist in a match is asked when the action is applied.
    """
    if not isinstance(data, dict):
        raise BadAction("an action is a JSON object")
    names = set(data)
    if names == {"clock"}:
        _check_true(data, "clock")
        return TimeUp()
    if {"seat", "card"} <= names <= {"seat", "card", "choice", "announced"}:
        return Play(
            _whole(data, "seat"),
            _card(data["card"]),
            _whole_or_none(data, "choice"),
            _whole_or_none(data, "announced") if "announced" in data else UNSAID,
        )
    for name, declaration in _DECLARATIONS.items():
        if names == {"seat", name}:
            _check_true(data, name)
            return declaration(_whole(data, "seat"))
    raise BadAction("an action is a play, a bust, a penalty, a leave or a call of time, and nothing beside")


def _check_true(data: dict[str, object], name: str) -> None:
    if data[name] is not True:
        raise BadAction(f"{name} must be true")


def _whole(data: dict[str, object], name: str) -> int:
    value = data[name]
    if type(value) is not int:
        raise BadAction(f"{name} must be a whole number")
    return value


def _whole_or_none(data: dict[str, object], name: str) -> int | None:
    return None if data.get(name) is None else _whole(data, name)


def _card(code: object) -> Card:
    try:
        return Card(code)  # type: ignore[arg-type]
    except ValueError:
        raise BadAction("no such card") from None
