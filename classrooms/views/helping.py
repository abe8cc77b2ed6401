"""Who needs help, and what a teacher does about it: set a drill that fits, or put the reason away."""

from datetime import timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, member_or_404, open_classroom_or_404, teacher_or_404
from classrooms.forms.assignments import ClassDrillForm
from classrooms.forms.review import HelpForm, ReasonForm
from classrooms.models import Classroom
from classrooms.selectors import needs_help as reasons
from classrooms.services import helping as services
from ninety.requests import Request, posted

DUE_IN = timedelta(days=7)
"""By when a drill is to be done that a click sets."""

SHORT = 5
"""How many pupils stand on the first page of the review."""


@never_cache
@require_safe
def needs_help(request: Request, slug: str) -> HttpResponse:
    """Show who of a class needs help; shortly where the review asks for it, and without names where the class does."""
    classroom = classroom_or_404(request, slug)
    form = HelpForm(request.GET, classroom)
    page = reasons.needs_help(classroom, form.filters(), timezone.now())
    context = {
        "classroom": classroom,
        "tab": "review",
        "part": "help",
        "form": form,
        "page": page,
        "query": form.query(),
        "due_on": timezone.localdate() + DUE_IN,
    }
    if request.htmx and "count" in request.GET:
        return render(request, "classrooms/_needs_help_count.html", context)
    if request.htmx:
        return render(request, "classrooms/_needs_help.html", {**context, "first": page.pupils[:SHORT]})
    return render(request, "classrooms/needs_help.html", context)


@posted("pupil_review")
def set_help_drill(request: Request, slug: str, number: int) -> HttpResponse:
    """Set the drill that fits for one pupil."""
    classroom, form = open_classroom_or_404(request, slug), ClassDrillForm(request.POST)
    member, due_on = member_or_404(classroom, number), timezone.localdate() + DUE_IN
    if form.is_valid():
        services.set_for(member, teacher_or_404(request), form.options(), due_on=due_on, now=timezone.now())
        says = _("The drill is set, to be done by %(day)s.") % {"day": date_format(due_on, "SHORT_DATE_FORMAT")}
        messages.success(request, says)
    return _back(request, classroom)


@posted("pupil_review")
def put_away(request: Request, slug: str, number: int) -> HttpResponse:
    """Put a reason away."""
    classroom, form = open_classroom_or_404(request, slug), ReasonForm(request.POST)
    member = member_or_404(classroom, number)
    if form.is_valid():
        services.put_away(member, form.cleaned_data["reason"], teacher_or_404(request), timezone.now())
        messages.success(request, _("Put away. It stands below, and comes again once it shows anew."))
    return _back(request, classroom)


@posted("pupil_review")
def show_again(request: Request, slug: str, number: int) -> HttpResponse:
    """Take back that a reason was put away."""
    classroom, form = open_classroom_or_404(request, slug), ReasonForm(request.POST)
    member = member_or_404(classroom, number)
    if form.is_valid():
        services.show_again(member, form.cleaned_data["reason"])
    return _back(request, classroom)


def _back(request: Request, classroom: Classroom) -> HttpResponse:
    form = HelpForm(request.GET, classroom)
    form.is_valid()
    return redirect(f"{reverse('needs_help', args=[classroom.slug])}?{form.query()}")
