"""Weeks of the calendar, and what was answered and practised in each."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from trainer.figures import Figure, Given, Period, figures_of, midnight

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Week:
    """The figure of a week, or of several, from Monday `first` on."""

    first: date
    figure: Figure


@dataclass(frozen=True, slots=True)
class Weeks:
    """Spans of whole weeks on the calendar of the page: their Mondays, when those begin there, and the end."""

    firsts: tuple[date, ...]
    begins: tuple[datetime, ...]
    end: datetime

    @property
    def period(self) -> Period:
        """Return the time from the first to the last of them."""
        return Period(self.begins[0], self.end)

    def place(self, moment: datetime) -> int | None:
        """Return in which of them a moment lies, counted from 0; None before the first and after the last."""
        if not self.begins[0] <= moment < self.end:
            return None
        return bisect_right(self.begins, moment) - 1


def weeks_up_to(moment: datetime, count: int, *, each: int = 1) -> Weeks:
    """Return so many spans of `each` weeks, the last of which ends with the week of a moment."""
    zone = timezone.get_current_timezone()
    today = moment.astimezone(zone).date()
    after = today + (7 - today.weekday()) * DAY
    firsts = tuple(after - 7 * each * ago * DAY for ago in range(count, 0, -1))
    return Weeks(firsts, tuple(midnight(first, zone) for first in firsts), midnight(after, zone))


def figures_by_week(answers: Iterable[Given], weeks: Weeks) -> tuple[Week, ...]:
    """Return the figure of all sums in each of some weeks."""
    by_week: list[list[Given]] = [[] for _ in weeks.firsts]
    for given in answers:
        if (place := weeks.place(given.answered_at)) is not None:
            by_week[place].append(given)
    return tuple(Week(first, figures_of(given).overall) for first, given in zip(weeks.firsts, by_week, strict=True))


def times_by_week(times: Iterable[tuple[datetime, timedelta]], weeks: Weeks) -> Sequence[timedelta]:
    """Return the time that was practised in each of some weeks."""
    by_week = [timedelta()] * len(weeks.firsts)
    for came, time in times:
        if (place := weeks.place(came)) is not None:
            by_week[place] += time
    return by_week
