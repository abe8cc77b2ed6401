"""A lesson whose teacher, board and pupils send their requests to Django's handler in this process.

Loaded once the settings name the database of the run.
"""

import cProfile
import pstats
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from statistics import median
from time import process_time
from typing import Any
from urllib.parse import urlencode

from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from classrooms.models import Lesson
from classrooms.services.lessons import arrive_at
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.engine.cards import Card
from ninety.engine.rules import legal_plays
from ninety.models import Match, User
from ninety.selectors import actor_of, people_of, phase_of, state_of
from ninety.services import changing
from trainer.services.due import hurry

from .classes import begin
from .matches import session_of
from .turns import CSRF, TRANSACTIONS, Turn

KEYS = count(1 << 40)


@dataclass
class Cost:
    """What requests of one kind have cost."""

    seconds: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    queries: list[int] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)

    def report(self) -> dict[str, float]:
        """Return medians."""
        return {
            "cpu_ms": round(1000 * median(self.seconds), 2),
            "calls": round(median(self.calls)),
            "queries": round(median(self.queries)),
            "bytes": round(median(self.sizes)),
        }


@dataclass
class PlayedLesson:
    """A lesson, at first in its lobby; `how` is whether requests are timed, counted or profiled."""

    lesson: Lesson
    teacher: str
    sessions: dict[int, str]
    handler: Any = field(default_factory=get_wsgi_application)
    costs: defaultdict[str, Cost] = field(default_factory=lambda: defaultdict(Cost))
    how: str = "timed"
    profiled: str = ""
    profiler: cProfile.Profile = field(default_factory=cProfile.Profile)

    @classmethod
    def of(cls, pupils: int) -> "PlayedLesson":
        """Begin a lesson of so many, all of whom wait in its lobby."""
        lesson, people = begin(0, pupils)
        for person in people:
            arrive_at(lesson, person, timezone.now())
        teacher = lesson.teacher
        assert isinstance(teacher, User)
        return cls(lesson, session_of(teacher), {person.pk: session_of(person) for person in people})

    def wait(self, rounds: int) -> None:
        """Let the page of everybody who waits look so many times."""
        for _ in range(rounds):
            for session in self.sessions.values():
                self.send("lobby", session, "/lesson/")

    def deal(self) -> None:
        """Seat everybody, and deal."""
        now, teacher = timezone.now(), self.lesson.teacher
        assert teacher is not None
        seat_all(self.lesson, 4, Order.RANDOM, now)
        start_tables(self.lesson, teacher, now)

    def send(self, kind: str, session: str, path: str, data: dict[str, str] | None = None) -> None:
        """Have a request answered, and note what it has cost."""
        cookies = f"ninety_session={session}; ninety_csrf={CSRF}"
        factory = RequestFactory(headers={"HX-Request": "true", "Cookie": cookies})
        if data is None:
            request = factory.get(path, HTTP_HOST="127.0.0.1")
        else:
            body = urlencode(data | {"csrfmiddlewaretoken": CSRF})
            kind_of_body = "application/x-www-form-urlencoded"
            request = factory.post(path, body, content_type=kind_of_body, HTTP_HOST="127.0.0.1")
        cost = self.costs[kind]
        if self.how == "timed":
            began = process_time()
            cost.sizes.append(self._answered(request.environ))
            cost.seconds.append(process_time() - began)
        elif self.profiled in ("", kind):
            with CaptureQueriesContext(connection) as asked:
                profiler = self.profiler if self.profiled else cProfile.Profile()
                profiler.enable()
                self._answered(request.environ)
                profiler.disable()
            if not self.profiled:
                cost.calls.append(sum(entry.callcount for entry in profiler.getstats()))
                cost.queries.append(sum(not each["sql"].startswith(TRANSACTIONS) for each in asked.captured_queries))
        else:
            self._answered(request.environ)

    def _answered(self, environ: dict[str, Any]) -> int:
        statuses: list[str] = []
        body = self.handler(environ, lambda status, _headers, *_exception: statuses.append(status))
        sent = b"".join(body)
        body.close()
        assert statuses[0][:3] in {"200", "204"}, (statuses, sent[:2000])
        return len(sent)

    def matches(self) -> list[Match]:
        """Return the matches that are played."""
        return list(Match.objects.filter(table__room=self.lesson.room_id, ended_at=None).order_by("pk"))

    def turns(self, rounds: int) -> None:
        """Play a turn at every table so many times, with all the screens that follow it."""
        for _ in range(rounds):
            for match in self.matches():
                self.turn(match.pk)

    def turn(self, pk: int) -> None:
        """Play one turn: the card, the total, the others' totals; after each change of the table its screens look."""
        for kind, number, action, form in self.moves(pk):
            match = Match.objects.get(pk=pk)
            before = match.version
            users = {seat.number: seat.person.pk for seat in people_of(match.seats.all())}
            base = {"version": str(before), "tries": str(match.tries), "play": str(match.steps + 1)}
            data = base | {"key": f"{next(KEYS):016x}"} | form
            session = self.sessions[users[number]]
            self.send(kind, session, f"/match/{match.slug}/{action}/", data)
            match.refresh_from_db()
            if match.version == before or match.ended_at is not None:
                continue
            for other, user in users.items():
                if other != number:
                    self.send("fragment", self.sessions[user], f"/match/{match.slug}/")
            self.send("poll", session, f"/match/{match.slug}/?seen={match.version}")
            self.send("live view", self.teacher, f"/lessons/{self.lesson.slug}/")
            self.send("board", "", f"/board/{self.lesson.room.slug}/")

    def moves(self, pk: int) -> Iterator[tuple[str, int, str, dict[str, str]]]:
        """Yield kind, seat, action and form of each request of a turn; bots do theirs by services."""
        match = Match.objects.get(pk=pk)
        state, seats = state_of(match), {seat.number: seat for seat in match.seats.all()}
        assert phase_of(match) == ""
        number = actor_of(match, state)
        assert number is not None
        if seats[number].is_bot:
            self.bot(pk)
            self.bot(pk)
        else:
            plays = legal_plays(state)
            if not plays:
                yield "stuck", number, "stuck", {}
                return
            play = plays[0]
            choice = {} if play.choice is None else {"choice": str(play.choice)}
            yield "play", number, "play", {"card": play.card.code} | choice
        match = Match.objects.get(pk=pk)
        if not match.committed:
            return
        total = str(state.rules.total_after(state.total, Card(match.committed["card"]), match.committed["choice"]))
        if not seats[number].is_bot:
            yield "announce", number, "announce", {"total": total}
        others = [each for each in seats.values() if not each.is_bot and each.number != number]
        for at, seat in enumerate(others):
            yield "reveal" if at == len(others) - 1 else "check", seat.number, "check", {"total": total}

    def bot(self, pk: int) -> None:
        """Let the bot on turn take a step."""
        with changing(pk, version=None) as change:
            hurry(change)


