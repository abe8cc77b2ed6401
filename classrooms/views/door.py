"""The door of a class: pupils find their names and sign in, guests come in by a nickname."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classrooms.entry import guests_of, is_let_in, sign_in
from classrooms.forms.door import GuestForm, SecretForm
from classrooms.models import Classroom, Membership
from classrooms.selectors.door import guests_at_door, membership_of, pupils_in_order, pupils_of
from classrooms.services.guests import NoGuests, come_in, names_taken
from classrooms.services.sign_in import NotRight, Slowed, pupil_by_secret
from classrooms.wording import made_up_names, wait_says
from ninety.access import person_of
from ninety.models import User
from ninety.names import key_of
from ninety.requests import Request, posted
from ninety.selectors import matches_of
from ninety.services import NameTaken

NAMES_OFFERED = 4


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: Request, slug: str) -> HttpResponse:
    """Show the names of a class on a device that may see them, else ask for the own name and secret."""
    classroom = _classroom_or_404(slug)
    if request.method == "POST":
        return _ask(request, classroom, None)
    if _is_inside(request, classroom):
        return redirect("home")
    if not _sees_names(request, classroom):
        return _ask(request, classroom, None)
    return render(request, "classrooms/door.html", _context(request, classroom, names=pupils_in_order(classroom)))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def door_pupil(request: Request, slug: str, number: int) -> HttpResponse:
    """Ask the pupil of a name for the secret."""
    classroom = _classroom_or_404(slug)
    if not _sees_names(request, classroom):
        return redirect("door", slug=slug)
    pupil = get_object_or_404(pupils_of(classroom), pk=number)
    if classroom.secret == Classroom.Secret.NONE:
        return _come_in(request, pupil) if request.method == "POST" else redirect("door", slug=slug)
    return _ask(request, classroom, pupil)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def door_guest(request: Request, slug: str) -> HttpResponse:
    """Let a guest in under a nickname."""
    classroom = _classroom_or_404(slug)
    if not classroom.guests:
        raise Http404
    if _is_inside(request, classroom):
        return redirect("home")
    form, is_full = GuestForm(request.POST or None), False
    if form.is_valid():
        try:
            return _come_in(request, come_in(classroom, form.cleaned_data["nickname"]))
        except NameTaken as taken:
            says = _("“%(name)s” is taken here. How about “%(free)s”?")
            said = says % {"name": form.cleaned_data["nickname"], "free": taken.suggestion}
            form = GuestForm({"nickname": taken.suggestion})
            form.add_error("nickname", said)
        except NoGuests:
            is_full = True
    offered = made_up_names(names_taken(classroom), NAMES_OFFERED)
    context = {"classroom": classroom, "form": form, "offered": offered, "is_full": is_full}
    return render(request, "classrooms/door_guest.html", context, status=422 if form.is_bound else 200)


@posted("door")
def door_guest_back(request: Request, slug: str) -> HttpResponse:
    """Let a guest in again who has come in on this device before."""
    classroom = _classroom_or_404(slug)
    number = request.POST.get("guest", "")
    guests = guests_at_door(classroom, guests_of(request))
    guest = next((each for each in guests if str(each.pk) == number), None)
    return redirect("door", slug=slug) if guest is None else _come_in(request, guest)


def _classroom_or_404(slug: str) -> Classroom:
    return get_object_or_404(Classroom, slug=slug, archived_at=None)


def _is_inside(request: Request, classroom: Classroom) -> bool:
    """Return whether somebody of the class is signed in already."""
    membership = membership_of(person_of(request))
    return membership is not None and membership.classroom_id == classroom.pk


def _sees_names(request: Request, classroom: Classroom) -> bool:
    return is_let_in(request, classroom) or classroom.shows_names(timezone.now())


def _come_in(request: Request, membership: Membership) -> HttpResponse:
    response = redirect("home")
    sign_in(request, response, membership)
    return response


def _ask(request: Request, classroom: Classroom, pupil: Membership | None) -> HttpResponse:
    """Ask for a secret, and for the name where the page does not know it; sign in whoever has both."""
    form = SecretForm(request.POST or None, kind=classroom.secret, asks_name=pupil is None)
    says, status = "", 200
    if form.is_bound and not form.is_choosing():
        if form.is_valid():
            key = key_of(form.cleaned_data["name"]) if pupil is None else pupil.name_key
            try:
                sees_names, now = _sees_names(request, classroom), timezone.now()
                return _come_in(request, pupil_by_secret(classroom, key, form.tried(), sees_names=sees_names, now=now))
            except NotRight:
                says, status = _("Name and secret do not go together. Please try once more."), 422
            except Slowed as slowed:
                says, status = _("Let us take a little break.") + " " + wait_says(slowed.wait), 429
            form = form.emptied()
        else:
            says, status = form.first_error(), 422
    context = _context(request, classroom, form=form, pupil=pupil, says=says)
    return render(request, "classrooms/door_secret.html", context, status=status)


def _context(request: Request, classroom: Classroom, **more: Any) -> dict[str, Any]:
    """Return what every page of the door shows: guests of this device, and a match that a visitor would leave."""
    person = person_of(request)
    is_visitor = person is not None and person.kind == User.Kind.VISITOR
    left = matches_of(person).filter(ended_at=None).first() if person is not None and is_visitor else None
    guests = guests_at_door(classroom, guests_of(request))
    return {"classroom": classroom, "guests": guests, "left": left, **more}
