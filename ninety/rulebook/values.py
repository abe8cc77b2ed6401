"""Answer the questions about a rule set that its words depend on: what a rank does, which ranks fit where."""

from ninety.engine.cards import RANKS
from ninety.engine.rulesets import RuleSet

_FACES = {str(number): number for number in range(2, 10)} | {"T": 10}


def ranks_in_play(rules: RuleSet) -> tuple[str, ...]:
    """Return the ranks of the pack in order, ace first, with the joker last where there are jokers."""
    return (*RANKS, "X") if rules.jokers else tuple(RANKS)


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


def within(rules: RuleSet, total: int) -> bool:
    """Tell whether a total is within the bounds of the rules."""
    return total <= rules.limit and (rules.floor is None or total >= rules.floor)


def total_with(rules: RuleSet, prior: int, change: int | None) -> int:
    """Return the total after a signed change, or after a jump where the change is None."""
    return rules.target if change is None else prior + change


def fitting(rules: RuleSet, prior: int, rank: str) -> tuple[int | None, ...]:
    """Return the signed changes (None: a jump) with which a card may be played onto a total."""
    changes = rules.changes(rank)
    if rules.strict_limit and prior == rules.target:
        return tuple(change for change in changes if change is None or _lowers(rules, prior, change))
    return tuple(change for change in changes if within(rules, total_with(rules, prior, change)))


def _lowers(rules: RuleSet, prior: int, change: int) -> bool:
    away = change > 0 if rules.countdown else change < 0
    return away and within(rules, prior + change)


def ranks_at_bound(rules: RuleSet) -> tuple[str, ...]:
    """Return the ranks that can still be played when the total stands right on the bound."""
    return tuple(rank for rank in ranks_in_play(rules) if fitting(rules, rules.target, rank))
