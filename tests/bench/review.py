"""Measure the pages of a class among few and among many answers: `python -m tests.bench.review [ANSWERS]` prints JSON.

It makes a database of its own where `DATABASE_URL` says, with a class of 40 pupils who have given 2,000 answers each
over 200 days, among 100 thousand answers; then, with another class like it, among ANSWERS (1 million). All people there
answer in turns, so that the answers of a class lie as far apart as they can. Each page is asked for in turns with the
others. Of each come the queries, the median and the 95th of a hundred times in ms, and the CPU time of this process and
of PostgreSQL where it runs here, which other work on the machine changes least; then the ratio of the medians. Last
come files of every answer of a class, with the memory that they take.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median, quantiles
from time import perf_counter, process_time
from typing import Any

from tests.bench.progress import in_its_own_database, load, pupils, rows

PUPILS, EACH, FEW, MANY, ROUNDS = 40, 2_000, 100_000, 1_000_000, 20
PAGES = {
    "week": ("class_review", "period=week"),
    "term": ("class_review", "period=term"),
    "year": ("class_review", "period=year"),
    "year_opened": ("class_review", "period=year&group=over-ten&sort=overall&role=checking&span=to-50"),
    "answers": ("class_answers", "period=year&column=over-ten"),
    "mistakes": ("class_answers", "period=year&kind=carry-missed"),
    "needs_help": ("needs_help", ""),
    "minutes": ("practice_minutes", "period=year"),
    "pupil": ("pupil_review", "period=year"),
    "aside": ("aside", ""),
    "moved": ("moved", ""),
}


def classroom_of(people: list[int], name: str) -> Any:
    """Return a class of some people, all under names of their own."""
    from classrooms.models import Membership
    from classrooms.services import create_classroom
    from ninety.models import User
    from ninety.names import key_of

    teacher = User.objects.create_user(f"teacher-{name}", kind=User.Kind.TEACHER)
    classroom = create_classroom(teacher, name, "en")
    for number, person in enumerate(people):
        called = f"{name} {number}"
        User.objects.filter(pk=person).update(display_name=called)
        Membership.objects.create(classroom=classroom, user_id=person, name_key=key_of(called))
    return classroom


def measured(classroom: Any, rounds: int) -> dict[str, dict[str, float]]:
    """Return what each page of a class takes."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    client = Client()
    client.force_login(classroom.owner, backend="django.contrib.auth.backends.ModelBackend")
    pupil = {"pupil_review": [classroom.memberships.latest("pk").pk]}
    addresses = {
        page: f"{reverse(view, args=[classroom.slug, *pupil.get(view, [])])}?{query}"
        for page, (view, query) in PAGES.items()
    }
    queries: dict[str, int] = {}
    for page, address in addresses.items():
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address).status_code == 200, address
        queries[page] = len(asked)
    took: dict[str, list[tuple[float, float, float]]] = {page: [] for page in addresses}
    for _round in range(rounds):
        for page, address in addresses.items():
            there, began, cpu = database_cpu_ms(), perf_counter(), process_time()
            client.get(address)
            wall, here = perf_counter() - began, process_time() - cpu
            took[page].append((1000 * wall, 1000 * here, database_cpu_ms() - there))
    return {
        page: {
            "queries": queries[page],
            "median_ms": round(median(wall for wall, _here, _there in times), 1),
            "p95_ms": round(quantiles((wall for wall, _here, _there in times), n=20)[-1], 1),
            "cpu_ms": round(mean(here for _wall, here, _there in times), 1),
            "database_cpu_ms": round(mean(there for _wall, _here, there in times), 1),
        }
        for page, times in took.items()
    }


def files_of(classroom: Any) -> Iterator[dict[str, Any]]:
    """Let processes of their own hand out every answer of a class in each form, and yield what that takes."""
    from django.db import connection

    known = connection.settings_dict
    where = f"sqlite:///{known['NAME']}"
    if connection.vendor == "postgresql":
        where = f"postgres://{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}/{known['NAME']}"
    for form in ("plain", "xlsx"):
        command = [sys.executable, "-m", "tests.bench.review", "--of", classroom.slug, "--form", form]
        done = subprocess.run(command, env={**os.environ, "DATABASE_URL": where}, capture_output=True, check=True)
        yield json.loads(done.stdout)


def file_of(slug: str, form: str) -> dict[str, Any]:
    """Hand out every answer of a class, and return how long that takes and how much more memory it takes at most."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ninety.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    from classrooms.models import Classroom

    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    client.force_login(Classroom.objects.get(slug=slug).owner, backend="django.contrib.auth.backends.ModelBackend")
    client.get(reverse("aside", args=[slug]))
    began, cpu, before = perf_counter(), process_time(), peak_mb()
    response: Any = client.get(reverse("export", args=[slug, "answers", form]), {"period": "year"})
    size = sum(len(piece) for piece in response.streaming_content)
    return {
        "file": form,
        "answers": PUPILS * EACH,
        "bytes": size,
        "seconds": round(perf_counter() - began, 1),
        "cpu_s": round(process_time() - cpu, 1),
        "memory_mb": round(peak_mb(), 1),
        "more_memory_mb": round(peak_mb() - before, 1),
    }


def peak_mb() -> float:
    """Return how much memory this process has taken at most, on Linux."""
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1024


def database_cpu_ms() -> float:
    """Return the CPU time of the process of PostgreSQL behind this connection, where it runs on this machine."""
    from django.db import connection

    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0
    user, system = stat.read_text().rsplit(")", 1)[1].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measures(many: int, rounds: int) -> Iterator[dict[str, Any]]:
    """Fill the database step by step, and yield what is measured on the way."""
    from django.db import connection

    first = pupils(FEW // EACH, "first")
    load(rows(first, EACH, 1))
    few = measured(classroom_of(first[:PUPILS], "few"), rounds)
    yield {"database": connection.vendor, "answers": FEW, "pages": few}
    others = pupils((many - FEW) // EACH, "other")
    began = perf_counter()
    load(rows(others, EACH, 2))
    seconds = round(perf_counter() - began)
    classroom = classroom_of(others[:PUPILS], "many")
    much = measured(classroom, rounds)
    yield {"database": connection.vendor, "answers": many, "loaded_in_s": seconds, "pages": much}
    yield {"ratio": {page: round(much[page]["median_ms"] / few[page]["median_ms"], 2) for page in PAGES}}
    yield from files_of(classroom)


def arguments() -> argparse.Namespace:
    """Return what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.review", description=__doc__)
    parser.add_argument("answers", type=int, nargs="?", default=MANY, help="how many there are (default: %(default)s)")
    parser.add_argument("--of", help="the class of a file that is measured by itself")
    parser.add_argument("--form", help="the form of that file")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is asked for")
    return parser.parse_args()


def main() -> None:
    """Print the measures as they are made, in a database that is taken away at the end."""
    asked = arguments()
    if asked.of:
        sys.stdout.write(json.dumps(file_of(asked.of, asked.form)))
        return
    with in_its_own_database():
        for measure in measures(asked.answers, asked.rounds):
            sys.stdout.write(json.dumps(measure) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
