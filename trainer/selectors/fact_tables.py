"""The fact tables of a person's page, in signs and in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ninety.digits import signed, signed_apart
from trainer import facts
from trainer.wording import fact_state_name, fact_state_says

SIGNS = {"fluent": "✓", "learning": "+", "shaky": "≈", "new": ""}


@dataclass(frozen=True)
class Cell:
    """One box of a fact table; `span` columns wide."""

    state: str
    sign: str
    says: str
    span: int


@dataclass(frozen=True)
class FactRow:
    """The boxes of one change."""

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class FactTable:
    """The fact table of one way of going."""

    title: str
    rows: tuple[FactRow, ...]


@dataclass(frozen=True)
class FactState:
    """A state of facts: what its sign means, and the facts that are in it."""

    code: str
    sign: str
    name: str
    says: str
    facts: tuple[str, ...]


def fact_text(fact: facts.Fact) -> str:
    """Write a fact as a sum that it stands for: `8 + 7`, `13 − 7`; 10 and 11 stand alone: `+11`."""
    if fact.ones is None:
        return signed(fact.change)
    start = fact.ones
    while start + fact.change < 0:
        start += 10
    return f"{start} {signed_apart(fact.change)}"


def fact_tables(grid: Iterable[facts.Row]) -> tuple[FactTable, ...]:
    """Return the tables of adding and of taking away, each only if some of it has been met."""
    rows = list(grid)
    both = (
        (_("Adding"), [row for row in rows if row.change > 0]),
        (_("Taking away"), [row for row in rows if row.change < 0]),
    )
    return tuple(
        FactTable(title, tuple(map(_fact_row, chosen)))
        for title, chosen in both
        if any(fact.answers for row in chosen for fact in row.cells)
    )


def _fact_row(row: facts.Row) -> FactRow:
    span = 1 if len(row.cells) > 1 else 10
    return FactRow(signed(row.change), tuple(_cell(fact, span) for fact in row.cells))


def _cell(fact: facts.Fact, span: int) -> Cell:
    values = {
        "fact": fact_text(fact),
        "state": fact_state_name(fact.state),
        "right": number_format(fact.right),
        "answers": number_format(fact.answers),
    }
    says = _("%(fact)s: %(state)s") if not fact.answers else _("%(fact)s: %(state)s, %(right)s of %(answers)s right")
    return Cell(fact.state, SIGNS[fact.state], says % values, span)


def fact_states(grid: Iterable[facts.Row], *, timed: bool = True) -> tuple[FactState, ...]:
    """Return every state, the best first, with the facts that are in it; those not met yet are not listed.

    `timed` says whether it takes being quick to know a fact.
    """
    known = [fact for row in grid for fact in row.cells]
    return tuple(_state(state, known, timed=timed) for state in SIGNS)


def _state(state: str, known: Iterable[facts.Fact], *, timed: bool) -> FactState:
    names = () if state == "new" else tuple(fact_text(fact) for fact in known if fact.state == state)
    return FactState(state, SIGNS[state], fact_state_name(state), fact_state_says(state, timed=timed), names)
