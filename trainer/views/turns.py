"""What people at a table send: each view is one form, one service, one answer with the table as it is then."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from ninety import services as table_services
from ninety.access import Sitting, lead_back, match_of, next_on_device, open_seat, sitting_or_404
from ninety.engine.errors import Refusal
from ninety.forms import OpeningForm, PaceForm, RequestForm
from ninety.requests import Request, posted
from ninety.services import NotNow, Sitter, Stale, Unchanged, open_once, settings_of
from trainer import services
from trainer.forms import GoOnForm, PlayForm, SeatForm, SpokenForm, SpokenTotalForm, TotalForm
from trainer.services import Outcome, Revealed, SameTotal
from trainer.views.page import table_page
from trainer.wording import out_of_date

TYPED_SHOWN = 12

type Seen = dict[str, Any]


@posted("table")
def commit_play(request: Request, slug: str) -> HttpResponse:
    """Lay a card of the hand."""
    sitting, form = sitting_or_404(request, slug), PlayForm(request.POST)
    if not form.is_valid():
        notice = _("Choose a card first.") if "card" in form.errors else out_of_date()
        return table_page(request, sitting, notice=notice, status=422)
    card, choice = form.cleaned_data["card"], form.cleaned_data["choice"]
    seat = sitting.acting
    return _acted(
        request,
        sitting,
        form,
        lambda seen: services.commit_play(
            seat, card, choice, seats=sitting.seats, tries=form.cleaned_data["tries"] or 0, **seen
        ),
        lifted=card.code,
    )


@posted("table")
def announce(request: Request, slug: str) -> HttpResponse:
    """Take the total that a person says."""
    sitting, form = sitting_or_404(request, slug), TotalForm(request.POST)
    typed = request.POST.get("total", "")[:TYPED_SHOWN]
    if not form.is_valid():
        return _untyped(request, sitting, form, typed)
    total, seat = form.cleaned_data["total"], sitting.acting
    return _acted(
        request,
        sitting,
        form,
        lambda seen: services.announce_total(
            seat, total, seats=sitting.seats, tries=form.cleaned_data["tries"] or 0, **seen
        ),
        typed=typed,
    )


@posted("table")
def claim_bust(request: Request, slug: str) -> HttpResponse:
    """Take a person's word that no card fits, and check it."""
    sitting, form = sitting_or_404(request, slug), RequestForm(request.POST)
    seat = sitting.acting
    return _acted(
        request,
        sitting,
        form,
        lambda seen: services.claim_bust(seat, seats=sitting.seats, tries=form.cleaned_data["tries"] or 0, **seen),
    )


@posted("table")
def check(request: Request, slug: str) -> HttpResponse:
    """Take the total of somebody who computes along."""
    return _another_total(request, slug, services.check)


@posted("table")
def agree(request: Request, slug: str) -> HttpResponse:
    """Take the word of the next seat that the total is right."""
    sitting, form = sitting_or_404(request, slug), SpokenForm(request.POST)
    if not form.is_valid():
        return table_page(request, sitting, notice=out_of_date(), status=422)
    seat, play_number = sitting.acting, form.cleaned_data["play"]
    return _spoken(request, sitting, lambda: services.agree(seat, play_number=play_number))


@posted("table")
def disagree(request: Request, slug: str) -> HttpResponse:
    """Take another total from somebody who does not agree."""
    return _another_total(request, slug, services.disagree)


@posted("table")
def step(request: Request, slug: str) -> HttpResponse:
    """Hurry the bots by one step."""
    sitting, form = sitting_or_404(request, slug), RequestForm(request.POST)
    seat = sitting.seat or sitting.mine[0]
    return _acted(request, sitting, form, lambda seen: services.step(seat, **seen), quiet=True)


@posted("table")
def skip_guide(request: Request, slug: str) -> HttpResponse:
    """End the guided turns."""
    sitting, form = sitting_or_404(request, slug), RequestForm(request.POST)
    match = match_of(sitting)
    return _acted(request, sitting, form, lambda seen: table_services.skip_guide(match, **seen))


