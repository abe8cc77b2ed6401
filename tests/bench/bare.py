"""A bare Django view that reads and writes what a turn does, without rules, page or log: what Ninety is measured by.

Session, user, middleware, transaction and lock are the same, and the rows are those of real matches.
"""

from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache

from ninety.locks import writing
from ninety.models import Action, Match, Seat
from trainer.models import Answer

ANSWER: dict[str, Any] = {
    "prior": 48, "card": "8H", "change": 8, "expected": 56, "announced": 56, "right": True, "skill": "add",
    "effect": "value", "limit": 99, "floor": 0, "countdown": False, "policy": "retry", "choosing_ms": 0,
    "computing_ms": 0, "seat_number": 0,
}  # fmt: skip
PAGE = b"x" * 8000


@never_cache
def lay(request: HttpRequest, slug: str) -> HttpResponse:
    """Read the seats and the match, and write the match: a card that is laid."""
    seat = _seat(request, slug)
    with writing():
        _update(Match.objects.select_for_update().get(pk=seat.match_id))
    list(Answer.objects.filter(match=seat.match_id, user=seat.person).order_by("-pk")[:2])
    return HttpResponse(PAGE)


@never_cache
def say(request: HttpRequest, slug: str) -> HttpResponse:
    """Read the seats, the match and its last actions; write an answer, an action and the match: a total is said."""
    seat = _seat(request, slug)
    with writing():
        match = Match.objects.select_for_update().get(pk=seat.match_id)
        last = list(Action.objects.filter(match=match).order_by("-number")[:9])
        number = last[0].number + 1
        Answer.objects.create(match=match, user=seat.person, play_number=number, try_number=1, **ANSWER)
        Action.objects.create(match=match, number=number, data={"seat": 0, "card": "8H"}, total=56, round=1)
        _update(match)
    return HttpResponse(PAGE)


def _seat(request: HttpRequest, slug: str) -> Seat:
    seats = list(Seat.objects.filter(match__slug=slug).select_related("user"))
    return next(seat for seat in seats if seat.user_id == request.user.pk)


def _update(match: Match) -> None:
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        version=F("version") + 1, state=match.state, committed=match.committed, touched_at=now, step_since=now
    )


urlpatterns = [
    path("match/<slug:slug>/play/", lay),
    path("match/<slug:slug>/announce/", say),
]
