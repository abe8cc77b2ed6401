"""A lesson for the pupils who are in it: the lobby."""

from contextlib import suppress
from datetime import datetime

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.models import Attendance, Lesson
from classrooms.selectors.lobby import Whereabouts, has_room, lobby_of, open_lesson_of, whereabouts_of
from classrooms.services.assignments import join_class_drill
from classrooms.services.lessons import arrive_at
from classrooms.services.seating import LessonOver, NotThere, play_on, seat_late
from ninety.access import is_taken_away, person_of
from ninety.models import Match, User
from ninety.requests import Request, layout_of, led_to, posted
from ninety.selectors import seats_on_device
from ninety.services import FRESH


@never_cache
@require_safe
def lobby(request: Request) -> HttpResponse:
    """Show a pupil the lesson of their class until they play; whoever has a match is led to it."""
    person = _pupil_or_404(request)
    lesson, now = open_lesson_of(person), timezone.now()
    if lesson is None:
        return led_to(request, reverse("home"))
    try:
        found = _noted(lesson, person, now)
        if found.attendance.removed_at is None and (drill := join_class_drill(lesson, person, now)) is not None:
            return led_to(request, reverse("drill", args=[drill.slug]))
        # Whether there is room is looked up before anything is locked: most of those who ask wait with all others.
        if found.has_no_seat and has_room(lesson):
            seat_late(lesson, found.attendance, now)
            found = _noted(lesson, person, now)
    except (LessonOver, NotThere):
        return redirect("lobby")
    page = lobby_of(found, now)
    if page.match is not None and _plays(page.match, person):
        return led_to(request, reverse("table", args=[page.match.slug]))
    if request.GET.get("seen") == str(page.version):
        return HttpResponse(status=204)
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


def _noted(lesson: Lesson, person: User, now: datetime) -> Whereabouts:
    """Return how somebody stands in a lesson, where it is noted that they are here. Raises NotThere."""
    found = whereabouts_of(lesson, person)
    if found is None or now - found.attendance.seen_at > FRESH:
        arrive_at(lesson, person, now)
        found = whereabouts_of(lesson, person)
    if found is None:
        raise NotThere
    return found


def _plays(match: Match, person: User) -> bool:
    """Return whether somebody plays a match that goes on, on this device."""
    return match.ended_at is None and bool(seats_on_device(match.pk, person)) and not is_taken_away(match, person)
