"""What a teacher wants to see of the answers of a class."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from classrooms.models import Classroom
from classrooms.periods import FREE, RECENT, WEEK, period_of
from classrooms.selectors.needs_help import REASONS
from classrooms.selectors.review import left_of
from trainer.figures import Period
from trainer.marking import GROUPS, KINDS, SKILLS
from trainer.selectors.matrix import ANY_KIND, Filters
from trainer.wording import group_name

PERIODS = [
    ("today", _("today")),
    ("week", _("this week")),
    ("month", _("this month")),
    ("recent", _("8 weeks")),
    ("term", _("13 weeks")),
    ("year", _("a year")),
    ("free", _("from … to …")),
]
ROLES = [
    ("", _("all")),
    ("own", _("on their own")),
    ("playing", pgettext_lazy("role", "playing")),
    ("checking", pgettext_lazy("role", "checking")),
]
YEARS = range(1900, 3000)
"""Days of these years can be asked for."""

SPANS = [("", _("all")), ("to-20", "0–20"), ("to-50", "21–50"), ("to-100", "51–100"), ("over", _("over 100"))]


class ReviewForm(forms.Form):
    """Which answers are looked at, and in what order the pupils stand; anything unreadable is as usual.

    Of an archived class they are those until it was archived, and periods end that day; who had moved away before has
    answered for another class since.
    """

    usual_period = WEEK

    period = forms.ChoiceField(label=_("Period"), choices=PERIODS, required=False)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    until = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    role = forms.ChoiceField(label=_("How answered"), choices=ROLES, required=False)
    span = forms.ChoiceField(label=_("Total"), choices=SPANS, required=False)
    group = forms.ChoiceField(choices=[(group, group) for group in GROUPS], required=False)
    sort = forms.CharField(max_length=30, required=False)

    def __init__(self, asked: QueryDict, classroom: Classroom) -> None:
        self.classroom = classroom
        shown = asked.copy()
        if not shown.get("period"):
            shown["period"] = FREE if shown.get("since") or shown.get("until") else self.usual_period
        super().__init__(shown)

    def clean(self) -> dict[str, Any]:
        """Leave out days that no class has seen, or will: calendars end, and reckoning with them fails."""
        for name in ("since", "until"):
            day = self.cleaned_data.get(name)
            if day is not None and day.year not in YEARS:
                self.cleaned_data[name] = None
        return self.cleaned_data

    def filters(self) -> Filters:
        """Return what was chosen; a part that cannot be read is left out."""
        self.is_valid()
        return Filters(self.chosen_period(), self.part("role"), self.part("span"), left_of(self.classroom))

    def chosen_period(self) -> Period:
        """Return the period that was chosen."""
        zone = timezone.get_current_timezone()
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        over = self.classroom.archived_at
        period = period_of(self.period_code, timezone.localdate(over), zone, since, until)
        if over is None:
            return period
        return Period(period.start, over if period.end is None else min(period.end, over))

    @property
    def period_code(self) -> str:
        """The code of the period, the usual one where none can be read."""
        return self.part("period") or self.usual_period

    def part(self, name: str) -> str:
        """Return a part that was chosen, empty where none was or it cannot be read."""
        chosen: str = self.cleaned_data.get(name) or ""
        return chosen

    @property
    def says(self) -> str:
        """Say, where no fields do, which answers are looked at: the days, and what else was chosen."""
        period = self.chosen_period()
        first = None if period.start is None else timezone.localdate(period.start)
        last = None if period.end is None else timezone.localdate(period.end - timedelta(microseconds=1))
        days = {
            "first": "" if first is None else date_format(first, "SHORT_DATE_FORMAT"),
            "last": "" if last is None else date_format(last, "SHORT_DATE_FORMAT"),
        }
        if first is None or last is None:
            says = gettext("up to %(last)s") if last else gettext("from %(first)s on") if first else gettext("all days")
        else:
            says = "%(first)s" if first == last else gettext("%(first)s to %(last)s")
        chosen = [
            str(dict(choices)[self.part(name)])
            for name, choices in (("role", ROLES), ("span", SPANS))
            if self.part(name)
        ]
        return " · ".join([says % days, *chosen])

    def query(self, **changed: Any) -> str:
        """Return the query of an address that looks at the same answers, with some parts changed."""
        dates = {name: self.cleaned_data.get(name) for name in ("since", "until")}
        parts = {name: self.part(name) for name in ("role", "span", "group", "sort")}
        kept = {"period": self.period_code, **dates, **parts, **changed}
        return urlencode({name: value for name, value in kept.items() if value not in {"", None}})


class PupilReviewForm(ReviewForm):
    """Which answers of one pupil are looked at; of eight weeks as tendencies are, where nothing else is said."""

    usual_period = RECENT
    group = forms.ChoiceField(label=_("Sort of sums"), choices=list, required=False)

    def __init__(self, asked: QueryDict, classroom: Classroom) -> None:
        super().__init__(asked, classroom)
        field = self.fields["group"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", pgettext("sums", "all")), *((group, group_name(group)) for group in GROUPS)]


class HelpForm(ReviewForm):
    """The period in which somebody may need help; all roles and totals are looked at."""

    usual_period = RECENT

    def filters(self) -> Filters:
        """Return the period alone."""
        return replace(super().filters(), role="", span="")

    def query(self, **changed: Any) -> str:
        """Return the query of an address that looks at the period."""
        return super().query(role="", span="", group="", sort="", **changed)


class ReasonForm(forms.Form):
    """A reason to help somebody."""

    reason = forms.ChoiceField(choices=[(reason, reason) for reason in REASONS])


class CellForm(forms.Form):
    """Which cell was opened: a pupil, the column of a group or a skill, a kind of mistake or all of them, a lesson."""

    pupil = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    column = forms.ChoiceField(choices=[(code, code) for code in (*GROUPS, *SKILLS)], required=False)
    kind = forms.ChoiceField(choices=[(kind, kind) for kind in (ANY_KIND, *KINDS)], required=False)
    lesson = forms.SlugField(max_length=24, required=False)
