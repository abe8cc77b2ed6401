"""What a teacher pastes, and what a teacher makes of each of its lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from classrooms.forms.roster_words import choice_says, refusal_says, why_says
from classrooms.rosters import MOST_BYTES, BadRoster, Choice, Known, Plan, Reading, Row, read_file, read_text
from classrooms.services.importing import Changes
from classrooms.services.pupils import MOST_PUPILS
from ninety.forms.names import NameField
from ninety.names import free_name, key_of

ACCEPTED = ".csv,.txt,.tsv,.xlsx,.xlsm,text/csv,text/plain"


class RosterForm(forms.Form):
    """Names as they are pasted, or a file with them; of both, the file counts."""

    text = forms.CharField(
        label=gettext_lazy("Paste the names"),
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"accept": ACCEPTED}),
    )
    readings: Sequence[Reading] = ()

    def clean(self) -> dict[str, Any]:
        """Read the list in each way in which it may be read."""
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        try:
            if file is None:
                self.readings = read_text(text)
            elif file.size > MOST_BYTES:
                raise BadRoster("large")
            else:
                self.readings = read_file(file.read())
        except BadRoster as refused:
            self.add_error("file" if file is not None else "text", refusal_says(refused))
        return cleaned


@dataclass(frozen=True)
class LineField:
    """A line of a list with its fields; none where nothing can become of it."""

    row: Row
    says: str
    choice: forms.BoundField | None
    name: forms.BoundField | None

    @property
    def is_tick(self) -> bool:
        """Whether it is only asked if somebody is to be added."""
        return set(self.row.choices) <= {Choice.ADD, Choice.LEAVE}

    @property
    def is_plain(self) -> bool:
        """Whether the line needs no look."""
        return self.row.why in {"new", "shortened"}


class PreviewForm(forms.Form):
    """What is to become of each line of a list, and of those who are not in it."""

    def __init__(self, plan: Plan, known: Sequence[Known], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan, self.known = plan, known
        for number, row in enumerate(plan.rows):
            if row.choices:
                self.fields[f"do-{number}"] = _choice_field(row)
                self.fields[f"name-{number}"] = NameField(label=_("Name"), required=False, initial=row.name)
        for each in plan.missing:
            label = pgettext("class", "Remove %(name)s") % {"name": each.name}
            self.fields[f"remove-{each.pk}"] = forms.BooleanField(label=label, required=False)

    def lines(self) -> list[LineField]:
        """Return the lines in their order."""
        return [
            LineField(row, why_says(row), self[f"do-{number}"], self[f"name-{number}"])
            if row.choices
            else LineField(row, why_says(row), None, None)
            for number, row in enumerate(self.plan.rows)
        ]

    def removals(self) -> list[forms.BoundField]:
        """Return the fields that remove somebody."""
        return [self[f"remove-{each.pk}"] for each in self.plan.missing]

    def clean(self) -> dict[str, Any]:
        """See that every name is one, and nobody else's."""
        cleaned = super().clean() or {}
        renamed = {row.known.pk for _number, row, choice in self._chosen() if choice is Choice.RENAME and row.known}
        taken = {each.key: 0 for each in self.known if each.pk not in renamed}
        for number, row, choice in self._chosen():
            if choice in (Choice.ADD, Choice.RENAME) and f"name-{number}" not in self.errors:
                self._take_name(f"name-{number}", cleaned.get(f"name-{number}", ""), row.line, taken)
        self._check_room()
        return cleaned

    def _take_name(self, field: str, name: str, line: int, taken: dict[str, int]) -> None:
        if not name:
            self.add_error(field, _("Please write a name."))
        elif key_of(name) in taken:
            free, other = free_name(name, taken), taken[key_of(name)]
            says = _("Line %(line)s has this name. How about “%(free)s”?") if other else _("Somebody of the class has this name. How about “%(free)s”?")  # fmt: skip  # noqa: E501
            self.add_error(field, says % {"line": other, "free": free})
        else:
            taken[key_of(name)] = line

    def _check_room(self) -> None:
        """Refuse more pupils than a class may have."""
        pupils = [each for each in self.known if not (each.is_removed or each.is_guest)]
        come = sum(choice in (Choice.ADD, Choice.BACK) for _number, _row, choice in self._chosen())
        too_many = len(pupils) + come - len(self._removed()) - MOST_PUPILS
        if come and too_many > 0:
            says = _("A class has room for %(most)s pupils, and these are %(number)s too many. Please leave some out.")
            raise forms.ValidationError(says % {"most": MOST_PUPILS, "number": too_many})

    def _chosen(self) -> Iterator[tuple[int, Row, Choice]]:
        """Give the lines that something may become of, with what was chosen."""
        for number, row in enumerate(self.plan.rows):
            chosen = self.cleaned_data.get(f"do-{number}") if row.choices else None
            if chosen is True:
                yield number, row, Choice.ADD
            elif chosen:
                yield number, row, Choice(chosen)

    def _removed(self) -> list[int]:
        return [each.pk for each in self.plan.missing if self.cleaned_data.get(f"remove-{each.pk}")]

    def changes(self) -> Changes:
        """Return what is to be done."""
        chosen = [(row, choice, self.cleaned_data.get(f"name-{number}", "")) for number, row, choice in self._chosen()]
        return Changes(
            added=[name for _row, choice, name in chosen if choice is Choice.ADD],
            renamed=[(row.known.pk, name) for row, choice, name in chosen if choice is Choice.RENAME and row.known],
            let_back=[row.known.pk for row, choice, _name in chosen if choice is Choice.BACK and row.known],
            removed=self._removed(),
        )


def _choice_field(row: Row) -> forms.Field:
    """Return a tick for a line that is added or not, and a choice for one with more to it."""
    if set(row.choices) <= {Choice.ADD, Choice.LEAVE}:
        label = _("Add line %(line)s") % {"line": row.line}
        return forms.BooleanField(label=label, required=False, initial=row.proposal is Choice.ADD)
    choices = [(choice.value, choice_says(choice, row)) for choice in row.choices]
    label = _("What becomes of line %(line)s") % {"line": row.line}
    return forms.ChoiceField(label=label, choices=choices, initial=row.proposal.value)
