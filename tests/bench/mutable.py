"""The plainest mutable loop for the base game of Ninety-Nine: it keeps no state and checks nothing."""

import random
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in "SHDC" for rank in RANKS]


@dataclass
class Tally:
    """Count what was played, and keep the totals in their order where they are asked for."""

    plays: int = 0
    busts: int = 0
    winners: list[int] = field(default_factory=list)
    totals: list[int] | None = None


def play_match(seats: int, dice: random.Random, tally: Tally) -> None:  # noqa: C901, PLR0912, PLR0915 - plain and fast
    """Play one match at random: hands of 3, limit 99, 3 lives, one pack."""
    pack = list(PACK)
    dice.shuffle(pack)
    lives = [3] * seats
    dealer = cut(pack, seats)
    while True:
        pack = list(PACK)
        dice.shuffle(pack)
        order = [(dealer + 1 + i) % seats for i in range(seats)]
        order = [seat for seat in order if lives[seat]]
        hands = {seat: pack[place : 3 * len(order) : len(order)] for place, seat in enumerate(order)}
        stock = pack[: 3 * len(order) - 1 : -1]
        discard: list[str] = []
        total, direction, at = 0, 1, 0
        while True:
            hand = hands[order[at]]
            plays: list[tuple[str, int]] = []
            for card in hand:
                rank = card[0]
                if rank == "A":
                    if total + 1 <= 99:
                        plays.append((card, total + 1))
                    if total + 11 <= 99:
                        plays.append((card, total + 11))
                elif rank == "T":
                    if total + 10 <= 99:
                        plays.append((card, total + 10))
                    if total - 10 >= 0:
                        plays.append((card, total - 10))
                elif rank == "9":
                    plays.append((card, 99))
                elif rank in "4K":
                    plays.append((card, total))
                elif rank in "JQ":
                    if total + 10 <= 99:
                        plays.append((card, total + 10))
                elif total + int(rank) <= 99:
                    plays.append((card, total + int(rank)))
            if not plays:
                break
            card, total = dice.choice(plays)
            hand.remove(card)
            discard.append(card)
            if not stock:
                top = discard.pop()
                dice.shuffle(discard)
                stock, discard = discard[::-1], [top]
            hand.append(stock.pop())
            step = 1
            if card[0] == "4":
                direction = -direction
                step = 2 if len(order) == 2 else 1
            elif card[0] == "3":
                step = 2
            at = (at + direction * step) % len(order)
            tally.plays += 1
            if tally.totals is not None:
                tally.totals.append(total)
        dealer = order[at]
        lives[dealer] -= 1
        tally.busts += 1
        left = [seat for seat in range(seats) if lives[seat]]
        if len(left) == 1:
            tally.winners += left
            return


def cut(pack: list[str], seats: int) -> int:
    """Return the seat that cuts the highest card."""
    tied = list(range(seats))
    while len(tied) > 1:
        heights = ["23456789TJQKA".index(card[0]) for card in pack[: len(tied)]]
        pack = pack[len(tied) :]
        tied = [seat for seat, height in zip(tied, heights, strict=True) if height == max(heights)]
    return tied[0]
