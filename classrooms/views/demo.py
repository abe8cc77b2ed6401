"""One click into the demo, as its teacher or as one of its pupils; in any other database nobody gets in here."""

from django.contrib.auth import login
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from classrooms.entry import BACKEND
from classrooms.selectors.demo import demo_school
from ninety.models import User
from ninety.requests import Request, posted


@posted("front")
def demo_teacher(request: Request) -> HttpResponse:
    """Sign somebody in as the teacher of the demo."""
    school = demo_school()
    _come_in(request, school.teacher if school else None)
    return redirect("classes")


@posted("front")
def demo_pupil(request: Request) -> HttpResponse:
    """Sign somebody in as a pupil of the demo."""
    school = demo_school()
    _come_in(request, school.pupil if school else None)
    return redirect("home")


def _come_in(request: Request, person: User | None) -> None:
    """Sign somebody in until the browser is closed, in the language that the device speaks already."""
    if person is None or not person.is_active:
        raise Http404
    login(request, person, backend=BACKEND)
    request.session.set_expiry(0)
