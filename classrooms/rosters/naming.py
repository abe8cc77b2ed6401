"""Propose what somebody is to be called: the first name alone, with an initial where two share it."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from classrooms.rosters.columns import without_email
from classrooms.rosters.headers import INFIXES, is_infix
from ninety.names import LONGEST, MOST_CODE_POINTS, clean, is_too_long, key_of, signs_of

_NUMBERED = re.compile(r"[(\[#]?\d{1,3}(?:\s*(?:[.):\]º°ª]+\s*[-–—]?|[-–—]\s)\s*|\s+)(?=[^\W\d])")
_INITIALS = re.compile(r"(?:[^\W\d_]{1,2}\.[\s-]?)+\((.+)\)")
_POINTED = re.compile(r"[-–—•*·▪◦>]\s+(?=\S)")
_TOTAL = re.compile(
    r"(?:(?:sub)?total(?:es|is)?|totaal|aantal|count|sum|suma|soma|number of|numero|n\.?\s?[ºo°]\s+(?:de|total)"
    r"|leerlingen|pupils|students|alumnos|alumnado|alunos)\b",
    re.IGNORECASE,
)


class Name(NamedTuple):
    """What is proposed, and the rest of what was written."""

    given: str
    more: str = ""


def read_names(cells: Sequence[str]) -> list[Name]:
    """Read cells with whole names, all written in the way in which most of them are."""
    cells = [without_email(each) or each for each in _without_marks(cells)]
    spaced = [cell.split() for cell in cells if cell and "," not in cell]
    long = [words for words in spaced if len(words) > 1 and len(signs_of(words[-1].rstrip("."))) > 1]
    are_whole = bool(long) and len(long) * 5 >= len(spaced) * 3 and len(spaced) > 1
    names = [_turned(cell) if "," in cell else _shortened(cell) if are_whole else Name(cell) for cell in cells]
    given = calm([called(name.given) for name in names])
    return [Name(each, name.more) for each, name in zip(given, names, strict=True)]


def calm(given: Sequence[str]) -> list[str]:
    """Write names in small letters where a list has nothing but capitals."""
    is_loud = len(given) > 1 and all(name.isupper() for name in given if name) and any(len(name) > 2 for name in given)
    return [_calmed(name) if is_loud else name for name in given]


def called(given: str) -> str:
    """Return the name in brackets behind initials, as Dutch lists have it: `J.P. (Jan)`."""
    found = _INITIALS.fullmatch(given)
    return found[1] if found else given


def _calmed(name: str) -> str:
    words = re.split(r"([\s\-'’]+)", name)
    return "".join(word.lower() if word.casefold() in INFIXES else word[:1] + word[1:].lower() for word in words)


def _without_marks(cells: Sequence[str]) -> list[str]:
    """Take away the numbers and points of a list, where most of its lines have them."""
    for mark in (_NUMBERED, _POINTED):
        marked = [cell for cell in cells if mark.match(cell)]
        if marked and len(marked) * 2 >= len(cells):
            return [mark.sub("", cell, count=1) if mark.match(cell) else cell for cell in cells]
    return list(cells)


def _turned(cell: str) -> Name:
    """Read `Surname, First`, also `Surname, First infix` and `Surname, infix, First`."""
    parts = [part.strip() for part in cell.split(",") if part.strip()]
    if len(parts) < 2:
        return Name(parts[0] if parts else cell)
    words = (parts[2] if len(parts) > 2 and is_infix(parts[1]) else parts[1]).split()
    while len(words) > 1 and words[-1].casefold() in INFIXES:
        words.pop()
    return Name(" ".join(words), parts[0])


def _shortened(cell: str) -> Name:
    """Read `First Surname`: the first word, and an initial after it that somebody has put there."""
    words = cell.split()
    rest = [word for word in words[1:] if word.casefold() not in INFIXES]
    if len(rest) == 1 and len(signs_of(rest[0].rstrip("."))) == 1:
        return Name(cell)
    return Name(words[0] if words else "", " ".join(rest))


def is_total(cells: Sequence[str]) -> bool:
    """Return whether a line counts the others, as below a list: a word for it, and a number."""
    filled = [cell for cell in cells if cell]
    has_number = any(any(map(str.isdigit, cell)) for cell in filled)
    return bool(filled) and has_number and _TOTAL.match(filled[0]) is not None


def fitting(name: str) -> str:
    """Return a clean name that is short enough, cut after a word where it can be."""
    name = clean(name)
    if not is_too_long(name):
        return name
    longest = ""
    words = name.split()
    for count in range(1, len(words)):
        shorter = " ".join(words[:count])
        if is_too_long(shorter):
            break
        if words[count - 1].casefold() not in INFIXES:
            longest = shorter
    return longest or "".join(signs_of(words[0][:MOST_CODE_POINTS])[:LONGEST])


def told_apart(names: Sequence[Name]) -> list[str]:
    """Return short names, with the initial of the rest where several people share one."""
    short = [fitting(name.given) for name in names]
    people = defaultdict(set)
    for given, name in zip(short, names, strict=True):
        people[key_of(given)].add(key_of(name.more))
    return [
        _with_initial(given, initial(name.more)) if len(people[key_of(given)]) > 1 else given
        for given, name in zip(short, names, strict=True)
    ]


def _with_initial(name: str, mark: str) -> str:
    if not (name and mark):
        return name
    widened = f"{name} {mark}"
    signs = signs_of(name)
    while is_too_long(widened) and len(signs) > 1:
        signs.pop()
        widened = f"{''.join(signs).rstrip()} {mark}"
    return widened


def initial(more: str) -> str:
    """Return the first sign of a surname, after what only leads to it; "" where there is none."""
    words = [word for word in clean(more).replace(",", " ").split() if word.casefold() not in INFIXES]
    return signs_of(words[0])[0].upper() if words else ""
