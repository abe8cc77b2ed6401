"""Say of a match that is over who sat where, after the wrong name was tapped."""

from ninety.locks import writing
from ninety.models import Match, Seat, User


def reseat(seat: Seat, heir: User) -> Seat | None:
    """Give a seat of a match that is over to another person, under that person's name.

    Whoever has a seat there already changes places: return that seat, None where there was none. The record says
    numbers of seats and no names, so it stays as it is.
    """
    with writing():
        Match.objects.select_for_update().get(pk=seat.match_id)
        owner = seat.person
        other = Seat.objects.filter(match=seat.match_id, user=heir).first()
        if other is not None:
            # Nobody has two seats, not even for a moment: the other is a bot's while its person moves.
            bots = {"user": None, "keeper": None, "strength": Seat.Strength.BEGINNER, "held": ""}
            Seat.objects.filter(pk=other.pk).update(**bots)
        elif seat.keeper_id == owner.pk:
            # The device of the person under whose name it was played is no more to show it.
            seat.keeper = None
        _sit(seat, heir)
        if other is not None:
            _sit(other, owner)
        return other


def _sit(seat: Seat, person: User) -> None:
    seat.user, seat.name, seat.strength = person, person.display_name, ""
    seat.save(update_fields=["user", "name", "strength", "keeper", "held"])
