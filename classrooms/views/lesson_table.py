"""One table of a lesson, for the teacher who opens it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import lesson_or_404
from classrooms.selectors.lesson_tables import opened_table
from ninety.requests import Request, layout_of, led_to


@never_cache
@require_safe
def lesson_table(request: Request, slug: str, number: int) -> HttpResponse:
    """Show a table of a lesson as it plays; where nothing is played, the lesson."""
    found = lesson_or_404(request, slug)
    opened = None if found.ended_at else opened_table(found, number, timezone.now())
    if opened is None:
        return led_to(request, reverse("lesson", args=[slug]))
    context = {"layout": layout_of(request), "classroom": found.classroom, "opened": opened}
    return render(request, "classrooms/lesson_table.html", context)
