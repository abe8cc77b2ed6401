"""A lesson for those who are in it: the lobby of the pupils, and the board for all to see."""

from contextlib import suppress
from datetime import timedelta

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.models import Attendance, Lesson
from classrooms.selectors.lessons import board_of, lobby_of, open_lesson_of
from classrooms.services.assignments import join_class_drill
from classrooms.services.lessons import arrive_at
from classrooms.services.seating import LessonOver, NotThere, play_on, seat_late
from ninety import qr
from ninety.access import is_taken_away, person_of
from ninety.models import Match, User
from ninety.requests import Request, layout_of, led_to, posted

BOARD_STAYS = timedelta(hours=12)
"""How long after its end the board of a lesson still shows it."""


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


@never_cache
@require_safe
def board(request: Request, slug: str) -> HttpResponse:
    """Show a lesson to the whole class; its address is known to the teacher's pages alone."""
    found = get_object_or_404(Lesson.objects.select_related("classroom"), room__slug=slug)
    now = timezone.now()
    if found.ended_at is not None and now - found.ended_at > BOARD_STAYS:
        raise Http404
    shown = board_of(found, now)
    path, width = qr.path_of(request.build_absolute_uri(reverse("door", args=[found.classroom.slug])))
    context = {
        "layout": layout_of(request),
        "board": shown,
        "room": slug,
        "site": request.get_host(),
        "qr": {"path": path, "width": width},
    }
    return render(request, "classrooms/board.html", context)


def _pupil_or_404(request: Request) -> User:
    person = person_of(request)
    if person is None or person.kind not in {User.Kind.PUPIL, User.Kind.GUEST}:
        raise Http404
    return person


def _plays(match: Match, person: User) -> bool:
    """Return whether somebody plays a match that goes on, on this device."""
    mine = match.seats.filter(Q(keeper=person) | Q(user=person, keeper=None))
    return match.ended_at is None and mine.exists() and not is_taken_away(match, person)
