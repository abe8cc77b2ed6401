"""Measure how evenly sixteen writers are served by SQLite, with and without Ninety's queue: JSON.

    python -m tests.bench.writers [--writers 16] [--writes 100]

Each writer changes one of a few matches, as a service does, again and again. "queue" are threads of one process that
write as Ninety does, "bare" the same with Django's `transaction.atomic()` alone, "two processes" half of the threads in
each of two processes, with the queue. Times are milliseconds from asking to write until the commit is done.
"""

import argparse
import json
import subprocess
import sys
import threading
import time
from importlib import import_module
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import django
from django.core.management import call_command
from django.db import OperationalError, connection, transaction

from .servers import ROOT, own_database

if TYPE_CHECKING:
    from collections.abc import Callable

WARM_UP = 5
"""The first writes of each writer do not count: connections are opened then."""
SHARED = 8


def main(arguments: list[str]) -> Any:
    """Measure, and return a report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--writes", type=int, default=100)
    parser.add_argument("--half", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.half:
        django.setup()
        return times_of(asked.writers, asked.writes)
    with own_database(""):
        django.setup()
        return measured(asked.writers, asked.writes)


def measured(writers: int, writes: int) -> dict[str, dict[str, float]]:
    """Measure all ways to write, one after the other on one database."""
    ways: dict[str, Callable[[], tuple[list[float], int]]] = {
        "queue": lambda: times_of(writers, writes),
        "bare": lambda: bare(writers, writes),
        "two processes": lambda: times_of_two(writers, writes),
    }
    call_command("migrate", verbosity=0)
    matches = import_module("tests.bench.matches")
    for number in range(SHARED):
        matches.deal([matches.new_person(number)], Random(number))
    results, failures = {}, 0
    for name, measure in ways.items():
        began = time.perf_counter()
        times, failed = measure()
        failures += failed
        results[name] = summary(times, time.perf_counter() - began) | {"failures": failed}
    versions = import_module("ninety.models").Match.objects.values_list("version", flat=True)
    results["all"] = {"failures": failures, "lost": 3 * writers * writes - failures - sum(versions)}
    connection.close()
    return results


def times_of(writers: int, writes: int) -> tuple[list[float], int]:
    """Let threads of this process write; return the milliseconds of all writes and how many failed."""
    changing = import_module("ninety.services").changing
    pks = list(import_module("ninety.models").Match.objects.values_list("pk", flat=True))
    times, failures, start = list[float](), list[int](), threading.Barrier(writers)

    def write_all(writer: int) -> None:
        start.wait()
        for number in range(writes):
            began = time.perf_counter()
            try:
                with changing(pks[writer % SHARED], version=None) as change:
                    change.restart_step()
            except OperationalError:
                failures.append(writer)
            if number >= WARM_UP:
                times.append((time.perf_counter() - began) * 1000)
        connection.close()

    threads = [threading.Thread(target=write_all, args=[writer]) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    connection.close()
    return times, len(failures)


def bare(writers: int, writes: int) -> tuple[list[float], int]:
    """Let threads of this process write without the queue."""
    with patch("ninety.services.changes.writing", transaction.atomic):
        return times_of(writers, writes)


def times_of_two(writers: int, writes: int) -> tuple[list[float], int]:
    """Let half of the threads write in each of two processes."""
    command = [sys.executable, "-m", "tests.bench.writers", "--half"]
    command += ["--writers", str(writers // 2), "--writes", str(writes)]
    halves = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    times, failures = list[float](), 0
    for half in halves:
        mine, failed = json.loads(half.communicate()[0])
        times, failures = times + mine, failures + failed
    return times, failures


def summary(times: list[float], seconds: float) -> dict[str, float]:
    """Sum up how long writes took."""
    cuts = quantiles(times, n=100)
    p50, p95, p99 = cuts[49], cuts[94], cuts[98]
    return {
        "p50": round(p50, 2),
        "p95": round(p95, 2),
        "p99": round(p99, 2),
        "longest": round(max(times), 2),
        "p99 to p50": round(p99 / p50, 2),
        "writes a second": round(len(times) / seconds),
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), indent=2))  # noqa: T201
