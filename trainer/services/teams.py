"""Teams on one board: what a class calls out is checked and explained, and nothing of it is logged.

Whoever looks after the match sends it. A total that was not right after the last try is told with its working: the card
lies there until they go on.
"""

from datetime import datetime

from ninety.engine import actions
from ninety.engine.cards import Card
from ninety.models import Match, Seat
from ninety.selectors import actor_of, phase_of
from ninety.services import Change, NotNow, changing
from trainer.services.checking import SameTotal
from trainer.services.flow import TRIES, close, expected_total, reveal, said_total
from trainer.services.turns import is_in_time


def lay_for_team(match_pk: int, card: Card, choice: int | None, *, version: int, key: str, now: datetime) -> bool:
    """Lay a card for the team on turn; return whether there was time for it.

    Raises Unchanged for a request that does not fit the table, and the engine's refusal for a card that does not.
    """
    with changing(match_pk, version=version, key=key, now=now) as change:
        number = _team_on_turn(change).number
        if is_in_time(change):
            change.commit_card(number, card, choice)
    return not change.too_late


def say_for_team(match_pk: int, total: int, *, version: int, key: str, now: datetime) -> bool:
    """Take the total that a team calls for its card, or against one that stands; return whether there was time for it.

    Raises Unchanged, and of that SameTotal for a team that disagrees with a total by saying the same one.
    """
    with changing(match_pk, version=version, key=key, now=now) as change:
        team = _team_on_turn(change)
        if is_in_time(change):
            _take(change, team, total)
    return not change.too_late


def stuck_for_team(match_pk: int, *, version: int, key: str, now: datetime) -> bool:
    """Book that no card of the team on turn fits; return whether there was time for it. Raises CanStillPlay."""
    with changing(match_pk, version=version, key=key, now=now) as change:
        number = _team_on_turn(change).number
        if change.match.committed is not None:
            raise NotNow
        if is_in_time(change):
            change.apply(actions.Bust(number))
    return not change.too_late


def agree_for_team(match_pk: int, *, version: int, key: str, now: datetime) -> bool:
    """End a turn whose total the other team takes for right; return whether there was time for it."""
    with changing(match_pk, version=version, key=key, now=now) as change:
        _team_on_turn(change)
        if phase_of(change.match) != Match.Phase.SAID:
            raise NotNow
        if is_in_time(change):
            _end(change, said_total(change))
    return not change.too_late


def go_on_for_team(match_pk: int, *, version: int, key: str, now: datetime) -> bool:
    """End a turn whose total has been told, when all have seen the working; return whether there was time for it."""
    with changing(match_pk, version=version, key=key, now=now) as change:
        if phase_of(change.match) != Match.Phase.TOLD:
            raise NotNow
        if is_in_time(change):
            close(change)
    return not change.too_late


def _team_on_turn(change: Change) -> Seat:
    """Return the team that the table waits for; raises NotNow where that is none."""
    number = actor_of(change.match, change.state)
    if number is None or not change.seat(number).is_team:
        raise NotNow
    return change.seat(number)


def _take(change: Change, team: Seat, total: int) -> None:
    policy = Match.AnswerPolicy(change.match.answer_policy)
    match phase_of(change.match):
        case Match.Phase.SAID:
            if total == said_total(change):
                raise SameTotal
            _end(change, total if said_total(change) == expected_total(change) else said_total(change))
        case Match.Phase.LAID:
            change.note(tried=[*change.committed["tried"], total], said=total)
            if policy == Match.AnswerPolicy.STAND and _other_team(change, team):
                reveal(change)
            elif total == expected_total(change) or len(change.committed["tried"]) >= TRIES[policy]:
                _end(change, total)
            else:
                change.restart_step()
        case _:
            raise NotNow


def _other_team(change: Change, team: Seat) -> bool:
    """Return whether the next turn is another team's, which then agrees or not."""
    following = change.seat_after()
    return following is not None and following != team.number and change.seat(following).is_team


def _end(change: Change, total: int | None) -> None:
    """End the turn with a total that is right; one that is not is told first."""
    if total == expected_total(change):
        close(change)
    else:
        change.wait(Match.Phase.TOLD, None, told=total)
