"""Who is asking, and which match they may see: what is not theirs does not exist."""

from django.contrib.auth import login
from django.http import Http404
from django.shortcuts import get_object_or_404

from ninety.models import Match, Seat, User
from ninety.requests import Request
from ninety.selectors import exhibition_matches
from ninety.services import TableSettings, open_for_visitor, open_once


def person_of(request: Request) -> User | None:
    """Return the person who is asking, None for nobody yet."""
    return request.user if isinstance(request.user, User) else None


def opened_match(request: Request, table: TableSettings, key: str | None) -> Match:
    """Open a match for the person who is asking; somebody new becomes a visitor, known by the session cookie."""
    person = person_of(request)
    if person is not None:
        return open_once(table, person, key)
    match, visitor = open_for_visitor(table, key)
    login(request, visitor, backend="django.contrib.auth.backends.ModelBackend")
    return match


def seat_or_404(request: Request, slug: str) -> Seat:
    """Return the asking person's seat at a match, with the match and its seats at hand."""
    person = person_of(request)
    if person is None:
        raise Http404
    seats = Seat.objects.select_related("match", "user").prefetch_related("match__seats")
    return get_object_or_404(seats, match__slug=slug, user=person)


def readable_match_or_404(request: Request, slug: str) -> Match:
    """Return a match that the asking person has a seat at, or a finished one of bots alone."""
    person = person_of(request)
    match = get_object_or_404(Match.objects.prefetch_related("seats"), slug=slug)
    if person is not None and any(seat.user_id == person.pk for seat in match.seats.all()):
        return match
    return get_object_or_404(exhibition_matches().prefetch_related("seats"), pk=match.pk)
