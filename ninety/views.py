"""The pages before a match, and the rules of every game."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ninety.access import opened_match, person_of, readable_match_or_404
from ninety.engine.cards import Card
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, RuleSet, variants_for
from ninety.estimates import minutes_of
from ninety.faces import face_of
from ninety.forms import GUIDED_TURNS, OpeningForm, SetupForm, StartingPointForm
from ninety.models import Match, User
from ninety.requests import Request, posted
from ninety.rulebook import preset_name, preset_says, rulebook, title, variant_name, variant_says
from ninety.selectors import exhibition_matches, matches_of, new_key, rules_of
from ninety.services import TableSettings, record_of
from ninety.starting_points import QUICK_START, STARTING_POINTS, StartingPoint
from ninety.tips import glossary, tips

EXHIBITION_SHOWN = 6
RESUMABLE_SHOWN = 5


@never_cache
@require_safe
def front(request: Request) -> HttpResponse:
    """Show the way into a match, and the matches left unfinished."""
    person = person_of(request)
    resumable = matches_of(person).filter(ended_at__isnull=True)[:RESUMABLE_SHOWN] if person else []
    context = {
        "resumable": [_resumable(match) for match in resumable],
        "exhibition": [_exhibit(match) for match in exhibition_matches().prefetch_related("seats")[:EXHIBITION_SHOWN]],
        "minutes": minutes_of(TableSettings(QUICK_START.rules)),
        "key": new_key(),
        "hero": face_of(RuleSet.from_spec(QUICK_START.rules), Card("7H")),
    }
    return render(request, "ninety/front.html", context)


@posted("front")
def quick_start(request: Request) -> HttpResponse:
    """Open a match with every setting as it comes."""
    return _open(request, _settings_of(QUICK_START, person_of(request)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: Request) -> HttpResponse:
    """Let somebody choose a match, by one click or in detail."""
    person = person_of(request)
    if request.method == "POST" and "starting_point" in request.POST:
        chosen = StartingPointForm(request.POST)
        if chosen.is_valid():
            return _open(request, _settings_of(STARTING_POINTS[chosen.cleaned_data["starting_point"]], person))
    form = SetupForm(request.POST if "preset" in request.POST else None, initial={"guide": _is_new(person)})
    if form.is_bound and form.is_valid():
        return _open(request, form.table_settings())
    context = {
        "form": form,
        "minutes": minutes_of(TableSettings({"preset": "ninety-eight"})),
        "key": new_key(),
        "nothing_chosen": request.method == "POST" and not form.is_bound,
        "starting_points": [_starting_point(point) for point in STARTING_POINTS.values()],
    }
    return render(request, "ninety/setup.html", context, status=422 if request.method == "POST" else 200)


@posted("setup")
def minutes(request: Request) -> HttpResponse:
    """Say how long the match takes that is being set up; nothing while it cannot be played."""
    form = SetupForm(request.POST)
    found = minutes_of(form.table_settings()) if form.is_valid() else None
    return render(request, "ninety/_minutes.html", {"minutes": found})


@require_safe
def rules(request: Request) -> HttpResponse:
    """List the games whose rules can be read."""
    presets = [{"code": code, "name": preset_name(code), "says": preset_says(code)} for code in PRESETS]
    return render(request, "ninety/rules_index.html", {"presets": presets})


@require_safe
def game_rules(request: Request, preset: str) -> HttpResponse:
    """Show the rules of a game with the changes asked for, made from its rule set."""
    if preset not in PRESETS:
        raise Http404
    chosen, refused = request.GET.getlist("variant"), ""
    try:
        ruleset = RuleSet.from_spec({"preset": preset, "variants": chosen})
    except BadRules:
        refused = _("These changes cannot be played together; here are the rules without them.")
        ruleset, chosen = RuleSet.from_spec({"preset": preset}), []
    variants = [
        {"code": code, "name": variant_name(code), "says": variant_says(code), "chosen": code in chosen}
        for code in variants_for(preset)
    ]
    context = {"preset": preset, "variants": variants, "refused": refused, "match": None}
    return _rules_page(request, ruleset, context, status=422 if refused else 200)


@never_cache
@require_safe
def match_rules(request: Request, slug: str) -> HttpResponse:
    """Show the rules that a match is played by."""
    match = readable_match_or_404(request, slug)
    context = {"preset": match.rules["preset"], "variants": [], "match": match}
    return _rules_page(request, rules_of(match), context, seats=len(match.seats.all()))


@never_cache
@require_safe
def record(request: Request, slug: str) -> HttpResponse:
    """Send the record of a match that is over; before, it would show hands and stock."""
    match = readable_match_or_404(request, slug)
    if match.ended_at is None:
        raise Http404
    response = JsonResponse(record_of(match))
    response["Content-Disposition"] = f'attachment; filename="ninety-{match.slug}.record.json"'
    return response


@require_safe
def about(request: Request) -> HttpResponse:
    """Say what Ninety is for, and what it keeps."""
    return render(request, "ninety/about.html")


def _open(request: Request, table: TableSettings) -> HttpResponse:
    match = opened_match(request, table, OpeningForm(request.POST).opening_key)
    return redirect("table", slug=match.slug)


def _settings_of(point: StartingPoint, person: User | None) -> TableSettings:
    if point.hurries:
        return TableSettings(point.rules, pace=Match.Pace.FAST)
    return TableSettings(point.rules, guided_turns=GUIDED_TURNS if _is_new(person) else 0)


def _is_new(person: User | None) -> bool:
    return person is None or not person.was_guided


def _starting_point(point: StartingPoint) -> dict[str, Any]:
    minutes = minutes_of(TableSettings(point.rules))
    return {"code": point.code, "name": point.name, "says": point.says, "minutes": minutes}


def _resumable(match: Match) -> dict[str, Any]:
    return {
        "slug": match.slug,
        "game_name": title(rules_of(match)),
        "started": match.created_at,
        "round": match.state["round"],
    }


def _exhibit(match: Match) -> dict[str, Any]:
    names = ", ".join(seat.name for seat in match.seats.all())
    return {"slug": match.slug, "title": title(rules_of(match)), "seats": names}


def _rules_page(
    request: Request, ruleset: RuleSet, context: dict[str, Any], *, seats: int | None = None, status: int = 200
) -> HttpResponse:
    told = {"book": rulebook(ruleset, seats), "tips": tips(ruleset), "glossary": glossary(ruleset)}
    page = {**context, **told}
    return render(request, "ninety/rules.html", page, status=status)
