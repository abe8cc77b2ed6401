"""`manage.py replay FILE`: print the state after every action of a game record."""

from collections.abc import Iterator
from typing import Any

from ninety.engine.errors import BadRecord
from ninety.engine.record import Record, replay_lines
from ninety.management.record_command import RecordCommand


class Command(RecordCommand):
    help = "Replay a game record, or many as JSON Lines, and print the state after every action."

    def lines(self, record: Record | BadRecord) -> Iterator[dict[str, Any]]:
        """Yield what the rules of play, section 9, print for a record."""
        return replay_lines(record)
