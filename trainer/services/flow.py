"""How a turn goes on once its player has said a total: a reveal that all wait for, a total that may be disagreed with.

Under *everyone computes* a card that was answered waits for those who compute along; under *stand* what was said then
stands on the table until the next seat has agreed or disagreed. After that the play is applied: the true total stands.
"""

from collections.abc import Sequence, Set
from datetime import timedelta
from typing import Any

from ninety.chance import dice
from ninety.engine import actions
from ninety.models import Match, Seat
from ninety.prepared import Number, Prepared
from ninety.selectors import is_present, people_of, phase_of, stretched
from ninety.services import Change, NotNow, SeenBy
from trainer.mistakes import plausible_mistake
from trainer.models import Answer, Judgement
from trainer.services.answers import log_answer

TRIES = {Match.AnswerPolicy.RETRY: 2, Match.AnswerPolicy.SHOW: 1, Match.AnswerPolicy.STAND: 1}
WINDOW = timedelta(seconds=10)
"""How long a total stands that no person has to agree with, for the others to disagree."""

_CHECKS: Any = {"match": Number("match"), "play_number": Number("play"), "role": Answer.Role.CHECKER}
_CHECKERS = Prepared(lambda: Answer.objects.filter(**_CHECKS).values_list("user_id", flat=True))


def expected_total(change: Change) -> int:
    """Return the right total of the card that lies on the table; it must not leave the server before it is revealed."""
    play = change.committed_play()
    return change.rules.total_after(change.state.total, play.card, play.choice)


def said_total(change: Change) -> int | None:
    """Return what was said last for the card on the table, None where no total came in time."""
    said: int | None = change.committed["said"]
    return said


def standing_total(change: Change) -> int:
    """Return the total that stands on the table for the others to agree with; raises NotNow where none does."""
    said = said_total(change)
    if phase_of(change.match) != Match.Phase.SAID or said is None:
        raise NotNow
    return said


def take_answer(change: Change, seat: Seat, announced: int | None) -> Answer:
    """Log what a person said for the own card, None for nothing in time, and go on where that was the last try."""
    committed, policy = change.committed, Match.AnswerPolicy(change.match.answer_policy)
    if phase_of(change.match) != Match.Phase.LAID or committed["seat"] != seat.number or committed.get("by_bot"):
        raise NotNow
    tried = [*committed["tried"], announced]
    answer = log_answer(
        change, seat, Answer.Role.PLAYER, announced, try_number=len(tried), computing_ms=change.waited_ms
    )
    change.note(tried=tried)
    if answer.right or announced is None or len(tried) >= TRIES[policy]:
        end_answer(change, announced)
    else:
        change.restart_step()
        change.seen_by = SeenBy.PERSON
    return answer


def announce_for(change: Change, seat: Seat) -> None:
    """Say the total for a bot, or for a person in whose place a bot plays."""
    said = expected_total(change)
    if change.match.answer_policy == Match.AnswerPolicy.STAND and seat.is_bot:
        play, prior = change.committed_play(), change.state.total
        if dice().randrange(100) < change.match.bot_mistakes:
            said = plausible_mistake(change.rules, prior, play.card, play.choice, dice())
        change.note(tried=[said])
    end_answer(change, said)


def end_answer(change: Change, said: int | None) -> None:
    """Go on after the player's last word: wait for those who compute along, or reveal at once."""
    change.note(said=said)
    if awaited := checkers_awaited(change):
        wait = stretched(timedelta(seconds=change.match.reveal_wait), awaited)
        change.wait(Match.Phase.ANSWERED, change.now + wait)
    else:
        reveal(change)


def checkers_awaited(change: Change, checked: Set[int] | None = None) -> tuple[Seat, ...]:
    """Return the seats whose people are here and compute along, and have said no total yet.

    `checked` are the people, by primary key, who have, where that is at hand.
    """
    if not change.match.everyone_computes:
        return ()
    users = have_checked(change) if checked is None else checked
    return tuple(
        seat
        for seat in people_of(change.seats)
        if may_compute_along(change, seat)
        and not seat.held
        and seat.user_id not in users
        and is_present(change.match, seat, change.now)
    )


def have_checked(change: Change) -> set[int]:
    """Return the people, by primary key, who have computed along for the card on the table."""
    return set(_CHECKERS(match=change.match.pk, play=change.next_step))


def may_compute_along(change: Change, seat: Seat) -> bool:
    """Return whether a person may check the card on the table: everybody but its player, each on an own device."""
    return change.match.everyone_computes and seat.keeper_id is None and seat.number != change.committed["seat"]


def reveal(change: Change) -> None:
    """Close the answers; under *stand* the total stays for the others to speak, else the turn ends."""
    if change.match.answer_policy == Match.AnswerPolicy.STAND and said_total(change) is not None:
        following = change.seat_after()
        agrees = None if following is None else _person_to_agree(change, change.seat(following))
        others = _may_disagree(change)
        if agrees is not None or others:
            until = None if agrees else change.now + stretched(WINDOW, others)
            change.wait(Match.Phase.SAID, until, next=agrees and agrees.number)
            return
    close(change)


def _person_to_agree(change: Change, seat: Seat) -> Seat | None:
    return None if seat.is_bot or seat.held or seat.number == change.committed["seat"] else seat


def _may_disagree(change: Change) -> Sequence[Seat]:
    return [seat for seat in people_of(change.seats) if may_disagree(change.match, seat)]


def may_disagree(match: Match, seat: Seat) -> bool:
    """Return whether a person may speak about a total that stands, though the turn is not theirs next."""
    committed = match.committed or {}
    return not seat.is_bot and not seat.held and seat.keeper_id is None and seat.number != committed.get("seat")


def close(change: Change) -> None:
    """End the turn: the play is applied, the true total stands, and a first answer that was wrong may cost a life."""
    committed, expected = change.committed, expected_total(change)
    first, number = (committed["tried"] or [None])[0], committed["seat"]
    change.finish_play()
    if not change.seat(number).is_bot:
        count_guided_turn(change)
    is_wrong = first is not None and first != expected
    if change.match.penalty and is_wrong and change.match.ended_at is None and not change.seat(number).is_bot:
        change.apply(actions.Penalty(number))


def count_guided_turn(change: Change) -> None:
    """Count one of the guided turns as over."""
    change.match.guided_turns = max(0, change.match.guided_turns - 1)


def speak(change: Change, seat: Seat, kind: Judgement.Kind, *, right: bool) -> None:
    """Log that a person agrees or disagrees with the total that stands; once each, else NotNow."""
    play = change.committed_play()
    _said, is_new = Judgement.objects.get_or_create(
        user=seat.person,
        match=change.match,
        play_number=change.next_step,
        kind__in=[Judgement.Kind.AGREED, Judgement.Kind.DISAGREED],
        defaults={
            "kind": kind,
            "seat_number": seat.number,
            "total": standing_total(change),
            "card": play.card.code,
            "choice": play.choice,
            "right": right,
            "choosing_ms": change.waited_ms,
            "judged_at": change.now,
        },
    )
    if not is_new:
        raise NotNow
