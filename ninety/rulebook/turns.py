"""Say what a player does on a turn, and what happens to one who is stuck."""

from django.utils.translation import gettext, ngettext

from ninety.engine.rulesets import RuleSet
from ninety.rulebook.cards import names_of
from ninety.rulebook.values import ranks_at_bound, ranks_in_play


def turn(rules: RuleSet, seats: int | None) -> tuple[str, ...]:
    """Say what to play, what to announce, what to draw and who comes next."""
    return (
        _bounds(rules),
        gettext("Who has a card that fits must play one."),
        gettext("Say the new total: that is your sum on every turn."),
        ngettext(
            "Then draw the top card of the stock, so that you hold %(count)d card again.",
            "Then draw the top card of the stock, so that you hold %(count)d cards again.",
            rules.hand_size,
        )
        % {"count": rules.hand_size},
        gettext("When the stock is used up, the discard without its top card is shuffled and becomes the stock."),
        *_order(rules, seats),
        *_at_the_bound(rules),
    )


def _bounds(rules: RuleSet) -> str:
    limit = {"limit": rules.limit}
    if rules.countdown:
        return gettext("Lay a card on the discard. The total may not go below 0, and not above %(limit)d.") % limit
    if rules.floor is None:
        return gettext("Lay a card on the discard. The total may not go past %(limit)d, but it may go below 0.") % limit
    return gettext("Lay a card on the discard. The total may not go past %(limit)d, and not below 0.") % limit


def _order(rules: RuleSet, seats: int | None) -> tuple[str, ...]:
    ranks = ranks_in_play(rules)
    skips = tuple(rank for rank in ranks if rules.effect(rank).skip)
    turns_round = tuple(rank for rank in ranks if rules.effect(rank).reverse)
    again = {"ranks": names_of(tuple(rank for rank in ranks if rank in skips + turns_round))}
    if not skips and not turns_round:
        return (gettext("Turns go round clockwise."),)
    if seats == 2:
        return (gettext("Turns alternate, but after one of these you have another turn: %(ranks)s.") % again,)
    sentences = [gettext("Turns go round clockwise to begin with.")]
    if skips:
        sentences.append(
            gettext("One of these makes the next player miss a turn: %(ranks)s.") % {"ranks": names_of(skips)}
        )
    if turns_round:
        sentences.append(
            gettext("One of these turns the direction round: %(ranks)s.") % {"ranks": names_of(turns_round)}
        )
    sentences.append(
        gettext("When only two players are left to play, it gives the one who lays it another turn: %(ranks)s.") % again
    )
    return tuple(sentences)


def _at_the_bound(rules: RuleSet) -> tuple[str, ...]:
    ranks = ranks_at_bound(rules)
    numbers = {"total": rules.target, "ranks": names_of(ranks)}
    sentences = []
    if rules.strict_limit and rules.countdown:
        sentences.append(gettext("Strict limit: on %(total)d, you must raise the total or set it to %(total)d again."))
    elif rules.strict_limit:
        sentences.append(gettext("Strict limit: on %(total)d, you must lower the total or set it to %(total)d again."))
    if ranks:
        sentences.append(gettext("When the total is exactly %(total)d, only these still help: %(ranks)s."))
    else:
        sentences.append(gettext("When the total is exactly %(total)d, no card helps: the next player is stuck."))
    return tuple(sentence % numbers for sentence in sentences)


def stuck(rules: RuleSet, seats: int | None, *, real_cards: bool = False) -> tuple[str, ...]:
    """Say when a player is stuck, what it costs and how play goes on."""
    return (
        gettext("If none of your cards fits, you are stuck. Show them, so that everybody can check.")
        if real_cards
        else gettext("If none of your cards fits, you are stuck. Press “I can’t play”: it is checked for you."),
        *_cost(rules),
        *(_redeal(rules) if rules.on_bust == "redeal" else _drop(rules, seats)),
    )


def _cost(rules: RuleSet) -> tuple[str, ...]:
    has_lives = rules.game == "ninety-nine"
    if rules.teams:
        return (
            gettext("Being stuck costs your team a life. A team without lives is out of the match.")
            if has_lives
            else gettext("Being stuck counts as a fault for your whole team."),
        )
    return (
        gettext("Being stuck costs you a life. Without lives you are out of the match.")
        if has_lives
        else gettext("Being stuck counts as a fault."),
    )


def _redeal(rules: RuleSet) -> tuple[str, ...]:
    return (
        gettext(
            "Then a new round begins: all cards are collected, shuffled and dealt to everybody still in the match."
        ),
        gettext("It counts as if the player who was stuck had dealt, so the next one on the left leads."),
        gettext("The total begins at %(start)d again, and play goes clockwise.") % {"start": rules.start_total},
    )


def _drop(rules: RuleSet, seats: int | None) -> tuple[str, ...]:
    sentences = []
    if seats != 2:
        sentences = [
            gettext("Put your hand aside: you sit out the rest of this round. The others keep their cards."),
            gettext(
                "The discard is shuffled into the stock, the total goes back to %(start)d, and the next player leads."
            )
            % {"start": rules.start_total},
        ]
    sentences.append(
        gettext("The last team with a player left wins the round.")
        if rules.teams
        else gettext("The last player left wins the round.")
    )
    if rules.length != "single":
        sentences.append(
            gettext("Then the next player on the dealer's left deals a new round to everybody still in the match.")
        )
    return tuple(sentences)
