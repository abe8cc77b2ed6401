"""Every sum that can occur: the rule sets, the totals in their bounds, the cards, and what may be said there."""

from functools import cache
from itertools import chain, combinations

from ninety.engine.cards import Card
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, VARIANTS, RuleSet, variants_for
from trainer.marking import mark

OF_SUMS = {"limit", "countdown", "floor", "effects"}
"""The fields of a rule set that a sum depends on."""
LOWEST = -120
"""How far below zero the sums go where a rule set has no floor: to both sides of a hundred."""


@cache
def every_rule_set():
    """List the rule sets of every preset with every combination of the variants that matter to a sum, each once."""
    found = {}
    for preset in PRESETS:
        matter = [name for name in variants_for(preset) if OF_SUMS & set(VARIANTS[name].fields)]
        for chosen in chain.from_iterable(combinations(matter, size) for size in range(len(matter) + 1)):
            try:
                rules = RuleSet.from_spec({"preset": preset, "variants": list(chosen)})
            except BadRules:
                continue
            effects = tuple(sorted((rank, rules.changes(rank)) for rank in rules.effects))
            found[rules.limit, rules.countdown, rules.floor, effects] = rules
    return tuple(found.values())


@cache
def every_sum():
    """List every sum that can occur as (rules, prior, card, choice), each pair of totals and kind of effect once."""
    found: dict[tuple[int, int, bool, bool], tuple[RuleSet, int, Card, int | None]] = {}
    for rules in every_rule_set():
        for prior in range(LOWEST if rules.floor is None else 0, rules.limit + 1):
            for card, ways in rules.ways.items():
                for each in ways:
                    expected = rules.total_after(prior, card, each.choice)
                    if expected <= rules.limit and expected >= rules.lowest:
                        kind = (prior, expected, each.change is None, rules.countdown)
                        found.setdefault(kind, (rules, prior, card, each.choice))
    return tuple(found.values())


def right_answer(rules, prior, card, choice):
    return mark(rules, prior, card, choice, rules.total_after(prior, card, choice))


@cache
def every_right_answer():
    return tuple((given[0], right_answer(*given)) for given in every_sum())


@cache
def own_rules(change):
    """Make rules in which a seven changes the total by so much."""
    return RuleSet.from_spec({"preset": "ring-299", "set": {"floor": None, "effects": {"7": f"{change:+d}"}}})


@cache
def every_own_sum():
    """List the right answers at every change that an effect can name, from totals on both sides of 0 and of 100."""
    given = []
    for change in range(-99, 100):
        rules = own_rules(change)
        given += [right_answer(rules, prior, Card("7S"), None) for prior in range(LOWEST, 221)]
    return tuple(given)


@cache
def every_mistake():
    """List mistakes of every kind at every sum up to 110: whatever a kind could name, and some that none does."""
    found = []
    for rules, prior, card, choice in every_sum():
        if abs(prior) > 110:
            continue
        expected = rules.total_after(prior, card, choice)
        change = expected - prior
        earlier = (prior // 2 + 3, prior + 5)
        tens, ones = divmod(abs(expected), 10)
        said = {
            *(prior, -change, change, prior - change, 10 * ones + tens, expected * 10 + 4, tens, 7, 77, 777),
            *(expected + off for off in (-20, -10, -4, -1, 1, 4, 10, 20)),
            *(prior + way for way in (-13, -12, -11, -10, -1, 1, 10, 11, 12, 13)),
            *(total + change for total in earlier),
            10 * (prior // 10 - abs(change) // 10) + abs(change) % 10 - prior % 10,
        }
        found += [mark(rules, prior, card, choice, announced, earlier) for announced in said | {None}]
    return tuple(each for each in found if not each.right)
