"""The named rule sets and the named changes to them, as data: the rules of play, section 3."""

from dataclasses import dataclass
from typing import Literal

type Game = Literal["ninety-nine", "ninety-eight"]
type Fields = dict[str, object]

BOTH: tuple[Game, ...] = ("ninety-nine", "ninety-eight")
NINETY_NINE: tuple[Game, ...] = ("ninety-nine",)
NINETY_EIGHT: tuple[Game, ...] = ("ninety-eight",)


@dataclass(frozen=True, slots=True)
class Preset:
    """Name a whole rule set: the game it counts as, and every field."""

    game: Game
    fields: Fields


@dataclass(frozen=True, slots=True)
class Variant:
    """Name a change to a rule set: the games it applies to, and the fields it changes (of `effects`, the ranks)."""

    games: tuple[Game, ...]
    fields: Fields


def changed(fields: Fields, changes: Fields) -> Fields:
    """Return `fields` with the changes made; `effects` changes only the ranks it names."""
    result = {**fields, **changes}
    effects, new_effects = fields["effects"], changes.get("effects")
    if isinstance(effects, dict) and isinstance(new_effects, dict):
        result["effects"] = {**effects, **new_effects}
    return result


_FACE_VALUES = {rank: f"+{rank}" for rank in "23456789"}

_NINETY_NINE: Fields = {
    "limit": 99,
    "start": None,
    "countdown": False,
    "floor": 0,
    "hand_size": 3,
    "decks": "auto",
    "jokers": 0,
    "lives": 3,
    "effects": {
        "A": "+1/+11",
        **_FACE_VALUES,
        "3": "+3 skip",
        "4": "+0 reverse",
        "9": "=limit",
        "T": "+10/-10",
        "J": "+10",
        "Q": "+10",
        "K": "+0",
        "X": "+0",
    },
    "on_bust": "redeal",
    "strict_limit": False,
    "length": "last",
    "clock": 0,
    "teams": False,
    "stakes": "none",
}

_NINETY_EIGHT = changed(
    _NINETY_NINE,
    {"limit": 98, "hand_size": 4, "on_bust": "drop", "effects": {**_FACE_VALUES, "K": "=limit"}},
)

_RING: Fields = {"hand_size": 5, "decks": 2, "jokers": 4}

PRESETS: dict[str, Preset] = {
    "ninety-nine": Preset("ninety-nine", _NINETY_NINE),
    "ninety-eight": Preset("ninety-eight", _NINETY_EIGHT),
    "speed-98": Preset("ninety-eight", changed(_NINETY_EIGHT, {"limit": 50, "clock": 60})),
    "ninety-nine-kings": Preset(
        "ninety-eight", changed(_NINETY_EIGHT, {"limit": 99, "effects": {"4": "+0 reverse", "3": "+3 skip"}})
    ),
    "ring-199": Preset("ninety-nine", changed(_NINETY_NINE, {**_RING, "limit": 199})),
    "ring-299": Preset("ninety-nine", changed(_NINETY_NINE, {**_RING, "limit": 299})),
}

VARIANTS: dict[str, Variant] = {
    "lives-2": Variant(BOTH, {"lives": 2}),
    "lives-4": Variant(BOTH, {"lives": 4}),
    "lives-5": Variant(BOTH, {"lives": 5}),
    "start-50": Variant(BOTH, {"start": 50}),
    "start-75": Variant(BOTH, {"start": 75}),
    "countdown": Variant(BOTH, {"countdown": True}),
    "nine-pass": Variant(NINETY_NINE, {"effects": {"9": "+0", "K": "=limit"}}),
    "rounds-10": Variant(BOTH, {"length": "rounds:10"}),
    "rounds-20": Variant(BOTH, {"length": "rounds:20"}),
    "single-round": Variant(NINETY_EIGHT, {"length": "single"}),
    "pot": Variant(NINETY_NINE, {"stakes": "pot"}),
    "ante": Variant(NINETY_EIGHT, {"stakes": "ante"}),
    "teams": Variant(NINETY_EIGHT, {"teams": True}),
    "four-reverse": Variant(NINETY_EIGHT, {"effects": {"4": "+0 reverse"}}),
    "jack-skip": Variant(NINETY_EIGHT, {"effects": {"J": "+0 skip"}}),
    "five-cards": Variant(BOTH, {"hand_size": 5}),
    "three-cards": Variant(BOTH, {"hand_size": 3}),
    "two-decks": Variant(BOTH, {"decks": 2}),
    "speed": Variant(BOTH, {"limit": 50, "clock": 60}),
    "negatives": Variant(BOTH, {"floor": None}),
    "strict-limit": Variant(BOTH, {"strict_limit": True}),
}


def variants_for(preset: str) -> tuple[str, ...]:
    """Return the names of the variants that apply to the preset's game, in the order of the rules of play."""
    game = PRESETS[preset].game
    return tuple(name for name, variant in VARIANTS.items() if game in variant.games)
