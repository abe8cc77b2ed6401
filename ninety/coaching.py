"""The coach's words: what the expert would play, and why, about the very hand; never the total that comes of it."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ninety.digits import signed
from ninety.engine.actions import Play
from ninety.engine.bots import Advice, Reason
from ninety.engine.view import View
from ninety.wording import card_name, rank_name, the_rank

_REASONS: dict[Reason, Promise] = {
    Reason.STUCK: gettext_lazy("None of your cards fits. Press “I can’t play”: it happens to everybody."),
    Reason.ONLY_PLAY: gettext_lazy("It is the only card that fits."),
    # Translators: fitting and unseen are numbers of cards.
    Reason.LIMIT_NOW: gettext_lazy(
        "It is worth most right now. Cards you have not seen that still fit after it: %(fitting)s of %(unseen)s."
    ),
    Reason.MAKE_ROOM: gettext_lazy("It makes room again, and room is what everybody lacks now."),
    Reason.BACK_TO_YOU: gettext_lazy("You are only two, so it is your turn again at once."),
    Reason.SKIP_NEXT: gettext_lazy("It gets tight, and the next player is skipped."),
    Reason.TURN_ROUND: gettext_lazy("It gets tight, and the direction turns round: the one before you has to play."),
    Reason.SMALL_CHOICE: gettext_lazy("It gets tight, so the smaller value is better: it takes up less room."),
    Reason.BIG_CHOICE: gettext_lazy("There is plenty of room, so take the bigger value; the small one is for later."),
    Reason.ROOM_ENOUGH: gettext_lazy("There is plenty of room, so nobody needs more of it yet."),
    # Translators: fitting and unseen are numbers of cards.
    Reason.FEW_FIT: gettext_lazy(
        "It makes it hard for the others. Cards you have not seen that still fit then: %(fitting)s of %(unseen)s."
    ),
    # Translators: kept is a card with its article, "the king".
    Reason.KEEP_ESCAPE: gettext_lazy("Keep %(kept)s for later, when little else fits."),
    Reason.BIG_NOW: gettext_lazy("There is plenty of room now. Later a card as big as this no longer fits."),
    Reason.LEAST_USEFUL: gettext_lazy("Of the cards that fit now it is the one that fits least often later."),
    Reason.HOLD_TOTAL: gettext_lazy("It gives nothing away: the others get no more room than you had."),
    Reason.SPARE_ESCAPE: gettext_lazy("Only escape cards fit now, and this is the one that you can spare best."),
    Reason.LOOKS_BEST: gettext_lazy("I tried out what can happen next, and this goes well most often."),
}


def advice_text(advice: Advice, view: View) -> str:
    """Say what the coach suggests and why, in two or three short sentences."""
    return " ".join(filter(None, (_suggestion(advice), _reason(advice), _count(advice), _tries(advice, view))))


def _suggestion(advice: Advice) -> str:
    if not isinstance(advice.play, Play):
        return ""
    card = card_name(advice.play.card)
    if advice.play.choice is None:
        # Translators: the coach speaks: "I would play: queen of hearts."
        return _("I would play: %(card)s.") % {"card": card}
    # Translators: the coach speaks: "I would play: ace of hearts as +11."
    return _("I would play: %(card)s as %(value)s.") % {"card": card, "value": signed(advice.play.choice)}


def _reason(advice: Advice) -> str:
    kept = the_rank(advice.kept.rank) if advice.kept else ""
    numbers = {"fitting": advice.fitting, "unseen": advice.unseen}
    return str(_REASONS[advice.reason]) % {**numbers, "kept": kept}


def _count(advice: Advice) -> str:
    gone = advice.gone
    if not gone:
        return ""
    numbers = {"card": rank_name(gone.rank), "seen": gone.seen, "of": gone.of}
    # Translators: an escape card and how many of it have been played: "Count along: king, 3 of 4 are gone."
    return _("Count along: %(card)s, %(seen)s of %(of)s are gone.") % numbers


def _tries(advice: Advice, view: View) -> str:
    """Say how often somebody else was stuck first when the expert tried the play out."""
    if not advice.futures or len(view.active) > 2:
        return ""
    tenths = round(10 * advice.survived / advice.futures)
    if tenths <= 5:
        return ""
    # Translators: the coach has tried the card out in its head; number is 6 to 10.
    return _("I tried it out in my head: %(number)s times out of 10 the other one is stuck first.") % {"number": tenths}
