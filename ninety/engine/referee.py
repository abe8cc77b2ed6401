"""The referee: is an action allowed, and if not, which of the rules of play, section 9, does it break first."""

from .actions import Action, Bust, Leave, Penalty, Play, TimeUp
from .errors import (
    BadAction,
    CanStillPlay,
    CardNotInHand,
    ChoiceNeeded,
    ChoiceNotAllowed,
    MatchOver,
    MustLower,
    NoClock,
    NotYourTurn,
    PastTheLimit,
    SeatOut,
)
from .rulesets import Way
from .state import State


def check(state: State, action: Action) -> None:
    """Refuse an action that breaks the rules. Raises the Refusal that comes first in the order of the rules of play."""
    if not isinstance(action, TimeUp) and not 0 <= action.seat < state.seats:
        raise BadAction("no such seat", action, state)
    if isinstance(action, Play) and action.card not in state.rules.ways:
        raise BadAction("no such card in this match", action, state)
    if state.turn is None:
        raise MatchOver("the match has ended", action, state)
    match action:
        case TimeUp():
            _check_clock(state, action)
        case Penalty() | Leave():
            _check_lives(state, action)
        case Bust():
            _check_turn(state, action)
            _check_stuck(state, action)
        case Play():
            _check_turn(state, action)
            _check_play(state, action)


def allows(state: State, way: Way) -> bool:
    """Say whether the total stands where a card can be played in this way."""
    if state.rules.strict_limit and state.total == state.rules.target and not way.lowers:
        return False
    return way.least <= state.total <= way.most


def _check_clock(state: State, action: Action) -> None:
    if not state.rules.clock:
        raise NoClock("this match has no clock", action, state)


def _check_turn(state: State, action: Play | Bust) -> None:
    if action.seat != state.turn:
        raise NotYourTurn(f"seat {state.turn} has the turn, not seat {action.seat}", action, state)


def _check_lives(state: State, action: Penalty | Leave) -> None:
    if not state.lives[action.seat]:
        raise SeatOut(f"seat {action.seat} has no lives left", action, state)


def _check_stuck(state: State, action: Bust) -> None:
    ways = state.rules.ways
    if any(allows(state, way) for card in state.hands[action.seat] for way in ways[card].values()):
        raise CanStillPlay(f"seat {action.seat} has a legal play", action, state)


def _check_play(state: State, play: Play) -> None:
    card, rules = play.card, state.rules
    if card not in state.hands[play.seat]:
        raise CardNotInHand(f"seat {play.seat} does not hold {card}", play, state)
    ways = rules.ways[card]
    way = ways.get(play.choice)
    if way is None:
        if play.choice is None:
            raise ChoiceNeeded(f"{card} needs a choice", play, state)
        if None in ways:
            raise ChoiceNotAllowed(f"{card} offers no choice", play, state)
        raise ChoiceNotAllowed(f"{card} does not offer {play.choice}", play, state)
    if rules.strict_limit and state.total == rules.target and not way.lowers:
        raise MustLower(f"the total stands on the limit and {card} does not bring it back", play, state)
    if not way.least <= state.total <= way.most:
        after = rules.total_after(state.total, card, play.choice)
        raise PastTheLimit(f"{card} would bring the total to {after}", play, state)
