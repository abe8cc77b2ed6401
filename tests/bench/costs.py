"""Measure what each request of a lesson costs the server: `python -m tests.bench.costs --help`; prints JSON.

A lesson of thirty at eight tables is played in this process, every request answered by Django's handler as a server has
it. Milliseconds of processor time swing with the machine: they are told beside those of the bare view of `bare`, and
beside the number of Python's calls, which does not swing.
"""

import argparse
import json
import sys
from importlib import import_module

import django
from django.core.management import call_command
from django.db import connection, connections

from ninety.server import lay_out_static

from .servers import own_database


def main(arguments: list[str]) -> dict[str, object]:
    """Measure on a database of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.costs", description=__doc__)
    parser.add_argument("--turns", type=int, default=20)
    parser.add_argument("--pupils", type=int, default=30)
    parser.add_argument("--postgres", default="", help="URL of a server that gets a database for the run; else SQLite")
    parser.add_argument("--profile", default="", help="print instead what costs most in one kind of request")
    options = parser.parse_args(arguments)
    with own_database(options.postgres):
        django.setup()
        call_command("migrate", interactive=False, verbosity=0)
        lay_out_static()
        played = import_module("tests.bench.played_lesson")
        try:
            if options.profile:
                print(played.profile(options.profile, options.pupils, options.turns))  # noqa: T201
                return {}
            return {"database": connection.vendor, **played.costs(options.pupils, options.turns)}
        finally:
            connections.close_all()


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1:]), indent=2))  # noqa: T201
