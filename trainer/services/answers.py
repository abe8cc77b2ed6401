"""Write answers into the log."""

from ninety.models import Seat
from ninety.services import Change
from trainer import marking
from trainer.models import Answer
from trainer.selectors.earlier import earlier_totals


def log_answer(
    change: Change, seat: Seat, role: Answer.Role, announced: int | None, *, try_number: int, computing_ms: int
) -> Answer:
    """Mark a total that a person says for the card on the table, and log it with all that it was judged by."""
    match, play = change.match, change.committed_play()
    earlier = earlier_totals(change.recent)
    mark = marking.mark(change.rules, change.state.total, play.card, play.choice, announced, earlier)
    is_player = role == Answer.Role.PLAYER
    change.is_logged = True
    return Answer.objects.create(
        user=seat.person,
        match=match,
        play_number=change.next_step,
        seat_number=seat.number,
        role=role,
        try_number=try_number,
        prior=mark.prior,
        card=play.card.code,
        choice=play.choice,
        change=mark.change,
        expected=mark.expected,
        announced=announced,
        right=mark.right,
        skill=mark.skill,
        kinds=list(mark.kinds),
        fact=mark.fact or "",
        effect=str(change.rules.effect(play.card.rank)),
        limit=change.rules.limit,
        floor=change.rules.floor,
        countdown=change.rules.countdown,
        earlier=list(earlier),
        policy=match.answer_policy,
        prior_hidden=match.memory and not seat.person.memory_off,
        choosing_ms=change.committed["choosing_ms"] if is_player else 0,
        computing_ms=computing_ms,
        answered_at=change.now,
    )
