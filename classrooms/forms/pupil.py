"""What a teacher does to one pupil, or to several at once."""

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Classroom, Membership
from classrooms.selectors.door import pupils_in_order
from classrooms.selectors.roster import members_of
from ninety.forms.names import NameField


class RenameForm(forms.Form):
    """What a pupil is called from now on."""

    name = NameField(label=_("Name"))


class MoveForm(forms.Form):
    """The class where a pupil goes, and the name there, should the own one be taken."""

    classroom = forms.ModelChoiceField(label=_("Class"), queryset=Classroom.objects.none(), empty_label=None)
    name = NameField(label=_("Name in that class"), required=False)


class MergeForm(forms.Form):
    """The pupil who a guest is."""

    pupil = forms.ChoiceField(label=_("Pupil"), choices=list)

    def __init__(self, classroom: Classroom, data: dict[str, str] | None = None) -> None:
        super().__init__(data)
        self.found = {str(each.pk): each for each in pupils_in_order(classroom)}
        field = self.fields["pupil"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(number, each.user.display_name) for number, each in self.found.items()]

    def chosen(self) -> Membership:
        """Return the membership of the pupil."""
        return self.found[self.cleaned_data["pupil"]]


class MembersForm(forms.Form):
    """Those who have been ticked."""

    members = forms.MultipleChoiceField(choices=list)

    def __init__(self, classroom: Classroom, data: dict[str, str] | None = None) -> None:
        super().__init__(data)
        self.found = {str(each.pk): each for each in members_of(classroom).filter(state=Membership.State.IN)}
        field = self.fields["members"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(number, number) for number in self.found]

    def ticked(self) -> list[Membership]:
        """Return their memberships."""
        return [self.found[number] for number in self.cleaned_data["members"]]


class SureForm(forms.Form):
    """That something is meant which cannot be undone."""

    sure = forms.BooleanField(error_messages={"required": _("Please tick that you are sure.")})
