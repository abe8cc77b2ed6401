"""Names as people type them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ninety.names import LONGEST, clean, is_too_long

MOST_READ = 400
"""Code points that are looked at: more than any name of the longest kind has, invisible ones included."""


class NameField(forms.CharField):
    """A name, made clean; one that has nothing to be seen counts as none."""

    widget = forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"})
    default_error_messages = {"required": _("Please write a name.")}

    def to_python(self, value: Any) -> str:
        return clean(str(value or "")[:MOST_READ])

    def validate(self, value: Any) -> None:
        super().validate(value)
        if is_too_long(value):
            raise ValidationError(_("A name has %(most)s letters at the most.") % {"most": LONGEST})
