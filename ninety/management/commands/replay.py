"""`manage.py replay FILE`: print the state after every action of a game record."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ninety.engine.record import read_inputs, replay_lines


class Command(BaseCommand):
    help = "Replay a game record, or many as JSON Lines, and print the state after every action."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a file with the record or records, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        try:
            for number, record in read_inputs(read_text(options["file"])):
                for line in replay_lines(record):
                    failed = failed or "error" in line
                    self.stdout.write(json.dumps(line if number is None else {"record": number, **line}))
            self.stdout.flush()
        except BrokenPipeError:
            sys.stdout = None
        if failed:
            sys.exit(1)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`. Raises CommandError, which exits with 2."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise CommandError(f"{name} cannot be read: {error}", returncode=2) from None
