"""Name the presets and variants, and say each in a line."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop, ngettext

from ninety.engine.rulesets import PRESETS, VARIANTS, RuleSet, variants_for

_PRESET_WORDS = {
    "ninety-nine": (
        gettext_noop("Ninety-Nine"),
        gettext_noop("Three cards each, up to 99. A 9 jumps to 99, a 4 turns play round, a 3 skips somebody."),
    ),
    "ninety-eight": (
        gettext_noop("Ninety-Eight"),
        gettext_noop("Four cards each, up to 98. A king jumps to 98; whoever is stuck sits out the round."),
    ),
    "speed-98": (
        gettext_noop("Speed 98"),
        gettext_noop("Ninety-Eight, but only up to 50 and for one minute."),
    ),
    "ninety-nine-kings": (
        gettext_noop("Ninety-Nine with kings"),
        gettext_noop("The cards of Ninety-Eight up to 99; besides, a 4 turns play round and a 3 skips somebody."),
    ),
    "ring-199": (
        gettext_noop("Ring of 199"),
        gettext_noop("Ninety-Nine for a large group: five cards each, four jokers, up to 199."),
    ),
    "ring-299": (
        gettext_noop("Ring of 299"),
        gettext_noop("Ninety-Nine for a large group: five cards each, four jokers, up to 299."),
    ),
}

_VARIANT_WORDS = {
    "lives-2": (gettext_noop("Two lives"), gettext_noop("A short match: being stuck twice puts a player out.")),
    "lives-4": (gettext_noop("Four lives"), gettext_noop("A longer match: a player can be stuck four times.")),
    "lives-5": (gettext_noop("Five lives"), gettext_noop("The longest match: a player can be stuck five times.")),
    "start-50": (gettext_noop("Start at 50"), gettext_noop("Every round begins with the total on 50.")),
    "start-75": (gettext_noop("Start at 75"), gettext_noop("Every round begins with the total on 75.")),
    "countdown": (
        gettext_noop("Countdown"),
        gettext_noop("Begin at the top and take away, down to 0: every plus becomes a minus."),
    ),
    "nine-pass": (
        gettext_noop("Nines pass"),
        gettext_noop("9 and king swap: a 9 changes nothing, a king jumps to the limit."),
    ),
    "rounds-10": (gettext_noop("Ten rounds"), gettext_noop("The match is over after ten rounds.")),
    "rounds-20": (gettext_noop("Twenty rounds"), gettext_noop("The match is over after twenty rounds.")),
    "single-round": (gettext_noop("One round"), gettext_noop("A single round decides the match.")),
    "pot": (gettext_noop("A pot of counters"), gettext_noop("Being stuck puts a counter into the pot for the winner.")),
    "ante": (
        gettext_noop("Counters each round"),
        gettext_noop("Everybody puts in a counter each round, and the winners collect them."),
    ),
    "teams": (gettext_noop("Teams of two"), gettext_noop("Partners sit opposite each other and share their lives.")),
    "four-reverse": (gettext_noop("Fours turn round"), gettext_noop("A 4 adds nothing and turns the direction round.")),
    "jack-skip": (gettext_noop("Jacks skip"), gettext_noop("A jack adds nothing, and the next player misses a turn.")),
    "five-cards": (gettext_noop("Five cards"), gettext_noop("Everybody holds five cards: more to choose from.")),
    "three-cards": (gettext_noop("Three cards"), gettext_noop("Everybody holds three cards: less to choose from.")),
    "two-decks": (gettext_noop("Two packs"), gettext_noop("Two packs of cards are shuffled together.")),
    "speed": (gettext_noop("Speed"), gettext_noop("Only up to 50, and for one minute.")),
    "negatives": (gettext_noop("Below zero"), gettext_noop("The total may go below 0.")),
    "strict-limit": (
        gettext_noop("Strict limit"),
        gettext_noop("On the limit, a card that leaves the total as it is does not help."),
    ),
}


def preset_name(code: str) -> str:
    """Return what a preset is called in the language of the page."""
    return gettext(_PRESET_WORDS[code][0])


def preset_says(code: str) -> str:
    """Return one line on what a preset is like."""
    return gettext(_PRESET_WORDS[code][1])


def variant_name(code: str) -> str:
    """Return what a variant is called in the language of the page."""
    return gettext(_VARIANT_WORDS[code][0])


def variant_says(code: str) -> str:
    """Return one line on what a variant changes."""
    return gettext(_VARIANT_WORDS[code][1])


def variants_of(rules: RuleSet) -> tuple[tuple[str, ...], frozenset[str]]:
    """Find the variants that lead from the preset to a rule set, and the fields that they leave unexplained.

    A rule set does not remember its variants, and may have been changed field by field: a variant is named when
    everything it changes is so in these rules. The effect of rank R counts as a field `effects.R`.
    """
    fields, base = _flat(rules.as_dict()), _flat(PRESETS[rules.preset].fields)
    left = {name for name, value in fields.items() if base.get(name) != value}
    found = []
    for code in variants_for(rules.preset):
        changed = {name: value for name, value in _flat(VARIANTS[code].fields).items() if base.get(name) != value}
        if changed and changed.keys() <= left and all(fields[name] == value for name, value in changed.items()):
            found.append(code)
            left -= changed.keys()
    return tuple(found), frozenset(left)


def changes(rules: RuleSet) -> tuple[str, ...]:
    """Name what differs from the preset: the variants, then single fields."""
    codes, left = variants_of(rules)
    return (*(variant_name(code) for code in codes), *_single_changes(rules, left))


def title(rules: RuleSet) -> str:
    """Return the name of the game with its changes, such as "Ninety-Nine (Start at 50, Five cards)"."""
    words = {"game": preset_name(rules.preset), "changes": ", ".join(changes(rules))}
    return gettext("%(game)s (%(changes)s)") % words if words["changes"] else words["game"]


def _single_changes(rules: RuleSet, left: frozenset[str]) -> list[str]:
    """Name the fields that no variant explains: the usual ones in words, all others together."""
    names = []
    if "limit" in left:
        if rules.countdown:
            names.append(gettext("From %(limit)d down") % {"limit": rules.limit})
        else:
            names.append(gettext("Up to %(limit)d") % {"limit": rules.limit})
    if "lives" in left:
        lives = ngettext("%(count)d life", "%(count)d lives", rules.lives)
        names.append(lives % {"count": rules.lives})
    if "on_bust" in left:
        names.append(gettext("Nobody sits out") if rules.on_bust == "redeal" else gettext("The stuck sit out"))
    if "clock" in left:
        minutes, seconds = divmod(rules.clock, 60)
        if not rules.clock:
            names.append(gettext("No clock"))
        elif seconds:
            names.append(ngettext("%(count)d second", "%(count)d seconds", rules.clock) % {"count": rules.clock})
        else:
            names.append(ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes})
    if left - {"limit", "lives", "on_bust", "clock"}:
        names.append(gettext("Own rules"))
    return names


def _flat(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields, with the effect of each rank as a field of its own."""
    effects = fields.get("effects", {})
    others = {name: value for name, value in fields.items() if name != "effects"}
    return others | {f"effects.{rank}": effect for rank, effect in effects.items()}
