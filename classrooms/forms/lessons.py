"""What a teacher chooses in a lesson."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from classrooms.forms.assignments import ClassDrillForm
from classrooms.forms.class_match import ClassMatchForm
from classrooms.forms.games import GameField
from classrooms.selectors.settings import SavedNames
from classrooms.services.seating import Order
from ninety.engine.rulesets import MOST_SEATS

MOST_MINUTES = 180


class RowField(forms.IntegerField):
    """The primary key of a row."""

    def __init__(self) -> None:
        super().__init__(min_value=1, max_value=2**63 - 1)


class SeatAllForm(forms.Form):
    """How everybody is seated."""

    size = forms.TypedChoiceField(
        label=_("At a table"), coerce=int, choices=[(size, str(size)) for size in range(2, MOST_SEATS + 1)], initial=4
    )
    order = forms.ChoiceField(
        label=_("Who sits together"),
        choices=[(Order.RANDOM.value, _("at random")), (Order.LEVEL.value, _("by level"))],
        initial=Order.RANDOM.value,
    )


class SeatForm(forms.Form):
    """Where one pupil is to sit: at a table by its number, at a new one (0), or nowhere (empty)."""

    pupil = RowField()
    table = forms.IntegerField(min_value=0, max_value=1000, required=False)


class PupilForm(forms.Form):
    """One pupil of the lesson."""

    pupil = RowField()


class ShareForm(forms.Form):
    """Who plays at whose table and device: a pupil who has not come in, and one who has."""

    member = RowField()
    lender = RowField()


class TablesForm(forms.Form):
    """One table by its number, or all of them."""

    table = forms.IntegerField(min_value=1, max_value=1000, required=False)

    def numbers(self) -> list[int] | None:
        """Return the table that is meant, None for all."""
        number = self.cleaned_data["table"]
        return None if number is None else [number]


class EndForm(forms.Form):
    """In how many minutes a lesson is to end; empty, at no set time."""

    minutes = forms.IntegerField(label=_("Minutes until the end"), min_value=1, max_value=MOST_MINUTES, required=False)


class DealForm(forms.Form):
    """By which rules the next matches are dealt, at some tables by their numbers or, where none is chosen, at all."""

    game = GameField(label=_("Next match"))
    tables = forms.TypedMultipleChoiceField(label=_("At these tables"), coerce=int, required=False)

    def __init__(self, *args: Any, saved: SavedNames, numbers: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].offer(saved)  # type: ignore[attr-defined]
        self.fields["tables"].choices = [(number, str(number)) for number in numbers]  # type: ignore[attr-defined]

    def numbers(self) -> list[int] | None:
        """Return the tables that are meant, None for all."""
        return self.cleaned_data["tables"] or None


@dataclass(frozen=True)
class LessonForms:
    """The forms of a lesson as nobody has filled them in yet, but for one that was `refused`.

    Without that they depend on nothing but the names of what the teacher has `saved`, so a page need draw them once.
    """

    saved: SavedNames
    refused: forms.Form | None = None

    @property
    def end(self) -> EndForm:
        """Return the form that sets the end."""
        return self._refused_or_new(EndForm)

    @property
    def deal(self) -> DealForm:
        """Return the form that sets the rules, beside which the page offers the tables itself."""
        return DealForm(saved=self.saved)

    @property
    def seat_all(self) -> SeatAllForm:
        """Return the form that seats everybody."""
        return self._refused_or_new(SeatAllForm)

    @property
    def class_drill(self) -> ClassDrillForm:
        """Return the form that begins a drill."""
        return self._refused_or_new(ClassDrillForm)

    @property
    def class_match(self) -> ClassMatchForm:
        """Return the form that begins a match on the board."""
        return ClassMatchForm(saved=self.saved)

    def _refused_or_new[F: forms.Form](self, kind: type[F]) -> F:
        return self.refused if isinstance(self.refused, kind) else kind()
