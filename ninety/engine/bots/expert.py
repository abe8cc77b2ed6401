"""The expert: it counts the cards not seen yet, deals them out in its mind, and looks who would be stuck first."""

import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import sub

from ..actions import Play
from ..rulesets import RuleSet
from ..view import View
from .craft import PAST_EIGHTY, PLAIN, SKIPS, STUCK, Craft, craft_of

BATCH, MOST_FUTURES = 12, 96
LONGEST_FUTURE = 30

HOARDED = 3
"""How many of the cards drawn in a round the others are thought to have kept for being better than the rest."""

TRUST = 0.08
"""How much better than the habit a play must look: what is seen in so few futures is rough."""

CLEARLY = 1.5
"""The standard errors by which a play must lag behind the best to be given up."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Hold the expert's play, and the futures in which another was stuck before it and its partner, if it looked."""

    play: Play
    futures: int = 0
    survived: int = 0


def choose_expertly(view: View, plays: tuple[Play, ...], dice: random.Random, batch: int = BATCH) -> Choice:
    """Return the best play: by habit while there is room, by looking ahead where it gets tight.

    Among more than two it also looks what comes of setting the limit early, as others are stuck before it is its turn
    again. It looks at `batch` futures before it gives up the first play.
    """
    craft = craft_of(view.rules)
    room = craft.room(view.total)
    different = list({(play.card.rank, play.choice): play for play in reversed(plays)}.values())[::-1]
    habitual = _habitual(craft, different, room)
    if room > PAST_EIGHTY:
        different = [play for play in different if len(view.active) > 2 and play.card.rank in craft.setters]
    others = [play for play in different if play is not habitual]
    if not others:
        return Choice(habitual)
    return _look_ahead(Table(view, craft), [habitual, *others], dice, batch)


def unseen_ranks(view: View) -> Counter[str]:
    """Count the cards that a seat has not seen: neither in its hand nor face up."""
    unseen = Counter(_ranks_in_pack(view.rules, view.seats))
    unseen.subtract([card.rank for card in view.hand])
    unseen.subtract([card.rank for card in view.discard])
    return +unseen


@lru_cache(maxsize=128)
def _ranks_in_pack(rules: RuleSet, seats: int) -> dict[str, int]:
    return dict(Counter(card.rank for card in rules.pack(seats)))


def _habitual(craft: Craft, plays: list[Play], room: int) -> Play:
    order, after = craft.habits[room]
    rank = min((play.card.rank for play in plays), key=order.__getitem__)
    return next(play for play in plays if play.card.rank == rank and craft.room_after(play, room) == after[rank])


class Table:
    """See the round from a seat on turn: places are counted from it in the direction of play, it is at place 0."""

    def __init__(self, view: View, craft: Craft) -> None:
        assert view.seat is not None
        at = view.active.index(view.seat)
        seats = [view.active[(at + view.direction * place) % len(view.active)] for place in range(1, len(view.active))]
        self.craft = craft
        self.room = craft.room(view.total)
        self.hand = [card.rank for card in view.hand]
        self.held = [view.cards_held[seat] for seat in seats]
        self.kept = min(HOARDED, len(view.discard) // len(view.active))
        self.unseen = list(unseen_ranks(view).elements())
        half = view.seats // 2
        friends = {place for place, seat in enumerate(seats, 1) if view.rules.teams and seat % half == view.seat % half}
        self.own_side = {0} | friends
        self.gain = 1 / max(1, len(seats) - len(friends))

    def imagine(self, dice: random.Random) -> tuple[list[list[str]], list[str]]:
        """Deal the unseen cards: the hands of the others, who have kept the better cards, and the stock."""
        dealt = sum(self.held) + self.kept * len(self.held)
        cards = dice.sample(self.unseen, min(len(self.unseen), dealt + LONGEST_FUTURE))
        hands, start = [], 0
        for held in self.held:
            hand = cards[start : start + held + self.kept]
            start += held + self.kept
            if self.kept:
                hand = sorted(hand, key=self.craft.worth.__getitem__)[-held:]
            hands.append(hand)
        return hands, cards[start:]

    def value(self, play: Play, hands: list[list[str]], stock: list[str]) -> float:
        """Return what a play comes to in one future: -1 where the own side is stuck first, 0 where nobody is."""
        left = self.craft.room_after(play, self.room)
        place = self._first_stuck(play.card.rank, left, [self.hand.copy(), *map(list.copy, hands)], iter(stock))
        if place is None:
            return 0
        return -1 if place in self.own_side else self.gain

    def _first_stuck(self, rank: str, room: int, hands: list[list[str]], stock: Iterator[str]) -> int | None:
        """Play on by habit from a first play until somebody is stuck, and return the place. It changes the hands.

        Millions of plays go through here, so it is one loop.
        """
        turns, habits = self.craft.turns, self.craft.habits
        seats, place, direction = len(hands), 0, 1
        hand = hands[0]
        for _ in range(LONGEST_FUTURE):
            drawn = next(stock, None)
            if drawn is None:
                hand.remove(rank)
            else:
                hand[hand.index(rank)] = drawn
            turn = turns[rank]
            if turn == PLAIN:
                place = (place + direction) % seats
            elif seats > 2:
                if turn == SKIPS:
                    place = (place + 2 * direction) % seats
                else:
                    direction = -direction
                    place = (place + direction) % seats
            hand = hands[place]
            if not hand:
                return None
            order, after = habits[room]
            rank = min(hand, key=order.__getitem__)
            if order[rank] == STUCK:
                return place
            room = after[rank]
        return None


def _look_ahead(table: Table, plays: list[Play], dice: random.Random, batch: int) -> Choice:
    """Try the plays in the same futures, giving up those that clearly lag behind; the first is the habit."""
    values: dict[Play, list[float]] = {play: [] for play in plays}
    running = plays
    while True:
        for _ in range(batch):
            hands, stock = table.imagine(dice)
            for play in running:
                values[play].append(table.value(play, hands, stock))
        seen = len(values[running[0]])
        best = max(running, key=lambda play: sum(values[play]) / seen + TRUST * (play is plays[0]))
        running = [play for play in running if play is best or not _lags(values[play], values[best])]
        if len(running) == 1 or seen >= MOST_FUTURES:
            return Choice(best, seen, sum(value > 0 for value in values[best]))


def _lags(values: list[float], best: list[float]) -> bool:
    """Say whether values lag behind the best ones of the same futures by more than chance makes likely."""
    number = len(best)
    differences: list[float] = list(map(sub, best, values))
    mean: float = sum(differences) / number
    variance: float = sum(difference * difference for difference in differences) / number - mean * mean
    error = math.sqrt(max(variance, 1 / number) / number)
    return mean > CLEARLY * error
