"""Who is asking, and which match they may see: what is not theirs does not exist."""

from dataclasses import dataclass

from django.contrib.auth import login
from django.db.models import Prefetch
from django.http import Http404
from django.shortcuts import get_object_or_404

from ninety.models import Match, Place, Seat, Table, User
from ninety.prepared import Number, Prepared, Text
from ninety.requests import Request
from ninety.selectors import actor_of, exhibition_matches, seats_on_device, state_of
from ninety.services import TableSettings, open_for_visitor, open_once, seat_visitor, take_place, visitor_for

OPEN_SEAT = "open_seat"
"""In the session: whose hand a device that is passed round shows, as [match, seat]."""
COVERED = "covered"
"""In the session: whether that hand is covered until its person says again who has the device."""
LED_BACK = "led_back"
"""In the session: whether a form has led back to the page of the table, which then shows the hand once."""

_SEATS = Prepared(lambda: Seat.objects.filter(match__slug=Text("slug")).select_related("user"))
_MATCH = Prepared(lambda: Match.objects.filter(pk=Number("pk")).select_related("table"))


@dataclass(frozen=True)
class Sitting:
    """The seats at a match that somebody plays on this device: one of the own, or several where it is passed round.

    `seat` is the one whose hand the page may show; None until the next person has taken the device.
    """

    person: User
    match_pk: int
    seats: list[Seat]
    mine: list[Seat]
    seat: Seat | None

    @property
    def is_shared(self) -> bool:
        """Return whether the device is passed round."""
        return self.mine[0].keeper_id is not None

    @property
    def acting(self) -> Seat:
        """The seat that acts; Http404 while nobody has taken the device."""
        if self.seat is None:
            raise Http404
        return self.seat


def person_of(request: Request) -> User | None:
    """Return the person who is asking, None for nobody yet."""
    return request.user if isinstance(request.user, User) else None


def person_or_visitor(request: Request, key: str | None) -> User:
    """Return the person who is asking; somebody new becomes a visitor, the same one for each copy of the request."""
    person = person_of(request)
    if person is None:
        person = visitor_for(key)
        _let_in(request, person)
    return person


def seated(request: Request, table: Table, name: str, key: str | None) -> None:
    """Seat the person who is asking; somebody new becomes a visitor. Raises TableFull and NameTaken."""
    person = person_of(request)
    if person is not None:
        take_place(table, person, name)
    else:
        _let_in(request, seat_visitor(table, name, key).user)


def _let_in(request: Request, visitor: User) -> None:
    login(request, visitor, backend="ninety.sessions.Backend")


def opened_match(request: Request, table: TableSettings, key: str | None) -> Match:
    """Open a match for the person who is asking; somebody new becomes a visitor, known by the session cookie."""
    person = person_of(request)
    if person is not None:
        return open_once(table, person, key)
    match, visitor = open_for_visitor(table, key)
    _let_in(request, visitor)
    return match


def sitting_or_404(request: Request, slug: str) -> Sitting:
    """Return the seats that the asking person plays at a match, with all its seats at hand."""
    person = person_of(request)
    if person is None:
        raise Http404
    seats = _SEATS(slug=slug)
    mine = [seat for seat in seats if person.pk == (seat.keeper_id or seat.user_id)]
    if not mine:
        raise Http404
    opened = _open_on_device(request) if mine[0].keeper_id else [slug, mine[0].number]
    seat = next((seat for seat in mine if opened == [slug, seat.number]), None)
    return Sitting(person, mine[0].match_id, seats, mine, seat)


def match_of(sitting: Sitting) -> Match:
    """Return the match as it stands."""
    (match,) = _MATCH(pk=sitting.match_pk)
    return match


def is_taken_away(match: Match, person: User) -> bool:
    """Return whether somebody has been taken away from a match in a room: a bot has the seat, and the place is gone."""
    if match.table is None or match.table.room_id is None or match.ended_at is not None:
        return False
    if any(seat.held != Seat.Held.HANDED_OVER for seat in seats_on_device(match.pk, person)):
        return False
    return not Place.objects.filter(table=match.table, user=person).exists()


def next_on_device(sitting: Sitting, match: Match) -> Seat | None:
    """Return the seat of this device that the table waits for, None where it waits for somebody else."""
    number = actor_of(match, state_of(match))
    return next((seat for seat in sitting.mine if seat.number == number), None)


def open_seat(request: Request, slug: str, number: int) -> bool:
    """Note that the person of a seat has the device now; return whether it was the last who had it, too."""
    had_it: bool = request.session.get(OPEN_SEAT) == [slug, number]
    request.session[OPEN_SEAT] = [slug, number]
    request.session.pop(COVERED, None)
    return had_it


def cover_seat(request: Request) -> None:
    """Cover the hand that a device shows when its page is loaded anew: whoever does that may be somebody else."""
    if OPEN_SEAT in request.session and not request.session.pop(LED_BACK, False):
        request.session[COVERED] = True


def lead_back(request: Request) -> None:
    """Let a page that a form leads to show the hand."""
    if _open_on_device(request):
        request.session[LED_BACK] = True


def _open_on_device(request: Request) -> list[str | int] | None:
    return None if request.session.get(COVERED) else request.session.get(OPEN_SEAT)


def readable_match_or_404(request: Request, slug: str) -> Match:
    """Return a match that is played on the asking person's device, or a finished one of bots alone."""
    person = person_of(request)
    match = get_object_or_404(
        Match.objects.prefetch_related(Prefetch("seats", Seat.objects.select_related("user"))), slug=slug
    )
    if person is not None and any(person.pk in (seat.user_id, seat.keeper_id) for seat in match.seats.all()):
        return match
    return get_object_or_404(exhibition_matches().prefetch_related("seats"), pk=match.pk)


def watchable_match_or_404(slug: str) -> Match:
    """Return a match that anybody who knows its address may look at."""
    return get_object_or_404(Match.objects.select_related("table"), slug=slug, watching=True)
