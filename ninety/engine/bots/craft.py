"""What a player makes of the ranks under a rule set, worked out once.

Everything is told by the room: how far the total is from the bound that makes players stuck, the limit, or 0 in a
countdown. So a countdown is played as its mirror image.
"""

import math
from functools import lru_cache
from typing import NamedTuple

from ..actions import Play
from ..rulesets import RuleSet

PLAIN, SKIPS, REVERSES = range(3)

STUCK = math.inf
"""The order of a rank that cannot be played."""

TIGHT = 10
"""The room in which it is decided who gets stuck: court cards no longer fit."""

PAST_EIGHTY = 18
"""The room left at 81 of 99, where the source texts ask for an escape card."""


class Habit(NamedTuple):
    """Tell by rank what a plain careful player does in some room: lowest `order` first, leaving the room `after`."""

    order: dict[str, float]
    after: dict[str, int]


class Craft:
    """Know the ranks of one rule set: what they cost, how widely they fit, which of them let a player escape."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.most_room = math.inf if rules.floor is None and not rules.countdown else rules.limit
        self.costs = {rank: _costs(rules, rank) for rank in rules.effects}
        self.turns = {rank: _turn(rules, rank) for rank in rules.effects}
        self.escapes = frozenset(rank for rank, costs in self.costs.items() if min(map(_raise, costs)) <= 0)
        self.setters = frozenset(rank for rank, costs in self.costs.items() if costs == (None,))
        self.worth = {rank: self._worth(rank) for rank in rules.effects}
        self.habits = Habits(self)

    def room(self, total: int) -> int:
        """Return how far a total is from the bound that makes players stuck."""
        return total if self.rules.countdown else self.rules.limit - total

    def room_after(self, play: Play, room: int) -> int:
        """Return the room that a legal play leaves."""
        costs = self.costs[play.card.rank]
        if play.choice is None:
            cost = costs[0]
            return 0 if cost is None else room - cost
        return room + (play.choice if self.rules.countdown else -play.choice)

    def takes_least(self, play: Play, room: int) -> bool:
        """Say whether a play takes the smaller value of its card, or the only one."""
        return self.room_after(play, room) == room - min(map(_raise, self.costs[play.card.rank]))

    def rooms_after(self, rank: str, room: int) -> list[int]:
        """Return the rooms that legal plays of a rank would leave, none where it does not fit."""
        strict = self.rules.strict_limit and room == 0
        rooms = []
        for cost in self.costs[rank]:
            if cost is None:
                rooms.append(0)
            elif 0 <= room - cost <= self.most_room and not (strict and cost >= 0):
                rooms.append(room - cost)
        return rooms

    def fits(self, rank: str, room: int) -> bool:
        """Say whether a rank can be played in some room."""
        return self.habits[room].order[rank] != STUCK

    def habit(self, room: int) -> Habit:
        """Work out the habit for some room."""
        order, after = {}, {}
        for rank, costs in self.costs.items():
            rooms = self.rooms_after(rank, room)
            order[rank] = self.worth[rank] - max(map(_raise, costs)) / 10_000 if rooms else STUCK
            if rooms:
                big = min(rooms)
                after[rank] = big if big >= TIGHT else min(rooms, key=lambda left: abs(left - room))
        return Habit(order, after)

    def _worth(self, rank: str) -> float:
        """Return how widely a rank fits in a tight room, from 0 to 1; the tighter, the more it counts."""
        weights = {room: 1 / (1 + room) for room in range(TIGHT + 1)}
        fitting = sum(weight for room, weight in weights.items() if self.rooms_after(rank, room))
        return fitting / sum(weights.values())


class Habits(dict[int, Habit]):
    """Hold the habit for every room that has come up."""

    def __init__(self, craft: Craft) -> None:
        super().__init__()
        self._craft = craft

    def __missing__(self, room: int) -> Habit:
        """Work out the habit for a room that comes up for the first time."""
        habit = self[room] = self._craft.habit(room)
        return habit


@lru_cache(maxsize=128)
def craft_of(rules: RuleSet) -> Craft:
    """Return what a player makes of a rule set."""
    return Craft(rules)


def _costs(rules: RuleSet, rank: str) -> tuple[int | None, ...]:
    """Return the room that each way to play a rank takes, negative where it gives some, None where it takes all."""
    sign = -1 if rules.countdown else 1
    return tuple(None if change is None else sign * change for change in rules.changes(rank))


def _raise(cost: int | None) -> int:
    return 0 if cost is None else cost


def _turn(rules: RuleSet, rank: str) -> int:
    effect = rules.effect(rank)
    if effect.skip:
        return SKIPS
    return REVERSES if effect.reverse else PLAIN
