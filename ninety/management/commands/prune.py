"""Throw away what is nobody's."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from ninety.keeping.pruning import prune, tidy


class Command(BaseCommand):
    """Throw away what belongs to nobody, and what has been kept for as long as it may be."""

    help = (
        "Throws away expired sessions, abandoned tables, visitors who have not played for KEEP_VISITORS_DAYS, and what "
        "else is nobody's; answers and matches after KEEP_ANSWERS_DAYS. Ends classes after their last day, and takes "
        "the names of their pupils KEEP_NAMES_DAYS later. It works a little at a time while people play: run it every "
        "night."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take whether to do it."""
        parser.add_argument("--dry-run", action="store_true", help="only count what would go")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print how much of what went."""
        went = prune(timezone.now(), dry=True) if options["dry_run"] else tidy()
        for what, count in went.items():
            self.stdout.write(f"{what}: {count}")
