"""Those who are not on turn: computing along, agreeing and disagreeing.

These requests carry the number of the play that they are about, not the version of the table: five may come at once.
"""

from datetime import datetime, timedelta

from ninety.models import Match, Seat
from ninety.selectors import MILLISECOND, phase_of
from ninety.services import Change, NotNow, SeenBy, Unchanged, changing
from trainer.models import Answer, Judgement
from trainer.services.answers import log_answer
from trainer.services.flow import (
    checkers_awaited,
    close,
    expected_total,
    have_checked,
    may_compute_along,
    may_disagree,
    reveal,
    said_total,
    speak,
)
from trainer.services.turns import Outcome, acting


class Revealed(Unchanged):
    """The total was revealed before the request came."""


class SameTotal(Unchanged):
    """Somebody disagrees with a total by saying the same one."""


def check(seat: Seat, announced: int, *, play_number: int, now: datetime | None = None) -> Outcome:
    """Log the total of somebody who computes along, unseen by the rest until all is revealed. Raises Revealed."""
    with changing(seat.match_id, version=None, now=now) as change:
        change.seen_by = SeenBy.NOBODY
        mine, phase = acting(change, seat), phase_of(change.match)
        if change.next_step != play_number or phase not in (Match.Phase.LAID, Match.Phase.ANSWERED):
            raise Revealed
        checked = have_checked(change)
        if not may_compute_along(change, mine) or mine.person.pk in checked:
            raise NotNow
        laid_at = datetime.fromisoformat(change.committed["laid_at"])
        took = max(change.now - laid_at, timedelta())
        answer = log_answer(
            change, mine, Answer.Role.CHECKER, announced, try_number=1, computing_ms=round(took / MILLISECOND)
        )
        if phase == Match.Phase.ANSWERED and not checkers_awaited(change, {*checked, mine.person.pk}):
            change.seen_by = SeenBy.TABLE
            reveal(change)
    return Outcome(change, answer)


def agree(seat: Seat, *, play_number: int, now: datetime | None = None) -> Outcome:
    """Log that the next seat agrees with the total that stands, and end the turn. Raises Revealed."""
    with changing(seat.match_id, version=None, now=now) as change:
        mine = acting(change, seat)
        _check_said(change, play_number)
        if change.committed["next"] != mine.number:
            raise NotNow
        speak(change, mine, Judgement.Kind.AGREED, right=said_total(change) == expected_total(change))
        close(change)
    return Outcome(change)


def disagree(seat: Seat, announced: int, *, play_number: int, now: datetime | None = None) -> Outcome:
    """Log that a person disagrees with the total that stands, and what it should be.

    The turn ends where that is right, or where the next seat says it. Raises Revealed and SameTotal.
    """
    with changing(seat.match_id, version=None, now=now) as change:
        mine = acting(change, seat)
        _check_said(change, play_number)
        is_next = change.committed["next"] == mine.number
        if not is_next and not may_disagree(change.match, mine):
            raise NotNow
        if announced == said_total(change):
            raise SameTotal
        speak(change, mine, Judgement.Kind.DISAGREED, right=said_total(change) != expected_total(change))
        answer = log_answer(
            change, mine, Answer.Role.CHALLENGER, announced, try_number=1, computing_ms=change.waited_ms
        )
        if answer.right or is_next:
            close(change)
        else:
            change.seen_by = SeenBy.NOBODY
    return Outcome(change, answer)


def _check_said(change: Change, play_number: int) -> None:
    if change.next_step != play_number or phase_of(change.match) != Match.Phase.SAID:
        raise Revealed
