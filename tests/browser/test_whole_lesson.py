"""A short run of a whole lesson in Chromium and over HTTP; `python -m tests.bench.whole_lesson` is the long one."""

import json
import os
import subprocess
import sys

from django.conf import settings
from django.db import connection

FEW = ("--pupils", "8", "--tablets", "2", "--minutes", "0.25")


def test_a_lesson_with_all_that_happens_in_one_loses_nothing() -> None:
    command = [sys.executable, "-m", "tests.bench.whole_lesson", *FEW]
    if connection.vendor == "postgresql":
        command += ["--postgres", os.environ["DATABASE_URL"]]
    run = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=300)
    assert run.stdout, run.stderr
    report = json.loads(run.stdout)
    assert report["faults"] == {}
    assert (report["stood_still"], report["sent_out_and_let_back"], report["switched_device"]) == (True, True, True)
    assert (report["pupils"], report["in_chromium"], report["late"], report["dropped_out"]) == (8, 2, 1, 1)
    assert report["acknowledged"] > 0
    assert report["live_figures_compared"] > 0
