"""Which links work."""

from datetime import datetime, timedelta
from hashlib import sha256

from django.db.models import Q, QuerySet

from classrooms.models import Classroom, Invitation
from ninety.models import User

TOLD_FOR = timedelta(days=14)
"""How long a teacher is told that a colleague has made a link to sign in by."""


def hash_of(token: str) -> str:
    """Return what is kept of a token; it holds 192 bits of chance, so that a plain hash does not give it away."""
    return sha256(token.encode()).hexdigest()


def usable_invitation(token: str, now: datetime, *purposes: Invitation.Purpose) -> Invitation | None:
    """Return the invitation of a link that still works and is for one of these purposes."""
    return _usable(now).filter(token_hash=hash_of(token), purpose__in=purposes).first()


def open_invitations(classroom: Classroom, now: datetime) -> QuerySet[Invitation]:
    """Return the invitations to a class that still work, the newest first."""
    return _usable(now).filter(classroom=classroom).order_by("-made_at")


def sign_in_links_for(teacher: User, now: datetime) -> QuerySet[Invitation]:
    """Return the links to sign in that colleagues have made for a teacher lately, the newest first."""
    made = teacher.sign_in_links.filter(made_by__isnull=False, made_at__gt=now - TOLD_FOR)
    return made.select_related("made_by").order_by("-made_at")


def _usable(now: datetime) -> QuerySet[Invitation]:
    """Return the invitations that work; one to a class rests while the class is archived."""
    rests = Q(classroom__archived_at__isnull=False)
    found = Invitation.objects.filter(used_at=None, expires_at__gt=now).exclude(rests)
    return found.select_related("classroom__owner", "made_by", "user")
