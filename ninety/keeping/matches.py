"""What holds of every match: its cards, who is to move, its record, its seats and the card that lies committed."""

from collections import Counter
from collections.abc import Iterator

from ninety.engine.actions import Play
from ninety.engine.cards import Card
from ninety.engine.errors import EngineError
from ninety.engine.referee import check
from ninety.engine.state import State
from ninety.keeping.invariants import Fault, Played, of_each_match


def state_of(played: Played) -> State | None:
    """Return the state as it is kept, None where it cannot be read."""
    if played.rules is None:
        return None
    try:
        return State.from_json(played.rules, played.match.state)
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


@of_each_match
def record_gives_state(played: Played) -> Iterator[Fault]:
    """Check that the actions, numbered without a gap, replay to the very state that is kept, each with its total."""
    match, numbers = played.match, [action.number for action in played.actions]
    if numbers != list(range(match.steps + 1)):
        yield played.fault("its actions are not numbered from 0 to the number of its steps")
    if not played.is_whole or played.state is None:
        yield played.fault(played.stopped_by)
        return
    if played.state.to_json() != match.state:
        yield played.fault("its record does not lead to its state")
    if [action.total for action in played.actions] != played.totals:
        yield played.fault("its actions have other totals than the rules give")


@of_each_match
def cards_are_conserved(played: Played) -> Iterator[Fault]:
    """Check that hands, stock and discard hold the pack's cards, but for those of seats that are out of the round."""
    state = state_of(played)
    if state is None:
        yield played.fault("its state or its rules cannot be read")
        return
    held = Counter(card for cards in (*state.hands, state.stock, state.discard) for card in cards)
    pack = Counter(state.rules.pack(state.seats))
    if held - pack:
        yield played.fault("it has cards that its pack has not")
    set_aside = state.rules.hand_size * len(set(state.dealt) - set(state.active))
    if (pack - held).total() > set_aside:
        yield played.fault("cards of its pack are missing")


@of_each_match
def one_seat_is_to_move(played: Played) -> Iterator[Fault]:
    """Check that exactly one seat, which can, is to move, or that the match is over and somebody has won."""
    state = state_of(played)
    if state is None:
        return
    if state.turn is None:
        if not state.winners or played.match.ended_at is None:
            yield played.fault("it is over, and nobody has won it or it has not ended")
    elif state.winners or state.turn not in state.active or not set(state.active) <= set(state.living):
        yield played.fault("no seat that is still in the round is to move")


@of_each_match
def seats_fit(played: Played) -> Iterator[Fault]:
    """Check that the match has the seats that were dealt to, and that a committed card is one its seat may play."""
    state, committed = state_of(played), played.match.committed
    if state is None:
        return
    if [seat.number for seat in played.seats] != list(range(state.seats)):
        yield played.fault("it has other seats than were dealt to")
    if committed is None:
        return
    try:
        check(state, Play(committed["seat"], Card(committed["card"]), committed["choice"]))
    except (EngineError, KeyError, TypeError, ValueError):
        yield played.fault("the card that lies on the table is none that its seat may play")
