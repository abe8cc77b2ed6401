"""Pages of classes."""

from classrooms.views.account import (
    ChangeEmail,
    ResetPassword,
    Sessions,
    SignIn,
    SignUp,
    account,
    sign_in_link,
    sign_up_link,
)
from classrooms.views.classes import (
    archive_classroom,
    change_classroom,
    classes,
    classroom,
    copy_classroom,
    delete_classroom,
    new_classroom,
    renew_code,
    restore_classroom,
)
from classrooms.views.invitations import (
    accept_invitation,
    hand_over_class,
    invite_teacher,
    leave_classroom,
    make_sign_in_link,
    remove_teacher,
    revoke_invitation,
)

__all__ = [
    "ChangeEmail",
    "ResetPassword",
    "Sessions",
    "SignIn",
    "SignUp",
    "accept_invitation",
    "account",
    "archive_classroom",
    "change_classroom",
    "classes",
    "classroom",
    "copy_classroom",
    "delete_classroom",
    "hand_over_class",
    "invite_teacher",
    "leave_classroom",
    "make_sign_in_link",
    "new_classroom",
    "remove_teacher",
    "renew_code",
    "restore_classroom",
    "revoke_invitation",
    "sign_in_link",
    "sign_up_link",
]
