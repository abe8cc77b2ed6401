"""What django-allauth asks of the project: who may sign up, what an account is, and what is said."""

import logging
import secrets
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialLogin
from allauth.socialaccount.providers.base.constants import AuthProcess
from django.conf import settings
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from classrooms.models import Invitation
from classrooms.permissions import is_teacher
from classrooms.selectors import usable_invitation
from classrooms.services import InvitationGone, use_invitation
from ninety.access import person_of
from ninety.limits import network
from ninety.locks import writing
from ninety.models import User
from ninety.names import clean
from ninety.requests import Request

INVITED = "invited"
"""In the session: the token of the link that somebody has come by."""

log = logging.getLogger(__name__)


def invitation_of(request: HttpRequest) -> Invitation | None:
    """Return the invitation by which somebody may sign up, if they have come by one.

    A link of the operator always opens the sign-up; one to teach a class does so unless the sign-up is closed.
    """
    purposes = [Invitation.Purpose.SIGN_UP]
    if settings.SIGN_UP != "closed":
        purposes.append(Invitation.Purpose.TEACH)
    return usable_invitation(request.session.get(INVITED, ""), timezone.now(), *purposes)


def username_of(teacher: User) -> str:
    """Return the user name that a teacher has chosen, "" for one who signs in by e-mail."""
    return "" if teacher.username.startswith("teacher-") else teacher.username


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts are teachers'."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is your address already."),
        "email_password_mismatch": _("The user name, the address or the password is not right."),
        "username_password_mismatch": _("The user name, the address or the password is not right."),
        "enter_current_password": _("That is not the password so far."),
        "incorrect_password": _("That is not the password."),
        "too_many_login_attempts": _("The password was wrong too often. Please wait five minutes."),
        "rate_limited": _("That was too often in a short time. Please wait a little."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the network that a request comes from, as the server knows it and no header claims it."""
        return network(request.META["REMOTE_ADDR"])

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Let in anybody, or whoever has come by a link."""
        return settings.SIGN_UP == "open" or invitation_of(request) is not None

    def new_user(self, request: HttpRequest) -> User:
        """Take the visitor who has played on this device, so that what was played stays theirs; else somebody new."""
        visitors = User.objects.select_for_update().filter(kind=User.Kind.VISITOR)
        return visitors.filter(pk__in=[request.user.pk]).first() or User()

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Make somebody a teacher."""
        user.kind = User.Kind.TEACHER
        user.display_name = form.cleaned_data["name"]
        user.language = get_language() or ""
        user.username = ""
        saved: User = super().save_user(request, user, form, commit)
        return saved

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Give whoever signs up by e-mail a user name that nobody can guess, as nobody needs it."""
        user.username = user.username or f"teacher-{secrets.token_hex(12)}"

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign somebody in until the browser is closed, as devices at school are shared."""
        super().login(request, user)
        request.session.set_expiry(0)

    def is_reauthentication_required(self, *, app: str) -> bool:
        """Ask for the password again where there is one: a pupil may sit at a teacher's open computer."""
        person = self.request.user
        return isinstance(person, User) and person.has_usable_password()

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the page of the account."""
        return reverse("account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; where that fails, say so on the page, the same whether there is an account or not."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException):
            log.exception("A mail could not be sent.")
            messages.error(self.request, _("The mail could not be sent. Please ask whoever runs Ninety for you."))


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Accounts at Google or Microsoft are teachers' as well."""

    def pre_social_login(self, request: Request, sociallogin: SocialLogin) -> None:
        """Add no account elsewhere to a pupil or a visitor, of whom nothing more is to be known."""
        if sociallogin.state.get("process") == AuthProcess.CONNECT and not is_teacher(person_of(request)):
            raise ImmediateHttpResponse(redirect("account_login"))

    def new_user(self, request: HttpRequest, sociallogin: SocialLogin) -> User:
        """Make a teacher, of the language of the page."""
        return User(kind=User.Kind.TEACHER, language=get_language() or "")

    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: BaseForm | None = None) -> User:
        """Make the account and use up the link by which somebody has come, both or neither."""
        invitation = invitation_of(request)
        try:
            with writing():
                saved: User = super().save_user(request, sociallogin, form)
                if invitation is not None:
                    use_invitation(invitation, saved)
        except InvitationGone:
            raise ImmediateHttpResponse(redirect("account_signup")) from None
        request.session.pop(INVITED, None)
        return saved

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]) -> User:
        """Take the name and the address over."""
        user: User = super().populate_user(request, sociallogin, {"email": data.get("email")})
        names = " ".join(filter(None, (data.get("first_name"), data.get("last_name"))))
        user.display_name = clean(names or data.get("name") or user.email.partition("@")[0])[:60]
        return user
