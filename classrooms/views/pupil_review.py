"""One pupil of a class as a teacher reviews them."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, reviewed_or_404
from classrooms.forms.review import PupilReviewForm
from classrooms.selectors.pupil_page import pupil_page
from ninety.requests import Request


@never_cache
@require_safe
def pupil_review(request: Request, slug: str, number: int) -> HttpResponse:
    """Show all that there is to know of what a pupil has answered."""
    classroom, form = classroom_or_404(request, slug), PupilReviewForm(request.GET)
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
