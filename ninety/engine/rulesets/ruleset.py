"""The rule set: everything that differs between games and variants, in one flat frozen value."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, Self

from ..cards import Card, pack
from ..errors import BadRules
from .checks import FEWEST_SEATS, FIELD_CHECKS, MOST_SEATS, check_fields, parse_effects, rounds_of, whole
from .effects import Effect
from .presets import PRESETS, VARIANTS, Fields, Game, changed
from .ways import Way, ways_of

_PARTS = ("preset", "variants", "set")


@dataclass(frozen=True, repr=False)
class RuleSet:
    """Hold the rules of one match; what each field means is told in the rules of play, section 2.

    Usually made by `from_spec`. A rule set that exists can be played: raises BadRules, naming the field.
    """

    preset: str
    limit: int
    start: int | None
    countdown: bool
    floor: Literal[0] | None
    hand_size: int
    decks: int | Literal["auto"]
    jokers: int
    lives: int
    effects: Mapping[str, Effect] = field(hash=False)
    on_bust: Literal["redeal", "drop"]
    strict_limit: bool
    length: str
    clock: int
    teams: bool
    stakes: Literal["none", "pot", "ante"]

    def __post_init__(self) -> None:
        _preset_name(self.preset)
        object.__setattr__(self, "effects", MappingProxyType(parse_effects(self.effects)))
        check_fields(vars(self))

    @classmethod
    def from_spec(cls, spec: object) -> Self:
        """Make a rule set of `{"preset": ..., "variants": [...], "set": {...}}`, all but the preset optional.

        Variants are made in their order, then single fields. Raises BadRules for whatever is wrong with the parts.
        """
        if not isinstance(spec, Mapping):
            raise BadRules("rules", "must be an object")
        for name in spec:
            if name not in _PARTS:
                raise BadRules(str(name), "there is no such part of the rules")
        preset = _preset_name(spec.get("preset"))
        values = PRESETS[preset].fields
        for variant in _variants(spec.get("variants", [])):
            values = changed(values, _changes_of_variant(variant, PRESETS[preset].game))
        values = changed(values, _single_fields(spec.get("set", {})))
        return cls(preset, **values)  # type: ignore[arg-type]

    def to_spec(self) -> dict[str, Any]:
        """Return the shortest `from_spec` that makes an equal rule set: the preset, and the fields that differ."""
        of_preset = PRESETS[self.preset].fields
        differing = {name: value for name, value in self.as_dict().items() if value != of_preset[name]}
        if "effects" in differing:
            old_effects: Any = of_preset["effects"]
            differing["effects"] = {
                rank: text for rank, text in differing["effects"].items() if text != old_effects[rank]
            }
        return {"preset": self.preset, "set": differing} if differing else {"preset": self.preset}

    def as_dict(self) -> dict[str, Any]:
        """Return every field but the preset as JSON, in the order of the rules of play."""
        values = {part.name: getattr(self, part.name) for part in fields(self) if part.name != "preset"}
        return values | {"effects": {rank: str(effect) for rank, effect in self.effects.items()}}

    def __repr__(self) -> str:
        return f"RuleSet.from_spec({self.to_spec()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_spec, (self.to_spec(),)

    @property
    def game(self) -> Game:
        """Return the game this counts as, whatever its fields say."""
        return PRESETS[self.preset].game

    @property
    def start_total(self) -> int:
        """Return the total at the start of a round and after a reset."""
        if self.start is not None:
            return self.start
        return self.limit if self.countdown else 0

    @cached_property
    def target(self) -> int:
        """Return what `=limit` sets the total to; the strict limit is felt on it too."""
        return 0 if self.countdown else self.limit

    @cached_property
    def lowest(self) -> float:
        """Return the lowest total allowed, minus infinity without a floor."""
        return -math.inf if self.floor is None else self.floor

    @property
    def rounds(self) -> int | None:
        """Return the N of a match over N rounds, else None."""
        return rounds_of(self.length)

    def decks_for(self, seats: int) -> int:
        """Return the number of packs for so many seats."""
        if self.decks != "auto":
            return self.decks
        return 2 if seats >= (5 if self.game == "ninety-nine" else 6) else 1

    def pack(self, seats: int) -> tuple[Card, ...]:
        """Return the whole pack for so many seats."""
        return pack(self.decks_for(seats), self.jokers)

    def check_seats(self, seats: object) -> None:
        """Refuse a number of seats that these rules cannot seat. Raises BadRules."""
        if not whole(seats, FEWEST_SEATS, MOST_SEATS) or not isinstance(seats, int):
            raise BadRules("seats", f"must be a whole number from {FEWEST_SEATS} to {MOST_SEATS}")
        if self.teams and (seats < 4 or seats % 2):
            raise BadRules("teams", "must have an even number of seats, four or more")
        if len(self.pack(seats)) < seats * self.hand_size + 1:
            raise BadRules("decks", "too few cards to deal every seat a full hand plus one card")

    def effect(self, rank: str) -> Effect:
        """Return what a rank does, as written: before a countdown turns its signs round."""
        return self.effects[rank]

    def offers_choice(self, rank: str) -> bool:
        """Say whether a rank lets the player choose between two amounts."""
        return self.effects[rank].offers_choice

    def changes(self, rank: str) -> tuple[int | None, ...]:
        """Return the signed changes a rank can make to the total; (None,) for one that sets it to the target."""
        sign = -1 if self.countdown else 1
        return tuple(sign * amount for amount in self.effects[rank].amounts) or (None,)

    def way(self, card: Card, choice: int | None = None) -> Way | None:
        """Return the way to play a card that a choice calls for, None where there is no such card or choice."""
        for way in self.ways.get(card, ()):
            if way.choice == choice:
                return way
        return None

    def total_after(self, total: int, card: Card, choice: int | None = None) -> int:
        """Return the total after a play, whatever the bounds. Raises ValueError where there is no such way to play."""
        way = self.way(card, choice)
        if way is None:
            raise ValueError(f"{card} cannot be played with the choice {choice}")
        return self.target if way.change is None else total + way.change

    @cached_property
    def ways(self) -> dict[Card, tuple[Way, ...]]:
        """Return the ways to play each card that exists in a match of these rules."""
        return ways_of(self)


def _preset_name(name: object) -> str:
    if not isinstance(name, str) or name not in PRESETS:
        raise BadRules("preset", f"must be one of {', '.join(PRESETS)}")
    return name


def _variants(names: object) -> list[str]:
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise BadRules("variants", "must be a list of names")
    for name in names:
        if name not in VARIANTS:
            raise BadRules("variants", f"there is no variant {name}")
    return list(names)


def _changes_of_variant(name: str, game: Game) -> Fields:
    if game not in VARIANTS[name].games:
        raise BadRules("variants", f"{name} does not apply to this game")
    return VARIANTS[name].fields


def _single_fields(values: object) -> Fields:
    if not isinstance(values, Mapping):
        raise BadRules("set", "must be an object of fields")
    for name in values:
        if name != "effects" and name not in FIELD_CHECKS:
            raise BadRules(str(name), "there is no such field")
    if "effects" in values:
        parse_effects(values["effects"])
    return dict(values)
