"""The benchmark compares like with like: both loops play the same matches."""

import random

import pytest

from .engine import measure, play_match_by_engine
from .mutable import Tally, play_match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_loops_play_the_same_matches_from_the_same_dice(seats: int) -> None:
    engine, mutable = Tally(totals=[]), Tally(totals=[])
    for tally, play in ((engine, play_match_by_engine), (mutable, play_match)):
        dice = random.Random(99)
        for _ in range(20):
            play(seats, dice, tally)
    assert engine == mutable
    assert len(engine.winners) == 20
    assert len(engine.totals or []) == engine.plays


def test_the_benchmark_measures_both_and_their_ratio() -> None:
    figures = measure(matches=3, rounds=1)
    assert set(figures) == {"mutable", "engine", "ratio"}
    assert all(figure > 0 for figure in figures.values())
