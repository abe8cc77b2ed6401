"""How far a drill has come: the cards dealt, those in the hand, and the total they are played onto."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet, Way
from trainer.marking import earlier_after


class NoSuchPlay(ValueError):
    """Say that a card was never dealt, is not the one to come, or does not fit."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card dealt in a drill: the value that an ace or a ten has, the total that the running one begins anew at.

    In a race nobody has chosen yet, so there is no `choice`. `rule` is the place of its rules among those of the drill.
    """

    card: Card
    choice: int | None = None
    start: int | None = None
    rule: int = 0

    def to_json(self) -> list[Any]:
        """Return the card as it is kept."""
        return [self.card.code, self.choice, self.start, self.rule]

    @classmethod
    def from_json(cls, kept: Sequence[Any]) -> Self:
        """Read what `to_json` wrote."""
        code, choice, start, rule = kept
        return cls(Card(code), choice, start, rule)


def suits_of(rules: RuleSet) -> str:
    """Return the suits of cards where sums of both directions are mixed, so that a card shows what it does."""
    return "DC" if rules.countdown else "SH"


@dataclass(frozen=True, slots=True)
class Play:
    """A sum of a drill: a card played onto a total; `earlier` holds the totals before, newest last."""

    rules: RuleSet
    prior: int
    card: Card
    choice: int | None
    earlier: tuple[int, ...]

    @property
    def expected(self) -> int:
        """The right total."""
        return self.rules.total_after(self.prior, self.card, self.choice)


@dataclass(frozen=True, slots=True)
class Course:
    """What has been dealt and where it stands; cards are numbered from 1.

    `hand` has the numbers of the cards held in a race, and is empty in drills of single sums. `following` is the number
    of the card that comes next: into the hand, or to be answered.
    """

    rules: tuple[RuleSet, ...]
    cards: tuple[Dealt, ...]
    total: int
    earlier: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    following: int = 1

    @classmethod
    def begun(cls, rules: tuple[RuleSet, ...], cards: tuple[Dealt, ...], *, race: bool) -> Self:
        """Return a drill before its first answer."""
        held = rules[0].hand_size if race else 0
        return cls(rules, cards, rules[0].start_total, (), tuple(range(1, held + 1)), held + 1)

    @property
    def is_race(self) -> bool:
        """Whether cards are held and chosen from."""
        return bool(self.hand)

    @property
    def answered(self) -> int:
        """How many cards have been answered."""
        return self.following - 1 - len(self.hand)

    @property
    def coming(self) -> tuple[tuple[int, Dealt], ...]:
        """The cards dealt ahead, with their numbers: they are neither answered nor in the hand yet."""
        return tuple(enumerate(self.cards[self.following - 1 :], start=self.following))

    @property
    def held(self) -> tuple[tuple[int, Dealt], ...]:
        """The cards in the hand, in its order, with their numbers."""
        return tuple((number, self.cards[number - 1]) for number in self.hand)

    @property
    def is_stuck(self) -> bool:
        """Whether no card of the hand fits."""
        ways = self.rules[0].ways
        return not any(self._fits(way) for _, dealt in self.held for way in ways[dealt.card])

    def play(self, number: int, card: Card, choice: int | None) -> Play:
        """Return the sum that an answer to a card is about. Raises NoSuchPlay for one that cannot be answered now."""
        way = self._way(number, card, choice)
        if self.is_race and not self._fits(way):
            raise NoSuchPlay(f"{card} does not fit on {self.total}")
        dealt = self.cards[number - 1]
        begins = dealt.start is not None
        prior = self.total if dealt.start is None else dealt.start
        return Play(self.rules[dealt.rule], prior, card, choice, () if begins else self.earlier)

    def overshoots(self, number: int, card: Card, choice: int | None) -> bool:
        """Tell whether a card of the hand does not fit. Raises NoSuchPlay for one that is not there."""
        return self.is_race and not self._fits(self._way(number, card, choice))

    def after(self, number: int, play: Play) -> Self:
        """Return the drill after a sum was answered: the true total stands, and the hand is filled up."""
        hand = self.hand
        if hand:
            hand = (*(held for held in hand if held != number), self.following)
        earlier = earlier_after(play.earlier, play.prior, played=True, reset=False)
        return replace(self, total=play.expected, earlier=earlier, hand=hand, following=self.following + 1)

    def after_bust(self) -> Self:
        """Return the drill after a bust: the total begins anew, the hand is kept."""
        return replace(self, total=self.rules[0].start_total, earlier=())

    def _way(self, number: int, card: Card, choice: int | None) -> Way:
        if number not in (self.hand or (self.following,)) or number > len(self.cards):
            raise NoSuchPlay(f"card {number} is not the one to answer")
        dealt = self.cards[number - 1]
        way = self.rules[dealt.rule].way(card, choice)
        if card is not dealt.card or way is None or (not self.hand and choice != dealt.choice):
            raise NoSuchPlay(f"card {number} is {dealt.card}")
        return way

    def _fits(self, way: Way) -> bool:
        return way.least <= self.total <= way.most
