"""Cards and plays as a page draws them and reads them out, under a rule set."""

from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language

from ninety.digits import signed
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.rulebook.values import plain
from ninety.wording import card_name, effect_label, effect_says, rank_label


@dataclass(frozen=True)
class CardFace:
    """A card as it is drawn and read out.

    What it does in this game is its `label` (`+1/+11`), its `twist` (`reverse`, `skip` or none) and, in words, `says`.
    """

    code: str
    rank: str
    suit: str
    name: str
    label: str
    twist: str
    says: str
    special: bool

    @property
    def is_court(self) -> bool:
        return self.code[0] in "JQK"

    @property
    def is_wide(self) -> bool:
        return len(self.rank) > 1

    @property
    def label_width(self) -> int:
        """The width of the label in the units of the drawing, which is 100 wide."""
        return 9 * len(self.label)

    @property
    def badge_width(self) -> int:
        return self.label_width + (33 if self.twist else 10)

    @property
    def twist_x(self) -> int:
        return self.label_width + 11


def face_of(rules: RuleSet, card: Card) -> CardFace:
    """Return a card as it is drawn in a game, in the language of the page."""
    return _face_in(get_language(), rules, card)


@lru_cache(maxsize=2048)
def _face_in(_language: str | None, rules: RuleSet, card: Card) -> CardFace:
    effect = rules.effect(card.rank)
    return CardFace(
        code=card.code,
        rank=rank_label(card.rank),
        suit=card.suit,
        name=card_name(card),
        label=effect_label(rules, card.rank),
        twist="reverse" if effect.reverse else "skip" if effect.skip else "",
        says=effect_says(rules, card.rank),
        special=is_special(rules, card.rank),
    )


def is_special(rules: RuleSet, rank: str) -> bool:
    """Return whether a rank does anything else than add (or take away) its own number."""
    return not plain(rules, rank)


def change_label(rules: RuleSet, card: Card, choice: int | None) -> str:
    """Return what a play does as a label: `+11`, `−10`, or `=99`."""
    if rules.effect(card.rank).to_limit:
        return effect_label(rules, card.rank)
    change = choice if choice is not None else rules.changes(card.rank)[0]
    return signed(change) if change else "+0"
