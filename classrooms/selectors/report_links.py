"""Which links to reports work."""

from datetime import datetime

from django.db.models import QuerySet

from classrooms.models import Classroom, Membership, ReportLink
from classrooms.selectors.invitations import hash_of
from ninety.names import sort_key


def usable_link(token: str, now: datetime) -> ReportLink | None:
    """Return the link of a token that still works.

    Wrong tokens are not counted: like that of a card, one has 192 bits, and nothing of it can be guessed in parts.
    """
    found = usable_links(now).filter(token_hash=hash_of(token), membership__classroom__archived_at=None)
    return found.select_related("membership__classroom", "membership__user").first()


def usable_links(now: datetime) -> QuerySet[ReportLink]:
    """Return the links that work, those that rest while the class is archived too."""
    return ReportLink.objects.filter(expires_at__gt=now, membership__state=Membership.State.IN)


def links_of(classroom: Classroom, now: datetime) -> list[ReportLink]:
    """Return the links to reports of a class that work, by the pupil's name, the newest first."""
    found = usable_links(now).filter(membership__classroom=classroom).order_by("-made_at", "-pk")
    made = found.select_related("membership__user", "made_by")
    return sorted(made, key=lambda link: sort_key(str(link.membership), classroom.language))
