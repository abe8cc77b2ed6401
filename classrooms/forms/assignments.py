"""A drill that a teacher sets."""

from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classrooms.help import DrillLine, drill_lines
from classrooms.models import Classroom, Membership
from classrooms.selectors.roster import those_in
from trainer.forms import DrillForm
from trainer.selectors.drill_words import drill_name

MOST_RIGHT = 500
LONGEST = timedelta(days=366)
USUAL = timedelta(days=7)


class ClassDrillForm(DrillForm):
    """A drill for a whole class."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.label = _("Drill")
        kind.choices = [(code, drill_name(code)) for code, _name in kind.choices]  # type: ignore[misc, union-attr]

    def kinds(self) -> tuple[DrillLine, ...]:
        """Return what each kind of drill is, for whoever chooses one."""
        return drill_lines()


class AssignmentForm(ClassDrillForm):
    """A drill with a target and a day, for the whole class or for those who are ticked."""

    target = forms.IntegerField(
        label=_("Right totals to reach"), min_value=0, max_value=MOST_RIGHT, required=False, initial=0
    )
    due_on = forms.DateField(label=_("To be done by"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))

    pupils = forms.MultipleChoiceField(choices=list, required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["due_on"].initial = timezone.localdate() + USUAL
        self.found = {str(each.pk): each for each in those_in(classroom)}
        pupils = self.fields["pupils"]
        assert isinstance(pupils, forms.MultipleChoiceField)
        pupils.choices = [(number, each.user.display_name) for number, each in self.found.items()]

    def clean_due_on(self) -> Any:
        """Refuse a day that is over, or so far away that it is a slip of the finger."""
        day, today = self.cleaned_data["due_on"], timezone.localdate()
        if day < today:
            raise ValidationError(_("That day is over."))
        if day > today + LONGEST:
            raise ValidationError(_("That is more than a year away."))
        return day

    def clean_target(self) -> int:
        """Take an empty target for none."""
        return self.cleaned_data["target"] or 0

    def chosen(self) -> list[Membership]:
        """Return those who are ticked; nobody stands for the whole class."""
        return [self.found[number] for number in self.cleaned_data["pupils"]]
