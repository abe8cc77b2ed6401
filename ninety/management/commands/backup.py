"""Copy the database."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ninety.keeping import postgresql, sqlite


class Command(BaseCommand):
    """Copy the database into a file while people play, and check the copy."""

    help = (
        "Copies the database into a new file, as it is at one moment, while people play, and checks it as verify does. "
        "On PostgreSQL it needs pg_dump and pg_restore. Exits with 1 after a fault; the file is there then too."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, and say how much."""
        copied = (sqlite if connection.vendor == "sqlite" else postgresql).back_up(options["file"])
        for fault in copied.faults:
            self.stdout.write(str(fault))
        if copied.faults:
            raise CommandError(f"{options['file']} is written, and the database has {len(copied.faults)} faults.")
        self.stdout.write(f"{options['file']} is written, with {copied.matches} matches and no fault.")
