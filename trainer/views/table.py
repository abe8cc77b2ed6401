"""The table for the person who plays, and the page after a match."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ninety.access import cover_seat, match_of, person_of, readable_match_or_404, sitting_or_404
from ninety.coaching import advice_text
from ninety.engine.bots import advise
from ninety.models import Match, Seat, User
from ninety.requests import Request, layout_of
from ninety.selectors import new_key
from ninety.services import arrive, must_arrive
from trainer.selectors import review_of
from trainer.views.page import seen_by, table_page


@never_cache
@require_safe
def table(request: Request, slug: str) -> HttpResponse:
    """Show the table as it stands for the person at it; a page that says which version it has gets only a newer one."""
    if not request.htmx:
        cover_seat(request)
    sitting = sitting_or_404(request, slug)
    match = match_of(sitting)
    if must_arrive(match, sitting.mine, timezone.now()):
        arrive(match.pk, sitting.person)
        sitting = sitting_or_404(request, slug)
        match = match_of(sitting)
    if request.GET.get("seen") == str(match.version):
        return HttpResponse(status=204)
    return table_page(request, sitting, match)


@never_cache
@require_safe
def coach(request: Request, slug: str) -> HttpResponse:
    """Say which card the expert would lay and why, when it is the person's turn to choose."""
    sitting = sitting_or_404(request, slug)
    match = match_of(sitting)
    at_table, turn = seen_by(sitting, match, timezone.now())
    advice = advice_text(advise(at_table.view), at_table.view) if turn.coach_on else ""
    context = {"layout": layout_of(request), "match": match, "advice": advice}
    return render(request, "trainer/coach.html", context)


@never_cache
@require_safe
def review(request: Request, slug: str) -> HttpResponse:
    """Show a match that is over, play by play; a device that was passed round shows one person's after another's."""
    match = readable_match_or_404(request, slug)
    if match.ended_at is None:
        return redirect("table", slug=slug)
    mine = _seats_on_device(match, person_of(request))
    seat = _seat_chosen(request, mine)
    context = {
        "review": review_of(match, seat),
        "key": new_key(),
        "others": mine if len(mine) > 1 else (),
        "seat": seat,
    }
    return render(request, "trainer/review.html", context)


def _seats_on_device(match: Match, person: User | None) -> list[Seat]:
    if person is None:
        return []
    seats = match.seats.all()
    return [seat for seat in seats if seat.keeper_id == person.pk] or [seat for seat in seats if seat.user == person]


def _seat_chosen(request: Request, mine: list[Seat]) -> Seat | None:
    """Return the seat whose plays are asked for, the first of this device where none is."""
    asked = request.GET.get("seat", "")
    if not asked:
        return mine[0] if mine else None
    chosen = next((seat for seat in mine if str(seat.number) == asked), None)
    if chosen is None:
        raise Http404
    return chosen