@posted("table")
def leave(request: Request, slug: str) -> HttpResponse:
    """Stop playing a match before its end."""
    sitting, form = sitting_or_404(request, slug), RequestForm(request.POST)
    seat = sitting.mine[0]
    return _acted(request, sitting, form, lambda seen: services.leave(seat, key=seen["key"]))


@posted("table")
def go_on(request: Request, slug: str) -> HttpResponse:
    """Put away an explanation that has been read."""
    sitting, form = sitting_or_404(request, slug), GoOnForm(request.POST)
    seat = sitting.acting

    def act(seen: Seen) -> None:
        services.go_on(seat, play_number=form.cleaned_data["play"], key=seen["key"])

    return _acted(request, sitting, form, act, quiet=True)


@posted("table")
def uncover(request: Request, slug: str) -> HttpResponse:
    """Show the hand of the person who has taken the device that is passed round."""
    sitting, form = sitting_or_404(request, slug), SeatForm(request.POST)
    seat = next_on_device(sitting, match_of(sitting))
    if not form.is_valid() or seat is None or not sitting.is_shared or seat.number != form.cleaned_data["seat"]:
        return table_page(request, sitting, notice=out_of_date(), status=409)
    had_it = open_seat(request, slug, seat.number)
    sitting = sitting_or_404(request, slug)
    if had_it:
        # The page was loaded anew in the midst of the turn: its time goes on.
        return _answer(request, sitting)
    return _acted(
        request,
        sitting,
        form,
        lambda seen: services.uncover(seat, key=seen["key"]),
        quiet=True,
    )


@posted("table")
def hand_over(request: Request, slug: str) -> HttpResponse:
    """Let a bot play for somebody, at the word of the one who opened the table."""
    sitting, form = sitting_or_404(request, slug), SeatForm(request.POST)
    if not form.is_valid():
        return table_page(request, sitting, notice=out_of_date(), status=422)
    match, number = match_of(sitting), form.cleaned_data["seat"]
    return _acted(
        request,
        sitting,
        form,
        lambda seen: table_services.hand_over(sitting.person, match, number, **seen),
    )


@posted("table")
def take_back(request: Request, slug: str) -> HttpResponse:
    """Give a seat back to its person."""
    sitting, form = sitting_or_404(request, slug), RequestForm(request.POST)
    seat = sitting.acting
    return _acted(request, sitting, form, lambda seen: table_services.take_back(seat, **seen))


@posted("table")
def ask_past(request: Request, slug: str) -> HttpResponse:
    """Let a bot take the turn of somebody who does nothing."""
    sitting, form = sitting_or_404(request, slug), RequestForm(request.POST)
    seat, sentence = sitting.acting, _("Please give them a little longer.")
    return _acted(request, sitting, form, lambda seen: table_services.ask_past(seat, **seen), not_now=sentence)


@posted("table")
def pace(request: Request, slug: str) -> HttpResponse:
    """Set how fast the bots play."""
    sitting, form = sitting_or_404(request, slug), PaceForm(request.POST)
    match = match_of(sitting)
    may = match.table is None or match.table.opener_id == sitting.person.pk
    if form.is_valid() and may:
        table_services.set_pace(match, form.cleaned_data["pace"])
    return _answer(request, sitting)


@posted("table")
def again(request: Request, slug: str) -> HttpResponse:
    """Open a new match with the settings of one that was played alone with bots."""
    sitting = sitting_or_404(request, slug)
    match = match_of(sitting)
    if match.table is not None:
        return redirect("gathering", slug=match.table.slug)
    people = [Sitter(seat.person, seat.name, sitting.person) for seat in sitting.mine] if sitting.is_shared else []
    new = open_once(settings_of(match), sitting.person, OpeningForm(request.POST).opening_key, people)
    return redirect("table", slug=new.slug)


