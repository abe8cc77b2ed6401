"""A table of made-up pupils, each of whom does by the services what the own page would send."""

import heapq
from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from classrooms.demonstration.characters import Mind
from ninety.engine import actions, bots
from ninety.engine.cards import Card
from ninety.engine.rules import legal_plays
from ninety.engine.view import view
from ninety.models import Match, Seat
from ninety.selectors import rules_of, state_of
from ninety.services import FRESH, note_presence, seats_of
from trainer.drills import Play
from trainer.services import Outcome, announce_total, check, claim_bust, commit_play, go_on

TRIES_IN_VAIN = 0.2
"""How often somebody tries a card that does not fit, where one is held."""

GIVES_UP = 0.015
"""How often somebody says that no card fits, though one does."""

LEAST = 1.2
"""Seconds that the quickest answer takes."""

KNEW_ALREADY = 0.45
"""Which part of the usual time it takes to say the total of an own card, which was computed before it was laid."""

READS_HINT, READS_WORKING, SEES_TURN = (3.0, 6.0), (3.0, 8.0), (1.0, 2.5)
BEFORE_THE_REVEAL = 0.5
"""How long before the reveal the slowest of those who compute along is ready, in seconds."""


class Sitting:
    """One match in the hands of the people at it; `now` is how late it is at this table."""

    def __init__(self, match: Match, minds: Mapping[int, Mind], now: datetime, dice: Random) -> None:
        self.match, self.now, self.dice = match, now, dice
        self.rules = rules_of(match)
        self.state = state_of(match)
        self.seats: dict[int, Seat] = {seat.number: seat for seat in seats_of(match.pk)}
        self.minds = {number: minds[seat.person.pk] for number, seat in self.seats.items()}
        self.unread: set[int] = set()
        self.noted_at: datetime | None = None
        self.keys = (f"{number:016x}" for number in count(match.steps * 8 + 1))

    @property
    def is_over(self) -> bool:
        """Return whether the match has ended."""
        return self.match.ended_at is not None

    def play(self, until: datetime) -> None:
        """Play on until a time, with the turn that stands then, or until the match is over."""
        while not self.is_over and self.now < until:
            self.turn()

    def turn(self) -> None:
        """Play one turn."""
        number = self.state.turn
        assert number is not None
        seat, mind = self.seats[number], self.minds[number]
        self._wait(*SEES_TURN)
        if number in self.unread:
            self._wait(*READS_WORKING)
            go_on(seat, play_number=self.match.steps + 1, key=next(self.keys), now=self.now)
            self.unread.discard(number)
        self.now += timedelta(seconds=mind.chooses())
        action = bots.choose(view(self.state, number), mind.character.plays, self.dice)
        if self.dice.random() < TRIES_IN_VAIN:
            self._try_in_vain(seat)
        elif isinstance(action, actions.Play) and self.dice.random() < GIVES_UP:
            self._after(claim_bust(seat, **self._seen()))
            self._wait(*READS_HINT)
        if self.is_over:
            # The clock of the match has run out meanwhile.
            return
        if isinstance(action, actions.Bust):
            self._after(claim_bust(seat, **self._seen()))
            return
        prior = self.state.total
        self._are_here()
        outcome = commit_play(seat, action.card, action.choice, **self._seen())
        self._after(outcome)
        if not self.is_over and not outcome.too_late:
            self._answer(seat, Play(self.rules, prior, action.card, action.choice, ()))

    def _are_here(self) -> None:
        """Note that all are at their tables still, as their streams do."""
        if self.noted_at is None or self.now - self.noted_at > FRESH:
            note_presence([seat.pk for seat in self.seats.values()], now=self.now)
            self.noted_at = self.now

    def _try_in_vain(self, seat: Seat) -> None:
        """Try a card of the hand that does not fit, where there is one."""
        fits = {play.card for play in legal_plays(self.state)}
        misfits = [card for card in self.state.hands[seat.number] if card not in fits and not self._has_choice(card)]
        if misfits and fits:
            self._after(commit_play(seat, self.dice.choice(misfits), None, **self._seen()))
            self._wait(*READS_HINT)

    def _has_choice(self, card: Card) -> bool:
        return any(way.choice is not None for way in self.rules.ways[card])

    def _answer(self, seat: Seat, play: Play) -> None:
        """Have everybody say the total of the card that was laid, each in the own time."""
        laid_at, play_number = self.now, self.match.steps + 1
        coming = [
            (laid_at + self._takes(self.minds[number].seconds(play)), number)
            for number in self.seats
            if number != seat.number and self.match.everyone_computes
        ]
        coming.append((laid_at + self._takes(KNEW_ALREADY * self.minds[seat.number].seconds(play)), seat.number))
        heapq.heapify(coming)
        tries, closes_at = 0, None
        while coming:
            at, number = heapq.heappop(coming)
            self.now = max(self.now, at if closes_at is None else min(at, closes_at))
            mind = self.minds[number]
            if number != seat.number:
                said = check(self.seats[number], mind.total(play), play_number=play_number, now=self.now)
            else:
                said = announce_total(seat, mind.total(play, again=tries > 0), **self._seen())
                tries += 1
                if self._is_second_try_due(said):
                    heapq.heappush(coming, (self.now + self._takes(self.dice.uniform(*READS_HINT)), number))
                else:
                    wait = timedelta(seconds=self.match.reveal_wait - BEFORE_THE_REVEAL)
                    closes_at = self.now + max(wait, timedelta())
            if said.answer is not None and not said.answer.right:
                self.unread.add(number)
            self._after(said)

    @staticmethod
    def _is_second_try_due(said: Outcome) -> bool:
        answer = said.answer
        is_first = answer is not None and answer.try_number == 1 and not answer.right
        return is_first and said.change.match.answer_policy == Match.AnswerPolicy.RETRY

    def _seen(self) -> dict[str, Any]:
        """Return what a page sends with every request, and when that is."""
        match = self.match
        return {"version": match.version, "tries": match.tries, "key": next(self.keys), "now": self.now}

    def _after(self, outcome: Outcome) -> None:
        self.match, self.state = outcome.change.match, outcome.change.state

    def _wait(self, least: float, most: float) -> None:
        self.now += timedelta(seconds=self.dice.uniform(least, most))

    @staticmethod
    def _takes(seconds: float) -> timedelta:
        return timedelta(seconds=max(seconds, LEAST))
