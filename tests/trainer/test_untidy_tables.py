"""Whole live matches of untidy people: all that a table offers, in no good order, on a clock that tests move on."""

import random
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.test import Client

from ninety.chance import throwing
from ninety.engine import record
from ninety.models import Match, Seat, User
from ninety.selectors import record_of, state_of
from ninety.services import note_presence, start_match, take_place
from tests.factories import UserFactory
from tests.factories.tables import opened_table
from tests.trainer.tablemates import HTMX, NOON
from trainer.models import Answer
from trainer.services import run_due

pytestmark = pytest.mark.django_db

MOST_MOVES = 250
WAYS = (
    "leave/",
    "hand-over/",
    "take-back/",
    "ask-past/",
    "pace/",
    "step/",
    "go-on/",
    "check/",
    "agree/",
    "disagree/",
    "uncover/",
)
SETTINGS: list[dict[str, Any]] = [
    {"answer_policy": "retry", "everyone_computes": True, "penalty": True},
    {"answer_policy": "show", "computing_limit": 8, "choosing_limit": 6, "memory": True},
    {"answer_policy": "stand", "bot_mistakes": 50, "everyone_computes": True, "choosing_limit": 9},
    {"answer_policy": "stand", "penalty": True, "watching": True},
    {"rules": {"preset": "speed-98", "set": {"clock": 90}}, "everyone_computes": True},
    {"rules": {"preset": "ninety-nine", "variants": ["negatives"], "set": {"lives": 1}}, "answer_policy": "stand"},
]


class Untidy:
    """People at one table who do what their pages ask for, and much that they do not."""

    def __init__(self, settings: dict[str, Any], dice: random.Random, clock: Any) -> None:
        self.dice, self.clock, self.keys = dice, clock, count(1)
        rules = settings.get("rules", {"preset": "ninety-eight", "set": {"lives": 2}})
        self.people: list[User] = [UserFactory.create() for _person in range(3)]
        table = opened_table(self.people[0], seat_count=4, strength="steady", **(settings | {"rules": rules}))
        for person in self.people:
            take_place(table, person, person.display_name)
        self.match = start_match(table, self.people[0], None)
        self.browsers = [Client(raise_request_exception=False) for _person in self.people]
        for browser, person in zip(self.browsers, self.people, strict=True):
            browser.force_login(person)
        self.watcher = Client(raise_request_exception=False)

    def page(self, number: int) -> Any:
        page = self.browsers[number].get(f"/match/{self.match.slug}/", headers=HTMX)
        assert page.status_code == 200
        return page

    def post(self, number: int, way: str, **sent: Any) -> Any:
        self.match = Match.objects.get(pk=self.match.pk)
        seen = {"version": self.match.version, "tries": self.match.tries, "play": self.match.steps + 1}
        sent = seen | {"key": f"{next(self.keys):016x}"} | sent
        answer = self.browsers[number].post(f"/match/{self.match.slug}/{way}", sent, headers=HTMX)
        assert answer.status_code in {200, 404, 409, 422}, way
        return answer

    def move(self) -> bool:
        """Let something happen, and return whether the match goes on."""
        number, chance = self.dice.randrange(3), self.dice.random()
        if chance < 0.15:
            self.be_untidy(number)
        elif chance < 0.35:
            self.clock.shift(timedelta(seconds=self.dice.choice([0.3, 1, 3, 5])))
            if self.dice.random() < 0.8:
                here = [s.pk for s in self.match.seats.all() if s.user_id and self.dice.random() < 0.9]
                note_presence(here)
            run_due()
        else:
            self.obey(number, self.page(number).context["turn"])
        self.match = Match.objects.get(pk=self.match.pk)
        return self.match.ended_at is None

    def obey(self, number: int, turn: Any) -> None:
        total = str(state_of(self.match).total + self.dice.choice([0, 1, 5, 10]))
        match turn.step:
            case "choose":
                card = self.dice.choice(turn.hand)
                choice = {"choice": self.dice.choice(card.values)[0]} if card.values else {}
                self.post(number, "play/" if self.dice.random() < 0.8 else "stuck/", card=card.face.code, **choice)
            case "announce" | "check":
                self.post(number, f"{turn.step}/", total=total)
            case "agree":
                self.post(
                    number, "agree/" if turn.must_agree and self.dice.random() < 0.5 else "disagree/", total=total
                )
            case "explain":
                self.post(number, "go-on/")
            case "held":
                self.post(number, "take-back/")

    def be_untidy(self, number: int) -> None:
        way = f"{self.dice.choice(WAYS[self.dice.random() < 0.98 :])}/"
        sent = {"seat": self.dice.randrange(5), "total": self.dice.choice(["7", "−3", "x"]), "pace": "fast"}
        self.post(number, way, **sent)
        assert self.watcher.get(f"/match/{self.match.slug}/watch/").status_code == (200 if self.match.watching else 404)
        assert self.watcher.get(f"/match/{self.match.slug}/").status_code == 404


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_live_match_of_untidy_people_ends_and_is_whole(number: int) -> None:
    dice = random.Random(number)
    with throwing(dice), time_machine.travel(NOON, tick=False) as clock:
        at = Untidy(SETTINGS[number], dice, clock)
        for _move in range(MOST_MOVES):
            if not at.move():
                break
        # Whoever is still playing goes home: no table may wait for them, nor go on without anybody.
        for person in range(3):
            at.post(person, "leave/")
        for _look in range(400):
            clock.shift(timedelta(seconds=1))
            run_due()
        match = Match.objects.get(pk=at.match.pk)
        assert match.ended_at is not None
        assert match.due_at is None
    look_back(match)


def look_back(match: Match) -> None:
    """Compare a match with its record and its log."""
    played = record_of(match)
    *_, (_step, _action, replayed) = record.replay(record.read(played))
    assert replayed == state_of(match)
    firsts = Answer.objects.filter(match=match, role="player", try_number=1)
    announced = {
        step: action["announced"]
        for step, action in enumerate(played["actions"], 1)
        if "announced" in action and not match.seats.get(number=action["seat"]).is_bot
    }
    assert dict(firsts.values_list("play_number", "announced")) == announced
    assert not Seat.objects.filter(match=match, user__isnull=True).exclude(held="").exists()
