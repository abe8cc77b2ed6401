"""The rules of play once more, as one plain mutable table, written to be read against the text and not to be fast.

It exists to disagree with the engine where one of the two is wrong.
"""

from typing import Any

from ninety.engine.rulesets import RuleSet

HEIGHTS = "X23456789TJQKA"


def is_whole(value: object) -> bool:
    """Say whether a value of JSON is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


class Oracle:
    """Play one match: `step` takes a record's action, `line` returns what a replay prints."""

    def __init__(self, rules: RuleSet, seats: int, shuffles: list[list[str]]) -> None:
        self.rules = rules.as_dict()
        self.seats = seats
        self.shuffles = list(shuffles)
        self.lives: list[int] = [self.rules["lives"]] * seats
        self.counters = [0] * seats
        self.pot = self.round = self.step_number = 0
        self.winners: list[int] = []
        self.dealer = self.cut(self.shuffles.pop(0))
        self.deal()

    # Words of the text

    def team(self, seat: int) -> set[int]:
        return {seat, (seat + self.seats // 2) % self.seats} if self.rules["teams"] else {seat}

    def alive(self, seat: int) -> bool:
        return self.lives[seat] > 0

    def left_of(self, seat: int) -> int:
        seat = (seat + 1) % self.seats
        return seat if self.alive(seat) else self.left_of(seat)

    def next_active(self, seat: int) -> int:
        seat = (seat + self.direction) % self.seats
        return seat if seat in self.active else self.next_active(seat)

    def start_total(self) -> int:
        if self.rules["start"] is None:
            return self.rules["limit"] if self.rules["countdown"] else 0
        return int(self.rules["start"])

    # Setting up

    def cut(self, pack: list[str]) -> int:
        tied = list(range(self.seats))
        while len(tied) > 1:
            if len(pack) < len(tied):
                return min(tied)
            drawn = {seat: HEIGHTS.index(pack.pop(0)[0]) for seat in tied}
            tied = [seat for seat in tied if drawn[seat] == max(drawn.values())]
        return tied[0]

    def deal(self) -> None:
        self.stock = list(self.shuffles.pop(0))
        self.discard: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.round += 1
        self.total, self.direction = self.start_total(), 1
        self.active = {seat for seat in range(self.seats) if self.alive(seat)}
        self.dealt = set(self.active)
        for _ in range(self.rules["hand_size"]):
            seat = self.dealer
            for _ in self.active:
                seat = self.left_of(seat)
                self.hands[seat].append(self.stock.pop(0))
        self.turn: int | None = self.left_of(self.dealer)
        if self.rules["stakes"] == "ante":
            for seat in self.dealt:
                self.counters[seat] -= 1
                self.pot += 1

    # A turn

    def outcomes(self, card: str) -> dict[int | None, int]:
        """Return the total after each choice of a card, legal or not."""
        effect = self.rules["effects"][card[0]].split()[0]
        if effect == "=limit":
            return {None: 0 if self.rules["countdown"] else self.rules["limit"]}
        changes = [-int(part) if self.rules["countdown"] else int(part) for part in effect.split("/")]
        return {change if len(changes) == 2 else None: self.total + change for change in changes}

    def is_legal(self, card: str, after: int) -> bool:
        low = None if self.rules["floor"] is None else 0
        if after > self.rules["limit"] or (low is not None and after < low):
            return False
        if self.rules["strict_limit"] and not self.rules["effects"][card[0]].startswith("=limit"):
            if self.rules["countdown"]:
                return bool(self.total != 0 or after > self.total)
            return bool(self.total != self.rules["limit"] or after < self.total)
        return True

    def step(self, action: dict[str, Any]) -> None:
        self.step_number += 1
        if "card" in action:
            self.play(action["seat"], action["card"], action.get("choice"))
        elif "bust" in action:
            self.bust(action["seat"])
        elif "clock" in action:
            self.end(self.richest())
        else:
            self.lose(action["seat"], 1 if "penalty" in action else self.lives[action["seat"]])

    def play(self, seat: int, card: str, choice: int | None) -> None:
        self.total = self.outcomes(card)[choice]
        self.hands[seat].remove(card)
        self.discard.append(card)
        if not self.stock:
            self.stock, self.discard = list(self.shuffles.pop(0)), [card]
        self.hands[seat].append(self.stock.pop(0))
        effect = self.rules["effects"][card[0]]
        if effect.endswith(" reverse"):
            self.direction = -self.direction
        again = len(self.active) == 2 and effect.endswith((" reverse", " skip"))
        self.turn = self.next_active(seat)
        if again:
            self.turn = seat
        elif effect.endswith(" skip"):
            self.turn = self.next_active(self.turn)

    # Lives

    def take_lives(self, seat: int, lives: int) -> None:
        for partner in self.team(seat):
            self.lives[partner] -= lives

    def set_aside(self, seat: int) -> None:
        self.active.discard(seat)
        self.hands[seat] = []

    def bust(self, seat: int) -> None:
        self.take_lives(seat, 1)
        if self.rules["stakes"] == "pot":
            self.counters[seat] -= 1
            self.pot += 1
        last_round = self.rules["length"] == f"rounds:{self.round}"
        if self.rules["on_bust"] == "redeal":
            if self.one_team_lives() or last_round:
                self.set_aside(seat)
                self.set_aside_the_dead()
                self.end(self.richest())
            else:
                self.dealer = seat
                self.deal()
            return
        self.set_aside(seat)
        self.set_aside_the_dead()
        if not self.round_won():
            self.total = self.start_total()
            self.stock, self.discard = list(self.shuffles.pop(0)), []
            self.turn = self.next_active(seat)

    def lose(self, seat: int, lives: int) -> None:
        self.take_lives(seat, lives)
        if self.alive(seat):
            return
        self.set_aside_the_dead()
        if self.rules["on_bust"] == "drop" and self.round_won():
            return
        if self.one_team_lives():
            self.end(self.richest())
        elif self.turn is not None and self.turn not in self.active:
            self.turn = self.next_active(self.turn)

    def set_aside_the_dead(self) -> None:
        for seat in range(self.seats):
            if not self.alive(seat):
                self.set_aside(seat)

    # Ends

    def one_team_lives(self) -> bool:
        living = {seat for seat in range(self.seats) if self.alive(seat)}
        return living <= self.team(min(living))

    def round_won(self) -> bool:
        """Under drop: if the active seats are one seat or team, pay it, and deal again or end."""
        winner = min(self.active)
        if not self.active <= self.team(winner):
            return False
        if self.rules["stakes"] == "ante":
            for seat in self.dealt - self.active:
                self.counters[seat] -= 1
                self.counters[winner] += 1
        if self.rules["length"] == "single":
            self.end(self.team(winner))
        elif self.one_team_lives() or self.rules["length"] == f"rounds:{self.round}":
            self.end(self.richest())
        else:
            self.dealer = self.left_of(self.dealer)
            self.deal()
        return True

    def richest(self) -> set[int]:
        return {seat for seat in range(self.seats) if self.lives[seat] == max(self.lives)}

    def end(self, winners: set[int]) -> None:
        self.turn, self.winners = None, sorted(winners)
        share = self.pot // len(winners)
        for seat in winners:
            self.counters[seat] += share
            self.pot -= share

    # What is refused

    def refusal(self, action: dict[str, Any]) -> str | None:
        """Return the code that an action is refused with, None for one that is allowed."""
        form = self.form(action)
        if form is None:
            return "bad-action"
        if self.turn is None:
            return "match-over"
        if form == "clock":
            return None if self.rules["clock"] else "no-clock"
        seat = action["seat"]
        if form in ("penalty", "leave"):
            return None if self.alive(seat) else "seat-out"
        if seat != self.turn:
            return "not-your-turn"
        if form == "bust":
            can_play = any(
                self.is_legal(card, total) for card in self.hands[seat] for total in self.outcomes(card).values()
            )
            return "can-still-play" if can_play else None
        return self.refusal_of_play(seat, action["card"], action.get("choice"))

    def refusal_of_play(self, seat: int, card: str, choice: int | None) -> str | None:
        if card not in self.hands[seat]:
            return "card-not-in-hand"
        outcomes = self.outcomes(card)
        if choice not in outcomes:
            return "choice-needed" if choice is None else "choice-not-allowed"
        after, effect = outcomes[choice], self.rules["effects"][card[0]]
        brink = 0 if self.rules["countdown"] else self.rules["limit"]
        lowers = after > self.total if self.rules["countdown"] else after < self.total
        if self.rules["strict_limit"] and self.total == brink and not lowers and not effect.startswith("=limit"):
            return "must-lower"
        return None if self.is_legal(card, after) else "past-the-limit"

    def form(self, action: dict[str, Any]) -> str | None:
        """Return which of the forms an action has, None for none."""
        names = set(action)
        if names == {"clock"}:
            return "clock" if action["clock"] is True else None
        if not is_whole(action.get("seat")) or not 0 <= action["seat"] < self.seats:
            return None
        for name in ("bust", "penalty", "leave"):
            if names == {"seat", name}:
                return name if action[name] is True else None
        numbers = [action[name] for name in ("choice", "announced") if action.get(name) is not None]
        is_play = {"seat", "card"} <= names <= {"seat", "card", "choice", "announced"}
        return "play" if is_play and self.is_card(action["card"]) and all(map(is_whole, numbers)) else None

    def is_card(self, code: object) -> bool:
        cards = {rank + suit for rank in HEIGHTS[1:] for suit in "SHDC"} | ({"X"} if self.rules["jokers"] else set())
        return isinstance(code, str) and code in cards

    # What is printed

    def line(self) -> dict[str, Any]:
        """Return what a replay prints for the table as it stands."""
        legal = []
        for card in sorted(set(self.hands[self.turn])) if self.turn is not None else []:
            for choice, after in sorted(self.outcomes(card).items(), key=lambda way: way[0] or 0):
                if self.is_legal(card, after):
                    legal.append({"card": card, "choice": choice, "total": after})
        return {
            "step": self.step_number,
            "round": self.round,
            "total": self.total,
            "direction": self.direction,
            "dealer": self.dealer,
            "turn": self.turn,
            "lives": self.lives,
            "active": sorted(self.active),
            "hands": self.hands,
            "stock": len(self.stock),
            "discard": len(self.discard),
            "top": self.discard[-1] if self.discard else None,
            "legal": legal,
            "counters": self.counters,
            "pot": self.pot,
            "winners": self.winners,
        }
