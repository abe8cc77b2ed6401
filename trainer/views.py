"""The table for the person who plays, and the page after a match."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ninety.access import person_of, readable_match_or_404, seat_or_404
from ninety.coaching import advice_text
from ninety.engine.bots import advise
from ninety.engine.errors import Refusal
from ninety.forms import OpeningForm, PaceForm, RequestForm
from ninety.models import Seat
from ninety.requests import Request, layout_of, posted
from ninety.selectors import new_key, table_of
from ninety.services import NotNow, Repeated, Stale, Unchanged, open_once, settings_of
from trainer import services
from trainer.forms import PlayForm, TotalForm
from trainer.selectors import review_of, turn_of

TYPED_SHOWN = 12


@never_cache
@require_safe
def table(request: Request, slug: str) -> HttpResponse:
    """Show the table as it stands for the person at it."""
    seat = seat_or_404(request, slug)
    try:
        services.settle_overdue(seat.match)
    except NotNow:
        return _table_page(request, seat)
    except Unchanged:
        pass
    return _table_page(request, seat_or_404(request, slug))


@posted("table")
def commit_play(request: Request, slug: str) -> HttpResponse:
    """Lay a card of the hand."""
    seat, form = seat_or_404(request, slug), PlayForm(request.POST)
    if not form.is_valid():
        notice = _("Choose a card first.") if "card" in form.errors else _out_of_date()
        return _table_page(request, seat, notice=notice, status=422)
    card, choice = form.cleaned_data["card"], form.cleaned_data["choice"]
    return _acted(request, seat, form, lambda seen: services.commit_play(seat, card, choice, **seen), lifted=card.code)


@posted("table")
def announce(request: Request, slug: str) -> HttpResponse:
    """Take the total that a person says."""
    seat, form = seat_or_404(request, slug), TotalForm(request.POST)
    typed = request.POST.get("total", "")[:TYPED_SHOWN]
    if not form.is_valid():
        error = " ".join(str(sentence) for sentence in form.errors.get("total", []))
        notice = "" if error else _out_of_date()
        return _table_page(request, seat, error=error or None, typed=typed, notice=notice, status=422)
    total = form.cleaned_data["total"]
    return _acted(request, seat, form, lambda seen: services.announce_total(seat, total, **seen), typed=typed)


@posted("table")
def claim_bust(request: Request, slug: str) -> HttpResponse:
    """Take a person's word that no card fits, and check it."""
    seat, form = seat_or_404(request, slug), RequestForm(request.POST)
    return _acted(request, seat, form, lambda seen: services.claim_bust(seat, **seen))


@posted("table")
def step(request: Request, slug: str) -> HttpResponse:
    """Let the bots go on by one step."""
    seat, form = seat_or_404(request, slug), RequestForm(request.POST)
    return _acted(request, seat, form, lambda seen: services.step(seat.match, **seen), quiet=True)


@posted("table")
def skip_guide(request: Request, slug: str) -> HttpResponse:
    """End the guided turns."""
    seat, form = seat_or_404(request, slug), RequestForm(request.POST)
    return _acted(request, seat, form, lambda seen: services.skip_guide(seat.match, **seen))


@posted("table")
def leave(request: Request, slug: str) -> HttpResponse:
    """Stop a match before its end."""
    seat, form = seat_or_404(request, slug), RequestForm(request.POST)
    return _acted(request, seat, form, lambda seen: services.leave(seat, **seen))


@posted("table")
def go_on(request: Request, slug: str) -> HttpResponse:
    """Put away an explanation that has been read."""
    seat, form = seat_or_404(request, slug), RequestForm(request.POST)
    return _acted(request, seat, form, lambda seen: services.go_on(seat, **seen), quiet=True)


@posted("table")
def pace(request: Request, slug: str) -> HttpResponse:
    """Set how fast the bots play."""
    seat, form = seat_or_404(request, slug), PaceForm(request.POST)
    if form.is_valid():
        services.set_pace(seat.match, form.cleaned_data["pace"])
    return _answer(request, seat)


