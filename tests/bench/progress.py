"""Measure a pupil's page among few and among many answers: `python -m tests.bench.progress [ANSWERS]` prints JSON.

It makes a database of its own where `DATABASE_URL` says, fills it with answers of pupils who answer in turns, 500 each,
and asks for the figures and for the whole page of some; first among 5 thousand answers, then among ANSWERS (1 million).
Then come what a class of 35 takes, somebody with 10,000 answers, and the upkeep of the index: what logging an answer
costs with it and without it, beside a whole turn.
"""

import json
import os
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import gettempdir
from time import perf_counter
from typing import Any

FEW, MANY, EACH, LONG = 5_000, 1_000_000, 500, 10_000
ASKED, ROUNDS, LOGGED, TURNS = 8, 5, 600, 60
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
COLUMNS = [
    *("user_id", "play_number", "seat_number", "role", "try_number", "prior", "card", "choice", "change", "expected"),
    *("announced", "right", "skill", "kinds", "fact", "effect", "limit", "floor", "countdown", "earlier", "policy"),
    *("prior_hidden", "choosing_ms", "computing_ms", "answered_at"),
]


def rows(people: list[int], each: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """Yield answers of people who answer in turns over 200 days, one in ten wrongly, one in three as a checker."""
    from ninety.engine.cards import Card
    from ninety.engine.rulesets import RuleSet
    from trainer.marking import mark

    rules, dice = RuleSet.from_spec({"preset": "ninety-nine"}), random.Random(seed)
    marks = [
        mark(rules, prior, Card(rank + "S"), None, prior + int(rank) + off)
        for prior in range(80)
        for rank in "25678"
        for off in (*[0] * 9, dice.choice((-10, 10, 1, -1, 3)))
    ]
    step = timedelta(days=200) / each
    for number in range(each):
        for person in people:
            m = dice.choice(marks)
            at = NOW - step * (each - number) + timedelta(seconds=dice.randrange(3000))
            yield (
                *(
                    person,
                    number,
                    0,
                    dice.choice(("player", "player", "checker")),
                    1,
                    m.prior,
                    m.card.code,
                    None,
                    m.change,
                ),
                *(
                    m.expected,
                    m.announced,
                    m.right,
                    m.skill,
                    json.dumps(m.kinds),
                    m.fact or "",
                    f"{m.change:+d}",
                    99,
                    0,
                ),
                *(False, "[]", "retry", False, 900, dice.randrange(1500, 9000), min(at, NOW)),
            )


def load(answers: Iterable[tuple[Any, ...]]) -> None:
    """Put answers into the database the quickest way it has."""
    from django.db import connection, transaction

    names = ", ".join(f'"{name}"' for name in COLUMNS)
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY trainer_answer ({names}) FROM STDIN") as copy:
                for row in answers:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(COLUMNS))
            cursor.executemany(f"INSERT INTO trainer_answer ({names}) VALUES ({marks})", answers)  # type: ignore[arg-type]
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE trainer_answer" if connection.vendor == "postgresql" else "ANALYZE")


def pupils(count: int, name: str) -> list[int]:
    """Make pupils and return their primary keys."""
    from ninety.models import User

    User.objects.bulk_create(User(username=f"{name}-{number}", kind=User.Kind.PUPIL) for number in range(count))
    return sorted(User.objects.filter(username__startswith=f"{name}-").values_list("pk", flat=True))


def milliseconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Return the median time of some calls, in ms, the first left out."""
    work()
    took = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        took.append(1000 * (perf_counter() - began))
    return round(median(took), 2)


def page_of(person: int) -> dict[str, Any]:
    """Return how long the figures and the page of a person take, and how many queries the page makes."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from ninety.models import User
    from trainer.selectors.progress import progress_of

    user, client = User.objects.get(pk=person), Client()
    client.force_login(user)
    figures, page = milliseconds(lambda: progress_of(user, NOW)), milliseconds(lambda: client.get("/progress/"))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get("/progress/")
    return {"figures_ms": figures, "page_ms": page, "queries": len(queries)}


