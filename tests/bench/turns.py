"""Turns whose cards are all known: the forms that a person sends, over HTTP or to Django's handler in this process.

Loaded once the settings name the database of the run.
"""

import cProfile
import pstats
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from itertools import count
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlencode

from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext

from ninety.engine.actions import Play
from ninety.engine.rules import apply, legal_plays
from ninety.engine.state import Cards, State
from ninety.models import Action, Match
from ninety.selectors import state_of
from ninety.services import Sitter, TableSettings, open_match
from trainer.models import Answer

from .matches import new_person, session_of

PEOPLE = count()
KEYS = count(1)
CSRF = "c" * 32
TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
RULES = {"preset": "ring-299", "set": {"decks": 4}}


class Shuffled(Exception):
    """The stock is used up: what comes next is not known."""


def _no_shuffle(_cards: Cards) -> Cards:
    raise Shuffled


@dataclass
class Dealt:
    """A match of people alone, as far as its stock lasts."""

    slug: str
    sessions: list[str]
    state: State
    version: int = 0
    play: Play | None = None
    goes_on: bool = True

    @classmethod
    def deal(cls, seats: int) -> "Dealt":
        """Open a match of so many people, each signed in."""
        people = [new_person(next(PEOPLE)) for _ in range(seats)]
        settings = TableSettings(RULES, bots=(), away_limit=600)
        match = open_match(settings, people=[Sitter(person, person.display_name) for person in people])
        return cls(match.slug, [session_of(person) for person in people], state_of(match))

    def next_form(self) -> tuple[int, str, dict[str, str]]:
        """Return the seat that moves, what it does, and the form that it sends."""
        play = self.play or legal_plays(self.state)[0]
        base = {"version": str(self.version), "tries": "0", "play": "1", "key": f"{next(KEYS):016x}"}
        if self.play is None:
            choice = {} if play.choice is None else {"choice": str(play.choice)}
            return play.seat, "play", base | {"card": play.card.code} | choice
        total = self.state.rules.total_after(self.state.total, play.card, play.choice)
        return play.seat, "announce", base | {"total": str(total)}

    def moved(self) -> None:
        """Follow the move that was sent."""
        self.version += 1
        if self.play is None:
            self.play = legal_plays(self.state)[0]
            return
        try:
            self.state = apply(self.state, self.play, _no_shuffle)
        except Shuffled:
            self.goes_on = False
        self.play = None
        self.goes_on = self.goes_on and bool(self.state.turn is not None and legal_plays(self.state))


class Turn:
    """One and the same turn, again and again: its match is put back each time."""

    def __init__(self, seats: int) -> None:
        self.dealt = Dealt.deal(seats)
        self.handler: Any = get_wsgi_application()
        self.match = Match.objects.get(slug=self.dealt.slug)
        self.known = Dealt(**vars(self.dealt))

    def requests(self) -> list[dict[str, Any]]:
        """Put the match back, and return the two requests of its first turn."""
        self.match.save()
        Answer.objects.filter(match=self.match).delete()
        Action.objects.filter(match=self.match, number__gt=0).delete()
        self.dealt = Dealt(**vars(self.known))
        made = []
        for _half in range(2):
            seat, action, form = self.dealt.next_form()
            cookies = f"ninety_session={self.dealt.sessions[seat]}; ninety_csrf={CSRF}"
            request = RequestFactory(headers={"HX-Request": "true", "Cookie": cookies}).post(
                f"/match/{self.dealt.slug}/{action}/",
                urlencode(form | {"csrfmiddlewaretoken": CSRF}),
                content_type="application/x-www-form-urlencoded",
                HTTP_HOST="127.0.0.1",
            )
            made.append(request.environ)
            self.dealt.moved()
        return made

    def looks(self) -> list[dict[str, Any]]:
        """Let a card be laid, and return what the page of every seat asks for then."""
        self.send(self.requests()[0])
        headers = [f"ninety_session={session}; ninety_csrf={CSRF}" for session in self.dealt.sessions]
        factories = [RequestFactory(headers={"HX-Request": "true", "Cookie": each}) for each in headers]
        return [each.get(f"/match/{self.dealt.slug}/", HTTP_HOST="127.0.0.1").environ for each in factories]

    def send(self, environ: dict[str, Any]) -> None:
        """Have a request answered as a server has it."""
        statuses: list[str] = []
        body = self.handler(environ, lambda status, _headers, *_exception: statuses.append(status))
        sent = b"".join(body)
        body.close()
        assert statuses == ["200 OK"], (statuses, sent[:2000])


