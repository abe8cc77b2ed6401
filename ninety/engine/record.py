"""The game record: read it, write it, replay it, and describe a state as the rules of play, section 9, print it."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, Self

from .actions import Action, parse_action
from .cards import Card
from .errors import BadRecord, BadShuffle, EngineError
from .rules import apply, legal_plays, start
from .rulesets import RuleSet
from .state import Cards, State

FORMAT = "ninety-record/1"

_NAMES = ("format", "rules", "seats", "shuffles", "actions")


@dataclass(frozen=True, slots=True)
class Record:
    """Hold a match as its rule set, its seats, its shuffles and its actions, the last two as JSON not yet looked into.

    What is wrong with a shuffle or an action is told by the replay, at the step that meets it.
    """

    rules_spec: dict[str, Any]
    seats: int
    shuffles: tuple[object, ...] = ()
    actions: tuple[object, ...] = ()

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Take a record out of parsed JSON. Raises BadRecord."""
        if not isinstance(data, dict):
            raise BadRecord("a record is a JSON object")
        if set(data) != set(_NAMES):
            raise BadRecord(f"a record has exactly the names {', '.join(_NAMES)}")
        if data["format"] != FORMAT:
            raise BadRecord(f"format must be {FORMAT}")
        if not isinstance(data["rules"], dict):
            raise BadRecord("rules must be an object")
        if type(data["seats"]) is not int:
            raise BadRecord("seats must be a whole number")
        for name in ("shuffles", "actions"):
            if not isinstance(data[name], list):
                raise BadRecord(f"{name} must be a list")
        return cls(data["rules"], data["seats"], tuple(data["shuffles"]), tuple(data["actions"]))

    @classmethod
    def of(cls, rules: RuleSet, seats: int, shuffles: Iterable[Cards], actions: Iterable[Action]) -> Self:
        """Make the record of a match from what happened in it."""
        orders = tuple([card.code for card in order] for order in shuffles)
        return cls(rules.to_spec(), seats, orders, tuple(action.to_json() for action in actions))

    def to_json(self) -> dict[str, Any]:
        """Return the record as JSON, ready to be written."""
        return {
            "format": FORMAT,
            "rules": self.rules_spec,
            "seats": self.seats,
            "shuffles": list(self.shuffles),
            "actions": list(self.actions),
        }

    @property
    def rules(self) -> RuleSet:
        """Return the rule set the record names. Raises BadRules."""
        return RuleSet.from_spec(self.rules_spec)


def read(data: str | object) -> Record:
    """Read one record from text or parsed JSON, rules and seats included. Raises BadRecord or BadRules."""
    record = Record.from_json(_parse(data) if isinstance(data, str) else data)
    record.rules.check_seats(record.seats)
    return record


def read_inputs(text: str) -> list[tuple[int | None, Record | BadRecord]]:
    """Read one record, numbered None, or many as JSON Lines, numbered from 1; what is none comes as its BadRecord.

    Text that is one JSON value is one record; else, with several lines that are not blank, it is JSON Lines.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        return [(None, _record_or_error(_parse(text)))]
    except BadRecord as error:
        if len(lines) < 2:
            return [(None, error)]
    return [(number, _read_line(line)) for number, line in enumerate(lines, 1)]


def _read_line(line: str) -> Record | BadRecord:
    try:
        return _record_or_error(_parse(line))
    except BadRecord as error:
        return error


def _record_or_error(data: object) -> Record | BadRecord:
    try:
        return Record.from_json(data)
    except BadRecord as error:
        return error


def _parse(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not JSON: {error}") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"there is no {name}")


type Step = tuple[int, Action | None, State]


def replay(record: Record) -> Iterator[Step]:
    """Yield (0, None, the state after the first deal), then (step, action, the state after it) for every action.

    Raises an EngineError at the step that meets it; that step is one more than the last one yielded, or 0.
    """
    shuffle = RecordedShuffles(record.shuffles)
    state = start(record.rules, record.seats, shuffle)
    yield 0, None, state
    for step, data in enumerate(record.actions, 1):
        action = parse_action(data)
        state = apply(state, action, shuffle)
        yield step, action, state


class RecordedShuffles:
    """Shuffle as it was recorded: each call gives the next order. Raises BadShuffle for one missing or wrong."""

    def __init__(self, shuffles: tuple[object, ...]) -> None:
        self._shuffles = iter(enumerate(shuffles, 1))
        self._used = 0

    def __call__(self, cards: Cards) -> Cards:
        """Return the cards in their recorded order."""
        number, codes = next(self._shuffles, (self._used + 1, None))
        self._used = number
        if codes is None:
            raise BadShuffle(f"shuffle {number} is missing")
        if not isinstance(codes, list):
            raise BadShuffle(f"shuffle {number} is no list of cards")
        try:
            order = tuple(map(Card, codes))
        except ValueError:
            raise BadShuffle(f"shuffle {number} holds what is no card") from None
        if Counter(order) != Counter(cards):
            raise BadShuffle(f"shuffle {number} does not hold exactly the cards being shuffled")
        return order


def describe(state: State, step: int) -> dict[str, Any]:
    """Return the line that a replay prints for the state after a step: all of it, for whoever may see every hand."""
    return {
        "step": step,
        "round": state.round,
        "total": state.total,
        "direction": state.direction,
        "dealer": state.dealer,
        "turn": state.turn,
        "lives": list(state.lives),
        "active": list(state.active),
        "hands": [[card.code for card in hand] for hand in state.hands],
        "stock": len(state.stock),
        "discard": len(state.discard),
        "top": state.top.code if state.top else None,
        "legal": _legal(state),
        "counters": list(state.counters),
        "pot": state.pot,
        "winners": list(state.winners),
    }


def _legal(state: State) -> list[dict[str, Any]]:
    plays = sorted(legal_plays(state), key=lambda play: (play.card.code, play.choice or 0))
    return [
        {
            "card": play.card.code,
            "choice": play.choice,
            "total": state.rules.total_after(state.total, play.card, play.choice),
        }
        for play in plays
    ]


def error_line(step: int, error: EngineError) -> dict[str, Any]:
    """Return the line that ends a replay: the step that met an error, its code and its sentence."""
    return {"step": step, "error": error.code, "message": error.message}


def replay_lines(record: Record | BadRecord) -> Iterator[dict[str, Any]]:
    """Yield every line that a replay prints for a record, the last of which may be an error's."""
    reached = 0
    try:
        if isinstance(record, BadRecord):
            raise record
        for step, _, state in replay(record):
            yield describe(state, step)
            reached = step + 1
    except EngineError as error:
        yield error_line(reached, error)
