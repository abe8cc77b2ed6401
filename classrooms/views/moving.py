"""Answers that were given under the wrong name: move them to another of the class, and back."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.access import classroom_or_404, open_classroom_or_404, teacher_or_404
from classrooms.forms.moving import MoveAnswersForm
from classrooms.models import Classroom, Membership
from classrooms.selectors.moving import SEAT, Movable, movable_of, moved_in
from classrooms.services.moving import move_answers as move
from classrooms.undoing import Undo, offer_undo, undo_offered
from ninety.requests import Request
from trainer.services.moving import NotTheirs, StillGoingOn


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def move_answers(request: Request, slug: str, what: str, number: int) -> HttpResponse:
    """Ask who gave the answers of a drill or of a seat, and move them to that pupil."""
    is_sent = request.method == "POST"
    classroom = (open_classroom_or_404 if is_sent else classroom_or_404)(request, slug)
    movable = movable_of(classroom, what, number)
    if movable is None:
        raise Http404
    form = MoveAnswersForm(movable.owner, movable.places, request.POST if is_sent else None)
    if not is_sent:
        return _page(request, classroom, movable, form)
    if not form.is_valid():
        return _page(request, classroom, movable, form, status=422)
    owner, heir = movable.owner, form.chosen()
    if form.cleaned_data["owner"] != owner.pk:
        return _moved_before(request, classroom, movable)
    try:
        move(what, number, owner, heir, teacher_or_404(request), timezone.now())
    except NotTheirs:
        return _moved_before(request, classroom, movable)
    except StillGoingOn:
        return _page(request, classroom, movable, form, status=409)
    _say_moved(request, movable, heir)
    address = reverse("move_answers", args=[slug, what, number])
    offer_undo(request, Undo(address, {"owner": [str(heir.pk)], "heir": [str(owner.pk)]}))
    return redirect("moved", slug=slug)


@never_cache
@require_safe
def moved(request: Request, slug: str) -> HttpResponse:
    """List what of a class was moved."""
    classroom = classroom_or_404(request, slug)
    context = {
        "classroom": classroom,
        "tab": "review",
        "part": "moved",
        "lines": moved_in(classroom),
        "undo": undo_offered(request),
    }
    return render(request, "classrooms/moved.html", context)


def _page(
    request: Request, classroom: Classroom, movable: Movable, form: MoveAnswersForm, *, status: int = 200
) -> HttpResponse:
    context = {"classroom": classroom, "tab": "review", "movable": movable, "is_seat": movable.what == SEAT}
    return render(request, "classrooms/move_answers.html", {**context, "form": form}, status=status)


def _moved_before(request: Request, classroom: Classroom, movable: Movable) -> HttpResponse:
    """Show the page anew where the answers have come to somebody else since it was made."""
    fresh = movable_of(classroom, movable.what, movable.number)
    if fresh is None:
        raise Http404
    messages.error(request, _("Meanwhile these answers have been moved. Please look whose they are now."))
    return _page(request, classroom, fresh, MoveAnswersForm(fresh.owner, fresh.places), status=409)


def _say_moved(request: Request, movable: Movable, heir: Membership) -> None:
    """Say what was moved to whom."""
    names = {"name": heir.user.display_name, "of": movable.owner.user.display_name}
    if any(member == heir and says != heir.user.display_name for member, says in movable.places):
        messages.success(request, _("%(of)s and %(name)s have changed places in this match, with all answers.") % names)
    else:
        messages.success(request, _("These answers are %(name)s’s now, and %(of)s’s no more.") % names)
