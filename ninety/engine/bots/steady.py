"""The steady player: it does what the tips of the source texts say, whatever the rule set makes of them."""

from ..actions import Play
from ..view import View
from .craft import PAST_EIGHTY, Craft, craft_of


def choose_steadily(view: View, plays: tuple[Play, ...]) -> Play:
    """Return the play that the tips ask for."""
    craft = craft_of(view.rules)
    room = craft.room(view.total)
    if room > PAST_EIGHTY:
        return _while_there_is_room(craft, view, plays, room)
    return _past_eighty(craft, view, plays, room)


def _while_there_is_room(craft: Craft, view: View, plays: tuple[Play, ...], room: int) -> Play:
    """Set the limit while few are ready for it, if another escape card stays; else play big, and keep escape cards."""
    escapes = sum(card.rank in craft.escapes for card in view.hand)
    setting = [play for play in plays if play.card.rank in craft.setters]
    if setting and escapes >= 2 and not _partner_is_next(view):
        return setting[0]
    return min(plays, key=lambda play: (play.card.rank in craft.escapes, craft.room_after(play, room)))


def _past_eighty(craft: Craft, view: View, plays: tuple[Play, ...], room: int) -> Play:
    """Play what is no escape, leaving as little room as it can; of the escapes first what changes least.

    A partner who is next is left as much room as there is.
    """
    two_left = len(view.active) == 2
    eager = -1 if _partner_is_next(view) else 1

    def rank_of(play: Play) -> tuple[int, int]:
        left = craft.room_after(play, room)
        rank = play.card.rank
        if rank not in craft.escapes:
            return (_reluctance(craft, play, room), eager * left)
        comes_back = two_left and craft.turns[rank] != 0
        return (5 if comes_back else 3 if rank in craft.setters else 4, abs(left - room))

    return min(plays, key=rank_of)


def _reluctance(craft: Craft, play: Play, room: int) -> int:
    """Put cards that offer a choice after others that raise: an ace as 1 is an escape too, as 11 it is wasted."""
    if play.choice is None:
        return 0
    return 1 if craft.takes_least(play, room) else 2


def _partner_is_next(view: View) -> bool:
    if not view.rules.teams or view.seat is None:
        return False
    place = view.active.index(view.seat) + view.direction
    return view.active[place % len(view.active)] % (view.seats // 2) == view.seat % (view.seats // 2)
