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
    if isinstance(action, Play):
        check_play(state, action)
        return
    if not isinstance(action, TimeUp):
        _check_seat(state, action)
    _check_not_over(state, action)
    match action:
        case TimeUp():
            _check_clock(state, action)
        case Penalty() | Leave():
            _check_lives(state, action)
        case Bust():
            _check_turn(state, action)
            _check_stuck(state, action)


def check_play(state: State, play: Play) -> Way:
    """Return the way in which a play is legal. Raises the Refusal that comes first in the order of the rules."""
    _check_seat(state, play)
    if play.card not in state.rules.ways:
        raise BadAction("no such card in this match", play, state)
    _check_not_over(state, play)
    _check_turn(state, play)
    if play.card not in state.hands[play.seat]:
        raise CardNotInHand(f"seat {play.seat} does not hold {play.card}", play, state)
    way = _chosen_way(state, play)
    _check_bounds(state, play, way)
    return way


def _check_seat(state: State, action: Play | Bust | Penalty | Leave) -> None:
    if not 0 <= action.seat < state.seats:
        raise BadAction("no such seat", action, state)


def _check_not_over(state: State, action: Action) -> None:
    if state.over:
        raise MatchOver("the match has ended", action, state)


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
    ways, total = state.rules.ways, state.total
    if any(way.least <= total <= way.most for card in state.hands[action.seat] for way in ways[card]):
        raise CanStillPlay(f"seat {action.seat} has a legal play", action, state)


def _chosen_way(state: State, play: Play) -> Way:
    way = state.rules.way(play.card, play.choice)
    if way is not None:
        return way
    if play.choice is None:
        raise ChoiceNeeded(f"{play.card} needs a choice", play, state)
    if state.rules.offers_choice(play.card.rank):
        raise ChoiceNotAllowed(f"{play.card} does not offer {play.choice}", play, state)
    raise ChoiceNotAllowed(f"{play.card} offers no choice", play, state)


def _check_bounds(state: State, play: Play, way: Way) -> None:
    rules, total = state.rules, state.total
    if rules.strict_limit and total == rules.target and not way.lowers:
        raise MustLower(f"the total stands on the limit and {play.card} does not bring it back", play, state)
    if not way.least <= total <= way.most:
        after = rules.total_after(total, play.card, play.choice)
        raise PastTheLimit(f"{play.card} would bring the total to {after}", play, state)
