"""What one pupil is allowed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from ninety.models import User

STRETCHES = (10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100)
"""By how many tenths limits are stretched, as it is offered."""


class NeedsForm(forms.Form):
    """Language, time and helps of a pupil, which nobody else sees."""

    language = forms.ChoiceField(
        label=_("Language"),
        help_text=_("Counts from the next sign-in on."),
        choices=[("", _("as the device is set")), *settings.LANGUAGES],
        required=False,
    )
    stretch = forms.TypedChoiceField(
        label=_("Time limits"),
        help_text=_("For choosing, for computing, for a total that stands, for drills; the others wait for a reveal."),
        coerce=int,
    )
    times_not_judged = forms.BooleanField(
        label=_("Times are not judged"),
        help_text=_("No figure of this pupil shows a time, and knowing a sum by heart takes no speed."),
        required=False,
    )
    untimed_drills = forms.BooleanField(
        label=_("Drills without a clock"), help_text=_("Drills wait for as long as it takes."), required=False
    )
    track_always = forms.BooleanField(
        label=_("The track is always shown"),
        help_text=_("The number line stays open while the total is covered for the others."),
        required=False,
    )
    memory_off = forms.BooleanField(
        label=_("Memory mode is off"),
        help_text=_("The total stays open on this pupil’s page alone."),
        required=False,
    )

    def __init__(self, pupil: User, data: Mapping[str, Any] | None = None) -> None:
        shown = {name: getattr(pupil, name) for name in self.base_fields if name != "times_not_judged"}
        super().__init__(data, initial=shown | {"times_not_judged": not pupil.times_judged})
        stretch = self.fields["stretch"]
        assert isinstance(stretch, forms.ChoiceField)
        offered = sorted({*STRETCHES, pupil.stretch or STRETCHES[0]})
        stretch.choices = [*((tenths, _stretch_says(tenths)) for tenths in offered), (0, _("no limits"))]

    def needs(self) -> dict[str, Any]:
        """Return what is allowed, as it is kept."""
        allowed = dict(self.cleaned_data)
        allowed["times_judged"] = not allowed.pop("times_not_judged")
        return allowed


def _stretch_says(tenths: int) -> str:
    if tenths == STRETCHES[0]:
        return str(_("as for everybody"))
    return _("%(times)s times as long") % {"times": number_format(tenths / 10)}
