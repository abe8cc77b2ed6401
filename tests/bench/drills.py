"""Let many devices finish a drill within one second: `python -m tests.bench.drills --help`; prints JSON."""

import argparse
import json
import sys
from importlib import import_module
from typing import Any

import django
from django.core.management import call_command
from django.db import connection, connections

from ninety.server import lay_out_static

from .servers import own_database

SUMS = 30


def main(arguments: list[str]) -> dict[str, Any]:
    """Measure on a database of its own: first with the last answer and the end unsent, then with the whole drill."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.drills", description=__doc__)
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--devices", type=int, default=300)
    options = parser.parse_args(arguments)
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        lay_out_static()
        finish = import_module("tests.bench.drill_devices").finish_at_once
        try:
            return {
                "database": connection.vendor,
                "last_answer_and_end": finish(options.devices, sums=SUMS, known=SUMS - 1),
                "whole_drill": finish(options.devices, sums=SUMS, known=0),
            }
        finally:
            connections.close_all()


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), indent=2))  # noqa: T201
