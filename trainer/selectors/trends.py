"""Weeks as pages show them: a table, and beside it a picture of bars for each thing that was counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import starmap

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from trainer.comparing import change_between
from trainer.figures import Figure
from trainer.minutes import whole_minutes
from trainer.selectors.matrix import together
from trainer.selectors.weeks import Week

FOOT, HIGH, APART = 120, 100, 44
"""Bars stand on `FOOT`, are up to `HIGH` units high, and begin `APART` from each other."""


@dataclass(frozen=True)
class WeekLine:
    """One week: its figures as people write them, empty where there is too little to tell, and its bar in a picture."""

    when: str
    short: str
    sums: int
    percent: str
    x: int
    height: int

    @property
    def top(self) -> int:
        """Return where the bar ends."""
        return FOOT - self.height


@dataclass(frozen=True)
class Bar:
    """A bar of a picture; `label` stands on it, `week` below it."""

    x: int
    height: int
    label: str
    week: str

    @property
    def top(self) -> int:
        """Return where the bar ends."""
        return FOOT - self.height


def percent_text(share: float | None) -> str:
    """Write a share as a percentage, empty where there is too little to tell."""
    if share is None:
        return ""
    return _("%(percent)s %%") % {"percent": number_format(round(100 * share))}


def short_day(day: date) -> str:
    """Write a day and its month as shortly as a language does, the month with a small letter where that is right."""
    # Translators: the month is short; "b" writes it with a small letter, "M" with a large one.
    return date_format(day, pgettext("date format", "j M"))


def week_lines(weeks: Sequence[Week]) -> tuple[WeekLine, ...]:
    """Return weeks as pages show them."""
    return tuple(starmap(_week_line, enumerate(weeks)))


def _week_line(number: int, week: Week) -> WeekLine:
    figure = week.figure
    return WeekLine(
        when=date_format(week.first, "MONTH_DAY_FORMAT"),
        short=short_day(week.first),
        sums=figure.answers,
        percent=percent_text(figure.accuracy),
        x=APART * number,
        height=round(HIGH * (figure.accuracy or 0)),
    )


def trend_says(weeks: Sequence[Week]) -> str:
    """Say whether the later half of some weeks is better than the earlier, with the intervals that this rests on."""
    half = len(weeks) // 2
    before, after = (together(week.figure for week in part) for part in (weeks[:half], weeks[half:]))
    change = change_between(before, after)
    if change == "little":
        return _("Too little to tell whether it gets better.")
    says = {
        "better": _("Better than before."),
        "less": _("Less is right than before."),
        "unclear": _("No clear change."),
    }
    figures = _(
        "Since %(day)s, %(after)s were right at the first try (interval: %(after_low)s to %(after_high)s), in the "
        "weeks before %(before)s (%(before_low)s to %(before_high)s)."
    )
    values = {
        "day": date_format(weeks[half].first, "MONTH_DAY_FORMAT"),
        **_shares("before", before),
        **_shares("after", after),
    }
    return f"{says[change]} {figures % values}"


def _shares(name: str, figure: Figure) -> dict[str, str]:
    """Return a share and the ends of its interval as people write them."""
    low, high = figure.interval or (None, None)
    return {
        name: percent_text(figure.accuracy),
        f"{name}_low": percent_text(low),
        f"{name}_high": percent_text(high),
    }


def accuracy_bars(lines: Sequence[WeekLine]) -> tuple[Bar, ...]:
    """Return a picture of the accuracy of weeks; empty where none can be told."""
    if not any(line.percent for line in lines):
        return ()
    return tuple(Bar(line.x, line.height, line.percent, line.short) for line in lines)


def minute_bars(lines: Sequence[WeekLine], times: Sequence[timedelta]) -> tuple[Bar, ...]:
    """Return a picture of the minutes of weeks, as high as the most of them; empty without any."""
    minutes = [whole_minutes(time) for time in times]
    most = max(minutes, default=0)
    if not most:
        return ()
    return tuple(
        Bar(line.x, HIGH * each // most, number_format(each) if each else "", line.short)
        for line, each in zip(lines, minutes, strict=True)
    )
