"""A list of names on its way through a teacher's browser, signed, so that what was shown is what is made."""

from dataclasses import astuple, dataclass
from datetime import timedelta

from django.core import signing

from classrooms.models import Classroom
from classrooms.rosters import Entry

SALT = "classrooms.roster"
KEPT_FOR = timedelta(hours=12)


@dataclass(frozen=True)
class SentList:
    """The lines of a list, what the class was like when they were shown beside it, and the key of the request."""

    entries: tuple[Entry, ...]
    seen: str = ""
    key: str = ""

    def sign(self, classroom: Classroom) -> str:
        """Return the list as text that nobody can change."""
        kept = [classroom.pk, self.seen, self.key, [astuple(entry) for entry in self.entries]]
        return signing.dumps(kept, salt=SALT, compress=True)


def read_list(text: str, classroom: Classroom) -> SentList | None:
    """Return a list that was signed for a class not long ago, None for anything else."""
    try:
        pk, seen, key, entries = signing.loads(text, salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return None
    return SentList(tuple(Entry(*entry) for entry in entries), seen, key) if pk == classroom.pk else None
