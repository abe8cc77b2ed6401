"""Random matches of every preset, variant and many odd rule sets: nothing is lost, and two programs agree."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from ninety.engine.actions import Action, Bust, Leave, Penalty, TimeUp, parse_action
from ninety.engine.errors import BadRules
from ninety.engine.record import Record, describe, replay
from ninety.engine.rules import apply, legal_plays, start
from ninety.engine.rulesets import PRESETS, RuleSet, variants_for
from ninety.engine.state import State

from .oracle import Oracle
from .tables import Dice, rules

FIELDS = {
    "limit": st.integers(10, 120),
    "start": st.none() | st.integers(0, 60),
    "countdown": st.booleans(),
    "floor": st.sampled_from([0, 0, None]),
    "hand_size": st.integers(1, 7),
    "decks": st.sampled_from([1, 2, 3, 4, "auto"]),
    "jokers": st.integers(0, 8),
    "lives": st.integers(1, 3),
    "effects": st.dictionaries(
        st.sampled_from("A23456789TJQKX"),
        st.builds(
            str.__add__,
            st.sampled_from(["+0", "+7", "-5", "+25", "+1/+11", "+10/-10", "+0/+50", "-0/-3", "=limit"]),
            st.sampled_from(["", " skip", " reverse"]),
        ),
    ),
    "on_bust": st.sampled_from(["redeal", "drop"]),
    "strict_limit": st.booleans(),
    "length": st.sampled_from(["last", "single", "rounds:1", "rounds:3"]),
    "clock": st.sampled_from([0, 60]),
    "teams": st.booleans(),
    "stakes": st.sampled_from(["none", "pot", "ante"]),
}


@st.composite
def specs(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a preset, up to four of its variants, and some single fields."""
    preset = draw(st.sampled_from(list(PRESETS)))
    variants = draw(st.lists(st.sampled_from(variants_for(preset)), max_size=4, unique=True))
    names = draw(st.lists(st.sampled_from(list(FIELDS)), max_size=5, unique=True))
    return {"preset": preset, "variants": variants, "set": {name: draw(FIELDS[name]) for name in names}}


def an_action(state: State, dice: Dice, upsets: bool) -> Action:
    """Choose an action at random: mostly a play, and with upsets now and then a penalty, a leave, or time."""
    assert state.turn is not None
    if upsets and dice.random.random() < 0.08:
        seat = dice.random.choice(state.living)
        upset: list[Action] = [Penalty(seat), Penalty(seat), Leave(seat)]
        if state.rules.clock and dice.random.random() < 0.1:
            upset.append(TimeUp())
        return dice.random.choice(upset)
    plays = legal_plays(state)
    return dice.random.choice(plays) if plays else Bust(state.turn)


def check_invariants(state: State) -> None:
    """Assert what is true of every state of every match."""
    rules, seats = state.rules, range(state.seats)
    on_the_table = Counter(sum(state.hands, state.stock + state.discard))
    pack = Counter(rules.pack(state.seats))
    assert on_the_table <= pack
    if len(state.active) == len(state.dealt):
        assert on_the_table == pack
    assert state.total <= rules.limit
    assert rules.floor is None or state.total >= 0
    assert state.direction in (1, -1)
    assert set(state.active) <= set(state.dealt)
    assert set(state.active) <= set(state.living)
    assert [len(state.hands[seat]) for seat in seats] == [rules.hand_size * (seat in state.active) for seat in seats]
    assert sum(state.counters) + state.pot == 0
    assert all(lives >= 0 for lives in state.lives)
    assert state.over == bool(state.winners)
    if not state.over:
        assert state.turn in state.active
        assert not state.are_one_team(state.living)
        assert rules.on_bust == "redeal" or not state.are_one_team(state.active)
    if rules.teams:
        half = state.seats // 2
        assert state.lives[:half] == state.lives[half:]


def play_and_compare(rule_set: RuleSet, seats: int, seed: int, *, upsets: bool, most: int = 250) -> State:
    """Play a match at random, checking the engine against the oracle at every step; then replay its record."""
    dice = Dice(seed)
    states, actions = [start(rule_set, seats, dice)], list[Action]()
    while not states[-1].over and len(actions) < most:
        actions.append(an_action(states[-1], dice, upsets))
        states.append(apply(states[-1], actions[-1], dice))
    record = Record.of(rule_set, seats, dice.orders, actions)
    read_back = Record.from_json(json.loads(json.dumps(record.to_json())))
    assert [state for _, _, state in replay(read_back)] == states
    oracle = Oracle(rule_set, seats, [[str(card) for card in order] for order in dice.orders])
    for step, state in enumerate(states):
        if step:
            assert parse_action(actions[step - 1].to_json()) == actions[step - 1]
            oracle.step(actions[step - 1].to_json())
        assert describe(state, step) == oracle.line()
        check_invariants(state)
    assert State.from_json(rule_set, json.loads(json.dumps(states[-1].to_json()))) == states[-1]
    return states[-1]


def may_sit(rule_set: RuleSet, seats: int) -> bool:
    """Say whether so many can play by these rules."""
    try:
        rule_set.check_seats(seats)
    except BadRules:
        return False
    return True


@pytest.mark.repeats
@pytest.mark.parametrize("preset", PRESETS)
def test_every_variant_of_every_preset(preset: str) -> None:
    for variant in variants_for(preset):
        if (preset, variant) == ("speed-98", "start-75"):
            continue
        rule_set = rules(preset, variant)
        for seed, seats in enumerate((2, 4, 10)):
            if may_sit(rule_set, seats):
                play_and_compare(rule_set, seats, seed, upsets=False, most=80)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_match_comes_to_its_end(preset: str, seats: int) -> None:
    assert play_and_compare(rules(preset), seats, seats, upsets=False, most=4000).over


@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(spec=specs(), seats=st.integers(2, 10), seed=st.integers(0, 2**32))
def test_any_rule_set_that_can_be_played(spec: dict[str, Any], seats: int, seed: int) -> None:
    try:
        rule_set = RuleSet.from_spec(spec)
    except BadRules:
        reject()
    assume(may_sit(rule_set, seats))
    play_and_compare(rule_set, seats, seed, upsets=True, most=120)
    assert RuleSet.from_spec(rule_set.to_spec()) == rule_set
