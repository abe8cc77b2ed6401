"""What the expert would do for a seat, and why: true of the hand, and in no words yet."""

import random
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from ..actions import Bust, Play
from ..cards import Card
from ..view import View
from .craft import PAST_EIGHTY, PLAIN, SKIPS, TIGHT, Craft, craft_of
from .expert import Choice, choose_expertly, unseen_ranks

FUTURES = 60
"""How many futures the expert looks at, at the least, when it is asked for advice."""


class Reason(StrEnum):
    """Say why a play is the best."""

    STUCK = "stuck"
    ONLY_PLAY = "only-play"
    LIMIT_NOW = "limit-now"
    MAKE_ROOM = "make-room"
    BACK_TO_YOU = "back-to-you"
    SKIP_NEXT = "skip-next"
    TURN_ROUND = "turn-round"
    SMALL_CHOICE = "small-choice"
    BIG_CHOICE = "big-choice"
    ROOM_ENOUGH = "room-enough"
    FEW_FIT = "few-fit"
    KEEP_ESCAPE = "keep-escape"
    BIG_NOW = "big-now"
    LEAST_USEFUL = "least-useful"
    HOLD_TOTAL = "hold-total"
    SPARE_ESCAPE = "spare-escape"
    LOOKS_BEST = "looks-best"


@dataclass(frozen=True, slots=True)
class Gone:
    """Count the cards of a rank that lie face up, of all that there are."""

    rank: str
    seen: int
    of: int


@dataclass(frozen=True, slots=True)
class Advice:
    """Hold the expert's suggestion and its reason, with the numbers that words about this hand need.

    `kept` is the best escape card that stays in the hand; `fitting` of the `unseen` cards can be played after the
    suggestion; in `survived` of the `futures` looked at somebody else was stuck first; `gone` is an escape rank most
    of which lies face up.
    """

    play: Play | Bust
    reason: Reason
    kept: Card | None = None
    fitting: int = 0
    unseen: int = 0
    survived: int = 0
    futures: int = 0
    gone: Gone | None = None


def advise(view: View) -> Advice:
    """Return what the expert would do on this turn, and why; the same view gets the same advice.

    Raises ValueError for a seat that has not the turn.
    """
    if view.seat is None or not view.on_turn:
        raise ValueError("only the seat on turn can be advised")
    plays = view.legal_plays()
    if not plays:
        return Advice(Bust(view.seat), Reason.STUCK)
    choice = choose_expertly(view, plays, random.Random(FUTURES), FUTURES)
    return _explained(view, craft_of(view.rules), plays, choice)


def _explained(view: View, craft: Craft, plays: tuple[Play, ...], choice: Choice) -> Advice:
    play = choice.play
    kept = _kept_escape(view, craft, play)
    unseen = unseen_ranks(view)
    left = craft.room_after(play, craft.room(view.total))
    fitting = sum(number for rank, number in unseen.items() if craft.fits(rank, left))
    advice = partial(
        Advice,
        play,
        kept=kept,
        fitting=fitting,
        unseen=unseen.total(),
        survived=choice.survived,
        futures=choice.futures,
        gone=_gone(view, craft, {play.card, kept}),
    )
    if len(plays) == 1:
        return advice(Reason.ONLY_PLAY)
    few_fit = fitting * 5 <= unseen.total() * 2
    return advice(_reason(view, craft, plays, play, few_fit=few_fit, keeps=kept is not None))


def _reason(view: View, craft: Craft, plays: tuple[Play, ...], play: Play, *, few_fit: bool, keeps: bool) -> Reason:
    room = craft.room(view.total)
    cost = room - craft.room_after(play, room)
    if play.card.rank in craft.setters and room and few_fit:
        return Reason.LIMIT_NOW
    if cost < 0 and room <= PAST_EIGHTY:
        return Reason.MAKE_ROOM
    if room <= PAST_EIGHTY and craft.turns[play.card.rank] != PLAIN:
        return _reason_of_turn(view, craft, play)
    if play.choice is not None:
        small = craft.takes_least(play, room)
        if small and room <= PAST_EIGHTY:
            return Reason.SMALL_CHOICE
        if not small and room > PAST_EIGHTY:
            return Reason.ROOM_ENOUGH if play.card.rank in craft.escapes else Reason.BIG_CHOICE
    if play.card.rank in craft.escapes and cost == 0:
        if any(other.card.rank not in craft.escapes for other in plays):
            return Reason.HOLD_TOTAL
        return Reason.SPARE_ESCAPE if _is_worth_least(craft, play, plays) else Reason.LOOKS_BEST
    return _reason_of_raise(craft, plays, play, room, few_fit=few_fit, keeps=keeps)


def _reason_of_turn(view: View, craft: Craft, play: Play) -> Reason:
    if len(view.active) == 2:
        return Reason.BACK_TO_YOU
    return Reason.SKIP_NEXT if craft.turns[play.card.rank] == SKIPS else Reason.TURN_ROUND


def _reason_of_raise(
    craft: Craft, plays: tuple[Play, ...], play: Play, room: int, *, few_fit: bool, keeps: bool
) -> Reason:
    if few_fit:
        return Reason.FEW_FIT
    if keeps and room <= 2 * PAST_EIGHTY:
        return Reason.KEEP_ESCAPE
    if room > PAST_EIGHTY and not craft.fits(play.card.rank, TIGHT - 1):
        return Reason.BIG_NOW
    if keeps:
        return Reason.KEEP_ESCAPE
    return Reason.LEAST_USEFUL if _is_worth_least(craft, play, plays) else Reason.LOOKS_BEST


def _is_worth_least(craft: Craft, play: Play, plays: tuple[Play, ...]) -> bool:
    return all(craft.worth[play.card.rank] <= craft.worth[other.card.rank] for other in plays)


def _kept_escape(view: View, craft: Craft, play: Play) -> Card | None:
    """Return the best escape card that stays in the hand, leaving out the rank that is played."""
    hand = list(view.hand)
    hand.remove(play.card)
    escapes = [card for card in hand if card.rank in craft.escapes and card.rank != play.card.rank]
    return max(escapes, key=lambda card: craft.worth[card.rank], default=None)


def _gone(view: View, craft: Craft, cards: set[Card | None]) -> Gone | None:
    """Count the escape rank of these cards that has gone most, if it is half of it or more."""
    pack = view.rules.pack(view.seats)
    counts = [
        Gone(rank, sum(card.rank == rank for card in view.discard), sum(card.rank == rank for card in pack))
        for rank in sorted({card.rank for card in cards if card} & craft.escapes)
    ]
    counts = [count for count in counts if count.seen * 2 >= count.of]
    return max(counts, key=lambda count: count.seen / count.of, default=None)
