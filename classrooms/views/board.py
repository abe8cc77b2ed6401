"""The board for all to see: who may come in, the tables of the lesson, or the match of the whole class."""

from dataclasses import replace
from datetime import timedelta

from django.http import Http404, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import lesson_of_board_or_404
from classrooms.models import Lesson
from classrooms.permissions import is_teacher, teaches
from classrooms.selectors.class_match import ClassMatch, class_match_on_board
from classrooms.selectors.lessons import board_of
from ninety import qr
from ninety.access import person_of
from ninety.requests import Request, layout_of

BOARD_STAYS = timedelta(hours=12)
"""How long after its end the board of a lesson still shows it."""


@never_cache
@require_safe
def board(request: Request, slug: str) -> HttpResponse:
    """Show a lesson to the whole class; its address is known to the teacher's pages alone."""
    found = lesson_of_board_or_404(slug)
    if found.ended_at is not None and timezone.now() - found.ended_at > BOARD_STAYS:
        raise Http404
    return board_page(request, found)


def board_page(
    request: Request, lesson: Lesson, *, notice: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    """Show the board as it stands, with what a teacher of the class needs to steer a match of all."""
    now = timezone.now()
    shown, played = board_of(lesson, now), class_match_on_board(lesson, now)
    path, width = qr.path_of(request.build_absolute_uri(reverse("door", args=[lesson.classroom.slug])))
    left = [shown.minutes_left, None if played is None else played.minutes_left]
    context = {
        "layout": layout_of(request),
        "board": shown,
        "minutes_left": min((minutes for minutes in left if minutes is not None), default=None),
        "room": lesson.room.slug,
        "site": request.get_host(),
        "qr": {"path": path, "width": width},
        "played": played,
        "notice": notice,
        "steers": played is not None and _steers(request, lesson),
    }
    if played is not None:
        context |= _match_context(request, played, typed)
    return render(request, "classrooms/board.html", context, status=status)


def _match_context(request: Request, played: ClassMatch, typed: str) -> dict[str, object]:
    turn = replace(played.turn, typed=typed) if played.turn.step in {"announce", "agree"} else played.turn
    fields = {"table": played.table, "turn": turn, "csrf_token": get_token(request)}
    return {
        "table": played.table,
        "turn": turn,
        "form_fields": render_to_string("ninety/_form_fields.html", fields),
    }


def _steers(request: Request, lesson: Lesson) -> bool:
    """Return whether the asking person may send what the class calls."""
    person = person_of(request)
    return lesson.ended_at is None and is_teacher(person) and person is not None and teaches(person, lesson.classroom)
