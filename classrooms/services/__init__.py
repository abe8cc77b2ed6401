"""Everything that changes a class."""

from classrooms.services.classes import (
    archive_classroom,
    change_classroom,
    change_end,
    copy_classroom,
    create_classroom,
    create_once,
    delete_classroom,
    renew_code,
    restore_classroom,
)
from classrooms.services.invitations import (
    InvitationGone,
    TooManyInvitations,
    invite_to_sign_in,
    invite_to_sign_up,
    invite_to_teach,
    revoke_invitation,
    use_invitation,
)
from classrooms.services.pupils import add_pupil
from classrooms.services.teachers import NotTeaching, hand_over, remove_teacher

__all__ = [
    "InvitationGone",
    "NotTeaching",
    "TooManyInvitations",
    "add_pupil",
    "archive_classroom",
    "change_classroom",
    "change_end",
    "copy_classroom",
    "create_classroom",
    "create_once",
    "delete_classroom",
    "hand_over",
    "invite_to_sign_in",
    "invite_to_sign_up",
    "invite_to_teach",
    "remove_teacher",
    "renew_code",
    "restore_classroom",
    "revoke_invitation",
    "use_invitation",
]
