"""Choosing a play at one of three strengths."""

import random

from ..actions import Bust, Play
from ..view import View
from .expert import choose_expertly
from .steady import choose_steadily

STRENGTHS = ("beginner", "steady", "expert")


def choose(view: View, strength: str, random: random.Random) -> Play | Bust:
    """Return what a bot of some strength does on its turn: a legal play, or a bust where it has none.

    A beginner plays anything that is legal, a steady player follows the tips, an expert counts the cards.
    Raises ValueError for a seat that has not the turn and for an unknown strength.
    """
    if strength not in STRENGTHS:
        raise ValueError(f"no such strength: {strength}")
    if view.seat is None or not view.on_turn:
        raise ValueError("only the seat on turn can choose")
    plays = view.legal_plays()
    if not plays:
        return Bust(view.seat)
    if len(plays) == 1:
        return plays[0]
    if strength == "beginner":
        return random.choice(plays)
    if strength == "steady":
        return choose_steadily(view, plays)
    return choose_expertly(view, plays, random).play
