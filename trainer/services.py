"""Where people answer: each call marks and logs in the transaction of what it does to the match."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from ninety.engine import actions, bots
from ninety.engine.cards import Card
from ninety.engine.errors import CanStillPlay, MustLower, PastTheLimit
from ninety.engine.view import view
from ninety.models import Match, Seat
from ninety.selectors import clock_left_ms, time_running
from ninety.services import Change, NotNow, bot_strengths, changing, dice, take_bot_step
from trainer import marking
from trainer.models import Answer, Judgement
from trainer.selectors import earlier_totals, special_cards

GRACE = timedelta(seconds=2)
"""How long after a time limit an answer that was on its way is still taken."""
GRACE_OF_THE_CLOCK = timedelta(seconds=10)
"""How long the match clock waits for the total of a card that a person has laid."""
STEPS_AT_ONCE = 24
"""How many steps bots take in one request where they play at once; the page asks for more by itself."""
TRIES = {Match.AnswerPolicy.RETRY: 2, Match.AnswerPolicy.SHOW: 1}


def commit_play(seat: Seat, card: Card, choice: int | None, *, version: int, key: str) -> bool:
    """Lay a card for a person; return False where a time limit had run out before.

    One that leaves the bounds is logged as a judgement and changes nothing else. Raises Unchanged for a request that
    does not fit the table, and the engine's refusal for a play that breaks another rule.
    """
    with changing(seat.match_id, version=version, key=key) as change:
        if settle(change, grace=GRACE):
            return False
        try:
            change.commit_card(seat.number, card, choice)
        except (PastTheLimit, MustLower):
            _log_overshoot(change, seat, card, choice)
        else:
            _remember_special_cards(change, seat)
    return True


def announce_total(seat: Seat, announced: int, *, version: int, key: str) -> bool:
    """Mark and log the total that a person announced, and end the turn where the answer policy says so.

    Return False where a time limit had run out before.
    """
    with changing(seat.match_id, version=version, key=key) as change:
        if settle(change, grace=GRACE):
            return False
        _answer(change, seat, announced)
    return True


def claim_bust(seat: Seat, *, version: int, key: str) -> bool:
    """Check and log that a person says no card fits, and book it where it is true; False where time had run out."""
    with changing(seat.match_id, version=version, key=key) as change:
        if settle(change, grace=GRACE):
            return False
        if change.match.committed is not None:
            raise NotNow
        total, play_number, choosing_ms = change.state.total, change.next_step, change.waited_ms
        try:
            change.apply(actions.Bust(seat.number))
            kind = Judgement.Kind.BUST
            _count_guided_turn(change)
        except CanStillPlay:
            kind = Judgement.Kind.FALSE_BUST
        Judgement.objects.create(
            user=seat.person,
            match=change.match,
            play_number=play_number,
            seat_number=seat.number,
            kind=kind,
            total=total,
            right=kind == Judgement.Kind.BUST,
            choosing_ms=choosing_ms,
            judged_at=change.now,
        )
    return True


def step(match: Match, *, version: int, key: str) -> None:
    """Let what is due happen: a limit that has run out, else one step of the bot on turn.

    Where the bots play at once it is many steps, but not more than others can wait for while the database is held.
    """
    strengths = bot_strengths(match)
    with changing(match.pk, version=version, key=key) as change:
        if settle(change):
            return
        most, taken = STEPS_AT_ONCE if match.pace == Match.Pace.INSTANT else 1, 0
        while taken < most and take_bot_step(change, strengths):
            taken += 1
        if not taken:
            raise NotNow


def leave(seat: Seat, *, version: int, key: str) -> None:
    """Stop a match for its only person: the seat leaves, and what the bots would do is nobody's concern."""
    with changing(seat.match_id, version=version, key=key) as change:
        settle(change)
        if change.match.ended_at is not None:
            return
        _finish_what_was_tried(change)
        if change.state.lives[seat.number]:
            change.apply(actions.Leave(seat.number))
        change.match.committed = None
        change.match.ended_at = change.now


def go_on(seat: Seat, *, version: int, key: str) -> None:
    """Note that a person has read the explanation that stood on the page; the time to choose begins only then."""
    unread = Answer.objects.filter(user=seat.person, match_id=seat.match_id, read_at__isnull=True)
    if seat.match.ended_at is not None:
        unread.update(read_at=timezone.now())
        return
    with changing(seat.match_id, version=version, key=key) as change:
        unread.update(read_at=change.now)
        if change.state.turn == seat.number and change.match.committed is None:
            change.restart_step()


def skip_guide(match: Match, *, version: int, key: str) -> None:
    """End the guided turns with open hands."""
    with changing(match.pk, version=version, key=key) as change:
        change.match.guided_turns = 0


def set_pace(match: Match, pace: str) -> None:
    """Set how fast the bots of a match play; no change of the table, so it cannot be stale."""
    Match.objects.filter(pk=match.pk).update(pace=pace)


