"""How a class is made, changed, copied into a new year, and deleted."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from classrooms.models import Classroom
from classrooms.selectors import movable
from ninety.forms.names import NameField
from ninety.names import key_of

LONGEST = 40
"""Signs in the name of a class: `Year 5, Mrs Featherstonehaugh` has 29."""


class ClassNameField(NameField):
    """The name of a class, made clean; it may be longer than a person's."""

    default_error_messages = {"required": _("Please write a name for the class.")}

    def validate(self, value: Any) -> None:
        forms.CharField.validate(self, value)
        if len(value) > LONGEST:
            raise ValidationError(_("The name of a class has %(most)s letters at the most.") % {"most": LONGEST})


class ClassForm(forms.Form):
    """What a class is called, and the language that its pupils begin with."""

    name = ClassNameField(label=_("Name of the class"))
    language = forms.ChoiceField(label=_("Language of the class"), choices=settings.LANGUAGES)


class EndForm(forms.Form):
    """The last day of a class, within what the school allows."""

    ends_on = forms.DateField(
        label=_("Last day of the class"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )

    def clean_ends_on(self) -> date:
        """Refuse a day that is over, or further away than the school allows."""
        day: date = self.cleaned_data["ends_on"]
        today = timezone.localdate()
        latest = today + timedelta(days=settings.MOST_CLASS_DAYS)
        if day < today:
            raise ValidationError(_("That day is over."))
        if day > latest:
            says = _("The school allows days up to %(day)s.")
            raise ValidationError(says % {"day": date_format(latest)})
        return day


class CopyForm(forms.Form):
    """The class of the new year, and who comes along."""

    name = ClassNameField(label=_("Name of the new class"))
    pupils = forms.MultipleChoiceField(
        choices=list,
        label=_("Who comes along"),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("Somebody on the list is no longer in the class. Please look again.")},
    )

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pupils = self.fields["pupils"]
        assert isinstance(pupils, forms.MultipleChoiceField)
        pupils.choices = [(str(each.pk), str(each)) for each in movable(classroom)]

    def numbers(self) -> list[int]:
        """Return the numbers of the memberships that move."""
        return [int(number) for number in self.cleaned_data["pupils"]]


class DeletionForm(forms.Form):
    """The name of the class, typed to say that it is really meant."""

    name = forms.CharField(
        label=_("Type the name of the class"), widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"})
    )

    def __init__(self, classroom: Classroom, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.classroom = classroom

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        if key_of(typed.strip()) != key_of(self.classroom.name):
            raise ValidationError(_("That is not the name of the class, so nothing was deleted."))
        return typed
