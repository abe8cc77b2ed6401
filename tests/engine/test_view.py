"""A view is the only door by which a state leaves, and it shows no card that its seat may not see."""

import dataclasses

import pytest

from ninety.engine.actions import Play
from ninety.engine.cards import Card, parse_cards
from ninety.engine.rules import legal_plays
from ninety.engine.state import State
from ninety.engine.view import view

from .tables import Dice, hand, played_at_random, rules, table

STATE = table(rules("ninety-eight"), "2S 3S", "7H TD", "AD QH", total=9, discard="4C 5C", stock="6C 8C 9C")


def test_a_seat_sees_its_own_hand_and_what_lies_face_up() -> None:
    seen = view(STATE, 1)
    assert (seen.seats, seen.seat, seen.hand) == (3, 1, parse_cards("7H TD"))
    assert (seen.cards_held, seen.stock) == ((2, 2, 2), 3)
    assert (seen.discard, seen.top) == (parse_cards("4C 5C"), Card("5C"))
    assert (seen.total, seen.turn, seen.on_turn, seen.over, seen.open_hands) == (9, 1, True, False, None)


def test_a_seat_sees_its_legal_plays_only_while_it_has_the_turn() -> None:
    assert view(STATE, 1).legal_plays() == legal_plays(STATE) == (Play(1, Card("7H")), Play(1, Card("TD"), 10))
    assert view(STATE, 0).legal_plays() == ()
    assert view(STATE).legal_plays() == ()
    assert view(STATE._replace(turn=None, winners=(1,)), 1).legal_plays() == ()


def test_a_spectator_sees_no_hand() -> None:
    seen = view(STATE)
    assert (seen.seat, seen.hand, seen.on_turn, seen.cards_held) == (None, (), False, (2, 2, 2))


def test_open_hands_show_every_hand_but_never_the_stock() -> None:
    seen = view(STATE, 1, open_hands=True)
    assert seen.open_hands == STATE.hands
    assert seen == dataclasses.replace(view(STATE, 1), open_hands=STATE.hands)
    assert "6C" not in repr(seen)


def test_before_the_first_play_nothing_lies_face_up() -> None:
    assert view(STATE._replace(discard=()), 1).top is None


@pytest.mark.parametrize("seat", [3, -1])
def test_no_view_from_a_seat_that_does_not_exist(seat: int) -> None:
    with pytest.raises(ValueError, match="no such seat"):
        view(STATE, seat)


def with_hidden_cards_exchanged(state: State, seat: int) -> State:
    """Return the same table with all cards that a seat cannot see taken up and laid down in another order."""
    others = [other for other in range(state.seats) if other != seat]
    hidden = list(sum((state.hands[other] for other in others), ()) + state.stock)
    hands = list(state.hands)
    for other in others:
        hands[other] = tuple(hidden.pop() for _ in state.hands[other])
    return state._replace(hands=tuple(hands), stock=tuple(reversed(hidden)))


@pytest.mark.parametrize(("preset", "seats"), [("ninety-nine", 4), ("ninety-eight", 3), ("ring-199", 5)])
def test_tables_that_differ_only_in_hidden_cards_look_the_same(preset: str, seats: int) -> None:
    states, _ = played_at_random(rules(preset), seats, Dice(1), most=60)
    for state in states[::5]:
        for seat in (*range(seats), None):
            other = with_hidden_cards_exchanged(state, seat)
            assert (other.hands, other.stock) != (state.hands, state.stock), "something could leak"
            assert other.stock != state.stock
            assert view(other, seat) == view(state, seat)
            assert repr(view(other, seat)) == repr(view(state, seat))
            assert view(other, seat).legal_plays() == view(state, seat).legal_plays()


def test_the_only_cards_in_a_view_are_its_own_and_those_face_up() -> None:
    states, _ = played_at_random(rules("ninety-eight"), 3, Dice(2), most=40)
    for state in states:
        for seat in range(3):
            seen = view(state, seat)
            shown = [value for part in dataclasses.fields(seen) if isinstance(value := getattr(seen, part.name), tuple)]
            cards = [card for value in shown for card in value if isinstance(card, Card)]
            assert sorted(map(str, cards)) == sorted([*hand(state, seat).split(), *map(str, state.discard)])


def test_a_view_has_a_repr_to_paste() -> None:
    from ninety.engine.rulesets import RuleSet  # noqa: F401, PLC0415 - named by the repr
    from ninety.engine.view import View  # noqa: F401, PLC0415 - named by the repr

    assert eval(repr(view(STATE, 1, open_hands=True))) == view(STATE, 1, open_hands=True)
