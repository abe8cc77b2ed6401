"""What a person sends in a turn."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ninety.engine.cards import Card
from ninety.forms import RequestForm
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
