"""Bring the database up to date."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from ninety.locks import migrating


class Command(migrate.Command):
    """Migrate as Django does, while others that were started at the same time wait."""

    def handle(self, *args: Any, **options: Any) -> str | None:
        """Wait for others, and do what they have left to do."""
        with migrating(connections[options["database"]]):
            return super().handle(*args, **options)
