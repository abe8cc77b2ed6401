"""One pupil or guest of a class, and what a teacher does to them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import (
    classroom_or_404,
    membership_or_404,
    open_classroom_or_404,
    own_classroom_or_404,
    teacher_or_404,
)
from classrooms.forms.pupil import MergeForm, MoveForm, RenameForm, SureForm
from classrooms.forms.roster_words import counted
from classrooms.models import Classroom, Membership
from classrooms.permissions import owns
from classrooms.selectors.roster import places_to_move, what_goes
from classrooms.services import pupils as services
from classrooms.services.erasing import erase_person
from classrooms.services.pupils import ClassFull, TwoPeople
from ninety.models import User
from ninety.requests import Request, posted
from ninety.services import NameTaken

GONE = "gone_member"
"""In the session: whom the teacher has moved, merged or erased last, so that a second click is led on as well."""


@never_cache
@require_safe
def pupil(request: Request, slug: str, number: int) -> HttpResponse:
    """Show what can be done to a pupil or guest."""
    classroom = classroom_or_404(request, slug)
    return _page(request, classroom, membership_or_404(classroom, number))


@posted("pupil")
def rename_pupil(request: Request, slug: str, number: int) -> HttpResponse:
    """Call a pupil by another name."""
    classroom = open_classroom_or_404(request, slug)
    member, form = membership_or_404(classroom, number), RenameForm(request.POST)
    if form.is_valid():
        try:
            services.rename_pupil(member, form.cleaned_data["name"], timezone.now())
        except NameTaken as taken:
            form = RenameForm({"name": taken.suggestion})
            form.add_error("name", _("Another of the class has this name. How about this one?"))
        else:
            messages.success(request, _("Saved. The new name stands everywhere."))
            return redirect("pupil", slug=slug, number=number)
    return _page(request, classroom, membership_or_404(classroom, number), rename=form, status=422)


@posted("pupil")
def move_pupil(request: Request, slug: str, number: int) -> HttpResponse:
    """Move a pupil to another class of the teacher."""
    classroom = open_classroom_or_404(request, slug)
    if request.session.get(GONE) == number:
        return redirect("roster", slug=slug)
    member, form = membership_or_404(classroom, number), _move_form(request, classroom, request.POST)
    if form.is_valid():
        target, name = form.cleaned_data["classroom"], form.cleaned_data["name"] or member.user.display_name
        try:
            services.move_pupil(member, target, name, timezone.now())
        except NameTaken as taken:
            form = _move_form(request, classroom, {"classroom": str(target.pk), "name": taken.suggestion})
            form.add_error("name", _("Somebody in that class has this name. How about this one?"))
        except ClassFull:
            form.add_error("classroom", _("That class is full."))
        else:
            request.session[GONE] = number
            messages.success(request, _("Moved. All results have moved too."))
            return redirect("roster", slug=slug)
    return _page(request, classroom, membership_or_404(classroom, number), move=form, status=422)


@posted("pupil")
def remove_pupil(request: Request, slug: str, number: int) -> HttpResponse:
    """Shut a pupil out of the class."""
    classroom = open_classroom_or_404(request, slug)
    member = membership_or_404(classroom, number)
    if member.state == Membership.State.IN:
        services.remove_pupils([member], timezone.now())
        messages.success(request, counted(0, 0, 1))
    return redirect("pupil", slug=slug, number=number)


@posted("pupil")
def let_pupil_back(request: Request, slug: str, number: int) -> HttpResponse:
    """Let a pupil back in who was removed."""
    classroom = open_classroom_or_404(request, slug)
    member = membership_or_404(classroom, number)
    try:
        if member.state == Membership.State.REMOVED:
            services.let_back(member, timezone.now())
    except ClassFull:
        messages.error(request, _("The class is full. Please remove somebody else first."))
    return redirect("pupil", slug=slug, number=number)


@posted("pupil")
def merge_guest(request: Request, slug: str, number: int) -> HttpResponse:
    """Give all that a guest has done to a pupil of the class."""
    classroom = open_classroom_or_404(request, slug)
    if request.session.get(GONE) == number:
        return redirect("roster", slug=slug)
    guest, form = membership_or_404(classroom, number), MergeForm(classroom, request.POST)
    if guest.user.kind != User.Kind.GUEST:
        raise Http404
    if form.is_valid():
        try:
            services.merge_guest(guest, form.chosen(), timezone.now())
        except TwoPeople:
            form.add_error("pupil", _("These two have sat at the same table, so they are two people."))
        else:
            request.session[GONE] = number
            messages.success(request, _("The guest is this pupil now, with all answers."))
            return redirect("pupil", slug=slug, number=form.chosen().pk)
    return _page(request, classroom, guest, merge=form, status=422)


@posted("pupil")
def erase_pupil(request: Request, slug: str, number: int) -> HttpResponse:
    """Erase a pupil for good, for the teacher who answers for them."""
    classroom = own_classroom_or_404(request, slug)
    if request.session.get(GONE) == number:
        return redirect("roster", slug=slug)
    member, form = membership_or_404(classroom, number), SureForm(request.POST)
    if form.is_valid():
        erase_person(member.user)
        request.session[GONE] = number
        messages.success(request, _("Erased for good."))
        return redirect("roster", slug=slug)
    return _page(request, classroom, member, erase=form, status=422)


def _move_form(request: Request, classroom: Classroom, data: Any = None) -> MoveForm:
    form = MoveForm(data)
    field: Any = form.fields["classroom"]
    field.queryset = places_to_move(teacher_or_404(request), classroom)
    return form


def _page(
    request: Request, classroom: Classroom, member: Membership, *, status: int = 200, **bound: Any
) -> HttpResponse:
    """Show the page of a pupil; `bound` are forms that were sent and refused."""
    is_guest = member.user.kind == User.Kind.GUEST
    is_own = owns(teacher_or_404(request), classroom)
    has_others = places_to_move(teacher_or_404(request), classroom).exists()
    context = {
        "classroom": classroom,
        "tab": "pupils",
        "member": member,
        "is_guest": is_guest,
        "is_removed": member.state == Membership.State.REMOVED,
        "rename": RenameForm(initial={"name": member.user.display_name}),
        "move": None if is_guest or not has_others else _move_form(request, classroom),
        "merge": MergeForm(classroom) if is_guest else None,
        "erase": SureForm() if is_own else None,
        "goes": what_goes(member.user),
        **bound,
    }
    return render(request, "classrooms/pupil.html", context, status=status)
