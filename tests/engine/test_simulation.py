"""Bots play whole matches: the same by the same dice, with records that replay, and with an end in any case."""

import random
from itertools import pairwise

import pytest

from ninety.engine import simulation
from ninety.engine.actions import Bust, Play
from ninety.engine.record import replay
from ninety.engine.rules import start
from ninety.engine.rulesets import PRESETS
from ninety.engine.simulation import NeverEnds, Tally, expected_plays, play_match

from .tables import rules

NOBODY_GETS_STUCK = {"effects": dict.fromkeys("A23456789TJQK", "+0")}


def match(seed, *variants, preset="ninety-nine", strengths=("steady", "expert", "beginner")):
    return play_match(rules(preset, *variants), strengths, random.Random(seed))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_replays_to_the_same_end(preset):
    played = match(1, preset=preset)
    steps = list(replay(played.record))
    assert steps[-1][2] == played.end
    assert played.end.over
    actions = [action for _, action, _ in steps[1:]]
    assert played.plays == sum(isinstance(action, Play) for action in actions)
    assert played.busts == sum(isinstance(action, Bust) for action in actions) == 9 - sum(played.end.lives)


def test_the_same_dice_play_the_same_match():
    assert match(1).record == match(1).record != match(2).record


def test_turns_yields_each_action_with_the_state_after_it():
    dice = random.Random(1)
    shuffle = simulation.Shuffler(dice)
    state = start(rules("speed-98"), 2, shuffle)
    states = [state, *(after for _, after in simulation.turns(state, ["steady", "steady"], dice, shuffle))]
    assert states[-1].over
    assert all(before.turn is not None and before != after for before, after in pairwise(states))


def test_a_match_without_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr(simulation, "LONGEST_ROUND", 200)
    with pytest.raises(NeverEnds, match=r"^nobody got stuck in 200 plays: a match with these rules may never end$"):
        play_match(rules("ninety-nine", **NOBODY_GETS_STUCK), ["steady", "expert"], random.Random(1))


def test_a_tally_counts_a_shared_win_for_each():
    played = match(1, "teams", preset="ninety-eight", strengths=["steady", "beginner", "steady", "expert"])
    tally = Tally(["steady", "beginner", "steady", "expert"])
    tally.add(played)
    tally.add(played)
    assert (tally.matches, tally.plays, tally.busts) == (2, 2 * played.plays, 2 * played.busts)
    assert tally.rounds == 2 * played.end.round
    assert tally.wins_by_seat == [2 * (seat in played.end.winners) for seat in range(4)]
    by_bot = (
        {"steady": 4, "beginner": 0, "expert": 0}
        if 0 in played.end.winners
        else {"steady": 0, "beginner": 2, "expert": 2}
    )
    assert tally.wins_by_bot == by_bot


class TestExpectedPlays:
    def test_is_the_median_of_steady_matches(self):
        assert expected_plays(rules("ninety-nine"), 3) == expected_plays.__wrapped__(rules("ninety-nine"), 3)
        assert 60 < expected_plays(rules("ninety-nine"), 3) < 140

    def test_grows_with_seats_and_lives_and_shrinks_with_the_limit(self):
        base = expected_plays(rules("ninety-eight"), 3)
        assert expected_plays(rules("ninety-eight"), 5) > base
        assert expected_plays(rules("ninety-eight", "lives-5"), 3) > base
        assert expected_plays(rules("speed-98"), 3) < base

    def test_has_an_answer_for_a_match_without_an_end(self):
        assert expected_plays(rules("ninety-nine", **NOBODY_GETS_STUCK), 2) == simulation.MOST_PLAYS_FOR_AN_ESTIMATE
