"""Playing cards: one object a card, so that cards compare by identity."""

from functools import cache
from typing import ClassVar, NoReturn, final

RANKS = "A23456789TJQK"
SUITS = "SHDC"
JOKER_RANK = "X"


@final
class Card:
    """Name one card by its code: rank then suit (`7H`), or `X` for a joker.

    There is one object for each code: `Card("7H") is Card("7H")`. Two packs hold the same object twice.
    Raises ValueError for a code that names no card.
    """

    __slots__ = ("code", "rank", "suit")

    code: str
    rank: str
    suit: str

    _made: ClassVar[dict[str, "Card"]] = {}

    def __new__(cls, code: str) -> "Card":
        """Return the one card of this code."""
        try:
            return cls._made[code]
        except (KeyError, TypeError):
            raise ValueError(f"no such card: {code!r}") from None

    @classmethod
    def _make(cls, code: str) -> None:
        card = object.__new__(cls)
        object.__setattr__(card, "code", code)
        object.__setattr__(card, "rank", code[0])
        object.__setattr__(card, "suit", code[1:])
        cls._made[code] = card

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a card does not change")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("a card does not change")

    def __reduce__(self) -> tuple[type["Card"], tuple[str]]:
        return Card, (self.code,)

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Card({self.code!r})"


for _code in [rank + suit for suit in SUITS for rank in RANKS] + [JOKER_RANK]:
    Card._make(_code)

JOKER = Card(JOKER_RANK)


@cache
def pack(decks: int = 1, jokers: int = 0) -> tuple[Card, ...]:
    """Return `decks` packs of 52 and `jokers` jokers, in the order they leave the printer."""
    return tuple(Card(rank + suit) for suit in SUITS for rank in RANKS) * decks + (JOKER,) * jokers


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by blanks, as `print_cards` writes them. Raises ValueError."""
    codes = text.split()
    try:
        # Every look at a match reads a whole pack: straight from the cards that were made is twice as fast.
        return tuple([Card._made[code] for code in codes])
    except KeyError:
        return tuple(map(Card, codes))


def print_cards(cards: tuple[Card, ...]) -> str:
    """Write cards as their codes, separated by blanks."""
    return " ".join(card.code for card in cards)
