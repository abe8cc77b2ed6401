"""Check the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ninety.keeping.invariants import Verification

SHOWN = 50


class Command(BaseCommand):
    """Look at every table, match and answer, and say what is not as it must be."""

    help = (
        "Checks that the database is whole: cards, records, seats, log and constraints. It may run while people play, "
        "changes nothing, and exits with 1 where it finds a fault."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the first faults, and how many there are."""
        verification, count = Verification(), 0
        for count, fault in enumerate(verification.faults(), 1):
            if count <= SHOWN:
                self.stdout.write(str(fault))
        looked_at = f"{verification.matches} matches with {verification.actions} actions"
        if count:
            raise CommandError(f"{count} faults in {looked_at}.")
        self.stdout.write(f"No fault in {looked_at}.")
