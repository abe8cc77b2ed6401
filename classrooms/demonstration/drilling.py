"""A made-up pupil alone with a drill: what the device would send, sent through the services."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from classrooms.demonstration.characters import Mind
from ninety.engine.cards import Card
from trainer.drills import End, Event, Go, Post, Said, Stuck
from trainer.drills.events import Ending
from trainer.models import Drill
from trainer.selectors.drills import course_of
from trainer.services.drills import take_events

MOST_SUMS = 60
"""How many sums somebody does who has no clock."""

SENT_AFTER_MS = 30_000
"""How long answers wait for each other on the device."""

FEEDBACK_MS = (200, 500)
MISTAKE_MS = (2500, 6000)
"""How long what a drill says after a right and after a wrong total is looked at, while its clock stands."""


class Drilling:
    """One drill from its first card to its end; times in ms since it was dealt."""

    def __init__(self, drill: Drill, mind: Mind) -> None:
        self.drill, self.mind, self.course = drill, mind, course_of(drill)
        self.started_at: datetime = drill.started_at
        self.at_ms, self.used_ms, self.number, self.sums = 2000, 0, 0, 0
        self.is_done = False
        self.events: list[Event] = []
        self._note(Go(self._next(), self.at_ms))

    def do(self) -> datetime:
        """Do the drill, and return when it was done."""
        while not self.is_done:
            self._act()
            if self.at_ms - self.events[0].at_ms > SENT_AFTER_MS:
                self._send(self.at_ms)
        self._send(self.at_ms)
        return self.started_at + timedelta(milliseconds=self.at_ms)

    def go_on(self, now: datetime) -> int:
        """Do as much of the drill as there was time for until now, and return how many events that were."""
        now_ms = (now - self.started_at) // timedelta(milliseconds=1)
        while not self.is_done and self.at_ms <= now_ms:
            self._act()
        due = sum(event.at_ms <= now_ms for event in self.events)
        if due:
            self._send(now_ms)
        return due

    def _act(self) -> None:
        """Do what comes next, or say that the drill is over."""
        if self._goes_on():
            self._note(self._answer())
            self.sums += 1
        else:
            self._note(End(self._next(), self.at_ms, self._why(), ""))
            self.is_done = True

    def _why(self) -> Ending:
        if self.drill.seconds:
            return "time"
        return "stopped" if self.course.coming else "done"

    def _goes_on(self) -> bool:
        if self.drill.seconds and self.used_ms >= self.drill.seconds * 1000:
            return False
        return self.sums < MOST_SUMS and bool(self.course.hand or self.course.coming)

    def _answer(self) -> Event:
        """Do what comes next: say a total, or in a race that no card fits."""
        dice = self.mind.dice
        fitting = list(self._fitting())
        if not fitting:
            waited = round(dice.uniform(1500, 3500))
            self.used_ms += waited
            self.at_ms += waited
            self.course = self.course.after_bust()
            return Stuck(self._next(), self.at_ms, waited)
        number, card, choice = dice.choice(fitting)
        play = self.course.play(number, card, choice)
        took, announced = round(1000 * self.mind.seconds(play)), self.mind.total(play)
        choosing = round(took * dice.uniform(0.3, 0.6)) if self.course.is_race else 0
        self.used_ms += took
        self.at_ms += took
        event = Said(self._next(), self.at_ms, number, card, choice, announced, choosing, took - choosing)
        self.at_ms += round(dice.uniform(*(FEEDBACK_MS if announced == play.expected else MISTAKE_MS)))
        self.course = self.course.after(number, play)
        return event

    def _fitting(self) -> Iterator[tuple[int, Card, int | None]]:
        """Yield the plays from which one may be chosen: in single sums the one that is asked for."""
        course = self.course
        if not course.is_race:
            number, dealt = course.coming[0]
            yield number, dealt.card, dealt.choice
            return
        for number, dealt in course.held:
            for way in course.rules[0].ways[dealt.card]:
                if not course.overshoots(number, dealt.card, way.choice):
                    yield number, dealt.card, way.choice

    def _next(self) -> int:
        self.number += 1
        return self.number

    def _note(self, event: Event) -> None:
        self.events.append(event)

    def _send(self, now_ms: int) -> None:
        """Send what has happened by now; what is still to come is kept."""
        sent = tuple(event for event in self.events if event.at_ms <= now_ms)
        self.events = self.events[len(sent) :]
        now = self.started_at + timedelta(milliseconds=now_ms)
        taken = take_events(self.drill.user, self.drill.slug, Post(sent, is_cut=False, have=0, now_ms=now_ms), now)
        if not self.events:
            # Cards are dealt ahead while events are taken.
            self.course = taken.course
