"""What people send: the settings of a new match, and which table a request saw."""

from itertools import combinations
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ninety.engine.errors import BadRules
from ninety.engine.rulesets import FEWEST_SEATS, MOST_SEATS, PRESETS, VARIANTS, RuleSet
from ninety.models import Match, Seat
from ninety.rulebook import preset_name, variant_name
from ninety.services import TableSettings
from ninety.starting_points import STARTING_POINTS

GUIDED_TURNS = 3
DEFAULT_SEATS = 3

_REFUSALS = {
    "teams": ("seats", _("Teams need an even number of players, four or more.")),
    "decks": ("seats", _("There are too few cards for so many players. Two packs or smaller hands help.")),
    "floor": ("variants", _("A countdown stops at 0, so the total cannot go below zero.")),
    "start": ("variants", _("The round would start beyond the limit.")),
    "stakes": ("variants", _("Counters do not go with these rules.")),
    "length": ("variants", _("One round only works where whoever is stuck sits out the round.")),
    "variants": ("variants", _("One of these changes does not belong to this game.")),
}


def _clash(variants: list[str]) -> str:
    """Name the first two variants that would set the same field, of which only the later would count."""
    for one, other in combinations(variants, 2):
        if (VARIANTS[one].fields.keys() & VARIANTS[other].fields.keys()) - {"effects"}:
            return f"{variant_name(one)}, {variant_name(other)}"
    return ""


class RequestForm(forms.Form):
    """Which version of the table a request saw, and the key that tells a repeated request."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 1)
    key = forms.RegexField(r"^[0-9a-f]{16}$")


class OpeningForm(forms.Form):
    """The key of a request that opens a match, so that a repeated one opens no second."""

    key = RequestForm.base_fields["key"]

    @property
    def opening_key(self) -> str | None:
        """Return the key, None for a request that brings none."""
        return self.cleaned_data["key"] if self.is_valid() else None


class PaceForm(forms.Form):
    """How fast the bots play."""

    pace = forms.ChoiceField(choices=Match.Pace.choices)


class StartingPointForm(forms.Form):
    """One of the one-click choices."""

    starting_point = forms.ChoiceField(choices=[(point.code, point.name) for point in STARTING_POINTS.values()])


class SetupForm(forms.Form):
    """A match of one's own: the game, its changes, the bots, and the helps."""

    preset = forms.ChoiceField(label=_("Game"), choices=list, widget=forms.RadioSelect, initial="ninety-eight")
    variants = forms.MultipleChoiceField(
        label=_("Changes to the rules"), choices=list, widget=forms.CheckboxSelectMultiple, required=False
    )
    seats = forms.IntegerField(label=_("Players"), min_value=FEWEST_SEATS, max_value=MOST_SEATS, initial=DEFAULT_SEATS)
    strength = forms.ChoiceField(label=_("The bots play like"), choices=Seat.Strength.choices, initial="steady")
    answer_policy = forms.ChoiceField(
        label=_("When a total is not right"),
        choices=Match.AnswerPolicy.choices,
        widget=forms.RadioSelect,
        initial=Match.AnswerPolicy.RETRY,
    )
    penalty = forms.BooleanField(label=_("A total that is not right at the first try costs a life"), required=False)
    memory = forms.BooleanField(label=_("Memory mode: the total is hidden, and the coach is silent"), required=False)
    choosing_seconds = forms.IntegerField(
        label=_("Seconds to choose a card"), min_value=0, max_value=600, initial=0, required=False
    )
    computing_seconds = forms.IntegerField(
        label=_("Seconds to say the total"), min_value=0, max_value=600, initial=0, required=False
    )
    lives = forms.IntegerField(label=_("Lives"), min_value=1, max_value=9, required=False)
    clock_minutes = forms.IntegerField(label=_("Minutes the match may last"), min_value=0, max_value=60, required=False)
    escape_panel = forms.BooleanField(label=_("Count the ways out that have been played"), required=False, initial=True)
    coach = forms.BooleanField(label=_("A coach who can be asked"), required=False, initial=True)
    dim = forms.BooleanField(label=_("Dim the cards that do not fit"), required=False)
    guide = forms.BooleanField(label=_("Begin with three guided turns, all hands open"), required=False)
    pace = forms.ChoiceField(label=_("The bots play"), choices=Match.Pace.choices, initial=Match.Pace.NORMAL)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presets, variants = self.fields["preset"], self.fields["variants"]
        assert isinstance(presets, forms.ChoiceField)
        assert isinstance(variants, forms.MultipleChoiceField)
        presets.choices = [(code, preset_name(code)) for code in PRESETS]
        variants.choices = [(code, variant_name(code)) for code in VARIANTS]
        strengths = [("", _("like the others")), *Seat.Strength.choices]
        for number in range(1, MOST_SEATS):
            self.fields[f"strength_{number}"] = forms.ChoiceField(
                label=_("Bot %(number)s") % {"number": number}, choices=strengths, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Refuse rules that cannot be played, at the field that has to change."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if clash := _clash(cleaned["variants"]):
            self.add_error("variants", _("These do not go together: %(names)s. Please choose one.") % {"names": clash})
            return cleaned
        try:
            RuleSet.from_spec(self.rules()).check_seats(cleaned["seats"])
        except BadRules as refused:
            field, sentence = _REFUSALS.get(refused.field, ("preset", _("These rules cannot be played together.")))
            self.add_error(field, sentence)
        return cleaned

    def rules(self) -> dict[str, Any]:
        """Return the rules chosen, as a record has them."""
        chosen = self.cleaned_data
        changed = {}
        if chosen["lives"]:
            changed["lives"] = chosen["lives"]
        if chosen["clock_minutes"] is not None:
            changed["clock"] = chosen["clock_minutes"] * 60
        parts = {"preset": chosen["preset"], "variants": chosen["variants"], "set": changed}
        return {name: part for name, part in parts.items() if part}

    def table_settings(self) -> TableSettings:
        """Return everything that the table is opened with."""
        chosen = self.cleaned_data
        bots = range(1, chosen["seats"])
        copied = ("answer_policy", "penalty", "memory", "escape_panel", "coach", "dim", "pace")
        return TableSettings(
            rules=self.rules(),
            bots=[chosen[f"strength_{number}"] or chosen["strength"] for number in bots],
            choosing_limit=chosen["choosing_seconds"] or 0,
            computing_limit=chosen["computing_seconds"] or 0,
            guided_turns=GUIDED_TURNS if chosen["guide"] else 0,
            **{name: chosen[name] for name in copied},
        )
