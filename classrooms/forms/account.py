"""How teachers sign up and in, in words of our own: django-allauth's forms, which do not speak all our languages."""

import re
from typing import Any
from unicodedata import normalize

from allauth.account import forms as allauth
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from ninety.forms.names import NameField
from ninety.models import User

USERNAME = re.compile(r"[\w.+-]{3,60}")
RESERVED = ("teacher-", "pupil-", "guest-", "visitor-", "erased-")
"""How the user names begin that people without one are given."""

LOGIN = _("User name or e-mail address")
EMAIL = _("E-mail address")
PASSWORD = _("Password")
NEW_PASSWORD = _("New password")
AGAIN = _("The same password once more")
PASSWORD_HELP = _("Eight signs or more, and no word that everybody would try first.")


def _say(form: forms.Form, name: str, label: Any, help_text: Any = "") -> None:
    """Give a field words of our own, and no placeholder that says them twice."""
    field = form.fields[name]
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)


class SamePasswordMixin(forms.Form):
    """Asks for a new password twice."""

    password_label: Any = NEW_PASSWORD

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "password1", self.password_label, PASSWORD_HELP)
        _say(self, "password2", AGAIN)

    def add_error(self, field: str | None, error: Any) -> None:
        """Say that the passwords differ in words of our own; nothing else can be wrong with the second."""
        is_different = field == "password2" and not isinstance(error, ValidationError)
        super().add_error(field, _("These are two different passwords.") if is_different else error)


class SignInForm(allauth.LoginForm):  # type: ignore[misc]
    """User name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "login", LOGIN)
        _say(self, "password", PASSWORD)
        _say(self, "remember", _("Keep me signed in on this device"))
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "autofocus": True}

    def user_credentials(self) -> dict[str, str]:
        """Look for one kind of account alone, so that it takes as long whether there is one or not.

        An operator, who is made by a command, may have a user name that looks like an address.
        """
        login = normalize("NFKC", self.cleaned_data["login"])
        kind = "email" if "@" in login and not User.objects.filter(username=login).exists() else "username"
        return {kind: login, "password": self.cleaned_data["password"]}

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        """Sign somebody in until the browser is closed, or for a year where they ask for it."""
        response: HttpResponse = super().login(request, redirect_url)
        request.session.set_expiry(settings.SESSION_COOKIE_AGE if self.cleaned_data["remember"] else 0)
        return response


class SignUpForm(SamePasswordMixin, allauth.SignupForm):  # type: ignore[misc]
    """A name that colleagues see, user name or e-mail address, and password."""

    password_label = PASSWORD

    name = NameField(label=_("Your name"), help_text=_("As colleagues see it who teach a class with you."))
    login = forms.CharField(
        label=LOGIN,
        help_text=_("With an e-mail address a forgotten password can be replaced."),
        max_length=254,
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    field_order = ("name", "login", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["email"], self.fields["username"]
        if not settings.CAN_MAIL:
            self.fields["login"].help_text = ""

    def clean_login(self) -> str:
        """Take whatever holds an @ for an e-mail address, and refuse a user name that somebody has."""
        login = normalize("NFKC", self.cleaned_data["login"].strip()).lower()
        if "@" in login:
            validate_email(login)
            return login
        if not USERNAME.fullmatch(login) or login.startswith(RESERVED):
            raise ValidationError(
                _("A user name has three to sixty letters, digits, dots or dashes. An e-mail address has an @.")
            )
        if User.objects.filter(username=login).exists():
            raise ValidationError(self.taken())
        return login

    @staticmethod
    def taken() -> Any:
        """Return what is said of a user name that somebody has."""
        return _("This user name is taken. Please choose another one.")

    def clean(self) -> dict[str, Any]:
        """Tell django-allauth which of the two was typed."""
        if login := self.cleaned_data.get("login"):
            self.cleaned_data["email" if "@" in login else "username"] = login
        return super().clean() or {}


class ChangeEmailForm(allauth.AddEmailForm):  # type: ignore[misc]
    """The address that is to take the place of the one there is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", EMAIL)


class ChangePasswordForm(SamePasswordMixin, allauth.ChangePasswordForm):  # type: ignore[misc]
    """The password there is, and a new one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "oldpassword", _("Password so far"))


class SetPasswordForm(SamePasswordMixin, allauth.SetPasswordForm):  # type: ignore[misc]
    """A password for an account that has none."""


class NewPasswordForm(SamePasswordMixin, allauth.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, by a link."""


class ResetPasswordForm(allauth.ResetPasswordForm):  # type: ignore[misc]
    """The address that a link is sent to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", EMAIL)


class ReauthenticateForm(allauth.ReauthenticateForm):  # type: ignore[misc]
    """The password once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "password", PASSWORD)
