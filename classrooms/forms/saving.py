"""Names of saved settings, and the class that takes some over."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from classrooms.models import Classroom, SavedSetting
from ninety.names import clean


class SettingNameForm(forms.Form):
    """The name that settings are saved under."""

    name = forms.CharField(
        label=_("Name"),
        max_length=SavedSetting._meta.get_field("name").max_length,
        error_messages={"required": _("Please write a name.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )

    def clean_name(self) -> str:
        name = clean(self.cleaned_data["name"])
        if not name:
            raise ValidationError(_("Please write a name."))
        return name


class TakeOverForm(forms.Form):
    """Which class is to play by saved settings."""

    classroom = forms.ModelChoiceField(
        label=_("Class"), queryset=Classroom.objects.none(), to_field_name="slug", empty_label=None
    )

    def __init__(self, classrooms: QuerySet[Classroom], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["classroom"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = classrooms
