"""Say what every card does, in rows of cards that do the same."""

from dataclasses import dataclass

from django.utils.translation import gettext

from ninety.engine.rulesets import RuleSet
from ninety.rulebook.values import escape, plain, ranks_in_play
from ninety.wording import rank_label, rank_name


@dataclass(frozen=True, slots=True)
class CardRow:
    """Hold the ranks that do the same, their corner signs, their names joined, and what they do in whole sentences."""

    ranks: tuple[str, ...]
    corners: tuple[str, ...]
    names: str
    says: tuple[str, ...]
    escape: bool
    plain: bool


def names_of(ranks: tuple[str, ...]) -> str:
    """Join the names of ranks, such as "4, 9, king"."""
    return ", ".join(rank_name(rank) for rank in ranks)


def card_rows(rules: RuleSet, seats: int | None = None) -> tuple[CardRow, ...]:
    """Group the ranks by what they do: number cards first, the others by their first rank."""
    groups: dict[str, list[str]] = {}
    for rank in ranks_in_play(rules):
        key = "number" if plain(rules, rank) else f"{rules.effect(rank)} {escape(rules, rank)}"
        groups.setdefault(key, []).append(rank)
    rows = [_row(rules, tuple(ranks), seats) for ranks in groups.values()]
    return tuple(sorted(rows, key=lambda row: not row.plain))


def _row(rules: RuleSet, ranks: tuple[str, ...], seats: int | None) -> CardRow:
    rank = ranks[0]
    numbers = plain(rules, rank) and len(ranks) > 1
    total = _number_says(rules) if numbers else total_says(rules, rank)
    return CardRow(
        ranks=ranks,
        corners=tuple(rank_label(each) for each in ranks),
        names=names_of(ranks),
        says=(total, *turn_says(rules, rank, seats)),
        escape=escape(rules, rank),
        plain=plain(rules, rank),
    )


def _number_says(rules: RuleSet) -> str:
    return gettext("Takes its number away.") if rules.countdown else gettext("Adds its number.")


def total_says(rules: RuleSet, rank: str) -> str:
    """Say what a card does to the total, in one sentence with the countdown applied."""
    changes = rules.changes(rank)
    if None in changes:
        return gettext("Sets the total to %(total)d, whatever it was.") % {"total": rules.target}
    numbers = [change for change in changes if change is not None]
    return _one_change(numbers[0]) if len(numbers) == 1 else _choice(*sorted(numbers))


def _choice(low: int, high: int) -> str:
    """Say the two changes of a choice; `low` is the smaller one."""
    if low == 0:
        return gettext("Adds %(number)d or leaves the total as it is, as you choose.") % {"number": high}
    if high == 0:
        return gettext("Takes %(number)d away or leaves the total as it is, as you choose.") % {"number": -low}
    if low > 0:
        return gettext("Adds %(first)d or %(second)d, as you choose.") % {"first": low, "second": high}
    if high < 0:
        return gettext("Takes %(first)d or %(second)d away, as you choose.") % {"first": -high, "second": -low}
    return gettext("Adds %(up)d or takes %(down)d away, as you choose.") % {"up": high, "down": -low}


def _one_change(change: int) -> str:
    if change == 0:
        return gettext("Leaves the total as it is.")
    if change > 0:
        return gettext("Adds %(number)d.") % {"number": change}
    return gettext("Takes %(number)d away.") % {"number": -change}


def turn_says(rules: RuleSet, rank: str, seats: int | None) -> tuple[str, ...]:
    """Say what a card does to the order of turns: no sentence or one."""
    effect = rules.effect(rank)
    if (effect.skip or effect.reverse) and seats == 2:
        return (gettext("Then it is your turn again."),)
    if effect.skip:
        return (gettext("The next player misses a turn."),)
    if effect.reverse:
        return (gettext("Play goes round the other way."),)
    return ()
