"""What somebody else has arranged for a person, as a teacher does for the pupils of a class.

Who that is, is not known here: the project's settings name the function that knows, as `ARRANGED_BY`.
"""

from collections.abc import Mapping
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from ninety.models import User
from ninety.services import TableSettings


class Arrangement(Protocol):
    """What a person plays and practises with who has chosen nothing."""

    @property
    def rules(self) -> dict[str, Any]:
        """Return the rules, as the record format has them."""

    @property
    def seats(self) -> int:
        """Return the seats of a table."""

    @property
    def strength(self) -> str:
        """Return the strength of the bots that fill a table; empty, none do."""

    @property
    def fluent_ms(self) -> int:
        """Return the computing time, in milliseconds, within which a sum counts as fluent."""

    def table_settings(self, people: int = 1) -> TableSettings:
        """Return what a match of so many people is dealt with; bots fill the table."""

    def table_alone(self, guided_turns: int = 0) -> TableSettings:
        """Return what a match alone with bots is dealt with; with guided turns where there is time for them."""

    def drill_choices(self) -> Mapping[str, Any]:
        """Return what the form of a drill begins with."""


def arranged_for(person: User | None) -> Arrangement | None:
    """Return what has been arranged for a person, None for nothing."""
    if person is None:
        return None
    arrange: Any = import_string(settings.ARRANGED_BY)
    arrangement: Arrangement | None = arrange(person)
    return arrangement
