"""How a match is set up: alone with bots, on a device each, or on one that is passed round."""

from itertools import combinations
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ninety.engine.errors import BadRules
from ninety.engine.rulesets import FEWEST_SEATS, MOST_SEATS, PRESETS, VARIANTS, RuleSet
from ninety.forms.names import NameField
from ninety.models import Match, Seat
from ninety.names import free_name, key_of
from ninety.rulebook import preset_name, variant_name
from ninety.services import TableSettings
from ninety.starting_points import STARTING_POINTS

GUIDED_TURNS = 3
DEFAULT_SEATS = 3
DEFAULT_PLACES = 4
MOST_SECONDS = 600
NAMES_SHOWN = 4
"""How many fields for names a page shows at once; the others open at a click."""

_REFUSALS = {
    "seats": ("seats", _("Two to ten can play, bots included.")),
    "teams": ("seats", _("Teams need an even number of players, four or more.")),
    "decks": ("seats", _("There are too few cards for so many players. Two packs or smaller hands help.")),
    "floor": ("variants", _("A countdown stops at 0, so the total cannot go below zero.")),
    "start": ("variants", _("The round would start beyond the limit.")),
    "stakes": ("variants", _("Counters do not go with these rules.")),
    "length": ("variants", _("One round only works where whoever is stuck sits out the round.")),
    "variants": ("variants", _("One of these changes does not belong to this game.")),
}
# What is copied from the form into the settings under the same name.
_COPIED = ("answer_policy", "penalty", "memory", "escape_panel", "coach", "dim", "pace")


def _clash(variants: list[str]) -> str:
    """Name the first two variants that would set the same field, of which only the later would count."""
    for one, other in combinations(variants, 2):
        if (VARIANTS[one].fields.keys() & VARIANTS[other].fields.keys()) - {"effects"}:
            return f"{variant_name(one)}, {variant_name(other)}"
    return ""


class StartingPointForm(forms.Form):
    """One of the one-click choices."""

    starting_point = forms.ChoiceField(choices=[(point.code, point.name) for point in STARTING_POINTS.values()])


class SettingsForm(forms.Form):
    """What every match has: the game, its changes, the answers, the helps."""

    seats_field = "seats"
    """Where too many or too few players are put right."""

    preset = forms.ChoiceField(label=_("Game"), choices=list, widget=forms.RadioSelect, initial="ninety-eight")
    variants = forms.MultipleChoiceField(
        label=_("Changes to the rules"), choices=list, widget=forms.CheckboxSelectMultiple, required=False
    )
    strength = forms.ChoiceField(label=_("The bots play like"), choices=Seat.Strength.choices, initial="steady")
    answer_policy = forms.ChoiceField(
        label=_("When a total is not right"),
        choices=Match.AnswerPolicy.choices,
        widget=forms.RadioSelect,
        initial=Match.AnswerPolicy.RETRY,
    )
    bot_mistakes = forms.IntegerField(
        label=_("Wrong totals of bots in a hundred"), min_value=0, max_value=50, initial=0, required=False
    )
    penalty = forms.BooleanField(label=_("A total that is not right at the first try costs a life"), required=False)
    memory = forms.BooleanField(label=_("Memory mode: the total is hidden, and the coach is silent"), required=False)
    choosing_seconds = forms.IntegerField(
        label=_("Seconds to choose a card"), min_value=0, max_value=MOST_SECONDS, initial=0, required=False
    )
    computing_seconds = forms.IntegerField(
        label=_("Seconds to say the total"), min_value=0, max_value=MOST_SECONDS, initial=0, required=False
    )
    lives = forms.IntegerField(label=_("Lives"), min_value=1, max_value=9, required=False)
    clock_minutes = forms.IntegerField(label=_("Minutes the match may last"), min_value=0, max_value=60, required=False)
    escape_panel = forms.BooleanField(label=_("Count the ways out that have been played"), required=False, initial=True)
    coach = forms.BooleanField(label=_("A coach who can be asked"), required=False, initial=True)
    dim = forms.BooleanField(label=_("Dim the cards that do not fit"), required=False)
    pace = forms.ChoiceField(label=_("The bots play"), choices=Match.Pace.choices, initial=Match.Pace.NORMAL)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presets, variants = self.fields["preset"], self.fields["variants"]
        assert isinstance(presets, forms.ChoiceField)
        assert isinstance(variants, forms.MultipleChoiceField)
        presets.choices = [(code, preset_name(code)) for code in PRESETS]
        variants.choices = [(code, variant_name(code)) for code in VARIANTS]

    def clean(self) -> dict[str, Any]:
        """Refuse rules that cannot be played, at the field that has to change."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        if clash := _clash(cleaned["variants"]):
            self.add_error("variants", _("These do not go together: %(names)s. Please choose one.") % {"names": clash})
            return cleaned
        try:
            RuleSet.from_spec(self.rules()).check_seats(self.seat_count())
        except BadRules as refused:
            self.add_error(*self.refusal(refused))
        return cleaned

    def refusal(self, refused: BadRules) -> tuple[str, str]:
        """Return the field that has to change for the rules to be playable, and what to say there."""
        field, sentence = _REFUSALS.get(refused.field, ("preset", _("These rules cannot be played together.")))
        return self.seats_field if field == "seats" else field, str(sentence)

    def seat_count(self) -> int:
        """Return how many sit at the table at the most, bots and all."""
        seats: int = self.cleaned_data["seats"]
        return seats

    def people(self) -> int:
        """Return how many of them are people, as far as that can be known."""
        return 1

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

    def bots(self) -> list[str]:
        """Return the strengths of the bots that sit at the table from the first."""
        return [self.cleaned_data["strength"]] * (self.seat_count() - self.people())

    def table_settings(self, **more: Any) -> TableSettings:
        """Return everything that the match is dealt with."""
        chosen = self.cleaned_data
        stands = chosen["answer_policy"] == Match.AnswerPolicy.STAND
        return TableSettings(
            rules=self.rules(),
            bots=self.bots(),
            bot_mistakes=(chosen["bot_mistakes"] or 0) if stands else 0,
            choosing_limit=chosen["choosing_seconds"] or 0,
            computing_limit=chosen["computing_seconds"] or 0,
            **{name: chosen[name] for name in _COPIED},
            **more,
        )


class SetupForm(SettingsForm):
    """A match alone with bots."""

    seats = forms.IntegerField(label=_("Players"), min_value=FEWEST_SEATS, max_value=MOST_SEATS, initial=DEFAULT_SEATS)
    guide = forms.BooleanField(label=_("Begin with three guided turns, all hands open"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        strengths = [("", _("like the others")), *Seat.Strength.choices]
        for number in range(1, MOST_SEATS):
            self.fields[f"strength_{number}"] = forms.ChoiceField(
                label=_("Bot %(number)s") % {"number": number}, choices=strengths, required=False
            )

    def bots(self) -> list[str]:
        """Return the strength of each bot, its own or that of all."""
        chosen = self.cleaned_data
        return [chosen[f"strength_{number}"] or chosen["strength"] for number in range(1, chosen["seats"])]

    def table_settings(self, **more: Any) -> TableSettings:
        """Return everything that the match is dealt with, the guided turns too."""
        return super().table_settings(guided_turns=GUIDED_TURNS if self.cleaned_data["guide"] else 0, **more)


class TableForm(SettingsForm):
    """A table where each plays on an own device."""

    seats = forms.IntegerField(label=_("Seats"), min_value=FEWEST_SEATS, max_value=MOST_SEATS, initial=DEFAULT_PLACES)
    strength = forms.ChoiceField(
        label=_("Free seats"),
        choices=list,
        required=False,
        initial="steady",
    )
    everyone_computes = forms.BooleanField(label=_("Everybody computes each total"), required=False)
    reveal_wait = forms.IntegerField(
        label=_("Seconds the others have"), min_value=0, max_value=60, initial=8, required=False
    )
    watching = forms.BooleanField(label=_("Others may look on"), required=False)
    away_limit = forms.IntegerField(
        label=_("Seconds away until a bot plays on"), min_value=20, max_value=MOST_SECONDS, initial=60, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        strength = self.fields["strength"]
        assert isinstance(strength, forms.ChoiceField)
        bots = [(code, _("bots: %(strength)s") % {"strength": word}) for code, word in Seat.Strength.choices]
        strength.choices = [("", _("stay free")), *bots]

    def people(self) -> int:
        """Count every seat as a person's."""
        return self.seat_count()

    def table_settings(self, **more: Any) -> TableSettings:
        """Return what the matches of the table are dealt with."""
        chosen, usual = self.cleaned_data, TableSettings({})
        waits = {
            name: getattr(usual, name) if chosen[name] is None else chosen[name]
            for name in ("reveal_wait", "away_limit")
        }
        return super().table_settings(
            everyone_computes=chosen["everyone_computes"], watching=chosen["watching"], **waits, **more
        )


