"""Measure how evenly sixteen writers are served by SQLite, with and without Ninety's queue: JSON.

    python -m tests.bench.writers [--writers 16] [--writes 100]

Each writer reads a row, changes it and adds another, again and again. "queue" are threads of one process that write as
Ninety does, "bare" the same with Django's `transaction.atomic()` alone, "two processes" half of the threads in each of
two processes, with the queue. Times are milliseconds from asking to write until the commit is done.
"""

import argparse
import json
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from statistics import quantiles
from typing import Any

import django
from django.db import OperationalError, connection, transaction

from ninety.locks import writing

from .servers import ROOT, own_database

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
        "bare": lambda: times_of(writers, writes, transaction.atomic),
        "two processes": lambda: times_of_two(writers, writes),
    }
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE shared (id integer PRIMARY KEY, version integer NOT NULL, state text NOT NULL)")
        cursor.execute("CREATE TABLE done (id integer PRIMARY KEY, key text UNIQUE NOT NULL)")
        cursor.executemany("INSERT INTO shared VALUES (%s, 0, '')", [[number] for number in range(SHARED)])
    results, failures = {}, 0
    for name, measure in ways.items():
        began = time.perf_counter()
        times, failed = measure()
        failures += failed
        results[name] = summary(times, time.perf_counter() - began) | {"failures": failed}
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(version), (SELECT count(*) FROM done) FROM shared")
        changed, done = cursor.fetchone()
    connection.close()
    asked = 3 * writers * writes - failures
    results["all"] = {"failures": failures, "lost changes": asked - changed, "lost rows": asked - done}
    return results


def times_of(
    writers: int, writes: int, way: Callable[[], AbstractContextManager[None]] = writing
) -> tuple[list[float], int]:
    """Let threads of this process write; return the milliseconds of all writes and how many failed."""
    times, failures, start = list[float](), list[int](), threading.Barrier(writers)

    def write_all(writer: int) -> None:
        start.wait()
        for number in range(writes):
            began = time.perf_counter()
            try:
                with way():
                    write(writer)
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
    return times, len(failures)


def write(writer: int) -> None:
    """Do in a transaction about what a change of a match does: read, compare, change, add."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version FROM shared WHERE id = %s", [writer % SHARED])
        (version,) = cursor.fetchone()
        change = "UPDATE shared SET version = version + 1, state = %s WHERE id = %s AND version = %s"
        cursor.execute(change, ["x" * 1000, writer % SHARED, version])
        cursor.execute("INSERT INTO done (key) VALUES (%s)", [secrets.token_hex(12)])


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