def _timed(turn: Turn, turns: int, *, looking: bool = False) -> dict[str, float]:
    """Return milliseconds of a request, of a turn or of those who look: by the clock, and of processor time."""
    ask = turn.looks if looking else turn.requests
    for environ in ask():
        turn.send(environ)
    clock = cpu = 0.0
    for _ in range(turns):
        requests = ask()
        began, used = perf_counter(), process_time()
        for environ in requests:
            turn.send(environ)
        clock, cpu = clock + perf_counter() - began, cpu + process_time() - used
    count = turns * len(requests)
    return {"ms": 1000 * clock / count, "cpu_ms": 1000 * cpu / count}


def _queries(turn: Turn) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for action, environ in zip(("play", "announce"), turn.requests(), strict=True):
        with CaptureQueriesContext(connection) as asked:
            turn.send(environ)
        texts = [each["sql"] for each in asked.captured_queries]
        plain = [text for text in texts if not text.startswith(TRANSACTIONS)]
        found[action] = {"queries": len(plain), "transaction": len(texts) - len(plain), "texts": plain}
    return found


def _bare[**P, R](work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    with override_settings(ROOT_URLCONF="tests.bench.bare"):
        return work(*args, **kwargs)


def in_process(turns: int, rounds: int = 5) -> dict[str, Any]:
    """Measure a request of a turn and one for its fragment beside the bare view's, in turns; count queries by seats."""
    two, ten = Turn(2), Turn(10)
    runs = [(_timed(two, turns), _bare(_timed, two, turns), _timed(two, turns, looking=True)) for _ in range(rounds)]
    ours, bare, look = ({kind: min(run[at][kind] for run in runs) for kind in ("ms", "cpu_ms")} for at in range(3))
    counted = {"at_2_seats": _queries(two), "at_10_seats": _queries(ten), "bare": _bare(_queries, two)}
    counts = {
        where: {action: {k: v for k, v in each.items() if k != "texts"} for action, each in by.items()}
        for where, by in counted.items()
    }
    texts = {action: [text[:160] for text in each["texts"]] for action, each in counted["at_10_seats"].items()}
    return {
        "request": {name: round(value, 3) for name, value in ours.items()},
        "fragment": {name: round(value, 3) for name, value in look.items()},
        "bare": {name: round(value, 3) for name, value in bare.items()},
        "ratio": round(bare["ms"] / ours["ms"], 3),
        "ratio_of_cpu": round(bare["cpu_ms"] / ours["cpu_ms"], 3),
        "ratio_of_cpu_of_a_fragment": round(bare["cpu_ms"] / look["cpu_ms"], 3),
        "queries": counts,
        "texts": texts,
    }


def profile(turns: int) -> list[str]:
    """Return what costs most in a turn, by own and by cumulative time."""
    turn = Turn(4)
    _timed(turn, 5)
    profiler = cProfile.Profile()
    for _ in range(turns):
        requests = turn.requests()
        profiler.enable()
        for environ in requests:
            turn.send(environ)
        profiler.disable()
    text = StringIO()
    pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("cumulative").print_stats(70)
    pstats.Stats(profiler, stream=text).strip_dirs().sort_stats("tottime").print_stats(30)
    return text.getvalue().splitlines()
