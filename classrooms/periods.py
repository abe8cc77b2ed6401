"""Periods that a teacher looks at, on the calendar of the school."""

from datetime import date, timedelta, tzinfo

from trainer.figures import Period, days

TODAY, WEEK, MONTH, RECENT, TERM, YEAR, FREE = "today", "week", "month", "recent", "term", "year", "free"
RECENT_DAYS, TERM_DAYS, YEAR_DAYS = 8 * 7, 13 * 7, 364


def first_day(code: str, today: date) -> date:
    """Return the first day of a period that ends today: today, the week from Monday, the month, or 8, 13, 52 weeks."""
    match code:
        case "today":
            return today
        case "month":
            return today.replace(day=1)
        case "recent":
            return today - timedelta(days=RECENT_DAYS - 1)
        case "term":
            return today - timedelta(days=TERM_DAYS - 1)
        case "year":
            return today - timedelta(days=YEAR_DAYS - 1)
        case _:
            return today - timedelta(days=today.weekday())


def period_of(code: str, today: date, zone: tzinfo, since: date | None = None, until: date | None = None) -> Period:
    """Return a period by its code; a free one goes from a day to another, both included, and either may be missing."""
    if code != FREE:
        return days(first_day(code, today), today, zone)
    start = days(since, since, zone).start if since else None
    end = days(until, until, zone).end if until else None
    return Period(start, end)
