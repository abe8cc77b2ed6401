"""Several files in one: a ZIP that is handed out in pieces while it is made, so that nothing of it is held."""

from collections.abc import Iterable, Iterator
from io import RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

CHUNK = 64 * 1024

type Files = Iterable[tuple[str, Iterable[bytes]]]


class _Pipe(RawIOBase):
    """What a ZIP is written to, and taken from again."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting = bytearray()

    def writable(self) -> bool:
        """Say that it takes what comes; there is no way back in it."""
        return True

    def write(self, data: Any) -> int:
        """Take a piece."""
        self.waiting += data
        return len(data)

    def taken(self, least: int = CHUNK) -> Iterator[bytes]:
        """Yield what waits, once it is worth it."""
        if len(self.waiting) >= least:
            yield bytes(self.waiting)
            self.waiting.clear()


def zip_chunks(files: Files) -> Iterator[bytes]:
    """Yield a ZIP of files given by name and pieces, each file made only when its turn has come."""
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as bundle:
        for name, pieces in files:
            with bundle.open(name, "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece)
                    yield from pipe.taken()
    yield from pipe.taken(least=1)