class NamesForm(forms.Form):
    """The names of those who pass one device round."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, MOST_SEATS + 1):
            self.fields[f"name_{number}"] = NameField(label=_("Player %(number)s") % {"number": number}, required=False)

    def name_fields(self) -> list[forms.BoundField]:
        """Return the fields of the names in their order."""
        return [self[f"name_{number}"] for number in range(1, MOST_SEATS + 1)]

    def has_many_names(self) -> bool:
        """Return whether one of the later fields has been filled in."""
        return any(field.value() or field.errors for field in self.name_fields()[NAMES_SHOWN:])

    def clean(self) -> dict[str, Any]:
        """Ask for two names, all different; one that is taken gets a free one in its place."""
        cleaned = super().clean() or {}
        taken: set[str] = set()
        for field in [bound.name for bound in self.name_fields() if cleaned.get(bound.name)]:
            name = cleaned[field]
            if key_of(name) in taken:
                free = free_name(name, taken)
                sent = QueryDict(mutable=True)
                sent.update(self.data)
                sent[field] = free
                self.data = sent
                self.add_error(field, _("“%(name)s” is taken. How about “%(free)s”?") % {"name": name, "free": free})
                name = free
            taken.add(key_of(name))
        if not self.errors and len(self.names()) < FEWEST_SEATS:
            self.add_error(f"name_{len(self.names()) + 1}", _("Please write at least two names."))
        return cleaned

    def names(self) -> list[str]:
        """Return the names in their order."""
        names = (self.cleaned_data.get(bound.name, "") for bound in self.name_fields())
        return [name for name in names if name]


class DeviceForm(SettingsForm, NamesForm):
    """A match on one device that is passed round."""

    seats_field = "bot_count"

    bot_count = forms.IntegerField(
        label=_("Bots that play too"), min_value=0, max_value=MOST_SEATS - FEWEST_SEATS, initial=0, required=False
    )

    def seat_count(self) -> int:
        """Return how many play, bots and all."""
        return self.people() + (self.cleaned_data["bot_count"] or 0)

    def people(self) -> int:
        """Count the names."""
        return len(self.names())
