"""A short run of scripted people against a real server; `python -m tests.bench.soak` does it for long."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

PEOPLE = ("--people", "9", "--tables", "3", "--minutes", "0.2", "--patience", "30")


def soaked(*more: str) -> Any:
    """Let people play on a database of the same kind as that of the tests, and return what the run reports."""
    command = [sys.executable, "-m", "tests.bench.soak", *PEOPLE, *more]
    if connection.vendor == "postgresql":
        command += ["--postgres", os.environ["DATABASE_URL"]]
    run = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=180)
    assert run.stdout, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("kills", [(), ("--kill-every", "5")])
def test_untidy_people_find_every_answer_logged_once_and_no_table_stuck(kills: tuple[str, ...]) -> None:
    report = soaked(*kills)
    assert report["faults"] == {}
    assert report["acknowledged"] > 20
    assert report["did"].keys() >= {"reload", "double", "cut", "switch"}
    assert (report["kills"] > 0) == bool(kills)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="one process serves SQLite; CI runs both databases")
def test_two_processes_serve_the_same_tables() -> None:
    report = soaked("--processes", "2")
    assert report["faults"] == {}
    assert report["acknowledged"] > 20
