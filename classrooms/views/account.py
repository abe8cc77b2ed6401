"""Teachers' accounts: django-allauth's pages, for teachers alone, and the links that open one."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.account import views as allauth
from allauth.account.decorators import reauthentication_required
from allauth.account.internal.flows.signup import complete_signup
from allauth.account.utils import get_login_redirect_url, perform_login
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.db.models import ProtectedError
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms import services
from classrooms.access import teacher_or_404
from classrooms.accounts import INVITED, AccountAdapter, invitation_of, username_of
from classrooms.devices import device_name
from classrooms.forms import NewPasswordForm, SignUpForm
from classrooms.forms.pupil import SureForm
from classrooms.models import Invitation
from classrooms.permissions import is_teacher
from classrooms.selectors import usable_invitation
from classrooms.selectors.roster import what_goes
from classrooms.services.erasing import erase_person
from ninety.access import person_of
from ninety.locks import writing
from ninety.requests import Request

type Page = Callable[..., Any]


def for_teachers(page: Page) -> Page:
    """Lead everybody but a teacher to where teachers sign in: pupils and visitors have no account to look after."""

    @wraps(page)
    def answer(request: Request, *args: Any, **kwargs: Any) -> Any:
        if is_teacher(person_of(request)):
            return page(request, *args, **kwargs)
        return redirect_to_login(request.get_full_path())

    return answer


def for_strangers(page: Page) -> Page:
    """Lead a teacher who has signed in on, to where the page would have led."""

    @wraps(page)
    def answer(request: Request, *args: Any, **kwargs: Any) -> Any:
        if is_teacher(person_of(request)):
            # What an address asks for may be no page of this site; `redirect` would look for one of that name.
            return HttpResponseRedirect(get_login_redirect_url(request))
        return page(request, *args, **kwargs)

    return answer


class Told:
    """Tells a page what this instance can do."""

    request: Request

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add whether mail can be sent and whether somebody may sign up."""
        told = {
            "can_mail": settings.CAN_MAIL,
            "can_sign_up": AccountAdapter().is_open_for_signup(self.request),
            "has_others": bool(settings.SOCIALACCOUNT_PROVIDERS),
        }
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | told


class SignIn(Told, allauth.LoginView):  # type: ignore[misc]
    """Sign a teacher in."""


class ResetPassword(Told, allauth.PasswordResetView):  # type: ignore[misc]
    """Send a link to choose a new password by."""


class ChangeEmail(Told, allauth.EmailView):  # type: ignore[misc]
    """Show the address of a teacher and take another."""


class SignUp(Told, allauth.SignupView):  # type: ignore[misc]
    """Make somebody a teacher."""

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Make the account and use up the link by which somebody has come, both or neither; then sign them in."""
        invitation = invitation_of(self.request)
        try:
            with writing():
                teacher, _response = form.try_save(self.request)
                if invitation is not None:
                    services.use_invitation(invitation, teacher)
        except IntegrityError:
            form.add_error("login", form.taken())
            return cast("HttpResponse", self.form_invalid(form))
        except services.InvitationGone:
            return cast("HttpResponse", self.closed())
        self.request.session.pop(INVITED, None)
        joined = invitation.classroom if invitation is not None else None
        leads_to = reverse("classroom", args=[joined.slug]) if joined else self.get_success_url()
        return cast("HttpResponse", complete_signup(self.request, user=teacher, redirect_url=leads_to))


class Sessions(ListUserSessionsView):  # type: ignore[misc]
    """Show where a teacher is signed in, and sign them out everywhere else."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add what each device is called."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        for session in context["sessions"]:
            session.device = device_name(session.user_agent)
        return context


@never_cache
@require_safe
def account(request: Request) -> HttpResponse:
    """Show a teacher what there is to change about the account."""
    context = {
        "username": username_of(teacher_or_404(request)),
        "has_others": bool(settings.SOCIALACCOUNT_PROVIDERS),
    }
    return render(request, "account/account.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def erase_account(request: Request) -> HttpResponse:
    """Erase the own account for good, once no class hangs on it."""
    person, form = teacher_or_404(request), SureForm(request.POST if request.method == "POST" else None)
    owned = person.owned_classrooms.order_by("name", "pk")
    if form.is_valid():
        try:
            erase_person(person)
        except ProtectedError:
            pass
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("account_login")
    context = {"form": form, "owned": owned, "matches": what_goes(person)["matches"]}
    return render(request, "account/erase.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_safe
def sign_up_link(request: Request, token: str) -> HttpResponse:
    """Let whoever has come by an operator's link sign up."""
    if usable_invitation(token, timezone.now(), Invitation.Purpose.SIGN_UP) is None:
        return render(request, "classrooms/link_gone.html", status=404)
    request.session[INVITED] = token
    return redirect("account_signup")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: Request, token: str) -> HttpResponse:
    """Let the teacher whom a link was made for choose a new password, which signs them in."""
    invitation = usable_invitation(token, timezone.now(), Invitation.Purpose.SIGN_IN)
    if invitation is None or invitation.user is None or not invitation.user.is_active:
        return render(request, "classrooms/link_gone.html", status=404)
    teacher = invitation.user
    form = NewPasswordForm(request.POST or None, user=teacher)
    if not form.is_valid():
        context = {"form": form, "teacher": teacher, "username": username_of(teacher)}
        return render(request, "classrooms/sign_in_link.html", context, status=422 if form.is_bound else 200)
    try:
        with writing():
            services.use_invitation(invitation, teacher)
            form.save()
    except services.InvitationGone:
        return render(request, "classrooms/link_gone.html", status=404)
    return cast("HttpResponse", perform_login(request, teacher))
