"""Make examples from the numbers of a rule set: a total, a card, and what comes of it."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ninety.digits import digits, signed_apart, sum_of
from ninety.engine.rulesets import RuleSet, Way
from ninety.rulebook.values import card_of, plain, ranks_in_play, ways_of
from ninety.wording import the_rank


@dataclass(frozen=True, slots=True)
class Example:
    """Hold one play: `total` is None where the card does not fit. `sum` is in digits, `says` a whole sentence."""

    prior: int
    rank: str
    change: int | None
    total: int | None
    sum: str
    says: str


def examples(rules: RuleSet) -> tuple[Example, ...]:
    """Return up to five plays, each showing something else, in the order in which one learns them."""
    ranks = ranks_in_play(rules)
    numbers = [rank for rank in ranks if plain(rules, rank)]
    kinds = (
        (0.49, ["7"] if "7" in numbers else numbers[-1:]),
        (0.36, [rank for rank in ranks if rules.offers_choice(rank)][-1:]),
        (0.64, [rank for rank in ranks if None in rules.changes(rank)][:1]),
        (0.83, [rank for rank in ranks if rules.changes(rank) == (0,)][-1:]),
    )
    found = [
        _fits(rules, rank, way, along) for along, chosen in kinds for rank in chosen for way in ways_of(rules, rank)
    ]
    return tuple(example for example in (*found, _does_not_fit(rules)) if example is not None)


def _fits(rules: RuleSet, rank: str, way: Way, along: float) -> Example | None:
    """Show a play about so far along from the start to where players get stuck, over a ten where that can be."""
    wanted = rules.start_total + round((rules.target - rules.start_total) * along)
    low, high = sorted((rules.start_total, rules.target))
    priors = [prior for prior in range(low, high + 1) if way.least <= prior <= way.most and prior != rules.target]
    if not priors:
        return None
    change = way.change
    prior = min(priors, key=lambda prior: (not _over_a_ten(prior, change), abs(prior - wanted), prior))
    total = rules.total_after(prior, card_of(rank), way.choice)
    written = sum_of(prior, change, total).replace(" ", "\N{NO-BREAK SPACE}")
    words = {"prior": digits(prior), "card": the_rank(rank), "total": digits(total), "sum": written}
    if change is None:
        says = gettext("The total is %(prior)s, and you play %(card)s. It becomes %(total)s: say “%(total)s”.")
    elif change == 0:
        says = gettext("The total is %(prior)s, and you play %(card)s. It stays %(total)s: say “%(total)s”.")
    else:
        says = gettext("The total is %(prior)s, and you play %(card)s. %(sum)s: say “%(total)s”.")
    return Example(prior, rank, change, total, written, says % words)


def _over_a_ten(prior: int, change: int | None) -> bool:
    return change is not None and prior // 10 != (prior + change) // 10 and prior % 10 != 0


def _does_not_fit(rules: RuleSet) -> Example | None:
    """Show a card that would leave the bounds, from a total near the one where players get stuck."""
    for rank in reversed(ranks_in_play(rules)):
        way, *others = ways_of(rules, rank)
        change = way.change
        if others or not change:
            continue
        prior = rules.target - change // 2
        if rules.lowest <= prior <= rules.limit and not way.least <= prior <= way.most:
            if rules.countdown:
                says = gettext("The total is %(prior)s. Below 0 is not allowed, so %(card)s does not fit.")
            else:
                says = gettext("The total is %(prior)s. Past %(limit)d is not allowed, so %(card)s does not fit.")
            words = {"prior": digits(prior), "card": the_rank(rank), "limit": rules.limit}
            return Example(prior, rank, change, None, f"{words['prior']} {signed_apart(change)}", says % words)
    return None
