"""Serve Ninety."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ninety import server


class Command(BaseCommand):
    """Serve Ninety with uvicorn in this process."""

    help = "Serves Ninety until it is stopped. Run migrate before it, after every upgrade."
    requires_migrations_checks = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address."""
        parser.add_argument("--host", default=server.HOST, help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, help=f"port (default: the first free one from {server.PORT} on)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the database, lay out the static files and serve."""
        self.check(databases=["default"])
        server.lay_out_static()
        server.serve(options["host"], options["port"], self.stdout.write)
