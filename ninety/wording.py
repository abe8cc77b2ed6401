"""What cards are called and what they do, in the language of the page.

Ranks and suits are messages of their own, joined by messages that a language can order as it likes. Wherever a sentence
needs an article, the article belongs to the rank ("the queen"), so that no language has to bend a name.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from ninety.digits import digits, signed
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet

_RANK_LABELS: dict[str, Promise] = {
    "A": pgettext_lazy("card corner", "A"),
    "J": pgettext_lazy("card corner", "J"),
    "Q": pgettext_lazy("card corner", "Q"),
    "K": pgettext_lazy("card corner", "K"),
}
_RANK_SIGNS = {"T": "10", "X": "★"}
_RANK_NAMES: dict[str, Promise] = {
    "A": pgettext_lazy("rank", "ace"),
    "J": pgettext_lazy("rank", "jack"),
    "Q": pgettext_lazy("rank", "queen"),
    "K": pgettext_lazy("rank", "king"),
    "X": pgettext_lazy("rank", "joker"),
}
_RANKS_WITH_ARTICLE: dict[str, Promise] = {
    "A": gettext_lazy("the ace"),
    "J": gettext_lazy("the jack"),
    "Q": gettext_lazy("the queen"),
    "K": gettext_lazy("the king"),
    "X": gettext_lazy("the joker"),
}
_SUIT_NAMES: dict[str, Promise] = {
    "S": pgettext_lazy("suit", "spades"),
    "H": pgettext_lazy("suit", "hearts"),
    "D": pgettext_lazy("suit", "diamonds"),
    "C": pgettext_lazy("suit", "clubs"),
}


def rank_label(rank: str) -> str:
    """Give what stands in a card's corner: `7`, `10`, `Q`."""
    return str(_RANK_LABELS.get(rank) or _RANK_SIGNS.get(rank, rank))


def rank_name(rank: str) -> str:
    """Name a rank: `7`, `queen`, `joker`."""
    return str(_RANK_NAMES.get(rank) or rank_label(rank))


def the_rank(rank: str) -> str:
    """Name a rank with its article, for a sentence: `the 7`, `the queen`."""
    if rank in _RANKS_WITH_ARTICLE:
        return str(_RANKS_WITH_ARTICLE[rank])
    # Translators: a card with a number, "the 7".
    return _("the %(number)s") % {"number": rank_label(rank)}


def suit_name(suit: str) -> str:
    """Name a suit: `hearts`."""
    return str(_SUIT_NAMES[suit])


def card_name(card: Card) -> str:
    """Name a card: `7 of hearts`, `queen of hearts`, `joker`."""
    if not card.suit:
        return rank_name(card.rank)
    parts = {"rank": rank_name(card.rank), "suit": suit_name(card.suit)}
    if card.rank in _RANK_NAMES:
        # Translators: "queen of hearts".
        return pgettext("card with a name", "%(rank)s of %(suit)s") % parts
    # Translators: "7 of hearts".
    return pgettext("card with a number", "%(rank)s of %(suit)s") % parts


def effect_label(rules: RuleSet, rank: str) -> str:
    """Give what a rank does to the total in a few signs: `+7`, `+1/+11`, `=99`, `0`."""
    changes = "/".join(signed(change) for change in rules.changes(rank) if change is not None)
    return changes or f"={rules.target}"


def effect_says(rules: RuleSet, rank: str) -> str:
    """Say what a rank does, as the rest of a sentence about it: `adds 3 and skips the next player`."""
    effect = rules.effect(rank)
    changes = tuple(change for change in rules.changes(rank) if change is not None)
    says = _changes_say(changes) if changes else _("sets the total to %(total)s") % {"total": rules.target}
    if effect.reverse:
        return _("%(effect)s and turns the direction round") % {"effect": says}
    if effect.skip:
        return _("%(effect)s and skips the next player") % {"effect": says}
    return says


def rank_says(rules: RuleSet, rank: str) -> str:
    """Say what a rank does, in a whole sentence about it."""
    # Translators: a whole sentence, "In this game the queen adds 10."
    return _("In this game %(card)s %(effect)s.") % {"card": the_rank(rank), "effect": effect_says(rules, rank)}


def _changes_say(changes: tuple[int, ...]) -> str:
    if len(changes) == 1:
        return _change_says(changes[0])
    one, other = changes
    if one > 0 and other > 0:
        # Translators: what a card does: "adds 1 or 11".
        return _("adds %(one)s or %(other)s") % {"one": one, "other": other}
    if one < 0 and other < 0:
        # Translators: what a card does: "takes 1 or 11 away".
        return _("takes %(one)s or %(other)s away") % {"one": -one, "other": -other}
    # Translators: what a card does: "adds 10 or takes 10 away".
    return pgettext("two effects", "%(one)s or %(other)s") % {"one": _change_says(one), "other": _change_says(other)}


def _change_says(change: int) -> str:
    if change == 0:
        return _("changes nothing")
    if change > 0:
        # Translators: what a card does: "adds 7".
        return _("adds %(amount)s") % {"amount": change}
    # Translators: what a card does: "takes 7 away".
    return _("takes %(amount)s away") % {"amount": digits(-change)}
