"""Matches that bots play among themselves."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from statistics import median

from .actions import Action, Bust, Play
from .bots import choose
from .record import Record
from .rules import Shuffle, apply, start
from .rulesets import RuleSet
from .state import Cards, State
from .view import view

LONGEST_ROUND = 10_000
"""Plays after which a round that nobody has got stuck in is given up."""


class NeverEnds(Exception):
    """Say that a match was given up, as nobody ever seems to get stuck under its rules."""

    def __init__(self) -> None:
        super().__init__(f"nobody got stuck in {LONGEST_ROUND} plays: a match with these rules may never end")


@dataclass(frozen=True, slots=True)
class Played:
    """Hold a match that bots have played to its end: its record, its last state and how many plays it took."""

    record: Record
    end: State
    plays: int
    busts: int


class Shuffler:
    """Shuffle by dice, and keep every order that came out."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.orders: list[Cards] = []

    def __call__(self, cards: Cards) -> Cards:
        """Return the cards in a new order."""
        order = list(cards)
        self._dice.shuffle(order)
        self.orders.append(tuple(order))
        return self.orders[-1]


def play_match(rules: RuleSet, strengths: Sequence[str], dice: random.Random) -> Played:
    """Let bots, one strength a seat, play a match to its end; time is never called. Raises BadRules or NeverEnds."""
    shuffle = Shuffler(dice)
    actions: list[Action] = []
    state = start(rules, len(strengths), shuffle)
    for action, after in turns(state, strengths, dice, shuffle):
        actions.append(action)
        state = after
    busts = sum(isinstance(action, Bust) for action in actions)
    return Played(Record.of(rules, len(strengths), shuffle.orders, actions), state, len(actions) - busts, busts)


def turns(
    state: State, strengths: Sequence[str], dice: random.Random, shuffle: Shuffle
) -> Iterator[tuple[Action, State]]:
    """Yield every action of bots, and the state after it, until the match is over. Raises NeverEnds."""
    since_bust = 0
    while (seat := state.turn) is not None:
        action = choose(view(state, seat), strengths[seat], dice)
        since_bust = 0 if isinstance(action, Bust) else since_bust + 1
        if since_bust > LONGEST_ROUND:
            raise NeverEnds
        state = apply(state, action, shuffle)
        yield action, state


class Tally:
    """Add up what came of many matches of the same bots."""

    def __init__(self, strengths: Sequence[str]) -> None:
        self._strengths = tuple(strengths)
        self.matches = self.plays = self.rounds = self.busts = 0
        self.wins_by_seat = [0] * len(strengths)
        self.wins_by_bot = dict.fromkeys(strengths, 0)

    def add(self, played: Played) -> None:
        """Count one match; a shared win counts for each winner."""
        self.matches += 1
        self.plays += played.plays
        self.rounds += played.end.round
        self.busts += played.busts
        for seat in played.end.winners:
            self.wins_by_seat[seat] += 1
            self.wins_by_bot[self._strengths[seat]] += 1


MATCHES_FOR_AN_ESTIMATE, MOST_PLAYS_FOR_AN_ESTIMATE = 20, 3000


@lru_cache(maxsize=256)
def expected_plays(rules: RuleSet, seats: int) -> int:
    """Return the plays that a match of steady players takes, all seats together: the median of some twenty matches.

    Always the same for the same rules and seats. Fewer matches are played where they are long; one that has no end in
    sight counts as long as it was watched. Raises BadRules for seats that cannot sit down.
    """
    dice = random.Random(seats)
    counted: list[int] = []
    while len(counted) < MATCHES_FOR_AN_ESTIMATE and sum(counted) < MOST_PLAYS_FOR_AN_ESTIMATE:
        shuffle = Shuffler(dice)
        state = start(rules, seats, shuffle)
        actions = turns(state, ["steady"] * seats, dice, shuffle)
        watched = islice(actions, MOST_PLAYS_FOR_AN_ESTIMATE)
        counted.append(sum(isinstance(action, Play) for action, _ in watched))
    return round(median(counted))