@never_cache
@require_safe
def coach(request: Request, slug: str) -> HttpResponse:
    """Say which card the expert would lay and why, when it is the person's turn to choose."""
    seat = seat_or_404(request, slug)
    now = timezone.now()
    at_table = table_of(seat.match, seat.user, now)
    advice = ""
    if turn_of(at_table, seat, now).coach_on:
        advice = advice_text(advise(at_table.view), at_table.view)
    context = {"layout": layout_of(request), "match": seat.match, "advice": advice}
    return render(request, "trainer/coach.html", context)


@never_cache
@require_safe
def review(request: Request, slug: str) -> HttpResponse:
    """Show a match that is over, play by play."""
    match = readable_match_or_404(request, slug)
    if match.ended_at is None:
        return redirect("table", slug=slug)
    review = review_of(match, person_of(request))
    context = {"review": review, "key": new_key()}
    return render(request, "trainer/review.html", context)


@posted("table")
def again(request: Request, slug: str) -> HttpResponse:
    """Open a new match with the settings of one that was played."""
    seat = seat_or_404(request, slug)
    match = open_once(settings_of(seat.match), seat.person, OpeningForm(request.POST).opening_key)
    return redirect("table", slug=match.slug)


type Seen = dict[str, Any]


def _acted(
    request: Request,
    seat: Seat,
    form: RequestForm,
    act: Callable[[Seen], bool | None],
    *,
    quiet: bool = False,
    **shown: Any,
) -> HttpResponse:
    """Carry out a request on a table, and answer with the table as it is then.

    `act` gets the version and key that the request carries; `quiet` is for requests that nobody made by hand.
    """
    if not form.is_valid():
        return _table_page(request, seat, notice=_out_of_date(), status=409, **shown)
    try:
        in_time = act({"version": form.cleaned_data["version"], "key": form.cleaned_data["key"]})
    except Repeated:
        return _answer(request, seat)
    except Stale:
        seat = seat_or_404(request, seat.match.slug)
        return _table_page(request, seat, notice="" if quiet else _out_of_date(), status=409, **shown)
    except Unchanged:
        return _answer(request, seat)
    except Refusal as refusal:
        return _table_page(request, seat, notice=_sentence(refusal), status=422, **shown)
    if in_time is False:
        return _table_page(request, seat_or_404(request, seat.match.slug), notice=_("The time was up before that."))
    return _answer(request, seat)


def _answer(request: Request, seat: Seat) -> HttpResponse:
    if request.htmx:
        return _table_page(request, seat_or_404(request, seat.match.slug))
    return redirect("table", slug=seat.match.slug)


def _table_page(
    request: Request,
    seat: Seat,
    *,
    notice: str = "",
    error: str | None = None,
    typed: str = "",
    lifted: str = "",
    status: int = 200,
) -> HttpResponse:
    now = timezone.now()
    at_table = table_of(seat.match, seat.user, now)
    turn = turn_of(at_table, seat, now)
    if turn.step == "announce":
        turn = replace(turn, error=error, typed=typed)
    elif error:
        notice = _out_of_date()
    if lifted and turn.step == "choose":
        turn = replace(turn, hand=tuple(replace(card, lifted=card.face.code == lifted) for card in turn.hand))
    at_table = replace(at_table, status=turn.status)
    context = {
        "layout": layout_of(request),
        "table": at_table,
        "turn": turn,
        "notice": notice,
        "next_url": reverse("table", args=[seat.match.slug]),
    }
    return render(request, "trainer/table.html", context, status=status)


def _out_of_date() -> str:
    return _("The table had moved on. Here it is as it stands now.")


def _sentence(refusal: Refusal) -> str:
    sentences = {
        "choice-needed": _("Choose which value this card is to have."),
        "choice-not-allowed": _("This card cannot have that value."),
        "card-not-in-hand": _("That card is not in your hand."),
        "not-your-turn": _("It is not your turn."),
        "match-over": _("The match is over."),
    }
    return sentences.get(refusal.code, _out_of_date())
