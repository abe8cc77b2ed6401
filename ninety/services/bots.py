"""What bots do: their own turns, and those of people for whom they stand in."""

from ninety.chance import dice
from ninety.engine import actions, bots
from ninety.engine.view import view
from ninety.models import Match, Seat
from ninety.selectors import IDLE_BEFORE_ASKED_PAST, actor_of, is_played_by_bot, phase_of
from ninety.services.changes import Change, NotNow, changing

STAND_IN = Seat.Strength.STEADY
"""How a bot plays in the seat of a person."""


def choose_for(change: Change, seat: Seat, strength: str = "", **why: bool) -> None:
    """Lay the card that a bot would for a seat on turn, or book that it is stuck; `why` is noted on the card."""
    choice = bots.choose(view(change.state, seat.number), strength or seat.strength or STAND_IN, dice())
    if isinstance(choice, actions.Bust):
        change.apply(choice)
    else:
        change.commit_card(choice.seat, choice.card, choice.choice, **why)


def play_bots_to_the_end(match: Match) -> None:
    """Play a match of bots alone from where it stands to its end."""
    with changing(match.pk, version=None) as change:
        while change.state.turn is not None:
            choose_for(change, change.seat(change.state.turn))
            if change.match.committed is not None:
                change.finish_play()


def ask_past(seat: Seat, *, version: int, key: str) -> None:
    """Let a bot take the turn of somebody who is here and has done nothing for long, asked by another at the table.

    Raises NotNow as long as the person may still need the time.
    """
    with changing(seat.match_id, version=version, key=key) as change:
        number = actor_of(change.match, change.state)
        # What only the person sees counts as well: somebody who is at a second try does something.
        idle_since = max(change.match.step_since, change.match.moved_at)
        if number is None or number == seat.number or change.now - idle_since < IDLE_BEFORE_ASKED_PAST:
            raise NotNow
        idle = change.seat(number)
        if is_played_by_bot(change.match, idle):
            raise NotNow
        take_turn_of(change, idle)


def take_turn_of(change: Change, seat: Seat) -> None:
    """Do a person's present turn in their stead, at a bot's pace from the next step on."""
    match phase_of(change.match):
        case Match.Phase.LAID:
            change.note(by_bot=True)
            change.restart_step()
        case Match.Phase.SAID:
            change.note(until=change.now.isoformat())
        case _:
            choose_for(change, seat, by_bot=True)


def skip_guide(match: Match, *, version: int, key: str) -> None:
    """End the guided turns with open hands."""
    with changing(match.pk, version=version, key=key) as change:
        change.match.guided_turns = 0


def set_pace(match: Match, pace: str) -> None:
    """Set how fast the bots of a match play; no change of the table, so it cannot be stale."""
    Match.objects.filter(pk=match.pk).update(pace=pace)
