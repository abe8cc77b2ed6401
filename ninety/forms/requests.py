"""What every request carries: which table it saw, and the key that tells a repeated one."""

from django import forms

from ninety.models import Match


class RequestForm(forms.Form):
    """Which version of the table a request saw, and the key that tells a repeated request.

    `tries` is what only the person on turn has seen, the tries of the present step.
    """

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    tries = forms.IntegerField(min_value=0, max_value=2**15 - 1, required=False)
    key = forms.RegexField(r"^[0-9a-f]{16}$")


class OpeningForm(forms.Form):
    """The key of a request that opens a match, so that a repeated one opens no second."""

    key = RequestForm.base_fields["key"]

    @property
    def opening_key(self) -> str | None:
        """Return the key, None for a request that brings none."""
        return self.cleaned_data["key"] if self.is_valid() else None


class PaceForm(forms.Form):
    """How fast the bots play."""

    pace = forms.ChoiceField(choices=Match.Pace.choices)