def _acted(
    request: Request,
    sitting: Sitting,
    form: RequestForm,
    act: Callable[[Seen], Outcome | None],
    *,
    quiet: bool = False,
    not_now: str = "",
    **shown: Any,
) -> HttpResponse:
    """Carry out a request on a table, and answer with the table as it is then.

    `act` gets the version and the key that the request carries; `quiet` is for requests whose failure is nobody's
    concern, `not_now` what to say of one that does not fit.
    """
    if not form.is_valid():
        return table_page(request, sitting, notice=out_of_date(), status=409, **shown)
    try:
        outcome = act({"version": form.cleaned_data["version"], "key": form.cleaned_data["key"]})
    except Stale:
        return table_page(request, _again(request), notice="" if quiet else out_of_date(), status=409, **shown)
    except NotNow:
        return (
            table_page(request, _again(request), notice=not_now, status=409) if not_now else _answer(request, sitting)
        )
    except Unchanged:
        return _answer(request, sitting)
    except Refusal as refusal:
        return table_page(request, sitting, notice=_sentence(refusal), status=422, **shown)
    if outcome is not None and outcome.too_late:
        return table_page(request, _again(request), notice=_("The time was up before that."))
    return _answer(request, sitting, outcome)


def _another_total(request: Request, slug: str, say: Callable[..., Outcome]) -> HttpResponse:
    """Take a total from somebody who is not on turn."""
    sitting, form = sitting_or_404(request, slug), SpokenTotalForm(request.POST)
    typed = request.POST.get("total", "")[:TYPED_SHOWN]
    if not form.is_valid():
        return _untyped(request, sitting, form, typed)
    said, seat = form.cleaned_data, sitting.acting
    return _spoken(request, sitting, lambda: say(seat, said["total"], play_number=said["play"]), typed)


def _spoken(request: Request, sitting: Sitting, speak: Callable[[], Outcome], typed: str = "") -> HttpResponse:
    """Take what somebody says who is not on turn, and answer with the table as it is then."""
    try:
        outcome = speak()
    except Revealed:
        notice = _("The total has been revealed meanwhile.") if typed else ""
        return table_page(request, _again(request), notice=notice, status=409)
    except SameTotal:
        error = _("That is the total that was said. Type another one, or agree.")
        return table_page(request, sitting, error=error, typed=typed, status=422)
    except Unchanged:
        return _answer(request, sitting)
    return _answer(request, sitting, outcome)


def _untyped(request: Request, sitting: Sitting, form: Form, typed: str) -> HttpResponse:
    """Answer a request whose total cannot be read, or that comes from no page of ours."""
    error = " ".join(str(sentence) for sentence in form.errors.get("total", []))
    notice = "" if error else out_of_date()
    return table_page(request, sitting, error=error or None, typed=typed, notice=notice, status=422)


def _again(request: Request) -> Sitting:
    """Return the seats as they are now."""
    assert request.resolver_match is not None
    return sitting_or_404(request, request.resolver_match.kwargs["slug"])


def _answer(request: Request, sitting: Sitting, outcome: Outcome | None = None) -> HttpResponse:
    """Answer with the table: as a change left it where one was made here, else as it stands."""
    if not request.htmx:
        lead_back(request)
        assert request.resolver_match is not None
        return redirect("table", slug=request.resolver_match.kwargs["slug"])
    if outcome is None:
        return table_page(request, _again(request))
    change = outcome.change
    seated = replace(sitting, seats=list(change.seats))
    recent = None if change.match.committed else change.recent
    return table_page(request, seated, change.match, recent=recent, answer=outcome.answer)


def _sentence(refusal: Refusal) -> str:
    sentences = {
        "choice-needed": _("Choose which value this card is to have."),
        "choice-not-allowed": _("This card cannot have that value."),
        "card-not-in-hand": _("That card is not in your hand."),
        "not-your-turn": _("It is not your turn."),
        "match-over": _("The match is over."),
    }
    return sentences.get(refusal.code, out_of_date())
