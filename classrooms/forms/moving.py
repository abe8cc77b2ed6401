"""To whom answers are moved."""

from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.models import Membership


class MoveAnswersForm(forms.Form):
    """The member of the class who gave the answers; `owner` is whose they were when the page was made."""

    owner = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**63 - 1)
    heir = forms.ChoiceField(
        label=_("Who gave them"), error_messages={"required": _("Please choose who gave these answers.")}
    )

    def __init__(
        self, owner: Membership, places: Sequence[tuple[Membership, str]], data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, initial={"owner": owner.pk}, auto_id="%s")
        self.found = {str(member.pk): member for member, _says in places}
        field = self.fields["heir"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "—"), *((str(member.pk), says) for member, says in places)]

    def chosen(self) -> Membership:
        """Return who was chosen."""
        return self.found[self.cleaned_data["heir"]]
