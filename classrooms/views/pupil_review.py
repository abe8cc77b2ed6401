"""One pupil of a class as a teacher reviews them, and how long all of them have practised."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, reviewed_or_404
from classrooms.forms.review import HelpForm, PupilReviewForm
from classrooms.selectors.practice_minutes import minutes_table
from classrooms.selectors.pupil_page import pupil_page
from ninety.requests import Request


@never_cache
@require_safe
def pupil_review(request: Request, slug: str, number: int) -> HttpResponse:
    """Show all that there is to know of what a pupil has answered."""
    classroom = classroom_or_404(request, slug)
    form = PupilReviewForm(request.GET, classroom)
    member, filters = reviewed_or_404(classroom, number), form.filters()
    page = pupil_page(member, filters, form.part("group"), request.GET.get("page", ""), timezone.now())
    context = {
        "classroom": classroom,
        "tab": "review",
        "part": "pupil",
        "form": form,
        "page": page,
        "query": form.query(),
        "query_cells": form.query(group=""),
    }
    return render(request, "classrooms/pupil_review.html", context)


@never_cache
@require_safe
def practice_minutes(request: Request, slug: str) -> HttpResponse:
    """Show who of a class practised how many minutes, week by week."""
    classroom = classroom_or_404(request, slug)
    form = HelpForm(request.GET, classroom)
    context = {
        "classroom": classroom,
        "tab": "review",
        "part": "minutes",
        "form": form,
        "table": minutes_table(classroom, form.filters().period, timezone.now()),
        "query": form.query(),
    }
    return render(request, "classrooms/practice_minutes.html", context)
