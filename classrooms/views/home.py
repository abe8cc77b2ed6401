"""The page of a pupil or guest who is signed in, and the ways off it."""

from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.entry import sign_out
from classrooms.models import Membership
from classrooms.selectors.assignments import to_do
from classrooms.selectors.door import membership_of
from classrooms.selectors.lobby import open_lesson_of
from ninety.access import person_of
from ninety.requests import Request, posted
from ninety.selectors import game_name, matches_of, new_key, waiting_tables

RESUMABLE_SHOWN = 3


@never_cache
@require_safe
def home(request: Request) -> HttpResponse:
    """Greet a pupil or guest by name, and show what there is to do; a lesson comes first, unless they `stay`."""
    person = person_of(request)
    membership = membership_of(person)
    if person is None or membership is None:
        raise Http404
    lesson = open_lesson_of(person)
    if lesson is not None and "stay" not in request.GET:
        return redirect("lobby")
    context = {
        "lesson": lesson,
        "classroom": membership.classroom,
        "matches": [(each, game_name(each)) for each in matches_of(person).filter(ended_at=None)[:RESUMABLE_SHOWN]],
        "tables": waiting_tables(person, timezone.now())[:RESUMABLE_SHOWN],
        "to_do": to_do(person, timezone.now()),
        "key": new_key(),
    }
    return render(request, "classrooms/home.html", context)


@posted("home")
def not_me(request: Request) -> HttpResponse:
    """Sign out whoever is signed in, for the next one at the device: back to the names of the class."""
    # Who was sent away is nobody to the request, and somebody to the session still.
    mine = Membership.objects.filter(user=request.session.get(SESSION_KEY)).exclude(state=Membership.State.MOVED)
    membership = mine.select_related("classroom").first()
    classroom = membership.classroom if membership else None
    response = redirect("front") if classroom is None or classroom.is_archived else redirect("door", classroom.slug)
    sign_out(request, response, classroom)
    return response


@never_cache
@require_safe
def ask_teacher(request: Request) -> HttpResponse:
    """Say that somebody who is signed in cannot go on here, without a word on why."""
    return render(request, "classrooms/ask_teacher.html", status=403)
