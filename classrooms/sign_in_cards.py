"""Cards that pupils sign in with, as they lie on sheets of A4 paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from ninety.codes import shown
from ninety.qr import path_of

CARDS, LABELS = "cards", "labels"
LAYOUTS = {CARDS: 8, LABELS: 24}
"""How many lie on a sheet: cards to cut in two columns of four, or labels of 70 by 37 mm in three columns of eight."""


@dataclass(frozen=True)
class Card:
    """What one card says; of `pictures` and `pin` it has what the class signs in with, or neither."""

    name: str
    code: str
    qr_path: str
    qr_width: int
    pictures: tuple[str, ...] = ()
    pin: str = ""


def make_card(name: str, code: str, address: str, pictures: Sequence[str] = (), pin: str = "") -> Card:
    """Draw the card of a pupil, whose QR code leads to an address."""
    path, width = path_of(address)
    return Card(name, shown(code), path, width, tuple(pictures), pin)


def sheets(cards: Sequence[Card], layout: str) -> list[Sequence[Card]]:
    """Lay cards on sheets, in their order."""
    size = LAYOUTS[layout]
    return [cards[at : at + size] for at in range(0, len(cards), size)]
