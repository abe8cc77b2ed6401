"""Read what a teacher pastes or uploads."""

from dataclasses import replace

from classrooms.rosters.decoding import decode
from classrooms.rosters.entries import Reading, readings_of
from classrooms.rosters.errors import BadRoster
from classrooms.rosters.tables import grid_of
from classrooms.rosters.workbooks import is_workbook, sheets_of

MOST_BYTES = 1_000_000
MOST_CHARACTERS = 100_000

_OTHER_KINDS = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old-excel"),
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"BM", "picture"),
    (b"II*\0", "picture"),
    (b"MM\0*", "picture"),
    (b"{\\rtf", "document"),
)
_PICTURES_IN_A_BOX = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")
_PAGES = ("<html", "<!doctype html", "<table", "<?xml")


def read_text(text: str) -> list[Reading]:
    """Return each way in which a pasted list may be read, one where that can be told. Raises BadRoster."""
    if len(text) > MOST_CHARACTERS:
        raise BadRoster("large")
    if text.lstrip("\ufeff \t\r\n").lower().startswith(_PAGES):
        raise BadRoster("page")
    return readings_of(grid_of(text))


def read_file(data: bytes) -> list[Reading]:
    """Return each way in which a file may be read, one where that can be told. Raises BadRoster."""
    if len(data) > MOST_BYTES:
        raise BadRoster("large")
    for start, code in _OTHER_KINDS:
        if data.startswith(start):
            raise BadRoster(code)
    if data[4:12] in _PICTURES_IN_A_BOX or (data.startswith(b"RIFF") and data[8:12] == b"WEBP"):
        raise BadRoster("picture")
    if data.startswith(b"PK"):
        return _read_packed(data)
    return _read_bytes(data)


def _read_packed(data: bytes) -> list[Reading]:
    """Read an Excel file; each sheet that has names is a reading."""
    if not is_workbook(data):
        raise BadRoster("open-document" if b"opendocument.spreadsheet" in data[:200] else "packed")
    sheets = sheets_of(data)
    if len(sheets) == 1:
        return readings_of(sheets[0][1])
    readings, refusal = [], BadRoster("nothing")
    for title, grid in sheets:
        try:
            found = readings_of(grid)
        except BadRoster as refused:
            refusal = refused
            continue
        readings.append((title, found))
    if not readings:
        raise refusal
    if len(readings) == 1:
        return readings[0][1]
    return [
        replace(each, asks="sheet", label=f"{title} · {each.label}" if each.label else title)
        for title, found in readings
        for each in found
    ]


def _read_bytes(data: bytes) -> list[Reading]:
    """Read a text file; where its letters may be several, each list of names that comes out is a reading."""
    texts = [text for _encoding, text in decode(data)]
    if len(texts) == 1:
        return read_text(texts[0])
    readings: dict[tuple[str, ...], Reading] = {}
    for text in texts:
        for each in read_text(text):
            readings.setdefault((each.label, *(entry.written for entry in each.entries)), each)
    found = list(readings.values())
    return found if len(found) == 1 else [replace(each, asks="letters") for each in found]
