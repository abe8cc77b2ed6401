"""Random actions, most of them nonsense: the engine refuses exactly what the rules told twice refuse."""

from typing import Any

import pytest

from ninety.engine.actions import parse_action
from ninety.engine.errors import Refusal
from ninety.engine.record import describe
from ninety.engine.rules import apply, start
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import State

from .oracle import Oracle
from .tables import Dice, rules
from .test_random_matches import an_action

EMPTY: list[object] = []
RULE_SETS = [
    (rules("ninety-nine", "speed", "strict-limit", start=50), 3),
    (rules("ninety-eight", "strict-limit", "four-reverse", "lives-2", start=90), 4),
    (rules("ninety-eight", "teams", "countdown", "strict-limit", "start-50"), 6),
    (rules("ring-199", "negatives", limit=30, lives=1), 5),
    (rules("ninety-nine-kings", "single-round", "ante", effects={"7": "-0/-3 skip"}), 2),
]


def codes(cards: Any) -> list[str]:
    """Return cards as their codes."""
    return [card.code for card in cards]


def nonsense(state: State, dice: Dice) -> dict[str, Any]:
    """Return an action that is likely to be wrong somewhere."""
    pick, chance = dice.random.choice, dice.random.random
    turn = state.turn if state.turn is not None else 0
    seat = pick([*[turn] * 6, *range(-1, state.seats + 1), True, 1.0, None, "0"])
    kind = chance()
    if kind < 0.1:
        return {pick(["clock", "clock", "time"]): pick([True, True, 1])}
    if kind < 0.4:
        return {"seat": seat, pick(["bust", "penalty", "leave"]): pick([*[True] * 6, False, 1, None])}
    action = {"seat": seat, "card": pick([*codes(state.hands[turn]) * 3, "X", "7H", "zz", None, 7, "AS", EMPTY])}
    if chance() < 0.5:
        action["choice"] = pick([None, 1, 11, -1, -11, 10, -10, 0, -3, True, 1.0, 10**25])
    if chance() < 0.5:
        action["announced"] = pick([None, 5, 5, -(10**30), True, 1.0, "5"])
    if chance() < 0.03:
        action["note"] = "nonsense"
    return action


def refusal(state: State, action: dict[str, Any]) -> str | None:
    """Return the code the engine refuses an action with, None where it is applied."""
    try:
        apply(state, parse_action(action), Dice(0))
    except Refusal as refused:
        return refused.code
    return None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("rule_set", "seats"), RULE_SETS)
def test_what_is_refused_and_with_which_code(rule_set: RuleSet, seats: int, seed: int) -> None:
    dice = Dice(seed)
    state = start(rule_set, seats, dice)
    oracle = Oracle(rule_set, seats, [codes(order) for order in dice.orders])
    for _ in range(60):
        for _ in range(6):
            action = nonsense(state, dice)
            assert refusal(state, action) == oracle.refusal(action), action
        if state.over:
            break
        told = len(dice.orders)
        happens = an_action(state, dice, upsets=True)
        state = apply(state, happens, dice)
        oracle.shuffles += [codes(order) for order in dice.orders[told:]]
        oracle.step(happens.to_json())
        assert describe(state, oracle.step_number) == oracle.line()
