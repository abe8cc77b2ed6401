"""Whose reports are printed or linked to, in which language, about which time."""

from collections.abc import Sequence

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from classrooms.models import Classroom, Membership
from classrooms.periods import MONTH, TERM, WEEK, YEAR, period_of
from classrooms.services.report_links import LASTS, USUAL_DAYS
from trainer.figures import Period

PERIODS: list[tuple[str, Promise]] = [
    (WEEK, _("this week")),
    (MONTH, _("this month")),
    (TERM, _("13 weeks")),
    (YEAR, _("a year")),
]


class ReportForm(forms.Form):
    """What a teacher has chosen; whatever cannot be read is as usual, and nobody chosen means all."""

    language = forms.ChoiceField(label=_("Language of the report"), choices=settings.LANGUAGES, required=False)
    period = forms.ChoiceField(label=_("Period"), choices=PERIODS, required=False)
    lasts = forms.TypedChoiceField(label=_("A link works for"), choices=list, coerce=int, required=False)

    def __init__(self, classroom: Classroom, asked: QueryDict) -> None:
        usual = {"language": classroom.language, "period": TERM, "lasts": str(USUAL_DAYS)}
        super().__init__({name: asked.get(name) or value for name, value in usual.items()})
        self.classroom, self.asked = classroom, asked
        lasts = self.fields["lasts"]
        assert isinstance(lasts, forms.ChoiceField)
        lasts.choices = [(days, ngettext("%(count)s day", "%(count)s days", days) % {"count": days}) for days in LASTS]
        self.is_valid()

    def chosen_language(self) -> str:
        """Return the language of the reports."""
        return self.cleaned_data.get("language") or self.classroom.language

    def chosen_period(self) -> Period:
        """Return the time that the reports are about."""
        code = self.cleaned_data.get("period") or TERM
        return period_of(code, timezone.localdate(), timezone.get_current_timezone())

    def days(self) -> int:
        """Return for how many days a link works."""
        return self.cleaned_data.get("lasts") or USUAL_DAYS

    def chosen_of(self, pupils: Sequence[Membership]) -> list[Membership]:
        """Return those of some pupils who were ticked; all of them where nobody was."""
        numbers = set(self.asked.getlist("pupil"))
        return [pupil for pupil in pupils if str(pupil.pk) in numbers] if numbers else list(pupils)
