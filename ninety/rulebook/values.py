"""Answer the questions about a rule set that its words depend on: what a rank does, which ranks fit where."""

from ninety.engine.cards import JOKER, JOKER_RANK, RANKS, SUITS, Card
from ninety.engine.rulesets import RuleSet, Way

_FACES = {str(number): number for number in range(2, 10)} | {"T": 10}


def ranks_in_play(rules: RuleSet) -> tuple[str, ...]:
    """Return the ranks of the pack in order, ace first, with the joker last where there are jokers."""
    return (*RANKS, JOKER_RANK) if rules.jokers else tuple(RANKS)


def plain(rules: RuleSet, rank: str) -> bool:
    """Tell whether a card counts just its number, with nothing besides."""
    effect = rules.effect(rank)
    return effect.amounts == (_FACES.get(rank),) and not (effect.to_limit or effect.skip or effect.reverse)


def escape(rules: RuleSet, rank: str) -> bool:
    """Tell whether a card can keep the total, jump, or move away from where one gets stuck; an ace as 1 counts too."""
    effect = rules.effect(rank)
    return effect.to_limit or min(effect.amounts) <= 0 or (rank == "A" and 1 in effect.amounts)


def keeps(rules: RuleSet, rank: str) -> bool:
    """Tell whether a card can leave the total as it is."""
    return 0 in rules.effect(rank).amounts


def moves_away(rules: RuleSet, rank: str) -> bool:
    """Tell whether a card can move the total away from the bound where one gets stuck."""
    return any(amount < 0 for amount in rules.effect(rank).amounts)


def card_of(rank: str) -> Card:
    """Return a card of a rank; which one is all the same, as suits do nothing."""
    return JOKER if rank == JOKER_RANK else Card(rank + SUITS[0])


def ways_of(rules: RuleSet, rank: str) -> tuple[Way, ...]:
    """Return the ways to play a rank that is in play, in the order of its effect."""
    return rules.ways[card_of(rank)]


def ranks_at_bound(rules: RuleSet) -> tuple[str, ...]:
    """Return the ranks that can still be played when the total stands right on the bound."""
    return tuple(
        rank
        for rank in ranks_in_play(rules)
        if any(way.least <= rules.target <= way.most for way in ways_of(rules, rank))
    )
