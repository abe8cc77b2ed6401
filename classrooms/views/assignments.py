"""Drills that a teacher sets: the list, what became of each, and the way in for pupils."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.access import assignment_or_404, classroom_or_404, open_classroom_or_404, teacher_or_404
from classrooms.forms.assignments import AssignmentForm
from classrooms.selectors.assignments import assignment_lines, assignment_page, assignments_for
from classrooms.services.assignments import Closed, begin_drill, close_assignment, set_drill
from ninety.access import person_of
from ninety.forms import OpeningForm
from ninety.requests import Request, posted
from trainer.services.drills import NothingToRepeat


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def assignments(request: Request, slug: str) -> HttpResponse:
    """List the drills that were set for a class, and set another."""
    classroom = classroom_or_404(request, slug)
    form = AssignmentForm(request.POST if request.method == "POST" else None, classroom=classroom)
    if request.method == "POST":
        open_classroom_or_404(request, slug)
        if form.is_valid():
            chosen = form.cleaned_data
            set_drill(
                classroom,
                teacher_or_404(request),
                form.options(),
                target=chosen["target"],
                due_on=chosen["due_on"],
                now=timezone.now(),
                pupils=form.chosen(),
            )
            return redirect("assignments", slug=slug)
    context = {"classroom": classroom, "tab": "assignments", "form": form, "lines": assignment_lines(classroom)}
    return render(request, "classrooms/assignments.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_safe
def assignment(request: Request, slug: str) -> HttpResponse:
    """Show what a class made of a drill that was set."""
    found = assignment_or_404(request, slug)
    context = {"classroom": found.classroom, "tab": "assignments", "page": assignment_page(found)}
    return render(request, "classrooms/assignment.html", context)


@posted("assignment")
def close(request: Request, slug: str) -> HttpResponse:
    """Take a drill back that was set."""
    found = assignment_or_404(request, slug)
    close_assignment(found, timezone.now())
    return redirect("assignments", slug=found.classroom.slug)


@posted("home")
def begin_assignment(request: Request) -> HttpResponse:
    """Deal a pupil the drill that was set, and lead to it."""
    person, slug = person_of(request), request.POST.get("assignment", "")
    # PostgreSQL would fail on a NUL, which a form may bring.
    if person is None or not slug.isalnum():
        raise Http404
    found = get_object_or_404(assignments_for(person), slug=slug)
    try:
        drill = begin_drill(found, person, OpeningForm(request.POST).opening_key, timezone.now())
    except (Closed, NothingToRepeat):
        return redirect("home")
    return redirect("drill", slug=drill.slug)
