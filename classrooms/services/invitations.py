"""Links that work once: to teach a class, to sign up, and to sign in without the password."""

from datetime import timedelta

from django.utils import timezone

from classrooms.models import Classroom, Invitation, new_token
from classrooms.selectors.invitations import hash_of
from classrooms.services.teachers import add_teacher
from ninety.locks import writing
from ninety.models import User

LASTS = {
    Invitation.Purpose.TEACH: timedelta(days=7),
    Invitation.Purpose.SIGN_UP: timedelta(days=7),
    Invitation.Purpose.SIGN_IN: timedelta(days=1),
}
MOST_OPEN = 20
"""Invitations to one class that may be open at once."""
KEPT = timedelta(days=30)
"""How long an invitation is remembered after it has expired."""


class TooManyInvitations(Exception):
    """A class has so many open invitations that one of them will do."""


class InvitationGone(Exception):
    """Somebody else was faster, or the invitation has expired or been taken back meanwhile."""


def invite_to_sign_up() -> str:
    """Return the token of a link by which one person becomes a teacher."""
    return _invite(Invitation.Purpose.SIGN_UP)


def invite_to_teach(classroom: Classroom, made_by: User) -> str:
    """Return the token of a link by which one person comes to teach a class. Raises TooManyInvitations."""
    with writing():
        Classroom.objects.select_for_update().get(pk=classroom.pk)
        if classroom.invitations.filter(used_at=None, expires_at__gt=timezone.now()).count() >= MOST_OPEN:
            raise TooManyInvitations
        return _invite(Invitation.Purpose.TEACH, classroom=classroom, made_by=made_by)


def invite_to_sign_in(teacher: User, made_by: User | None = None) -> str:
    """Return the token of a link by which a teacher signs in; one made before no longer works."""
    with writing():
        teacher.sign_in_links.filter(used_at=None).delete()
        return _invite(Invitation.Purpose.SIGN_IN, user=teacher, made_by=made_by)


def _invite(
    purpose: Invitation.Purpose,
    *,
    classroom: Classroom | None = None,
    user: User | None = None,
    made_by: User | None = None,
) -> str:
    now, token = timezone.now(), new_token()
    Invitation.objects.filter(expires_at__lt=now - KEPT).delete()
    Invitation.objects.create(
        purpose=purpose,
        token_hash=hash_of(token),
        classroom=classroom,
        user=user,
        made_by=made_by,
        made_at=now,
        expires_at=now + LASTS[purpose],
    )
    return token


def revoke_invitation(classroom: Classroom, number: int) -> None:
    """Take an invitation to a class back; one that was used stays."""
    classroom.invitations.filter(pk=number, used_at=None).delete()


def use_invitation(invitation: Invitation, person: User) -> None:
    """Let somebody in by a link, which then is used up. Raises InvitationGone."""
    now = timezone.now()
    with writing():
        # Columns of the row alone: with a join PostgreSQL would not look again at a row that it has waited for.
        usable = Invitation.objects.filter(pk=invitation.pk, used_at=None, expires_at__gt=now)
        if not usable.update(used_at=now):
            raise InvitationGone
        if invitation.classroom is not None and not add_teacher(invitation.classroom, person):
            raise InvitationGone
