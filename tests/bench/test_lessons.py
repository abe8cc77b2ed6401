"""A short run of lessons against a real server; `python -m tests.bench.lessons` is the long one."""

import json
import os
import subprocess
import sys

from django.conf import settings
from django.db import connection

FEW = ("--lessons", "2", "--pupils", "5", "--bell", "3", "--minutes", "0.1")


def test_lessons_at_once_lose_nothing() -> None:
    command = [sys.executable, "-m", "tests.bench.lessons", *FEW]
    if connection.vendor == "postgresql":
        command += ["--postgres", os.environ["DATABASE_URL"]]
    run = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=300)
    assert run.stdout, run.stderr
    report = json.loads(run.stdout)
    assert report["faults"] == {}
    assert report["acknowledged"] > 0
    assert report["bell"]["in"] == report["bell"]["pupils"] == 3
    assert report["room_told_after"]["count"] > 0
