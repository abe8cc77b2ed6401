"""What a run does in its database: people with sessions, matches of every kind, and the comparison with what they saw.

Loaded once the settings name the database of the run.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import close_old_connections

from ninety.engine.actions import Play
from ninety.engine.record import read, replay
from ninety.models import Match, User
from ninety.selectors import record_of, state_of
from ninety.services import Sitter, TableSettings, open_match
from trainer.models import Answer

from .people import Said

GAMES: tuple[dict[str, Any], ...] = ({"preset": "ninety-nine"}, {"preset": "ninety-eight"})


def new_person(number: int) -> User:
    """Make a pupil."""
    return User.objects.create_user(f"soak-{number}", display_name=f"Pupil {number}", kind=User.Kind.PUPIL)


def session_of(person: User) -> str:
    """Sign somebody in, and return the key of the session."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "ninety.sessions.Backend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def deal(people: Sequence[User], dice: Random) -> str:
    """Open a match of people and up to two bots with settings by chance, and return its slug."""
    close_old_connections()
    policy = dice.choice(Match.AnswerPolicy.values)
    limit = dice.choice([0, 0, 0, 2])
    match = open_match(
        TableSettings(
            dice.choice(GAMES),
            bots=["steady"] * dice.randrange(len(people) == 1, 3),
            answer_policy=policy,
            penalty=dice.random() < 0.3,
            memory=dice.random() < 0.2,
            everyone_computes=dice.random() < 0.5,
            choosing_limit=limit,
            computing_limit=limit,
            reveal_wait=3,
            bot_mistakes=25 if policy == Match.AnswerPolicy.STAND else 0,
            away_limit=20,
            watching=dice.random() < 0.3,
            pace=Match.Pace.INSTANT,
        ),
        people=[Sitter(person, person.display_name) for person in people],
    )
    return match.slug


def versions(slugs: Iterable[str]) -> dict[str, int | None]:
    """Return the versions of matches, None for those that have ended."""
    close_old_connections()
    rows = Match.objects.filter(slug__in=list(slugs)).values_list("slug", "version", "ended_at")
    return {slug: None if ended else version for slug, version, ended in rows}


def steps_played() -> int:
    """Return how many steps all matches have taken, laid cards and what was only seen by one person included."""
    close_old_connections()
    rows = Match.objects.values_list("steps", "version", "tries")
    return sum(map(sum, rows)) + Answer.objects.count()


def compare(said: Sequence[Said], people: dict[int, User]) -> dict[str, Any]:
    """Compare the log with what people said for certain; what no reply told of may be there or not."""
    numbers = {person.pk: number for number, person in people.items()}
    rows = Answer.objects.filter(announced__isnull=False).select_related("match")
    logged = Counter(
        (row.match.slug if row.match else "", numbers[row.user_id], row.play_number, row.role, row.announced)
        for row in rows
    )
    sent: defaultdict[bool | None, Counter[Any]] = defaultdict(Counter)
    for each in said:
        sent[each.taken][(each.match, each.person, each.play, each.role, each.announced)] += 1
    extra = logged - sent[True]
    return {
        "answers": sum(logged.values()),
        "acknowledged": sum(sent[True].values()),
        "refused": sum(sent[False].values()),
        "unclear": sum(sent[None].values()),
        "unclear_and_logged": sum((extra & sent[None]).values()),
        "out_of_time": Answer.objects.filter(announced__isnull=True).count(),
        "missing": sorted(map(list, (sent[True] - logged).elements())),
        "unexplained": sorted(map(list, (extra - sent[None]).elements())),
    }


def faults_of_records(slugs: Iterable[str]) -> list[str]:
    """Replay every match; return what differs from its stored state or from the answers logged at it."""
    matches = Match.objects.filter(slug__in=list(slugs)).prefetch_related("seats", "actions")
    return [f"{match.slug}: {fault}" for match in matches for fault in _faults(match)]


def _faults(match: Match) -> Iterable[str]:
    record, state = read(record_of(match)), state_of(match)
    *_, (steps, _action, last) = replay(record)
    if last != state or steps != match.steps:
        yield "the replay ends elsewhere"
    cards, pack = Counter(sum(state.hands, state.stock + state.discard)), Counter(state.rules.pack(state.seats))
    if not (cards <= pack and (cards == pack or len(state.active) < len(state.dealt))):
        yield "cards are lost or doubled"
    people = {seat.number for seat in match.seats.all() if not seat.is_bot}
    first = {row.play_number: row.announced for row in Answer.objects.filter(match=match, role="player", try_number=1)}
    for step, action, _state in replay(record):
        if not isinstance(action, Play) or action.seat not in people:
            continue
        announced = action.to_json().get("announced", "nothing")
        if announced != first.get(step, "nothing"):
            yield f"play {step} announced {announced}, logged {first.get(step, 'nothing')}"
