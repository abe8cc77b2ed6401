"""The rules of a rule set in words, every sentence made from its fields."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ninety.engine.rulesets import RuleSet
from ninety.rulebook.cards import CardRow, card_rows
from ninety.rulebook.ending import counters, end, teams
from ninety.rulebook.examples import Example, examples
from ninety.rulebook.names import changes, preset_name, preset_says, title, variant_name, variant_says, variants_of
from ninety.rulebook.setting_up import aim, setup
from ninety.rulebook.turns import stuck, turn

__all__ = [
    "CardRow",
    "Example",
    "Rulebook",
    "Section",
    "preset_name",
    "preset_says",
    "rulebook",
    "title",
    "variant_name",
    "variant_says",
    "variants_of",
]


@dataclass(frozen=True, slots=True)
class Section:
    """Hold one part of the rules: a key for links, a heading, and whole sentences in order."""

    key: str
    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Hold the rules in words, for a page, a printed card or a preview; the title is the game with its changes."""

    title: str
    game: str
    changes: tuple[str, ...]
    aim: tuple[str, ...]
    cards: tuple[CardRow, ...]
    sections: tuple[Section, ...]
    examples: tuple[Example, ...]


def rulebook(rules: RuleSet, seats: int | None = None, *, real_cards: bool = False) -> Rulebook:
    """Put a rule set into words, in the language that is active; with `seats`, for a table of that many.

    With `real_cards` for a pack of cards on a real table, where nobody checks but the players.
    """
    sections = (
        Section("setup", gettext("Getting ready"), setup(rules, seats)),
        Section("turn", gettext("Your turn"), turn(rules, seats)),
        Section("stuck", gettext("When you are stuck"), stuck(rules, seats, real_cards=real_cards)),
        Section("end", gettext("Who wins"), end(rules)),
        Section("teams", gettext("Teams"), teams(rules, seats)),
        Section("counters", gettext("Counters"), counters(rules)),
    )
    return Rulebook(
        title=title(rules),
        game=preset_name(rules.preset),
        changes=changes(rules),
        aim=aim(rules),
        cards=card_rows(rules, seats),
        sections=tuple(section for section in sections if section.sentences),
        examples=examples(rules),
    )
