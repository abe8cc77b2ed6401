"""Links by which parents read the report of a pupil, until they expire."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from classrooms.models import Classroom, Membership, ReportLink, new_token
from classrooms.selectors.invitations import hash_of
from classrooms.selectors.report_links import usable_links
from classrooms.services.members import still_here
from ninety.locks import writing
from ninety.models import User

LASTS = (7, 30, 90)
"""For how many days a link may work."""

USUAL_DAYS = 30
MOST_LINKS = 10
"""Links to the report of one pupil that may work at once."""


class TooManyLinks(Exception):
    """Somebody among the pupils has so many links that one of them will do."""


def make_report_links(
    classroom: Classroom, pupils: Sequence[Membership], made_by: User, *, language: str, days: int, now: datetime
) -> dict[int, str]:
    """Make a link for each of some pupils; return the tokens by the numbers of the memberships.

    What has expired is forgotten meanwhile, and whoever has gone a moment ago gets none. Raises TooManyLinks, and then
    makes none, and Gone where nobody is left.
    """
    with writing():
        Classroom.objects.select_for_update(no_key=True).get(pk=classroom.pk)
        ReportLink.objects.filter(expires_at__lte=now).delete()
        pupils = still_here(pupils)
        made = Counter(usable_links(now).filter(membership__in=pupils).values_list("membership", flat=True))
        if made and max(made.values()) >= MOST_LINKS:
            raise TooManyLinks
        tokens = {pupil.pk: new_token() for pupil in pupils}
        ReportLink.objects.bulk_create(
            ReportLink(
                membership_id=number,
                token_hash=hash_of(token),
                language=language,
                made_by=made_by,
                made_at=now,
                expires_at=now + timedelta(days=days),
            )
            for number, token in tokens.items()
        )
    return tokens


def revoke_report_link(classroom: Classroom, number: int) -> None:
    """Take a link to a report of a class back."""
    ReportLink.objects.filter(membership__classroom=classroom, pk=number).delete()


def revoke_report_links(classroom: Classroom) -> None:
    """Take all links to reports of a class back."""
    ReportLink.objects.filter(membership__classroom=classroom).delete()
