"""The settings of a class: everything a match can have, every field of the rules, and what is beside the game."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from classrooms.class_settings import DRILL_LIMITS, DRILL_SECONDS, FLUENCY_LIMITS, ClassSettings
from classrooms.forms.rule_fields import TWISTS, AmountsField, ClockField, clock_text, parts_of
from ninety.engine.cards import JOKER_RANK, RANKS
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import FEWEST_SEATS, MOST_SEATS, PRESETS, VARIANTS
from ninety.engine.rulesets.presets import changed
from ninety.forms import TableForm
from ninety.starting_points import STARTING_POINTS
from ninety.wording import rank_name

RANKS_AND_JOKER = (*RANKS, JOKER_RANK)

_USUAL = ("", _("as the game has it"))
_AS_THE_DRILL = ("", _("as each drill has it"))
_YES_OR_NO = (_USUAL, ("yes", _("yes")), ("no", _("no")))
_FLAGS = ("countdown", "strict_limit", "teams")
# Fields that stand in the rules under the same name and as the form reads them.
_PLAIN = ("limit", "start", "hand_size", "jokers", "lives", "on_bust", "stakes")
_OF_THE_RULES = (
    "limit", "start", "clock", "lives", "on_bust", "length", "rounds", "hand_size", "decks", "jokers", "countdown",
    "floor", "strict_limit", "teams", "stakes",
)  # fmt: skip
# What is folded away as long as it is as the starting point has it.
_FOLDED: dict[str, tuple[str, ...]] = {
    "answers": ("bot_mistakes", "reveal_wait", "penalty"),
    "changes": ("variants",),
    "rules": _OF_THE_RULES,
    "time": ("choosing_seconds", "computing_seconds", "away_limit", "fluency_limit"),
    "helps": ("coach", "escape_panel", "dim", "read_aloud", "hands_shown", "pace"),
    "drills": ("drill_seconds", "drill_limit", "drill_countdown"),
}
_NOTHING_SET = {"preset": "ninety-eight"}
# What the form and the settings call the same.
_COPIED = (
    "seats", "strength", "pace", "answer_policy", "penalty", "memory", "everyone_computes", "escape_panel", "coach",
    "dim", "read_aloud", "hands_shown", "drill_countdown",
)  # fmt: skip
_HELPS = {
    "strength": _("A beginner lays any card that fits, a steady player thinks ahead, an expert counts the cards."),
    "bot_mistakes": _("0 to 50. So many totals of a bot are wrong, for pupils to find."),
    "penalty": _("Not for the youngest."),
    "everyone_computes": _("While a card lies there, the others may type the total as well. All are shown together."),
    "reveal_wait": _("0 to 60, once the player has answered. Whoever is not ready has made no mistake."),
    "choosing_seconds": _("0: take your time. When it is over, a card is played for you."),
    "computing_seconds": _("0: take your time. When it is over, the working is shown."),
    "away_limit": _("20 to 600. A bot keeps the seat and gives it back when the player returns."),
    "pace": _("How long the bots take, so that people can compute."),
    "coach": _("Says on request which card an expert would lay, and why."),
    "escape_panel": _("How many cards that can save somebody have been seen."),
    "dim": _("It takes away a part of the sum: finding out what fits."),
}
# What has another name in the form; an empty one is as it usually is.
_NUMBERS = {
    "bot_mistakes": "bot_mistakes", "reveal_wait": "reveal_wait", "away_limit": "away_limit",
    "choosing_seconds": "choosing_limit", "computing_seconds": "computing_limit",
    "fluency_limit": "fluency_limit", "drill_seconds": "drill_seconds", "drill_limit": "drill_limit",
}  # fmt: skip
# Where a refusal is put right: at the first of these fields that the teacher has filled in.
_CULPRITS = {
    "start": ("start", "limit"),
    "floor": ("floor", "countdown"),
    "length": ("length", "on_bust"),
    "stakes": ("stakes", "teams", "on_bust"),
    "decks": ("decks", "hand_size"),
    "teams": ("teams",),
}


def _whole(label: Any, help_text: Any, least: int, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, min_value=least, max_value=most, required=False)


def _choice(label: Any, help_text: Any, *choices: tuple[str, Any]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, help_text=help_text, choices=choices, required=False)


class ClassSettingsForm(TableForm):
    """What a class plays by. An empty field of the rules is as the game and its changes have it."""

    clock_minutes = None  # type: ignore[assignment]
    watching = None  # type: ignore[assignment]

    seats = forms.IntegerField(
        label=_("Seats at a table"),
        help_text=_("Three or four play best."),
        min_value=FEWEST_SEATS,
        max_value=MOST_SEATS,
        initial=4,
    )
    limit = _whole(_("Limit"), _("10 to 999. The total may not go past it."), 10, 999)
    start = _whole(_("Start"), _("0 up to the limit. There the total begins each round, and after a reset."), 0, 999)
    countdown = _choice(
        _("Countdown"), _("The total runs from the limit down to 0, and every sign turns round."), *_YES_OR_NO
    )
    floor = _choice(
        _("Below zero"),
        _("Whether the total may go below 0. Not in a countdown, which ends there."),
        _USUAL,
        ("0", _("it stops at 0")),
        ("none", _("it may go below 0")),
    )
    strict_limit = _choice(
        _("Strict limit"), _("On the limit only a card helps that lowers the total or sets it."), *_YES_OR_NO
    )
    hand_size = _whole(_("Cards in a hand"), _("1 to 7. The more, the more there is to choose from."), 1, 7)
    decks = _choice(
        _("Packs of cards"),
        _("Packs of 52 cards that are shuffled together."),
        _USUAL,
        ("auto", _("two for a large table")),
        *((str(number), str(number)) for number in range(1, 5)),
    )
    jokers = _whole(_("Jokers"), _("0 to 8 in all. What a joker does stands with the cards."), 0, 8)
    lives = _whole(_("Lives"), _("1 to 9. How often a player can be stuck."), 1, 9)
    on_bust = _choice(
        _("Whoever is stuck"),
        _("All go on with new cards, or the one who is stuck sits out the round."),
        _USUAL,
        ("redeal", _("new cards for all")),
        ("drop", _("sits out the round")),
    )
    length = _choice(
        _("The match ends"),
        _("When nobody else has lives left, after a number of rounds, or after one."),
        _USUAL,
        ("last", _("when one is left")),
        ("rounds", _("after a number of rounds")),
        ("single", _("after one round")),
    )
    rounds = _whole(_("Rounds"), _("1 to 999, where a number of rounds ends the match. Then most lives win."), 1, 999)
    clock = ClockField(
        label=_("Minutes the match may last"),
        help_text=_("0 for no end by the clock. 8 are minutes, 8:30 are minutes and seconds. Then most lives win."),
        required=False,
    )
    teams = _choice(
        _("Teams of two"), _("Partners sit opposite each other and share their lives: four, six … seats."), *_YES_OR_NO
    )
    stakes = _choice(
        _("Counters"),
        _("Kept beside the lives. They never decide who wins."),
        _USUAL,
        ("none", _("no counters")),
        ("pot", _("a pot: one in whenever somebody is stuck")),
        ("ante", _("one in from everybody each round")),
    )
    fluency_limit = forms.TypedChoiceField(
        label=_("A sum is fluent within"),
        help_text=_("For reports and progress: the time within which a right total counts as known by heart."),
        choices=[
            (seconds, ngettext_lazy("%(seconds)s second", "%(seconds)s seconds", seconds) % {"seconds": seconds})
            for seconds in FLUENCY_LIMITS
        ],
        coerce=int,
        initial=6,
    )
    read_aloud = forms.BooleanField(
        label=_("Read each new total aloud"),
        help_text=_("By devices that have a voice for the language; each can switch it off."),
        required=False,
    )
    hands_shown = forms.BooleanField(
        label=_("In lessons I see the hands"),
        help_text=_("On the page of the lesson, never on the board. Each table then says that you can see them."),
        required=False,
    )
    drill_seconds = forms.TypedChoiceField(
        label=_("Time of a drill"),
        help_text=_("What the drills are offered with; a pupil may choose otherwise."),
        choices=[
            _AS_THE_DRILL,
            (0, _("no clock")),
            *(
                (seconds, ngettext_lazy("%(seconds)s second", "%(seconds)s seconds", seconds) % {"seconds": seconds})
                for seconds in DRILL_SECONDS
                if seconds
            ),
        ],
        coerce=int,
        empty_value=None,
        required=False,
    )
    drill_limit = forms.TypedChoiceField(
        label=_("Limit of a drill"),
        help_text=_("Up to 50 as in the speed game, or further."),
        choices=[_AS_THE_DRILL, *((limit, str(limit)) for limit in DRILL_LIMITS)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    drill_countdown = forms.BooleanField(label=_("Drills take away, from the limit down"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, says in _HELPS.items():
            self.fields[name].help_text = says
        twists = [_USUAL, ("none", _("nothing")), ("skip", _("the next misses a turn")), ("reverse", _("turns round"))]
        for rank in RANKS_AND_JOKER:
            card = {"card": rank_name(rank)}
            self.fields[f"amounts_{rank}"] = AmountsField(
                label=_("%(card)s: the total") % card, required=False, max_length=20, widget=forms.TextInput(_AS_TYPED)
            )
            self.fields[f"twist_{rank}"] = forms.ChoiceField(
                label=_("%(card)s: besides") % card, required=False, choices=twists
            )

    @classmethod
    def initial_of(cls, settings: ClassSettings) -> dict[str, Any]:
        """Return what the form shows for settings."""
        rules = settings.rules
        copied = {name: getattr(settings, name) for name in _COPIED}
        numbers = {name: getattr(settings, kept) for name, kept in _NUMBERS.items()}
        chosen = {"preset": rules["preset"], "variants": list(rules.get("variants", []))}
        return copied | numbers | chosen | _written(rules.get("set", {}), _base(**chosen))

    def rule_fields(self) -> list[forms.BoundField]:
        """Return the single fields of the rules but what the cards do."""
        return [self[name] for name in _OF_THE_RULES]

    def opened(self) -> dict[str, bool]:
        """Return which parts that are folded away stand open: what is not as usual, or cannot be read, is seen."""
        usual = self._usual()
        return {
            part: any(self[name].errors or not self._is_as(name, usual) for name in names)
            for part, names in _FOLDED.items()
        }

    def _usual(self) -> dict[str, Any]:
        """Return what the form shows for the starting point that it shows the game of, or where nothing is set."""
        points = (self.initial_of(ClassSettings().starting_from(point)) for point in STARTING_POINTS.values())
        game = ("preset", "variants", *_OF_THE_RULES)
        chosen = (point for point in points if all(self._is_as(name, point) for name in game))
        return next(chosen, self.initial_of(ClassSettings(rules=_NOTHING_SET)))

    def _is_as(self, name: str, shown: Mapping[str, Any]) -> bool:
        return _typed(self[name].value()) == _typed(shown.get(name))

    def effect_rows(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField]]:
        """Yield the name of each rank with its two fields."""
        for rank in RANKS_AND_JOKER:
            yield rank_name(rank), self[f"amounts_{rank}"], self[f"twist_{rank}"]

    def has_own_effects(self) -> bool:
        """Return whether a card has been given something else to do, or something that cannot be read."""
        return any(field.value() or field.errors for row in self.effect_rows() for field in row[1:])

    def clean(self) -> dict[str, Any]:
        """Ask for the number of rounds where one is to end the match."""
        counts_rounds = self.cleaned_data.get("length") == "rounds" and "rounds" not in self.errors
        if counts_rounds and not self.cleaned_data["rounds"]:
            self.add_error("rounds", _("Please say after how many rounds."))
        return super().clean()

    def refusal(self, refused: BadRules) -> tuple[str, str]:
        """Return where refused rules are put right: at what the teacher has filled in rather than at a change."""
        field, sentence = super().refusal(refused)
        own = (name for name in _CULPRITS.get(refused.field, ()) if self.cleaned_data.get(name) not in (None, ""))
        return next(own, field), sentence

    def rules(self) -> dict[str, Any]:
        """Return the rules chosen, as a record has them."""
        chosen = self.cleaned_data
        own: dict[str, Any] = {name: chosen[name] for name in _PLAIN if chosen[name] not in (None, "")}
        own |= {name: chosen[name] == "yes" for name in _FLAGS if chosen[name]}
        if chosen["floor"]:
            own["floor"] = 0 if chosen["floor"] == "0" else None
        if chosen["decks"]:
            own["decks"] = "auto" if chosen["decks"] == "auto" else int(chosen["decks"])
        if chosen["length"]:
            own["length"] = f"rounds:{chosen['rounds']}" if chosen["length"] == "rounds" else chosen["length"]
        if chosen["clock"] is not None:
            own["clock"] = chosen["clock"]
        if effects := self._effects():
            own["effects"] = effects
        parts = {"preset": chosen["preset"], "variants": chosen["variants"], "set": own}
        return {name: part for name, part in parts.items() if part}

    def _effects(self) -> dict[str, str]:
        """Return what the cards do that have been given something of their own to do."""
        chosen, found = self.cleaned_data, {}
        base = _base(chosen["preset"], chosen["variants"])["effects"]
        for rank in RANKS_AND_JOKER:
            amounts, twist = chosen[f"amounts_{rank}"], chosen[f"twist_{rank}"]
            if amounts or twist:
                usual = parts_of(base[rank])
                found[rank] = (amounts or usual[0]) + TWISTS[twist or usual[1]]
        return found

    def settings(self) -> ClassSettings:
        """Return what was chosen; what was left empty is as it usually is."""
        chosen, usual = self.cleaned_data, ClassSettings()
        numbers = {
            kept: getattr(usual, kept) if chosen[name] is None else chosen[name] for name, kept in _NUMBERS.items()
        }
        return ClassSettings(rules=self.rules(), **{name: chosen[name] for name in _COPIED}, **numbers)


def _typed(value: object) -> str:
    """Return what a field shows as it is sent, whether it was sent or stands there from the beginning."""
    return ",".join(sorted(value)) if isinstance(value, list) else "" if value is None else str(value)


_AS_TYPED = {"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}


def _base(preset: str, variants: list[str]) -> Mapping[str, Any]:
    """Return the fields of a preset with variants, whether or not they can be played."""
    values = PRESETS[preset].fields
    for variant in variants:
        values = changed(values, VARIANTS[variant].fields)
    return values


def _written(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return single fields of the rules as the form shows them."""
    shown = {name: own[name] for name in _PLAIN if name in own}
    shown |= {name: "yes" if own[name] else "no" for name in _FLAGS if name in own}
    if "floor" in own:
        shown["floor"] = "none" if own["floor"] is None else "0"
    if "decks" in own:
        shown["decks"] = str(own["decks"])
    if "clock" in own:
        shown["clock"] = clock_text(own["clock"])
    if "length" in own:
        kind, _colon, rounds = own["length"].partition(":")
        shown |= {"length": kind, "rounds": int(rounds)} if rounds else {"length": kind}
    for rank, effect in own.get("effects", {}).items():
        (amounts, twist), usual = parts_of(effect), parts_of(base["effects"][rank])
        shown |= {f"amounts_{rank}": amounts} if amounts != usual[0] else {}
        shown |= {f"twist_{rank}": twist} if twist != usual[1] else {}
    return shown
