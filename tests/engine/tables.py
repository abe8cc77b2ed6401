"""Tables laid out by hand, for tests that read like a score sheet."""

import random
from typing import Any, NoReturn

from ninety.engine.actions import Action, Bust
from ninety.engine.cards import parse_cards
from ninety.engine.rules import apply, legal_plays, start
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import Cards, State


def rules(preset: str, *variants: str, **fields: Any) -> RuleSet:
    """Make a rule set: `rules("ninety-nine", "lives-2", limit=60)`."""
    return RuleSet.from_spec({"preset": preset, "variants": list(variants), "set": fields})


def table(rule_set: RuleSet, *hands: str, **fields: Any) -> State:
    """Lay out a table of these hands in its first round: seat 0 deals, seat 1 has the turn, nothing is face up.

    An empty hand is a seat that is not in the round. `stock`, `discard` and other fields may be given as they are.
    """
    seats = len(hands)
    active = tuple(seat for seat, hand in enumerate(hands) if hand)
    values: dict[str, Any] = {
        "round": 1,
        "total": rule_set.start_total,
        "direction": 1,
        "dealer": 0,
        "turn": 1,
        "lives": (rule_set.lives,) * seats,
        "active": active,
        "dealt": active,
        "counters": (0,) * seats,
        "pot": 0,
        "winners": (),
        "discard": "",
    } | fields
    dealt = tuple(parse_cards(hand) for hand in hands)
    values["discard"] = parse_cards(values["discard"])
    values.setdefault("stock", None)
    if values["stock"] is None:
        values["stock"] = without(rule_set.pack(seats), *dealt, values["discard"])
    else:
        values["stock"] = parse_cards(values["stock"])
    return State(rules=rule_set, hands=dealt, **values)


def without(cards: Cards, *gone: Cards) -> Cards:
    """Return cards without those that lie elsewhere."""
    left = list(cards)
    for card in sum(gone, ()):
        left.remove(card)
    return tuple(left)


def hand(state: State, seat: int) -> str:
    """Write a seat's hand as it stands."""
    return " ".join(map(str, state.hands[seat]))


def as_it_lies(cards: Cards) -> Cards:
    """Shuffle nothing: the cards stay in the order in which they were collected."""
    return cards


def no_shuffle(cards: Cards) -> NoReturn:
    """Fail where nothing may be shuffled."""
    raise AssertionError(f"{len(cards)} cards were shuffled")


class Collecting:
    """Shuffle nothing, and remember what was to be shuffled."""

    def __init__(self) -> None:
        self.collected: list[Cards] = []

    def __call__(self, cards: Cards) -> Cards:
        self.collected.append(cards)
        return cards


class Dice:
    """Shuffle by a seed, and remember every order that came out."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.orders: list[Cards] = []

    def __call__(self, cards: Cards) -> Cards:
        order = list(cards)
        self.random.shuffle(order)
        self.orders.append(tuple(order))
        return self.orders[-1]


def played_at_random(rule_set: RuleSet, seats: int, dice: Dice, most: int = 400) -> tuple[list[State], list[Action]]:
    """Play a match at random, no further than so many actions; return every state and every action."""
    states, actions = [start(rule_set, seats, dice)], list[Action]()
    while (seat := states[-1].turn) is not None and len(actions) < most:
        plays = legal_plays(states[-1])
        actions.append(dice.random.choice(plays) if plays else Bust(seat))
        states.append(apply(states[-1], actions[-1], dice))
    return states, actions
