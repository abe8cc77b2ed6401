"""Matches whose cards are known: a test says which hands are held, and the deal is stacked to make it so."""

from collections.abc import Sequence
from typing import Any

from ninety.engine.cards import Card
from ninety.engine.state import Cards
from ninety.models import Match, User
from ninety.services import Sitter, TableSettings, open_match


class StackedDeal:
    """A shuffle that lets seat 0 lead and gives each seat its hand, with `stock` on top of what is left."""

    def __init__(self, hands: Sequence[str], stock: str = "") -> None:
        self.hands, self.stock = [hand.split() for hand in hands], stock.split()
        self.shuffles = 0

    def __call__(self, cards: Cards) -> Cards:
        self.shuffles += 1
        if self.shuffles == 1:
            low = sorted(cards, key=lambda card: (card.rank == "A", card.rank))
            return (*low[: len(self.hands) - 1], low[-1], *low[len(self.hands) - 1 : -1])
        first = [Card(code) for dealt in zip(*self.hands, strict=True) for code in dealt]
        first += [Card(code) for code in self.stock]
        rest = list(cards)
        for card in first:
            rest.remove(card)
        return (*first, *rest)


def seated_match(
    person: User,
    hands: Sequence[str],
    *,
    rules: dict[str, Any] | None = None,
    total: int = 0,
    stock: str = "",
    bot: str = "steady",
    **table: Any,
) -> Match:
    """Open a match of a person (seat 0, who leads) against bots, one for each further hand, that starts at `total`."""
    table = {"total": total, "stock": stock, "bot": bot, "rules": rules, **table}
    return live_match([person], hands, **table)


def live_match(
    people: Sequence[User],
    hands: Sequence[str],
    *,
    rules: dict[str, Any] | None = None,
    total: int = 0,
    stock: str = "",
    bot: str = "steady",
    **table: Any,
) -> Match:
    """Open a match of several people, each on an own device, and of bots for the hands beyond theirs; seat 0 leads."""
    rules = rules or {"preset": "ninety-nine"}
    dealt = {**rules, "set": {**rules.get("set", {}), "start": total, "hand_size": len(hands[0].split())}}
    settings = TableSettings(dealt, bots=[bot] * (len(hands) - len(people)), **table)
    sitting = [Sitter(person, person.display_name) for person in people]
    return open_match(settings, people=sitting, shuffle=StackedDeal(hands, stock))
