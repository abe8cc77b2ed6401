"""Open Ninety with something to look at."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from classrooms.demonstration import PUPILS, WEEKS, make_school, may_make_school, steps_left
from classrooms.demonstration.company import Company
from classrooms.demonstration.plan import Kind
from classrooms.selectors.demo import demo_school
from ninety import server
from ninety.driver import Driver
from ninety.selectors import exhibition_matches
from ninety.services import TableSettings, open_match, play_bots_to_the_end
from ninety.starting_points import STARTING_POINTS

EXHIBITION = (
    ("starter", ("beginner", "steady", "expert")),
    ("classic-ninety-nine", ("steady", "expert", "expert")),
    ("classic-ninety-eight", ("expert", "steady", "beginner", "steady")),
    ("taking-away", ("expert", "steady")),
)
FEWEST_PUPILS = 2
BETWEEN_LOOKS = 0.5
"""Seconds between two looks of the made-up pupils for a lesson to come to."""


def between(least: int, most: int) -> Any:
    """Return what reads a whole number within bounds from the command line."""

    def read(text: str) -> int:
        number = int(text) if text.isdecimal() else -1
        if not least <= number <= most:
            raise ArgumentTypeError(f"must be a whole number from {least} to {most}")
        return number

    return read


@contextmanager
def company() -> Iterator[None]:
    """Have the made-up pupils come to lessons meanwhile, where there is a demo school."""
    if demo_school() is None:
        yield
        return
    driver = Driver(Company(Random()).attend, BETWEEN_LOOKS)
    driver.start()
    try:
        yield
    finally:
        driver.stop()


class Command(BaseCommand):
    """Make the database, fill it with matches of bots and a school of made-up pupils, and serve."""

    help = (
        "Makes the database, has bots play some matches and two made-up classes a term of lessons, and serves Ninety. "
        "The classes are made only in a database that has no teachers and no classes of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address, and how much is made."""
        parser.add_argument("--host", default=server.HOST, help="address to listen on (default: %(default)s)")
        parser.add_argument("--port", type=int, help=f"port (default: the first free one from {server.PORT} on)")
        parser.add_argument("--no-server", action="store_true", help="prepare everything, but do not serve")
        parser.add_argument("--weeks", type=between(1, WEEKS), default=WEEKS, help="weeks of the term that are made")
        parser.add_argument(
            "--pupils", type=between(FEWEST_PUPILS, PUPILS), default=PUPILS, help="pupils of each class (2 to 12)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare what is missing, and serve."""
        server.prepare()
        if not exhibition_matches().exists():
            for code, bots in EXHIBITION:
                play_bots_to_the_end(open_match(TableSettings(STARTING_POINTS[code].rules, bots=bots)))
            self.stdout.write(f"Bots have played {len(EXHIBITION)} matches to look at.")
        try:
            self.make_school(options["weeks"], options["pupils"])
        except KeyboardInterrupt:
            self.stdout.write("Stopped. The next start goes on from here.")
            return
        if not options["no_server"]:
            with company():
                server.serve(options["host"], options["port"], self.stdout.write)

    def make_school(self, weeks: int, pupils: int) -> None:
        """Make what is missing of the demo school, and say how far that has come."""
        if not may_make_school():
            self.stdout.write("This database has teachers or classes of its own, so no demo school is made in it.")
            return
        school = demo_school()
        if school is None or steps_left():
            weeks = weeks if school is None else school.weeks
            self.stdout.write("Two made-up classes play a term of lessons now. This takes up to a minute, once.")
            for step in make_school(weeks, pupils, timezone.now()):
                if step.kind is Kind.AT_HOME and step.place:
                    self.stdout.write(f"  Week {step.week + 1} of {weeks} is played.")
                    self.stdout.flush()
        school = demo_school()
        if school is not None:
            self.stdout.write(
                f"This is a demo: its teacher is “{school.teacher.username}”, password “{school.password}”."
            )
