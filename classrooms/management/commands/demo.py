"""Open Ninety with something to look at."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ninety import server
from ninety.selectors import exhibition_matches
from ninety.services import TableSettings, open_match, play_bots_to_the_end
from ninety.starting_points import STARTING_POINTS

EXHIBITION = (
    ("starter", ("beginner", "steady", "expert")),
    ("classic-ninety-nine", ("steady", "expert", "expert")),
    ("classic-ninety-eight", ("expert", "steady", "beginner", "steady")),
    ("taking-away", ("expert", "steady")),
)


class Command(BaseCommand):
    """Make the database, let bots play some matches to look at, and serve."""

    help = "Makes the database, has bots play some matches to look at, and serves Ninety."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address."""
        parser.add_argument("--host", default=server.HOST, help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, help=f"port (default: the first free one from {server.PORT} on)")
        parser.add_argument("--no-server", action="store_true", help="prepare everything, but do not serve")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare what is missing, and serve."""
        server.prepare()
        if not exhibition_matches().exists():
            for code, bots in EXHIBITION:
                play_bots_to_the_end(open_match(TableSettings(STARTING_POINTS[code].rules, bots=bots)))
            self.stdout.write(f"Bots have played {len(EXHIBITION)} matches to look at.")
        if not options["no_server"]:
            server.serve(options["host"], options["port"], self.stdout.write)
