"""What pupils and guests send at the door of a class, and what a teacher chooses about it."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from classrooms.models import Classroom
from classrooms.pictures import DIGITS, PICTURES, SHOWN
from classrooms.sign_in_cards import CARDS, LAYOUTS
from classrooms.wording import PICTURE_NAMES
from ninety.forms.names import NameField


@dataclass(frozen=True)
class Picture:
    """One of the twelve pictures, and whether it has been chosen."""

    code: str
    name: str | Promise
    is_chosen: bool


class SecretForm(forms.Form):
    """A pupil's secret and, on a device that does not show the names, the name.

    Pictures are chosen one after the other: `picked` is what has been chosen, `pick` and `drop` change it. Without
    scripts that is a request each, and only one that changes nothing tries the secret.
    """

    name = NameField(label=_("Your name"))
    picked = forms.CharField(required=False, max_length=100, widget=forms.HiddenInput)
    pick = forms.ChoiceField(choices=[(code, code) for code in PICTURES], required=False)
    drop = forms.ChoiceField(choices=[(code, code) for code in PICTURES], required=False)
    pin = forms.CharField(
        label=_("Your number"),
        max_length=20,
        required=False,
        widget=forms.TextInput(
            {"autocomplete": "off", "inputmode": "numeric", "maxlength": DIGITS, "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, kind: str, asks_name: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        if not asks_name:
            del self.fields["name"]

    def clean(self) -> dict[str, Any]:
        """Ask for the whole secret."""
        cleaned = super().clean() or {}
        if self.kind == Classroom.Secret.PICTURES and len(self.chosen()) < SHOWN:
            self.add_error("picked", _("Choose your three pictures."))
        if self.kind == Classroom.Secret.PIN and not cleaned.get("pin"):
            self.add_error("pin", _("Type your number: four digits."))
        return cleaned

    def chosen(self) -> list[str]:
        """Return the pictures that have been chosen so far, in their order."""
        picked = [code for code in dict.fromkeys(self.data.get("picked", "").split()) if code in PICTURES][:SHOWN]
        pick, drop = self.data.get("pick", ""), self.data.get("drop", "")
        if pick in PICTURES and pick not in picked:
            picked.append(pick)
        return [code for code in picked if code != drop][:SHOWN]

    def is_choosing(self) -> bool:
        """Return whether the request does no more than choose a picture or take one back."""
        return "pick" in self.data or "drop" in self.data

    def pictures(self) -> list[Picture]:
        """Return all pictures in the order in which they stand."""
        return [_picture(code, is_chosen=code in self.chosen()) for code in PICTURES]

    def slots(self) -> list[Picture | None]:
        """Return the chosen pictures in their order, None for those that are still to come."""
        chosen = [_picture(code, is_chosen=True) for code in self.chosen()]
        return [*chosen, *[None] * (SHOWN - len(chosen))]

    def emptied(self) -> "SecretForm":
        """Return the form for another try, with the name kept."""
        name = {"name": self.data.get("name", "")} if "name" in self.fields else {"picked": ""}
        return SecretForm(name, kind=self.kind, asks_name="name" in self.fields)

    def first_error(self) -> str:
        """Return one sentence on what is missing, the first of all."""
        return next(str(error) for errors in self.errors.values() for error in errors)

    def tried(self) -> str:
        """Return the secret that is tried."""
        pin: str = self.cleaned_data.get("pin", "")
        return " ".join(self.chosen()) if self.kind == Classroom.Secret.PICTURES else pin


class GuestForm(forms.Form):
    """The nickname of a guest."""

    nickname = NameField(label=_("Your nickname"))


class SignInForm(forms.Form):
    """How a class signs in."""

    secret = forms.ChoiceField(
        label=_("Pupils sign in with their name and"), choices=Classroom.Secret.choices, widget=forms.RadioSelect
    )
    guests = forms.BooleanField(label=_("Guests may come in by code and nickname"), required=False)


class LayoutForm(forms.Form):
    """How cards are printed: unless somebody says otherwise, as cards."""

    layout = forms.ChoiceField(choices=[(layout, layout) for layout in LAYOUTS])

    def chosen(self) -> str:
        """Return the layout."""
        layout: str = self.cleaned_data["layout"] if self.is_valid() else CARDS
        return layout


def _picture(code: str, *, is_chosen: bool) -> Picture:
    return Picture(code, PICTURE_NAMES[code], is_chosen)
