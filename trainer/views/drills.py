"""Drills: choosing one, its page, the answers that its device sends, and its result."""

import json
from typing import Any

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ninety import track
from ninety.access import person_of, person_or_visitor
from ninety.arrangements import arranged_for
from ninety.forms import OpeningForm
from ninety.requests import Request, body_of, posted
from ninety.selectors import new_key
from trainer.drills import MOST_BYTES, BadPost, Options, read_post
from trainer.forms import DrillForm, TypingForm
from trainer.models import Answer, Drill
from trainer.selectors.drill_results import kind_lines, mistakes_of, result_of
from trainer.selectors.drill_words import drill_name, options_text
from trainer.selectors.drills import (
    batch_of,
    course_of,
    faces_of,
    is_open,
    options_of,
    progress_of_drill,
    unfinished_drills,
)
from trainer.selectors.progress import rules_of_answer
from trainer.selectors.turn import explanation_of
from trainer.selectors.typing import numbers_to_type, typing_of
from trainer.services.drills import NothingToRepeat, Taken, lay_ready, open_drill, repeat_drill, take_events
from trainer.services.typing import BadTimes, forget_typing, keep_typing, read_times

UNFINISHED_SHOWN = 3

READY = (Drill.Kind.FLASH, Drill.Kind.SPEED)
"""The drills that a device keeps for a time without a network; the others change with what was answered last."""


@never_cache
@require_safe
def drills(request: Request) -> HttpResponse:
    """Offer the drills, and the ones left unfinished."""
    arranged = arranged_for(person_of(request))
    return _choice(request, DrillForm(initial=dict(arranged.drill_choices()) if arranged else None))


@posted("drills")
def start_drill(request: Request) -> HttpResponse:
    """Deal a drill, and lead to it."""
    form = DrillForm(request.POST)
    if not form.is_valid():
        return _choice(request, form, _("Please choose one of these drills."), status=422)
    return _started(request, form.options())


@posted("drills")
def ready_drills(request: Request) -> HttpResponse:
    """Have drills lie ready for whoever is here, and say where: their device keeps the pages."""
    person = person_of(request)
    if person is None:
        return JsonResponse({"drills": []})
    arranged = arranged_for(person)
    chosen = dict(arranged.drill_choices()) if arranged else {}
    forms_of_kinds = [DrillForm({**chosen, "kind": kind}) for kind in READY]
    ready = lay_ready(person, [form.options() for form in forms_of_kinds if form.is_valid()], timezone.now())
    return JsonResponse({"drills": [reverse("drill", args=[each.slug]) for each in ready]})


@posted("drills")
def drill_again(request: Request) -> HttpResponse:
    """Deal another drill like one before."""
    before = _drill_or_404(request, request.POST.get("drill", ""))
    try:
        drill = repeat_drill(before, OpeningForm(request.POST).opening_key, timezone.now())
    except NothingToRepeat:
        return _nothing_to_repeat(request)
    return redirect("drill", slug=drill.slug)


@never_cache
@require_safe
def drill(request: Request, slug: str) -> HttpResponse:
    """Show a drill where it stands, with the cards that come next."""
    mine = _drill_or_404(request, slug)
    if not is_open(mine):
        return redirect("drill_result", slug=slug)
    batch, course = batch_of(mine), course_of(mine)
    widest = max(course.rules, key=lambda rules: rules.limit)
    lowest = min(dealt.start or 0 for dealt in course.cards)
    drawn = track.draw(widest, lowest=lowest, total=course.total, jump_from=None, label="", covered=False)
    context = {
        "drill": _named(mine, batch["limit"]),
        "batch": json.dumps(batch),
        "track": drawn,
        "faces": faces_of(mine),
    }
    return render(request, "trainer/drill.html", context)


