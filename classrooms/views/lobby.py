"""A lesson for the pupils who are in it: the lobby."""

from contextlib import suppress

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.models import Attendance
from classrooms.selectors.lobby import lobby_of, open_lesson_of
from classrooms.services.assignments import join_class_drill
from classrooms.services.lessons import arrive_at
from classrooms.services.seating import LessonOver, NotThere, play_on, seat_late
from ninety.access import is_taken_away, person_of
from ninety.models import Match, User
from ninety.requests import Request, layout_of, led_to, posted


@never_cache
@require_safe
def lobby(request: Request) -> HttpResponse:
    """Show a pupil the lesson of their class until they play; whoever has a match is led to it."""
    person = _pupil_or_404(request)
    lesson, now = open_lesson_of(person), timezone.now()
    if lesson is None:
        return led_to(request, reverse("home"))
    there = arrive_at(lesson, person, now)
    if there.removed_at is None and (drill := join_class_drill(lesson, person, now)) is not None:
        return led_to(request, reverse("drill", args=[drill.slug]))
    if there.table is None and there.removed_at is None:
        try:
            seat_late(lesson, there, now)
        except (LessonOver, NotThere):
            return redirect("lobby")
    page = lobby_of(lesson, there, now)
    if page.match is not None and _plays(page.match, person):
        return led_to(request, reverse("table", args=[page.match.slug]))
    return render(request, "classrooms/lobby.html", {"layout": layout_of(request), "page": page})


@posted("lobby")
def play_again(request: Request) -> HttpResponse:
    """Deal another match at a pupil's own table, as long as the lesson goes on."""
    person = _pupil_or_404(request)
    there = Attendance.objects.filter(user=person, lesson__ended_at=None).select_related("lesson").first()
    if there is not None:
        with suppress(LessonOver):
            play_on(there.lesson, there, timezone.now())
    return redirect("lobby")


def _pupil_or_404(request: Request) -> User:
    person = person_of(request)
    if person is None or person.kind not in {User.Kind.PUPIL, User.Kind.GUEST}:
        raise Http404
    return person


def _plays(match: Match, person: User) -> bool:
    """Return whether somebody plays a match that goes on, on this device."""
    mine = match.seats.filter(Q(keeper=person) | Q(user=person, keeper=None))
    return match.ended_at is None and mine.exists() and not is_taken_away(match, person)
