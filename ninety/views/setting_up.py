"""Set up a match: alone with bots, with an own device each, or on one device that is passed round."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ninety.access import opened_match, person_of, person_or_visitor
from ninety.arrangements import Arrangement, arranged_for
from ninety.engine.rulesets import RuleSet
from ninety.estimates import minutes_of
from ninety.forms import (
    GUIDED_TURNS,
    DeviceForm,
    NamesForm,
    OpeningForm,
    SettingsForm,
    SetupForm,
    StartingPointForm,
    TableForm,
)
from ninety.models import Match, User
from ninety.requests import Request, posted
from ninety.rulebook import title
from ninety.selectors import new_key
from ninety.services import TableSettings, TooManyTables, open_passed_round, open_table
from ninety.starting_points import QUICK_START, STARTING_POINTS, StartingPoint

ALONE, DEVICES, DEVICE = "bots", "devices", "device"
FORMS: dict[str, type[SettingsForm]] = {ALONE: SetupForm, DEVICES: TableForm, DEVICE: DeviceForm}
PLACES = 4
"""Seats of a table that is opened with one click."""
FILLED_BY = "steady"
AS_THE_CLASS = "class"
"""The starting point of whoever has a class: what that plays, which may need a number of players of its own."""


@posted("front")
def quick_start(request: Request) -> HttpResponse:
    """Open a match with every setting as it comes: as the person's class plays, or as anybody begins."""
    arranged = _arranged(request, ALONE)
    if arranged is None:
        return _deal(request, _settings_of(QUICK_START, person_of(request)))
    return _as_arranged(request, ALONE, arranged)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: Request) -> HttpResponse:
    """Let somebody choose a match and who is to play, by one click or in detail."""
    company = _company(request)
    if request.method == "POST" and "starting_point" in request.POST:
        return _started(request, company)
    is_sent = request.method == "POST" and "preset" in request.POST
    form = _form(request, company, is_bound=is_sent)
    if is_sent and form.is_valid():
        return _opened(request, form)
    notice = _("Please choose one of these matches.") if request.method == "POST" and not is_sent else ""
    return _setup_page(request, company, form, notice=notice)


@posted("setup")
def minutes(request: Request) -> HttpResponse:
    """Say how long the match takes that is being set up; nothing while it cannot be played."""
    form = _form(request, _company(request), is_bound=True)
    found = minutes_of(form.table_settings(), form.people()) if form.is_valid() else None
    return render(request, "ninety/_minutes.html", {"minutes": found})


def _company(request: HttpRequest) -> str:
    """Return who is to play; anything unknown means alone."""
    company = request.POST.get("company") or request.GET.get("company")
    return company if company in FORMS else ALONE


def _form(request: Request, company: str, *, is_bound: bool) -> SettingsForm:
    initial: dict[str, Any] = {"guide": _is_new(person_of(request))}
    if company == DEVICE and (person := person_of(request)):
        initial["name_1"] = person.display_name
    return FORMS[company](request.POST if is_bound else None, initial=initial)


def _started(request: Request, company: str) -> HttpResponse:
    """Open one of the one-click choices."""
    arranged = _arranged(request, company)
    if arranged is not None and request.POST["starting_point"] == AS_THE_CLASS:
        return _as_arranged(request, company, arranged)
    chosen = StartingPointForm(request.POST)
    if not chosen.is_valid():
        form = _form(request, company, is_bound=False)
        return _setup_page(request, company, form, notice=_("Please choose one of these matches."))
    point = STARTING_POINTS[chosen.cleaned_data["starting_point"]]
    settings = _settings_of(point, person_of(request) if company == ALONE else None, guided=company == ALONE)
    if company == DEVICES:
        return _open_table(request, settings, PLACES, FILLED_BY)
    if company == ALONE:
        return _deal(request, settings)
    named = NamesForm(request.POST)
    if named.is_valid():
        return _pass_round(request, replace(settings, bots=()), named.names())
    return _setup_page(request, company, _form(request, company, is_bound=True))


def _arranged(request: Request, company: str) -> Arrangement | None:
    return None if company == DEVICE else arranged_for(person_of(request))


def _as_arranged(request: Request, company: str, arranged: Arrangement) -> HttpResponse:
    """Open a match or a table as the person's class plays."""
    if company == DEVICES:
        return _open_table(request, arranged.table_settings(), arranged.seats, arranged.strength)
    return _deal(request, arranged.table_alone(GUIDED_TURNS if _is_new(person_of(request)) else 0))


def _opened(request: Request, form: SettingsForm) -> HttpResponse:
    """Open what was set up in detail."""
    if isinstance(form, TableForm):
        seats, strength = form.cleaned_data["seats"], form.cleaned_data["strength"]
        return _open_table(request, form.table_settings(), seats, strength)
    if isinstance(form, DeviceForm):
        return _pass_round(request, form.table_settings(), form.names())
    return _deal(request, form.table_settings())


def _deal(request: Request, settings: TableSettings) -> HttpResponse:
    match = opened_match(request, settings, OpeningForm(request.POST).opening_key)
    return redirect("table", slug=match.slug)


def _pass_round(request: Request, settings: TableSettings, names: list[str]) -> HttpResponse:
    key = OpeningForm(request.POST).opening_key
    match = open_passed_round(settings, names, person_or_visitor(request, key), key)
    return redirect("table", slug=match.slug)


def _open_table(request: Request, settings: TableSettings, seats: int, strength: str) -> HttpResponse:
    key = OpeningForm(request.POST).opening_key
    try:
        table = open_table(settings, seats, strength, person_or_visitor(request, key), key)
    except TooManyTables:
        form = _form(request, DEVICES, is_bound="preset" in request.POST)
        notice = _("You have opened many tables today. Please play at one of them.")
        return _setup_page(request, DEVICES, form, notice=notice)
    return redirect("gathering", slug=table.slug)


def _setup_page(request: Request, company: str, form: SettingsForm, *, notice: str = "") -> HttpResponse:
    usual = TableSettings({"preset": "ninety-eight"})
    arranged = _arranged(request, company)
    context = {
        "class_game": title(RuleSet.from_spec(arranged.rules)) if arranged else "",
        "class_minutes": minutes_of(arranged.table_alone()) if arranged else None,
        "company": company,
        "form": form,
        "minutes": minutes_of(usual),
        "key": new_key(),
        "notice": notice,
        "starting_points": [_starting_point(point) for point in STARTING_POINTS.values()],
    }
    return render(request, "ninety/setup.html", context, status=422 if request.method == "POST" else 200)


def _settings_of(point: StartingPoint, person: User | None, *, guided: bool = True) -> TableSettings:
    """Return what a starting point is dealt with; `guided` for somebody who plays alone, and is new."""
    if point.hurries:
        return TableSettings(point.rules, pace=Match.Pace.FAST)
    return TableSettings(point.rules, guided_turns=GUIDED_TURNS if guided and _is_new(person) else 0)


def _is_new(person: User | None) -> bool:
    return person is None or not person.was_guided


def _starting_point(point: StartingPoint) -> dict[str, Any]:
    minutes = minutes_of(TableSettings(point.rules))
    return {"code": point.code, "name": point.name, "says": point.says, "minutes": minutes}
