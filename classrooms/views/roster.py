"""The pupils of a class: see them, add a list of names, shut several out."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, open_classroom_or_404
from classrooms.forms.pupil import MembersForm
from classrooms.forms.roster import PreviewForm, RosterForm
from classrooms.forms.roster_list import SentList, read_list
from classrooms.forms.roster_words import counted, question_says, reading_says
from classrooms.models import Classroom
from classrooms.rosters import Reading, plan
from classrooms.selectors.roster import fingerprint, known_of, roster_of
from classrooms.services import pupils as services
from classrooms.services.importing import ClassChanged, was_imported
from classrooms.services.importing import import_roster as carry_out
from ninety.requests import Request, posted
from ninety.selectors import new_key

SAMPLE = 4
"""How many names show what a reading of a list is like."""


@never_cache
@require_safe
def roster(request: Request, slug: str) -> HttpResponse:
    """Show who belongs to a class, and take a list of names."""
    return _roster(request, classroom_or_404(request, slug), RosterForm())


@posted("roster")
def preview_roster(request: Request, slug: str) -> HttpResponse:
    """Show what a list would make of the class, and make nothing; ask first where that cannot be told."""
    classroom = open_classroom_or_404(request, slug)
    if "list" in request.POST:
        sent = read_list(request.POST["list"], classroom)
        if sent is None:
            return _out_of_date(request, classroom)
        reading = Reading(sent.entries)
        return _preview(request, classroom, reading.as_written() if "as_written" in request.POST else reading)
    form = RosterForm(request.POST, request.FILES)
    if not form.is_valid():
        return _roster(request, classroom, form, status=422)
    if len(form.readings) > 1:
        return _choice(request, classroom, form.readings)
    return _preview(request, classroom, form.readings[0])


@posted("roster")
def import_roster(request: Request, slug: str) -> HttpResponse:
    """Make of a class what was shown, all or nothing; where the class is another by now, show it anew."""
    classroom = open_classroom_or_404(request, slug)
    sent = read_list(request.POST.get("list", ""), classroom)
    if sent is None:
        return _out_of_date(request, classroom)
    # The class is read first: a second click that finds it changed then finds by whom as well.
    known = known_of(classroom)
    if was_imported(sent.key):
        return redirect("roster", slug=classroom.slug)
    form = PreviewForm(plan(sent.entries, known), known, request.POST)
    if fingerprint(known) != sent.seen:
        return _changed_meanwhile(request, classroom, sent)
    if not form.is_valid():
        return _preview(request, classroom, Reading(sent.entries), form, status=422)
    changes = form.changes()
    try:
        carry_out(classroom, changes, seen=sent.seen, key=sent.key, now=timezone.now())
    except ClassChanged:
        return _changed_meanwhile(request, classroom, sent)
    changed = len(changes.renamed) + len(changes.let_back)
    messages.success(request, counted(len(changes.added), changed, len(changes.removed)))
    return redirect("roster", slug=classroom.slug)


@posted("roster")
def remove_pupils(request: Request, slug: str) -> HttpResponse:
    """Shut those out who are ticked."""
    classroom = open_classroom_or_404(request, slug)
    form = MembersForm(classroom, request.POST)
    if form.is_valid():
        members = form.ticked()
        services.remove_pupils(members, timezone.now())
        messages.success(request, counted(0, 0, len(members)))
    else:
        messages.error(request, _("Please tick those whom you want to remove."))
    return redirect("roster", slug=classroom.slug)


def _roster(request: Request, classroom: Classroom, form: RosterForm, *, status: int = 200) -> HttpResponse:
    found = roster_of(classroom)
    context = {"classroom": classroom, "tab": "pupils", "roster": found, "form": form, "most": services.MOST_PUPILS}
    return render(request, "classrooms/roster.html", context, status=status)


def _choice(request: Request, classroom: Classroom, readings: Sequence[Reading]) -> HttpResponse:
    """Ask how a list is to be read."""
    asks = readings[0].asks
    choices = [
        {
            "says": reading_says(asks, each.label),
            "sample": _sample(each, readings),
            "count": sum(bool(entry.name) for entry in each.entries),
            "list": SentList(each.entries).sign(classroom),
        }
        for each in readings
    ]
    context = {"classroom": classroom, "tab": "pupils", "question": question_says(asks), "choices": choices}
    return render(request, "classrooms/roster_choice.html", context)


def _sample(reading: Reading, readings: Sequence[Reading]) -> list[str]:
    """Return names by which a reading can be told from the others."""
    everywhere = set.intersection(*({entry.name for entry in each.entries} for each in readings))
    names = [entry.name for entry in reading.entries if entry.name]
    return ([name for name in names if name not in everywhere] or names)[:SAMPLE]


def _preview(
    request: Request,
    classroom: Classroom,
    reading: Reading,
    form: PreviewForm | None = None,
    *,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show line by line what a list makes of the class as it is now."""
    known = known_of(classroom)
    form = form or PreviewForm(plan(reading.entries, known), known)
    context = {
        "classroom": classroom,
        "tab": "pupils",
        "form": form,
        "list": SentList(reading.entries, fingerprint(known), new_key()).sign(classroom),
        "notice": notice,
        "is_shortened": any(line.row.why in {"shortened", "apart"} for line in form.lines()),
    }
    return render(request, "classrooms/roster_preview.html", context, status=status)


def _changed_meanwhile(request: Request, classroom: Classroom, sent: SentList) -> HttpResponse:
    says = _("The class has changed since this was shown. Nothing has been done: please look once more.")
    return _preview(request, classroom, Reading(sent.entries), notice=says, status=409)


def _out_of_date(request: Request, classroom: Classroom) -> HttpResponse:
    messages.error(request, _("This page was too old. Nothing has been done: please paste the names once more."))
    return redirect("roster", slug=classroom.slug)
