"""An action is exactly one of five forms, and a value of another type makes it none."""

import json
import math
from typing import Any

import pytest

from ninety.engine.actions import UNSAID, Action, Bust, Leave, Penalty, Play, TimeUp, parse_action
from ninety.engine.cards import JOKER, Card
from ninety.engine.errors import BadAction


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ('{"seat": 1, "card": "7H", "announced": 7}', Play(1, Card("7H"), announced=7)),
        ('{"seat": 2, "card": "AD", "choice": 11, "announced": 18}', Play(2, Card("AD"), 11, 18)),
        ('{"seat": 2, "card": "TD", "choice": -10}', Play(2, Card("TD"), -10)),
        ('{"seat": 9, "card": "X", "announced": null}', Play(9, JOKER, announced=None)),
        ('{"seat": 1, "card": "7H", "announced": -1000000000000000000000}', Play(1, Card("7H"), announced=-(10**21))),
        ('{"seat": 0, "bust": true}', Bust(0)),
        ('{"seat": 1, "penalty": true}', Penalty(1)),
        ('{"seat": 2, "leave": true}', Leave(2)),
        ('{"clock": true}', TimeUp()),
    ],
)
def test_an_action_is_read_written_and_has_a_repr_to_paste(written: str, action: Action) -> None:
    assert parse_action(json.loads(written)) == action
    assert action.to_json() == json.loads(written)
    assert eval(repr(action)) == action


def test_null_for_a_choice_means_that_there_is_none() -> None:
    assert parse_action({"seat": 1, "card": "7H", "choice": None}) == Play(1, Card("7H"))


def test_an_announcement_not_given_is_another_thing_than_one_not_there() -> None:
    assert Play(1, Card("7H")).announced is UNSAID
    assert Play(1, Card("7H"), announced=None) != Play(1, Card("7H"))


LIST: list[object] = []
OBJECT: dict[str, object] = {}
PLAY = {"seat": 1, "card": "TD", "choice": 10, "announced": 10}


NO_ACTIONS: list[Any] = [
    None,
    [],
    7,
    "bust",
    {},
    {"seat": 1},
    {"card": "7H"},
    {"seat": 1, "announced": 7},
    {"seat": 1, "choice": 10},
    {"seat": 1, "choice": 10, "announced": 7},
    {"card": "7H", "choice": None},
    PLAY | {"bust": True},
    PLAY | {"note": "well played"},
    *(PLAY | {"seat": value} for value in (None, True, 1.0, "1", LIST)),
    *(PLAY | {"card": value} for value in (None, 7, True, "", "7h", "zz", "10D", LIST, OBJECT)),
    *(PLAY | {name: value} for name in ("choice", "announced") for value in (True, 7.0, "7", LIST, OBJECT, math.nan)),
    *({"seat": 0, name: value} for name in ("bust", "penalty", "leave") for value in (False, 1, None, "true", LIST)),
    *({"seat": seat, "bust": True} for seat in (None, True, 0.0, "0")),
    {"bust": True},
    {"seat": 0, "bust": True, "penalty": True},
    {"seat": 0, "bust": True, "announced": 7},
    {"clock": False},
    {"clock": 1},
    {"clock": True, "seat": 0},
]


@pytest.mark.parametrize("data", NO_ACTIONS)
def test_what_is_no_action(data: Any) -> None:
    with pytest.raises(BadAction) as refusal:
        parse_action(data)
    assert refusal.value.code == "bad-action"
    assert refusal.value.message


def test_an_action_never_changes() -> None:
    for action in (Play(1, Card("7H")), Bust(1), Penalty(1), Leave(1)):
        with pytest.raises(AttributeError):
            action.seat = 2  # type: ignore[misc]
