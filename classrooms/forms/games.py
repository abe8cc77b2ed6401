"""Which game the next match is: what the class plays, a starting point, or settings that the teacher has saved."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom
from classrooms.selectors.settings import SavedNames, saved_settings_of, settings_of
from ninety.models import User
from ninety.starting_points import STARTING_POINTS

_SAVED = "saved-"


class GameField(forms.ChoiceField):
    """A game by its code; empty, as the class plays."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def offer(self, saved: SavedNames) -> None:
        """Offer all that a teacher can choose from who has `saved` these settings."""
        own = [(f"{_SAVED}{slug}", name) for slug, name in saved]
        points = [(point.code, point.name) for point in STARTING_POINTS.values()]
        groups = [(_("Starting points"), points), *([(_("Saved settings"), own)] if own else [])]
        self.choices = [("", _("as the class plays")), *groups]


def settings_chosen(classroom: Classroom, teacher: User, game: str) -> ClassSettings:
    """Return the settings that the code of a game stands for."""
    usual = settings_of(classroom)
    if game in STARTING_POINTS:
        return usual.starting_from(STARTING_POINTS[game])
    if game:
        return ClassSettings.from_json(saved_settings_of(teacher).get(slug=game.removeprefix(_SAVED)).settings)
    return usual
