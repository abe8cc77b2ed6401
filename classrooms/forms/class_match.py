"""What a teacher chooses for the match of a whole class."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.forms.games import GameField
from classrooms.selectors.settings import SavedNames
from ninety.forms.names import NameField
from ninety.names import key_of

HALVES, BOT = "halves", "bot"


class ClassMatchForm(forms.Form):
    """Who plays on the board, and by which rules."""

    against = forms.ChoiceField(
        label=_("Who plays"),
        choices=[(HALVES, _("two halves of the class")), (BOT, _("the class against a bot"))],
        initial=HALVES,
    )
    left = NameField(label=_("On the left"), initial=_("Left half"), required=False)
    right = NameField(label=_("On the right"), initial=_("Right half"), required=False)
    game = GameField(label=_("Game"))

    def __init__(self, *args: Any, saved: SavedNames, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "class-match-%s"
        self.fields["game"].offer(saved)  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Ask for two names that can be told apart."""
        names = self.teams()
        if len({key_of(name) for name in names}) < len(names):
            self.add_error("right", _("Both sides have the same name."))
        return super().clean() or {}

    def teams(self) -> list[str]:
        """Return the names of the teams; one that plays against a bot has the name of the class."""
        if self.cleaned_data.get("against") == BOT:
            return [str(_("The class"))]
        return [
            self.cleaned_data.get("left") or str(_("Left half")),
            self.cleaned_data.get("right") or str(_("Right half")),
        ]


class SeenMatchForm(forms.Form):
    """Which match somebody saw who ends it or deals another: from a second window it may be another by now."""

    match = forms.SlugField(max_length=24)

    @property
    def slug(self) -> str:
        """Return its slug, empty where none can be read."""
        return self.cleaned_data["match"] if self.is_valid() else ""
