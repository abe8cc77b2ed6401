"""What the commands that read game records have in common: `replay` here, `mark` in the trainer."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ninety.engine.errors import BadRecord
from ninety.engine.record import Record, read_inputs


class RecordCommand(BaseCommand):
    """Read one record or many as JSON Lines, and print JSON Lines about each.

    Exits with 1 where any record had an error, with 2 and a sentence where the input cannot be read.
    """

    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a file name or `-`."""
        parser.add_argument("file", help="a file with the record or records, or - for standard input")

    def lines(self, record: Record | BadRecord) -> Iterator[dict[str, Any]]:
        """Yield the objects to print for a record; one with the key "error" makes the exit status 1."""
        raise NotImplementedError

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print the lines of every record as they come."""
        failed = False
        try:
            for number, record in read_inputs(read_text(options["file"])):
                for line in self.lines(record):
                    failed = failed or "error" in line
                    self.stdout.write(json.dumps(line if number is None else {"record": number, **line}))
            self.stdout.flush()
        except BrokenPipeError:
            _say_no_more()
        except OSError as error:
            raise CommandError(f"The output cannot be written: {error}", returncode=2) from None
        if failed:
            sys.exit(1)


def read_text(name: str) -> str:
    """Return the text of a file, or of standard input for `-`. Raises CommandError, which exits with 2."""
    if name == "-" and sys.stdin is None:
        raise CommandError("There is no standard input.", returncode=2)
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise CommandError(f"{name} cannot be read: {error}", returncode=2) from None


def _say_no_more() -> None:
    """Let what is still to be written go nowhere: whoever was reading has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
