"""What a person sends in a turn, and of a drill."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ninety.engine.cards import Card
from ninety.forms import RequestForm
from trainer.drills import EXPECTED, KINDS, LIMITS, SECONDS, Options
from trainer.selectors.drill_words import time_text
from trainer.totals import NotANumber, read_total


class PlayForm(RequestForm):
    """A card of the hand, and the value it is to have where it offers two."""

    card = forms.CharField(max_length=2)
    choice = forms.IntegerField(required=False, min_value=-99, max_value=99)

    def clean_card(self) -> Card:
        """Return the card that the code names."""
        try:
            return Card(self.cleaned_data["card"])
        except ValueError as unknown:
            raise forms.ValidationError(_("There is no such card.")) from unknown


class TotalField(forms.CharField):
    """A whole number as people type it, in the digits of any script."""

    def to_python(self, value: Any) -> Any:
        """Return the number typed; anything else is asked for again."""
        text = super().to_python(value)
        try:
            return read_total(text or "")
        except NotANumber as unread:
            raise forms.ValidationError(_("Please type a number.")) from unread


class TotalForm(RequestForm):
    """The total that a person announces."""

    total = TotalField(strip=False, empty_value="", required=False)


class SpokenForm(forms.Form):
    """Which play of a match somebody speaks about who is not on turn."""

    play = forms.IntegerField(min_value=1, max_value=2**31 - 1)


class SpokenTotalForm(SpokenForm):
    """A total that somebody says who is not on turn."""

    total = TotalField(strip=False, empty_value="", required=False)


class GoOnForm(RequestForm, SpokenForm):
    """An explanation that stood on a page before a play, and has been read."""


class SeatForm(RequestForm):
    """A seat of the table that a request is about."""

    seat = forms.IntegerField(min_value=0, max_value=9)


AS_USUAL = ("", _("as usual"))
"""What stands first where something need not be chosen: each kind of drill has its own usual time, limit and so on."""


def _seconds_choices() -> list[tuple[Any, Any]]:
    return [AS_USUAL, *((seconds, time_text(seconds)) for seconds in SECONDS)]


def _expected_choices() -> list[tuple[Any, Any]]:
    says = gettext("%(percent)s of 100")
    return [AS_USUAL, *((percent, says % {"percent": percent}) for percent in EXPECTED)]


class DrillForm(forms.Form):
    """A drill that somebody wants; what is not chosen is as usual for its kind."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in KINDS])
    seconds = forms.TypedChoiceField(
        label=_("Time"), choices=_seconds_choices, coerce=int, empty_value=None, required=False
    )
    limit = forms.TypedChoiceField(
        label=_("Up to"),
        choices=[AS_USUAL, *((limit, str(limit)) for limit in LIMITS)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    countdown = forms.BooleanField(label=_("Count down to 0"), required=False)
    expected = forms.TypedChoiceField(
        label=_("How many are to be right"), choices=_expected_choices, coerce=int, empty_value=None, required=False
    )
    clock_hidden = forms.BooleanField(label=_("Hide the clock"), required=False)

    def options(self) -> Options:
        """Return what was chosen, and the rest as usual."""
        chosen = {name: self.cleaned_data[name] for name in DrillForm.base_fields}
        chosen = {name: value for name, value in chosen.items() if value not in (None, "")}
        return replace(Options.usual(chosen.pop("kind")), **chosen)


class TypingForm(forms.Form):
    """Whether somebody's typing speed is to be forgotten."""

    forget = forms.BooleanField()
