"""How lives are lost outside a bust, how rounds and matches end, and what becomes of the counters."""

import pytest

from ninety.engine.actions import Bust, Leave, Penalty, TimeUp
from ninety.engine.rules import apply, legal_plays, start

from .tables import as_it_lies, no_shuffle, rules, table

# Penalties, leaving, time


def test_a_penalty_that_leaves_a_life_changes_nothing_else() -> None:
    state = table(rules("ninety-nine"), "2S", "3S", "4S")
    assert apply(state, Penalty(1), no_shuffle) == state._replace(lives=(3, 2, 3))


def test_a_penalty_may_take_the_last_life_of_a_seat_that_has_dropped() -> None:
    state = table(rules("ninety-eight"), "2S", "3S", "", lives=(3, 3, 1))
    assert apply(state, Penalty(2), no_shuffle) == state._replace(lives=(3, 3, 0))


@pytest.mark.parametrize(("direction", "turn"), [(1, 2), (-1, 0)])
@pytest.mark.parametrize("preset", ["ninety-nine", "ninety-eight"])
def test_a_seat_that_leaves_on_its_turn_passes_it_on_with_no_reset(preset: str, direction: int, turn: int) -> None:
    state = table(rules(preset), "2S", "3S", "4S", total=50, direction=direction, discard="9S")
    after = apply(state, Leave(1), no_shuffle)
    hands = (state.hands[0], (), state.hands[2])
    assert after == state._replace(lives=(3, 0, 3), active=(0, 2), hands=hands, turn=turn)


def test_a_seat_that_leaves_out_of_turn_leaves_the_turn_where_it_is() -> None:
    state = table(rules("ninety-nine"), "2S", "3S", "4S", total=50)
    assert apply(state, Leave(2), no_shuffle).turn == 1


def test_under_drop_a_leave_may_end_the_round() -> None:
    state = table(rules("ninety-eight"), "2S", "3S", "", total=50, dealt=(0, 1, 2))
    after = apply(state, Leave(1), as_it_lies)
    assert (after.round, after.total, after.dealer, after.turn, after.active) == (2, 0, 2, 0, (0, 2))


def test_under_drop_a_penalty_may_end_a_single_round_for_the_one_left() -> None:
    state = table(rules("ninety-eight", "single-round"), "2S", "3S", "", lives=(1, 1, 3))
    after = apply(state, Penalty(1), no_shuffle)
    assert (after.winners, after.active, after.lives, after.turn) == ((0,), (0,), (1, 0, 3), None)


def test_the_last_one_with_lives_wins_whatever_the_length() -> None:
    for rule_set in (rules("ninety-nine", "rounds-20"), rules("ninety-eight", "single-round"), rules("ninety-nine")):
        state = table(rule_set, "2S", "3S", lives=(2, 3), total=50)
        after = apply(state, Leave(0), no_shuffle)
        assert after == state._replace(lives=(0, 3), turn=None, winners=(1,), active=(1,), hands=((), state.hands[1]))


def test_after_the_last_round_the_most_lives_win() -> None:
    state = table(rules("ninety-nine", length="rounds:2"), "2S", "JS QS", "4S", total=99, round=2, lives=(2, 3, 1))
    after = apply(state, Bust(1), no_shuffle)
    hands = (state.hands[0], (), state.hands[2])
    assert after == state._replace(lives=(2, 2, 1), turn=None, winners=(0, 1), active=(0, 2), hands=hands)
    assert apply(state._replace(round=1), Bust(1), as_it_lies).round == 2


def test_after_the_last_round_under_drop() -> None:
    state = table(rules("ninety-eight", length="rounds:2"), "2S", "JS QS", "", total=98, round=2, lives=(1, 3, 3))
    after = apply(state, Bust(1), no_shuffle)
    assert (after.winners, after.round, after.active, after.total) == ((2,), 2, (0,), 98)


def test_when_the_time_is_up_the_match_ends_there() -> None:
    state = table(rules("ninety-nine", "speed"), "2S", "3S", "4S", lives=(2, 1, 2), total=30)
    assert apply(state, TimeUp(), no_shuffle) == state._replace(turn=None, winners=(0, 2))


def test_over_there_are_no_legal_plays() -> None:
    assert legal_plays(table(rules("ninety-nine"), "2S", "3S", turn=None, winners=(0,))) == ()


# Counters


def test_pot_every_bust_pays_and_the_winner_takes_it() -> None:
    state = table(rules("ninety-nine", "pot"), "2S", "JS QS", total=99, lives=(1, 2))
    after = apply(state, Bust(1), as_it_lies)
    assert (after.counters, after.pot) == ((0, -1), 1)
    assert apply(after, Penalty(1), no_shuffle).counters == (1, -1)
    assert apply(after, Leave(0), no_shuffle).counters == (0, 0)


def test_a_shared_pot_is_split_equally_and_the_rest_stays() -> None:
    state = table(rules("ninety-nine", "pot", "speed"), "2S", "3S", "4S", pot=5, counters=(-1, -2, -2), lives=(2, 2, 1))
    after = apply(state, TimeUp(), no_shuffle)
    assert (after.winners, after.counters, after.pot) == ((0, 1), (1, 0, -2), 1)


def test_ante_every_seat_dealt_in_pays_and_the_rounds_winner_takes_one_of_each_that_fell() -> None:
    state = start(rules("ninety-eight", "ante", start=98), 3, as_it_lies)
    assert (state.counters, state.pot) == ((-1, -1, -1), 3)
    state = table(
        state.rules, "2S", "JS QS", "", "", dealt=(0, 1, 2), lives=(3, 3, 3, 0), counters=(-1, -1, -1, -2), pot=5
    )
    after = apply(state, Bust(1), as_it_lies)
    assert (after.counters, after.pot) == ((0, -3, -3, -2), 8)


def test_ante_a_round_that_time_cuts_off_has_no_winner() -> None:
    state = table(rules("ninety-eight", "ante", "speed"), "2S", "3S", "", counters=(-1, -1, -1), pot=3, lives=(3, 3, 2))
    after = apply(state, TimeUp(), no_shuffle)
    assert (after.winners, after.counters, after.pot) == ((0, 1), (0, 0, -1), 1)


def test_ante_a_leave_that_ends_the_match_ends_its_round_too() -> None:
    state = table(
        rules("ninety-eight", "ante"), "2S", "3S", "", counters=(-1, -1, -1), pot=3, lives=(3, 3, 0), dealt=(0, 1, 2)
    )
    after = apply(state, Leave(1), no_shuffle)
    assert (after.winners, after.counters, after.pot) == ((0,), (4, -2, -2), 0)
