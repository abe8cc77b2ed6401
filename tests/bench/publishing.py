"""A server of Ninety that gives matches new versions all the time: `python -m tests.bench.publishing --port 8000`.

A version is the time at which it was published, in tenths of milliseconds of the machine's clock, so that whoever
hears of it can tell how long that took.
"""

import argparse
import os
import random
import time

import django
from django.conf import settings
from django.utils.module_loading import import_string

from ninety import server
from ninety.broadcast import match_topic, publish
from ninety.locks import writing

RATE = float(os.environ.get("PUBLISHING_RATE", "60"))
"""Versions a second."""
MATCHES = int(os.environ.get("PUBLISHING_MATCHES", "1000000"))
"""How many matches, the oldest ones, get versions."""
TICKS = 10_000
"""Parts of a second that a version counts."""

_next = 0.0


def publish_one() -> int:
    """Give some match a new version, as a change of it does, and wait as long as the rate asks for."""
    global _next  # noqa: PLW0603
    _next = max(_next, time.monotonic()) + 1 / RATE
    matches = import_string("ninety.models.Match").objects
    pk = random.choice(matches.order_by("pk").values_list("pk", flat=True)[:MATCHES])
    with writing():
        version = int(time.monotonic() * TICKS)
        matches.filter(pk=pk).update(version=version)
        publish(match_topic(pk), version)
    time.sleep(max(0, _next - time.monotonic()))
    return 1


def main() -> None:
    """Serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    django.setup()
    settings.DUE_WORK = "tests.bench.publishing.publish_one"
    server.serve(port=parser.parse_args().port)


if __name__ == "__main__":
    main()
