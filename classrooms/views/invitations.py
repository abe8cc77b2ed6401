"""Who teaches a class: invitations, leaving, removing, handing over, and links for those who cannot get a mail."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classrooms import services
from classrooms.access import classroom_or_404, open_classroom_or_404, own_open_classroom_or_404, teacher_or_404
from classrooms.accounts import INVITED, AccountAdapter
from classrooms.models import Classroom, Invitation
from classrooms.permissions import is_teacher, needs_link, owns, teaches
from classrooms.requests import posted_to_class
from classrooms.selectors import usable_invitation
from classrooms.views.classes import show_classroom
from ninety.access import person_of
from ninety.models import User
from ninety.requests import Request


@never_cache
@posted_to_class
def invite_teacher(request: Request, slug: str) -> HttpResponse:
    """Make a link for a colleague, and show it this once."""
    classroom, owner = own_open_classroom_or_404(request, slug), teacher_or_404(request)
    try:
        token = services.invite_to_teach(classroom, owner)
    except services.TooManyInvitations:
        messages.error(request, _("So many invitations are open that one of them will do. Please take some back."))
        return redirect("classroom", slug=slug)
    link = request.build_absolute_uri(reverse("accept_invitation", args=[token]))
    return show_classroom(request, classroom, invitation_link=link)


@never_cache
@posted_to_class
def revoke_invitation(request: Request, slug: str, number: int) -> HttpResponse:
    """Take an invitation back."""
    services.revoke_invitation(own_open_classroom_or_404(request, slug), number)
    messages.success(request, _("The invitation no longer works."))
    return redirect("classroom", slug=slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept_invitation(request: Request, token: str) -> HttpResponse:
    """Say whose class somebody is invited to teach, and let them in when they agree."""
    invitation, person = usable_invitation(token, timezone.now(), Invitation.Purpose.TEACH), person_of(request)
    if invitation is None or invitation.classroom is None:
        return link_gone(request)
    teacher = person if is_teacher(person) else None
    if teacher is None:
        request.session[INVITED] = token
    elif teaches(teacher, invitation.classroom):
        return redirect("classroom", slug=invitation.classroom.slug)
    elif request.method == "POST":
        return _joined(request, invitation, teacher)
    context = {
        "invitation": invitation,
        "teacher": teacher,
        "address": request.path,
        "can_sign_up": AccountAdapter().is_open_for_signup(request),
    }
    return render(request, "classrooms/accept_invitation.html", context)


def _joined(request: Request, invitation: Invitation, teacher: User) -> HttpResponse:
    assert invitation.classroom is not None
    try:
        services.use_invitation(invitation, teacher)
    except services.InvitationGone:
        return link_gone(request)
    return redirect("classroom", slug=invitation.classroom.slug)


def link_gone(request: Request) -> HttpResponse:
    """Say that a link does not work, whatever the reason."""
    return render(request, "classrooms/link_gone.html", status=404)


@never_cache
@posted_to_class
def leave_classroom(request: Request, slug: str) -> HttpResponse:
    """Let a co-teacher no longer teach a class; its owner cannot leave it."""
    classroom, person = classroom_or_404(request, slug), teacher_or_404(request)
    if owns(person, classroom):
        raise Http404
    services.remove_teacher(classroom, person.pk)
    messages.success(request, _("You no longer teach that class."))
    return redirect("classes")


@never_cache
@posted_to_class
def remove_teacher(request: Request, slug: str, number: int) -> HttpResponse:
    """Let a co-teacher no longer teach the class."""
    classroom = own_open_classroom_or_404(request, slug)
    services.remove_teacher(classroom, _co_teacher_or_404(classroom, number).pk)
    messages.success(request, _("Your colleague no longer teaches this class."))
    return redirect("classroom", slug=slug)


@never_cache
@posted_to_class
def hand_over_class(request: Request, slug: str, number: int) -> HttpResponse:
    """Make a co-teacher the owner of the class."""
    classroom = own_open_classroom_or_404(request, slug)
    try:
        services.hand_over(classroom, teacher_or_404(request), number)
    except services.NotTeaching:
        raise Http404 from None
    messages.success(request, _("The class belongs to your colleague now, and you teach it too."))
    return redirect("classroom", slug=slug)


@never_cache
@posted_to_class
def make_sign_in_link(request: Request, slug: str, number: int) -> HttpResponse:
    """Make a link by which a colleague of the class who gets no mail can sign in, and show it this once."""
    classroom, maker = open_classroom_or_404(request, slug), teacher_or_404(request)
    colleague = classroom.owner if classroom.owner_id == number else _co_teacher_or_404(classroom, number)
    if colleague == maker or not needs_link(colleague):
        raise Http404
    token = services.invite_to_sign_in(colleague, maker)
    link = request.build_absolute_uri(reverse("sign_in_link", args=[token]))
    return show_classroom(request, classroom, sign_in_link=link, sign_in_link_for=colleague)


def _co_teacher_or_404(classroom: Classroom, number: int) -> User:
    return get_object_or_404(classroom.co_teachers, pk=number)