def bare_ms(rounds: int = 60) -> float:
    """Return the processor time of a request of the bare view, in milliseconds."""
    turn, seconds = Turn(4), []
    with override_settings(ROOT_URLCONF="tests.bench.bare"):
        for _ in range(rounds):
            for environ in turn.requests():
                began = process_time()
                turn.send(environ)
                seconds.append(process_time() - began)
    return 1000 * median(seconds)


def costs(pupils: int, rounds: int) -> dict[str, Any]:
    """Measure each kind of request."""
    played = PlayedLesson.of(pupils)
    played.wait(1)
    played.costs.clear()
    before = bare_ms()
    played.wait(2)
    played.how = "counted"
    played.wait(1)
    waited = played.costs.pop("lobby")
    played.how = "timed"
    played.deal()
    played.turns(1)
    played.costs.clear()
    played.turns(rounds // 2 + 1)
    bare = (before + bare_ms()) / 2
    played.how = "counted"
    played.turns(1)
    played.costs["lobby"] = waited
    # What happens seldom may have been timed and not counted, or the other way round.
    kinds = {kind: cost.report() for kind, cost in played.costs.items() if cost.seconds and cost.calls}
    for each in kinds.values():
        each["in_bare"] = round(each["cpu_ms"] / bare, 2)
    return {"bare_cpu_ms": round(bare, 2), "kinds": kinds}


def profile(kind: str, pupils: int, rounds: int) -> str:
    """Return what costs most in one kind of request."""
    played = PlayedLesson.of(pupils)
    played.wait(1)
    played.how, played.profiled = "profiled", kind
    played.wait(1)
    played.deal()
    played.turns(1 + max(1, rounds // 8))
    text = StringIO()
    stats = pstats.Stats(played.profiler, stream=text).strip_dirs()
    stats.sort_stats("cumulative").print_stats(90)
    stats.sort_stats("tottime").print_stats(40)
    return text.getvalue()