@posted("drill")
def take_answers(request: Request, slug: str) -> HttpResponse:
    """Take what a device sends while a drill runs; it sends again whatever is not acknowledged."""
    person = person_of(request)
    if person is None:
        return _told(401, _("Please sign in again. Your answers are kept on this device."))
    body = body_of(request)
    if len(body) > MOST_BYTES:
        return _told(413, _("That is too much at once."))
    try:
        post = read_post(body)
        taken = take_events(person, slug, post, timezone.now())
    except BadPost:
        return _told(400, _("That could not be read."))
    except Drill.DoesNotExist as foreign:
        raise Http404 from foreign
    progress = progress_of_drill(taken.drill, taken.course, post.have)
    reply = {**progress, "late": taken.late, "workings": _workings(request, taken)}
    if taken.gap or taken.elsewhere:
        return JsonResponse({**reply, "elsewhere": taken.elsewhere}, status=409)
    if taken.refused:
        return JsonResponse({**reply, "sentence": _("This answer does not belong to this drill.")}, status=422)
    return JsonResponse(reply)


@never_cache
@require_safe
def drill_result(request: Request, slug: str) -> HttpResponse:
    """Show what a drill came to."""
    mine = _drill_or_404(request, slug)
    if mine.ended_at is None:
        return redirect("drill", slug=slug)
    context = {
        "drill": _named(mine, mine.settings["limit"]),
        "result": result_of(mine, timezone.now()),
        "mistakes": mistakes_of(mine),
        "key": new_key(),
    }
    return render(request, "trainer/drill_result.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def typing(request: Request) -> HttpResponse:
    """Measure how fast somebody types numbers, or forget it."""
    if request.method != "POST":
        measured, numbers = typing_of(person_of(request)), numbers_to_type()
        return render(request, "trainer/typing.html", {"measured": measured, "typing": numbers, "key": new_key()})
    if TypingForm(request.POST).is_valid():
        if (person := person_of(request)) is not None:
            forget_typing(person)
        return redirect("drills")
    try:
        times = read_times(body_of(request))
    except BadTimes:
        return _told(422, _("That was too little to tell. Please try once more."))
    return JsonResponse({"says": keep_typing(person_or_visitor(request, None), times, timezone.now()).says})


def _drill_or_404(request: Request, slug: str) -> Drill:
    person = person_of(request)
    # PostgreSQL would fail on a NUL, which a form may bring.
    if person is None or not slug.isalnum():
        raise Http404
    return get_object_or_404(Drill.objects.select_related("user"), slug=slug, user=person)


def _started(request: Request, options: Options) -> HttpResponse:
    key = OpeningForm(request.POST).opening_key
    try:
        opened = open_drill(person_or_visitor(request, key), options, key, timezone.now())
    except NothingToRepeat:
        return _nothing_to_repeat(request)
    return redirect("drill", slug=opened.slug)


def _nothing_to_repeat(request: Request) -> HttpResponse:
    return _choice(request, DrillForm(), _("Nothing is left to do once more."), status=422)


def _choice(request: Request, form: DrillForm, notice: str = "", *, status: int = 200) -> HttpResponse:
    person = person_of(request)
    unfinished = unfinished_drills(person)[:UNFINISHED_SHOWN] if person else []
    context = {
        "kinds": kind_lines(person, timezone.now()),
        "form": form,
        "unfinished": [
            {"slug": each.slug, "kind_name": drill_name(each.kind), "created_at": each.started_at}
            for each in unfinished
        ],
        "key": new_key(),
        "notice": notice,
    }
    return render(request, "trainer/drills.html", context, status=status)


def _named(mine: Drill, limit: int) -> dict[str, Any]:
    options = options_of(mine)
    return {
        "slug": mine.slug,
        "kind": mine.kind,
        "kind_name": drill_name(mine.kind),
        "limit": limit,
        "settings": options_text(options, mine.seconds),
        "seconds": mine.seconds,
        "target": options.target,
        "clock_shown": bool(mine.seconds) and not options.clock_hidden,
        "started": mine.acknowledged > 0,
        "ended_at": mine.ended_at,
    }


def _workings(request: Request, taken: Taken) -> dict[int, str]:
    return {number: _working(request, answer) for number, answer in taken.wrong.items()}


def _working(request: Request, answer: Answer) -> str:
    told = explanation_of(rules_of_answer(answer), answer)
    return render_to_string("trainer/_drill_working.html", {"told": told}, request)


def _told(status: int, sentence: str) -> JsonResponse:
    return JsonResponse({"sentence": sentence}, status=status)
