"""Minutes of practice: how long somebody was at sums, told from when their answers came; for every page and export.

In the words of the help: minutes run from answer to answer, waiting for the others at a table included. A pause of
more than `PAUSE` counts nothing; the answer after it counts with its own computing time alone. A total that never came
is no answer, and one that a teacher has set aside is in no figure, so neither counts here.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

PAUSE = timedelta(minutes=2)
"""From so long on between two answers somebody was not at it."""

MINUTE = timedelta(minutes=1)


def practised(answers: Iterable[tuple[datetime, int]]) -> Iterator[tuple[datetime, timedelta]]:
    """Yield when each answer came and what it adds; answers of one person, oldest first, with computing times in ms."""
    before: datetime | None = None
    for came, computing_ms in answers:
        since = None if before is None else came - before
        if since is None or since > PAUSE:
            since = min(timedelta(milliseconds=computing_ms), PAUSE)
        yield came, since
        before = came


def whole_minutes(time: timedelta) -> int:
    """Return how many minutes a time has, a part of one rounded up: whoever has practised has done so for a minute."""
    return -(-time // MINUTE)
