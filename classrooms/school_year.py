"""When classes end: on the calendar of the school, once a year unless a teacher says otherwise."""

from dataclasses import dataclass
from datetime import date, timedelta

FEWEST_DAYS = 60
"""A class that is made this shortly before the end of a school year is one of the next."""
WARNED_DAYS = 42
"""How long before its end a class says so to its teachers: time for a word with the school, holidays included."""


def end_after(day: date, ends: tuple[int, int]) -> date:
    """Return the end of the school year, given as month and day, for a class that is made on a day."""
    end = date(day.year, *ends)
    while end < day + timedelta(days=FEWEST_DAYS):
        end = date(end.year + 1, *ends)
    return end


@dataclass(frozen=True)
class Ending:
    """The last day of a class, and the one after which the names of its pupils go."""

    last_day: date
    names_until: date
    today: date

    @property
    def is_near(self) -> bool:
        """Return whether its teachers should think of what comes then, or it has come."""
        return self.last_day - self.today <= timedelta(days=WARNED_DAYS)

    @property
    def is_over(self) -> bool:
        """Return whether the class has ended."""
        return self.last_day < self.today


def ending_of(last_day: date, keep_names_days: int, today: date) -> Ending:
    """Return how a class ends, as seen from a day."""
    return Ending(last_day, last_day + timedelta(days=keep_names_days), today)