def pages_of(people: list[int]) -> dict[str, Any]:
    """Return the medians over some people, spread over all of them."""
    pages = [page_of(person) for person in people[:: max(len(people) // ASKED, 1)][:ASKED]]
    return {name: round(median(page[name] for page in pages), 2) for name in pages[0]}


def turn_ms() -> float:
    """Return how long a person's turn takes on the server: a card laid and its total announced, in two transactions."""
    from ninety.engine.cards import Card
    from ninety.models import Seat
    from tests.factories import UserFactory, seated_match
    from trainer.services import announce_total, commit_play

    took = []
    for number in range(TURNS):
        match = seated_match(UserFactory.create(), ["8H KS TD", "7H 8S 2D"])
        seat = Seat.objects.get(match=match, number=0)
        began = perf_counter()
        commit_play(seat, Card("8H"), None, version=match.version, tries=match.tries, key=f"{2 * number:016x}")
        match.refresh_from_db()
        announce_total(seat, 8, version=match.version, tries=match.tries, key=f"{2 * number + 1:016x}")
        took.append(1000 * (perf_counter() - began))
    return round(median(took), 3)


def logging_ms(people: list[int]) -> float:
    """Return how long it takes to log an answer of one of many people, in a transaction of its own."""
    from trainer.models import Answer

    dice = random.Random(1)
    made = [dict(zip(COLUMNS, row, strict=True)) for row in rows(dice.sample(people, min(len(people), LOGGED)), 1, 7)]
    took = []
    for fields in made:
        answer = Answer(**fields | {"kinds": [], "earlier": [], "announced": fields["expected"], "right": True})
        began = perf_counter()
        answer.save()
        took.append(1000 * (perf_counter() - began))
    return round(sum(took) / len(took), 4)


def upkeep(people: list[int]) -> dict[str, Any]:
    """Return what logging an answer costs with the index and without any, in turns, and its part of a turn."""
    from django.db import connection

    from trainer.models import Answer

    (index,) = Answer._meta.indexes
    turn = turn_ms()
    with_it, without = [], []
    for _ in range(2):
        with_it.append(logging_ms(people))
        with connection.schema_editor() as editor:
            editor.remove_index(Answer, index)
        without.append(logging_ms(people))
        with connection.schema_editor() as editor:
            editor.add_index(Answer, index)
    costs = min(with_it) - min(without)
    return {"turn_ms": turn, "with_ms": min(with_it), "without_ms": min(without), "part": round(costs / turn, 4)}


def measures(many: int) -> Iterator[dict[str, Any]]:
    """Fill the database step by step, and yield what is measured on the way."""
    from django.db import connection

    from trainer.figures import Period
    from trainer.selectors.progress import report_of

    first = pupils(FEW // EACH, "first")
    load(rows(first, EACH, 1))
    few = pages_of(first)
    yield {"database": connection.vendor, "answers": FEW, **few}
    others = pupils((many - FEW) // EACH, "other")
    began = perf_counter()
    load(rows(others, EACH, 2))
    seconds = round(perf_counter() - began)
    much = pages_of([*first, *others])
    ratio = round(much["page_ms"] / few["page_ms"], 2)
    yield {"database": connection.vendor, "answers": many, "loaded_in_s": seconds, **much, "ratio": ratio}
    month = Period(NOW - timedelta(days=30), NOW)
    yield {"class_of_35_month_ms": milliseconds(lambda: report_of(others[:35], month))}
    (diligent,) = pupils(1, "diligent")
    load(rows([diligent], LONG, 3))
    yield {"answers_of_one": LONG, **page_of(diligent)}
    yield {"upkeep": upkeep(others)}


@contextmanager
def in_its_own_database() -> Iterator[None]:
    """Set Django up with an empty database where `DATABASE_URL` says, and take it away at the end."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ninety.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment, teardown_test_environment

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    connection.settings_dict["TEST"]["NAME"] = f"bench_ninety_{os.getpid()}"
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(Path(gettempdir(), f"bench_ninety_{os.getpid()}.sqlite3"))
    setup_test_environment()
    before = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)
        teardown_test_environment()


def main() -> None:
    """Print the measures as they are made, in a database that is taken away at the end."""
    with in_its_own_database():
        for measure in measures(int(sys.argv[1]) if len(sys.argv) > 1 else MANY):
            sys.stdout.write(json.dumps(measure) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
