"""Say how a match is set up, and what the aim is."""

from django.utils.translation import gettext, ngettext

from ninety.engine.rulesets import RuleSet


def aim(rules: RuleSet) -> tuple[str, ...]:
    """Say what everybody does together, and what each tries."""
    numbers = {"start": rules.start_total, "limit": rules.limit}
    if rules.countdown:
        together = gettext("Together you take a running total down from %(start)d, and nobody may take it below 0.")
    else:
        together = gettext("Together you build a running total from %(start)d, and nobody may take it past %(limit)d.")
    return (
        together % numbers,
        gettext("Always keep a card that you can still play: whoever has none is stuck, and that costs something."),
    )


def setup(rules: RuleSet, seats: int | None) -> tuple[str, ...]:
    """Say which cards are used, who deals, what everybody gets and where the total begins."""
    return (
        *_cards(rules, seats),
        _cut(rules),
        ngettext(
            "Everybody is dealt %(count)d card, beginning on the dealer's left and going clockwise.",
            "Everybody is dealt %(count)d cards, one at a time, beginning on the dealer's left and going clockwise.",
            rules.hand_size,
        )
        % {"count": rules.hand_size},
        gettext("The other cards lie face down as the stock; played cards go face up on the discard beside it."),
        gettext("The total begins at %(start)d, and the player on the dealer's left leads.")
        % {"start": rules.start_total},
        lives(rules),
    )


def _cards(rules: RuleSet, seats: int | None) -> tuple[str, ...]:
    packs = (_packs_by_seats(rules, seats),)
    if not rules.jokers:
        return packs
    jokers = ngettext("Shuffle in %(count)d joker.", "Shuffle in %(count)d jokers in all.", rules.jokers)
    return (*packs, jokers % {"count": rules.jokers})


def _packs_by_seats(rules: RuleSet, seats: int | None) -> str:
    if rules.decks == "auto" and seats is None:
        first = next(count for count in range(2, 11) if rules.decks_for(count) == 2)
        return ngettext(
            "Play with one pack of 52 cards, or with two when %(count)d or more players sit at the table.",
            "Play with one pack of 52 cards, or with two when %(count)d or more players sit at the table.",
            first,
        ) % {"count": first}
    packs = rules.decks_for(seats or 2)
    return ngettext(
        "Play with %(count)d pack of 52 cards.", "Play with %(count)d packs of 52 cards, shuffled together.", packs
    ) % {"count": packs}


def _cut(rules: RuleSet) -> str:
    if rules.jokers:
        return gettext(
            "Everybody turns up a card, the highest deals: an ace is highest, a joker lowest. Equal cards draw again."
        )
    return gettext("Everybody turns up a card, the highest deals: an ace is highest. Equal cards draw again.")


def lives(rules: RuleSet) -> str:
    """Say how often a player, or a team, may be stuck."""
    count = {"count": rules.lives}
    if rules.game == "ninety-nine":
        if rules.teams:
            return (
                ngettext("Each team shares %(count)d life.", "Each team shares %(count)d lives.", rules.lives) % count
            )
        return ngettext("Everybody gets %(count)d life.", "Everybody gets %(count)d lives.", rules.lives) % count
    if rules.teams:
        return (
            ngettext(
                "Nobody has a fault yet. A team that has taken %(count)d fault is out.",
                "Nobody has a fault yet. A team that has taken %(count)d faults is out.",
                rules.lives,
            )
            % count
        )
    return (
        ngettext(
            "Nobody has a fault yet. A player who has taken %(count)d fault is out.",
            "Nobody has a fault yet. A player who has taken %(count)d faults is out.",
            rules.lives,
        )
        % count
    )
