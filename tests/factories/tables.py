"""Tables where people meet."""

from typing import Any

from ninety.models import Place, Table, User
from ninety.services import TableSettings, open_table, take_place


def opened_table(
    opener: User, *, seat_count: int = 4, strength: str = "", rules: dict[str, Any] | None = None, **settings: Any
) -> Table:
    """Open a table where no bots fill the free seats, unless a strength is given."""
    return open_table(
        TableSettings(rules or {"preset": "ninety-eight"}, **settings), seat_count, strength, opener, None
    )


def sit(table: Table, *people: User) -> list[Place]:
    """Seat people under their own names."""
    return [take_place(table, person, person.display_name) for person in people]
