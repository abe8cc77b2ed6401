"""Turn the bytes of a text file into text, whichever program wrote it, or into each that it may be.

UTF-8 and UTF-16 give themselves away. Of the older encodings, in which any byte is some letter, the one is right that
makes the likelier names: letters that Spanish, Portuguese, Dutch or a neighbour write, in cases that fit the letters
around them.
"""

import codecs
import re
from itertools import islice

from classrooms.rosters.errors import BadRoster

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BEYOND = re.compile(r"[^\x00-\x7f]")
MOST_WEIGHED = 1000
"""Letters by which an encoding is told."""
OLDER = ("cp1252", "iso8859-15", "mac-roman", "cp850")
_LETTERS = dict.fromkeys("åæìîòøœùûýÿšžß", 0.7) | dict.fromkeys("áàâãäçéèêëíïñóôõöúü", 1.0)
_SIGNS = dict.fromkeys("‘“”–—", 0.0) | dict.fromkeys("ªº°’·\u00a0", 0.7)
_UNSURE = 0.5
"""How much likelier, for each letter that differs, one reading must be than another to be taken without a question."""


def decode(data: bytes) -> list[tuple[str, str]]:
    """Return each encoding that the bytes may be in, with the text, the likeliest first. Raises BadRoster."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return [(encoding, _strictly(data[len(mark) :], encoding))]
    if b"\0" in data:
        return [_without_a_mark(data)]
    try:
        return [("utf-8", data.decode("utf-8"))]
    except UnicodeDecodeError:
        return _in_an_older_one(data)


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as broken:
        raise BadRoster("broken") from broken


def _without_a_mark(data: bytes) -> tuple[str, str]:
    """Read UTF-16 that does not say so: every second byte of its plain letters is nothing."""
    nothing = [data[start::2].count(0) for start in (0, 1)]
    if max(nothing) * 4 < len(data) or min(nothing) * 8 > max(nothing):
        raise BadRoster("binary")
    encoding = "utf-16-le" if nothing[1] > nothing[0] else "utf-16-be"
    return encoding, _strictly(data, encoding)


def _in_an_older_one(data: bytes) -> list[tuple[str, str]]:
    """Return the readings that are about as likely as the likeliest, each text once."""
    readings: dict[str, tuple[float, str]] = {}
    for encoding in OLDER:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        readings.setdefault(text, (_likelihood(text), encoding))
    best = max(score for score, _encoding in readings.values())
    if best < 0:
        raise BadRoster("letters")
    likely = [(score, encoding, text) for text, (score, encoding) in readings.items() if score >= best - _UNSURE]
    likely.sort(key=lambda each: -each[0])
    return [(encoding, text) for _score, encoding, text in likely]


def _likelihood(text: str) -> float:
    """Return how likely a text is to be names, by its letters beyond the plain ones: 1 at the most, below 0 hardly."""
    found = [match.span() for match in islice(_BEYOND.finditer(text), MOST_WEIGHED)]
    points = [_points(text[start - 1 : start], text[start], text[end : end + 1]) for start, end in found]
    return sum(points) / len(points) if points else 1


def _points(before: str, sign: str, after: str) -> float:
    if sign in _SIGNS:
        return _SIGNS[sign]
    is_odd = before.islower() and sign.isupper()
    is_odd |= before.isupper() and sign.islower() and after.isupper()
    return -0.5 if is_odd else _LETTERS.get(sign.lower(), -1.0)
