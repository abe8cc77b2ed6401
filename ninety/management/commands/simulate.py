"""`manage.py simulate`: let bots play matches, and print what came of them."""

import json
import random
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from ninety.engine.bots import STRENGTHS
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import FEWEST_SEATS, MOST_SEATS, PRESETS, RuleSet
from ninety.engine.simulation import NeverEnds, Played, Tally, play_match

MOST_MATCHES = 1_000_000


class Command(BaseCommand):
    help = (
        "Lets bots play whole matches and prints one JSON object: how many there were, how long, and who won. The same "
        "seed plays the same matches. Time is never called. Exits with 2 and a sentence where an option is no good."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the rules, the seats, the number of matches and the bots."""
        parser.add_argument("--preset", required=True, help=f"one of {', '.join(PRESETS)}")
        parser.add_argument(
            "--variant", action="extend", nargs="+", default=[], metavar="V", help="in the order they are made"
        )
        parser.add_argument("--set", default="{}", metavar="JSON", help="single fields, such as '{\"limit\": 60}'")
        parser.add_argument("--seats", required=True, metavar="N", help="2 to 10")
        parser.add_argument("--matches", required=True, metavar="M", help="1 or more")
        parser.add_argument("--seed", required=True, metavar="S", help="any text")
        parser.add_argument(
            "--bots",
            default="steady",
            help=f"of {', '.join(STRENGTHS)}, joined by commas; they repeat round the table (default: steady)",
        )
        parser.add_argument("--records", metavar="FILE", help="write the matches there, a record a line, for replay")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Play the matches and print the figures."""
        rules, seats = _rules(options), _whole("seats", options["seats"], FEWEST_SEATS, MOST_SEATS)
        matches = _whole("matches", options["matches"], 1, MOST_MATCHES)
        strengths = _strengths(options["bots"], seats)
        try:
            rules.check_seats(seats)
        except BadRules as error:
            raise _refusal(error.field, error.reason) from None
        dice, tally = random.Random(str(options["seed"])), Tally(strengths)
        with _records(options["records"]) as records:
            began = perf_counter()
            for number in range(1, matches + 1):
                played = _played(number, rules, strengths, dice)
                tally.add(played)
                if records:
                    _write(records, played)
            seconds = perf_counter() - began
        try:
            self.stdout.write(json.dumps(_figures(tally, seconds)))
            self.stdout.flush()
        except OSError as error:
            raise CommandError(f"The output cannot be written: {error}", returncode=2) from None


def _figures(tally: Tally, seconds: float) -> dict[str, Any]:
    return {
        "matches": tally.matches,
        "plays": tally.plays,
        "plays_per_second": round(tally.plays / seconds),
        "rounds": tally.rounds,
        "busts": tally.busts,
        "wins_by_seat": tally.wins_by_seat,
        "wins_by_bot": tally.wins_by_bot,
    }


def _played(number: int, rules: RuleSet, strengths: list[str], dice: random.Random) -> Played:
    try:
        return play_match(rules, strengths, dice)
    except NeverEnds as error:
        raise CommandError(f"Match {number} was given up: {error}.", returncode=2) from None


def _rules(options: dict[str, Any]) -> RuleSet:
    try:
        fields = json.loads(options["set"])
    except (ValueError, RecursionError) as error:
        raise _refusal("set", f"is no JSON: {error}") from None
    try:
        return RuleSet.from_spec({"preset": options["preset"], "variants": options["variant"], "set": fields})
    except BadRules as error:
        raise _refusal(error.field, error.reason) from None


def _whole(name: str, value: object, least: int, most: int) -> int:
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise _refusal(name, f"must be a whole number from {least} to {most}")
    return number


def _strengths(written: str, seats: int) -> list[str]:
    strengths = written.split(",")
    for strength in strengths:
        if strength not in STRENGTHS:
            raise _refusal("bots", f"{strength!r} must be one of {', '.join(STRENGTHS)}")
    return [strengths[seat % len(strengths)] for seat in range(seats)]


@contextmanager
def _records(name: str | None) -> Iterator[TextIO | None]:
    """Open the file for the records, if one is wanted; it is written as the matches are played."""
    if name is None:
        yield None
        return
    try:
        with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123 - a pipe or device is welcome too
            yield file
    except (OSError, ValueError) as error:
        raise _refusal("records", f"{name} cannot be written: {error}") from None


def _write(records: TextIO, played: Played) -> None:
    records.write(json.dumps(played.record.to_json(), separators=(",", ":")) + "\n")


def _refusal(field: str, reason: str) -> CommandError:
    return CommandError(f"{field}: {reason}", returncode=2)