def settle_overdue(match: Match) -> None:
    """Carry out a time limit that has run out, for a page that is only read; raises NotNow where none has."""
    if match.ended_at is not None or not _is_overdue(Change(match, timezone.now()), timedelta()):
        raise NotNow
    with changing(match.pk, version=match.version) as change:
        settle(change)


def settle(change: Change, grace: timedelta = timedelta()) -> bool:
    """Carry out the time limit that has run out in an open change; return whether one had.

    `grace` is what an answer already on its way is given beyond a limit of the turn.
    """
    if not _is_overdue(change, grace):
        return False
    seat = _person_on_turn(change)
    if _is_time_up(change, seat):
        _finish_what_was_tried(change)
        change.apply(actions.TimeUp())
    elif seat is not None and change.match.committed:
        _answer(change, seat, None)
    else:
        _choose_for(change)
    return True


def _is_overdue(change: Change, grace: timedelta) -> bool:
    match, seat = change.match, _person_on_turn(change)
    if _is_time_up(change, seat):
        return True
    limit = match.computing_limit if match.committed else match.choosing_limit
    if seat is None or not limit or change.now - match.step_since < timedelta(seconds=limit) + grace:
        return False
    return bool(match.committed) or not _reads_an_explanation(seat)


def _is_time_up(change: Change, seat: Seat | None) -> bool:
    """Return whether the match clock has run out; the total of a card that a person has laid is given a little time."""
    left = clock_left_ms(change.match, change.rules.clock, change.now)
    if left is None or left > 0:
        return False
    if seat is None or not change.match.committed:
        return True
    away = change.now - change.match.touched_at - time_running(change.match, change.now)
    over = timedelta(milliseconds=-left) + away
    return over >= GRACE_OF_THE_CLOCK


def _reads_an_explanation(seat: Seat) -> bool:
    last = Answer.objects.filter(match_id=seat.match_id, user=seat.person).order_by("-pk").first()
    return last is not None and not last.right and last.read_at is None


def _choose_for(change: Change) -> None:
    """Lay the beginner's card for a person whose time to choose is over, or book that none fits."""
    assert change.state.turn is not None
    play = bots.choose(view(change.state, change.state.turn), "beginner", dice)
    if isinstance(play, actions.Bust):
        change.apply(play)
        _count_guided_turn(change)
    else:
        change.commit_card(play.seat, play.card, play.choice)
        change.match.committed = {**(change.match.committed or {}), "time_was_up": True}


def _finish_what_was_tried(change: Change) -> None:
    """End the turn of a card that will get no further try, with the total that was said first for the record."""
    if change.match.committed is None:
        return
    first = Answer.objects.filter(match=change.match, play_number=change.next_step, try_number=1).first()
    if first is not None:
        change.finish_play(announced=first.announced)


def _person_on_turn(change: Change) -> Seat | None:
    return next((s for s in change.match.seats.all() if s.number == change.state.turn and not s.is_bot), None)


def _answer(change: Change, seat: Seat, announced: int | None) -> None:
    match, play, committed = change.match, change.committed_play(), change.match.committed or {}
    if play.seat != seat.number:
        raise NotNow
    tries = list(Answer.objects.filter(match=match, play_number=change.next_step).order_by("try_number"))
    earlier = earlier_totals(match)
    mark = marking.mark(change.rules, change.state.total, play.card, play.choice, announced, earlier)
    answer = Answer.objects.create(
        user=seat.person,
        match=match,
        play_number=change.next_step,
        seat_number=seat.number,
        try_number=len(tries) + 1,
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
        prior_hidden=match.memory,
        choosing_ms=committed["choosing_ms"],
        computing_ms=change.waited_ms,
        answered_at=change.now,
    )
    if mark.right or announced is None or answer.try_number >= TRIES[Match.AnswerPolicy(match.answer_policy)]:
        _end_turn(change, seat, [*tries, answer])
    else:
        change.restart_step()


def _end_turn(change: Change, seat: Seat, answers: Sequence[Answer]) -> None:
    first = answers[0]
    change.finish_play(announced=first.announced)
    if change.match.penalty and not first.right and first.announced is not None:
        change.apply(actions.Penalty(seat.number))
    _count_guided_turn(change)


def _count_guided_turn(change: Change) -> None:
    change.match.guided_turns = max(0, change.match.guided_turns - 1)


def _log_overshoot(change: Change, seat: Seat, card: Card, choice: int | None) -> None:
    Judgement.objects.get_or_create(
        user=seat.person,
        match=change.match,
        play_number=change.next_step,
        kind=Judgement.Kind.OVERSHOOT,
        card=card.code,
        choice=choice,
        defaults={
            "seat_number": seat.number,
            "total": change.state.total,
            "right": False,
            "choosing_ms": change.waited_ms,
            "judged_at": change.now,
        },
    )


def _remember_special_cards(change: Change, seat: Seat) -> None:
    person = seat.person
    held = special_cards(change.rules, change.state.hands[seat.number])
    if new := [known for known in held if known not in person.known_cards]:
        person.known_cards = [*person.known_cards, *new]
        person.save(update_fields=["known_cards"])
