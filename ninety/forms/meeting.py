"""How people come to a table or a class: by its code; and to a table under a nickname."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ninety.codes import read
from ninety.forms.names import NameField


class CodeForm(forms.Form):
    """The code of a table or a class as somebody types it; what cannot be one reads as ""."""

    code = forms.CharField(
        label=_("Code of the class or the table"),
        error_messages={"required": _("Please type the code: six letters and digits.")},
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "maxlength": 40}
        ),
    )

    def clean_code(self) -> str:
        return read(self.cleaned_data["code"]) or ""


class NicknameForm(forms.Form):
    """The name under which somebody wants to play."""

    nickname = NameField(label=_("Your nickname"))


class RemovalForm(forms.Form):
    """The place that is to be free again."""

    place = forms.IntegerField(min_value=1, max_value=2**63 - 1)
