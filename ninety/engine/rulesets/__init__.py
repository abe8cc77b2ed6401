"""Rule sets as data: effects of ranks, presets, variants, and the checks that refuse what cannot be played."""

from .checks import FEWEST_SEATS, MOST_SEATS
from .effects import Effect
from .presets import PRESETS, VARIANTS, Game, Preset, Variant, variants_for
from .ruleset import RuleSet
from .ways import Way

__all__ = [
    "FEWEST_SEATS",
    "MOST_SEATS",
    "PRESETS",
    "VARIANTS",
    "Effect",
    "Game",
    "Preset",
    "RuleSet",
    "Variant",
    "Way",
    "variants_for",
]
