"""Run the tests."""

import os
import subprocess
import sys
from argparse import REMAINDER, ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ninety import chromium

BROWSER = "tests/browser"
MEASURED = ["--cov", "--cov-report="]
JUDGED = ["--cov", "--cov-append", "--cov-report=term:skip-covered"]


class Command(BaseCommand):
    """Run pytest; the browser tests have a process of their own, as their driver keeps an event loop running."""

    help = "Runs all tests and measures their coverage, or runs pytest with the arguments given."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what pytest takes."""
        parser.add_argument("pytest", nargs=REMAINDER, metavar="ARGUMENT", help="passed to pytest, for example a file")

    def run_from_argv(self, argv: list[str]) -> None:
        """Hand options of pytest, which Django would refuse, on to it."""
        if argv[2:] and argv[2] not in ("-h", "--help"):
            argv = [*argv[:2], "--", *argv[2:]]
        super().run_from_argv(argv)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the tests, and fail when any run of them fails."""
        given = [each for each in options["pytest"] if each != "--"]
        if not given or any("browser" in each for each in given):
            try:
                os.environ[chromium.VARIABLE] = chromium.ensure(self.stdout.write)
            except chromium.NoChromium as missing:
                raise CommandError(str(missing)) from missing
        runs = [given] if given else [["--cov-fail-under=0", *MEASURED], [*JUDGED, BROWSER]]
        # The first run that fails is the last, so that its closing line ends the output.
        results = (subprocess.call([sys.executable, "-m", "pytest", *run]) for run in runs)
        sys.exit(next(filter(None, results), 0))
