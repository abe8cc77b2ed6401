"""Put a list beside the pupils of a class, and propose line by line what becomes of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from classrooms.rosters.entries import Entry
from ninety.names import free_name, key_of

NUMBERS = range(2, 10)
"""The numbers behind names that are looked for in a class."""


class Choice(StrEnum):
    """What may become of a line: a new pupil, nothing, another spelling, or somebody removed let back in."""

    ADD = "add"
    LEAVE = "leave"
    RENAME = "rename"
    BACK = "back"


@dataclass(frozen=True)
class Known:
    """Somebody of the class by the number of the membership, removed ones too."""

    pk: int
    name: str
    key: str
    is_removed: bool = False
    is_guest: bool = False


@dataclass(frozen=True)
class Row:
    """A line with what may become of it, the proposal first; none where nothing can.

    `why` says what the proposal is made from: a doubt of the entry, "new", "shortened", "apart" (another line has the
    name), "same" (line `other` says the same), "in" (a pupil of the class), "respelt", "removed", "alike" (the
    class has the name without an initial). `name` is what a new pupil would be called, or `known` from then on.
    """

    line: int
    written: str
    name: str
    why: str
    choices: tuple[Choice, ...] = ()
    known: Known | None = None
    other: int = 0

    @property
    def proposal(self) -> Choice:
        return self.choices[0] if self.choices else Choice.LEAVE


@dataclass(frozen=True)
class Plan:
    """What a list would make of a class: its lines, and the pupils that it does not name."""

    rows: tuple[Row, ...]
    missing: tuple[Known, ...]


@dataclass
class _Planning:
    known: dict[str, Known]
    lines: dict[str, int] = field(default_factory=dict)
    whole: dict[str, int] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)

    def taken(self) -> set[str]:
        return self.known.keys() | self.lines.keys()

    def known_as(self, name: str) -> Known | None:
        """Return somebody of the class with a name whom no line has named yet, be it with the number of a namesake."""
        keys = [key_of(name), *(key_of(f"{name} {number}") for number in NUMBERS)]
        for key in keys if keys[0] in self.taken() else keys[:1]:
            known = self.known.get(key)
            if known is not None and not known.is_guest and known.pk not in self.met:
                return known
        return None

    def free(self, name: str) -> str:
        """Return a name as it is, or with a number, and keep it for this line."""
        return free_name(name, self.taken()) if key_of(name) in self.taken() else name


def plan(entries: Sequence[Entry], known: Iterable[Known]) -> Plan:
    """Propose what becomes of each line; who is in the class and not in the list is only named."""
    everybody = list(known)
    planning = _Planning({each.key: each for each in everybody})
    rows = [_row(planning, entry) for entry in entries]
    rows = [_spare(planning, row, entry) for row, entry in zip(rows, entries, strict=True)]
    missing = [each for each in everybody if not (each.is_removed or each.is_guest or each.pk in planning.met)]
    return Plan(tuple(rows), tuple(missing))


def _row(planning: _Planning, entry: Entry) -> Row:
    if entry.doubt and not (entry.doubt == "total" and entry.name):
        return Row(entry.line, entry.written, "", entry.doubt)
    row = _met(planning, entry) or _new(planning, entry)
    if row.proposal is Choice.ADD:
        planning.lines.setdefault(key_of(row.name), entry.line)
    if row.known is not None:
        planning.met.add(row.known.pk)
    planning.whole.setdefault(key_of(entry.written), entry.line)
    return row


def _spare(planning: _Planning, row: Row, entry: Entry) -> Row:
    """Offer a name of its own to a line that a teacher may still want added."""
    if row.proposal is Choice.ADD or Choice.ADD not in row.choices or row.why == "respelt":
        return row
    name = planning.free(entry.name)
    planning.lines[key_of(name)] = row.line
    return replace(row, name=name)


def _met(planning: _Planning, entry: Entry) -> Row | None:
    """Return the row of a line that names somebody of the class, or repeats a line before it, surname and all."""
    same = planning.whole.get(key_of(entry.written))
    if same is not None and key_of(entry.written) != key_of(entry.base):
        return _of(entry, planning.free(entry.name), "same", (Choice.LEAVE, Choice.ADD), other=same)
    known = planning.known_as(entry.name)
    if known is None:
        return None
    if known.is_removed:
        return _of(entry, planning.free(entry.name), "removed", (Choice.BACK, Choice.ADD, Choice.LEAVE), known)
    if known.key == key_of(entry.name) and known.name != entry.name:
        return _of(entry, entry.name, "respelt", (Choice.LEAVE, Choice.RENAME, Choice.ADD), known)
    return _of(entry, planning.free(entry.name), "in", (Choice.LEAVE, Choice.ADD), known)


def _new(planning: _Planning, entry: Entry) -> Row:
    """Return the row of a line that names nobody of the class so far."""
    name = planning.free(entry.name)
    if entry.doubt == "total":
        return _of(entry, name, "total", (Choice.LEAVE, Choice.ADD))
    if key_of(name) != key_of(entry.name):
        return _of(entry, name, "apart", (Choice.ADD, Choice.LEAVE), other=planning.lines.get(key_of(entry.name), 0))
    base = planning.known.get(key_of(entry.base))
    if base is not None and not (base.is_removed or base.is_guest or base.pk in planning.met):
        return _of(entry, name, "alike", (Choice.ADD, Choice.RENAME, Choice.LEAVE), base)
    if key_of(entry.base) != key_of(name):
        return _of(entry, name, "apart", (Choice.ADD, Choice.LEAVE))
    return _of(entry, name, "new" if name == entry.written else "shortened", (Choice.ADD, Choice.LEAVE))


def _of(
    entry: Entry, name: str, why: str, choices: tuple[Choice, ...], known: Known | None = None, other: int = 0
) -> Row:
    return Row(entry.line, entry.written, name, why, choices, known, other)
