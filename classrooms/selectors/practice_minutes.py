"""Who of a class practised how many minutes, week by week, by the definition of `trainer.minutes`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import number_format

from classrooms.models import Classroom, Membership
from classrooms.selectors.pupil_page import weeks_of, while_here
from classrooms.selectors.review import members_of
from ninety.models import User
from trainer.figures import Period
from trainer.minutes import whole_minutes
from trainer.selectors.practised import times_of_people
from trainer.selectors.trends import short_day
from trainer.selectors.weeks import times_by_week


@dataclass(frozen=True)
class MinutesRow:
    """A pupil with the minutes of each week and of all of them; empty without practice."""

    member: Membership
    name: str
    is_guest: bool
    minutes: tuple[str, ...]
    total: str


@dataclass(frozen=True)
class MinutesTable:
    """Pupils by weeks, the newest first, so that it is in view on a narrow screen.

    `together` says how many weeks one column has, `practised` how many pupils did in each.
    """

    weeks: tuple[str, ...]
    together: int
    rows: tuple[MinutesRow, ...]
    practised: tuple[int, ...]


def minutes_table(classroom: Classroom, period: Period, now: datetime) -> MinutesTable:
    """Return who practised how much in the weeks of a period."""
    members = members_of(classroom)
    weeks, together = weeks_of(period, min(period.end or now, now))
    times = times_of_people([member.user_id for member in members], weeks.period)
    by_member = [times_by_week(while_here(member, times[member.user_id]), weeks) for member in members]
    newest_first = range(len(weeks.firsts) - 1, -1, -1)
    return MinutesTable(
        weeks=tuple(short_day(first) for first in reversed(weeks.firsts)),
        together=together,
        rows=tuple(_row(member, spent) for member, spent in zip(members, by_member, strict=True)),
        practised=tuple(sum(bool(spent[place]) for spent in by_member) for place in newest_first),
    )


def _row(member: Membership, spent: Sequence[timedelta]) -> MinutesRow:
    minutes = [whole_minutes(time) for time in spent]
    return MinutesRow(
        member=member,
        name=member.user.display_name,
        is_guest=member.user.kind == User.Kind.GUEST,
        minutes=tuple(map(_text, reversed(minutes))),
        total=_text(sum(minutes)),
    )


def _text(minutes: int) -> str:
    return number_format(minutes) if minutes else ""
