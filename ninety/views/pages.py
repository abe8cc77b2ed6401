"""The pages before a match, and the rules of every game."""

from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ninety.access import person_of, readable_match_or_404
from ninety.arrangements import arranged_for
from ninety.engine.cards import Card
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, RuleSet, variants_for
from ninety.estimates import minutes_of
from ninety.faces import face_of
from ninety.models import Match, Table
from ninety.requests import Request
from ninety.rulebook import preset_name, preset_says, rulebook, title, variant_name, variant_says
from ninety.selectors import exhibition_matches, matches_of, new_key, record_of, rules_of, waiting_tables
from ninety.services import TableSettings
from ninety.starting_points import QUICK_START
from ninety.tips import glossary, tips

EXHIBITION_SHOWN = 6
RESUMABLE_SHOWN = 5


@never_cache
@require_safe
def front(request: Request) -> HttpResponse:
    """Show the way into a match, and the matches left unfinished."""
    person = person_of(request)
    arranged = arranged_for(person)
    quick = TableSettings(QUICK_START.rules) if arranged is None else arranged.table_alone()
    resumable = matches_of(person).filter(ended_at__isnull=True)[:RESUMABLE_SHOWN] if person else []
    context = {
        "tables": waiting_tables(person, timezone.now())[:RESUMABLE_SHOWN] if person else [],
        "resumable": [_resumable(match) for match in resumable],
        "exhibition": [_exhibit(match) for match in exhibition_matches().prefetch_related("seats")[:EXHIBITION_SHOWN]],
        "quick_game": title(RuleSet.from_spec(quick.rules)) if arranged else "",
        "minutes": minutes_of(quick),
        "key": new_key(),
        "hero": face_of(RuleSet.from_spec(QUICK_START.rules), Card("7H")),
    }
    return render(request, "ninety/front.html", context)


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
    context = {"preset": preset, "variants": variants, "refused": refused, "back": ""}
    return _rules_page(request, ruleset, context, status=422 if refused else 200)


@never_cache
@require_safe
def match_rules(request: Request, slug: str) -> HttpResponse:
    """Show the rules that a match is played by."""
    match = readable_match_or_404(request, slug)
    is_over = match.ended_at is not None
    # A finished match of bots has no table that its reader may sit at.
    back = reverse("review" if is_over else "table", args=[slug])
    context = {"preset": match.rules["preset"], "variants": [], "back": back, "is_over": is_over}
    return _rules_page(request, rules_of(match), context, seats=len(match.seats.all()))


@require_safe
def table_rules(request: Request, slug: str) -> HttpResponse:
    """Show the rules that a table plays by."""
    table = get_object_or_404(Table, slug=slug)
    spec = table.settings["rules"]
    context = {"preset": spec["preset"], "variants": [], "back": reverse("gathering", args=[slug])}
    return _rules_page(request, RuleSet.from_spec(spec), context)


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


def _resumable(match: Match) -> dict[str, Any]:
    return {
        "slug": match.slug,
        "game_name": title(rules_of(match)),
        "started": match.created_at,
        "round": match.state["round"],
    }


def _exhibit(match: Match) -> dict[str, Any]:
    names = ", ".join(seat.called for seat in match.seats.all())
    return {"slug": match.slug, "title": title(rules_of(match)), "seats": names}


def _rules_page(
    request: Request, ruleset: RuleSet, context: dict[str, Any], *, seats: int | None = None, status: int = 200
) -> HttpResponse:
    told = {"book": rulebook(ruleset, seats), "tips": tips(ruleset), "glossary": glossary(ruleset)}
    page = {**context, **told}
    return render(request, "ninety/rules.html", page, status=status)
