"""What is typed and chosen on the pages of classes."""

from classrooms.forms.account import (
    ChangeEmailForm,
    ChangePasswordForm,
    NewPasswordForm,
    ReauthenticateForm,
    ResetPasswordForm,
    SetPasswordForm,
    SignInForm,
    SignUpForm,
)
from classrooms.forms.classes import ClassForm, CopyForm, DeletionForm, EndForm

__all__ = [
    "ChangeEmailForm",
    "ChangePasswordForm",
    "ClassForm",
    "CopyForm",
    "DeletionForm",
    "EndForm",
    "NewPasswordForm",
    "ReauthenticateForm",
    "ResetPasswordForm",
    "SetPasswordForm",
    "SignInForm",
    "SignUpForm",
]
