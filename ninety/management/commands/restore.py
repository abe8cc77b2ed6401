"""Bring a backup back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ninety.keeping import postgresql, sqlite


class Command(BaseCommand):
    """Put a backup in the place of the database, after bringing it up to date and checking it."""

    help = (
        "Puts a backup of this release or an older one in the place of the database, brought up to date and checked. "
        "What was there is kept under another name. Stop all servers first."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and what is to be done in spite of doubts."""
        parser.add_argument("file", type=Path, metavar="FILE", help="what backup has written")
        parser.add_argument("--replace", action="store_true", help="although there are people or matches by now")
        parser.add_argument("--despite-faults", action="store_true", help="although the check finds faults")

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring it back, and say what is where."""
        copied = (sqlite if connection.vendor == "sqlite" else postgresql).bring_back(
            options["file"], replace=options["replace"], despite_faults=options["despite_faults"]
        )
        for fault in copied.faults:
            self.stdout.write(str(fault))
        if copied.faults and not options["despite_faults"]:
            raise CommandError(
                f"The backup has {len(copied.faults)} faults; nothing was changed. See --despite-faults."
            )
        self.stdout.write(f"The backup is in place, with {copied.matches} matches and {len(copied.faults)} faults.")
        if copied.aside:
            self.stdout.write(f"What was there before is kept as {copied.aside}.")
