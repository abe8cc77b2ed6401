"""Files packed into one (ZIP) while they are sent: none is held as a whole."""

from collections.abc import Iterable, Iterator
from io import BufferedIOBase
from typing import Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


class _Outbox(BufferedIOBase):
    """What the packing writes to, from which it is sent on."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self.pieces.append(bytes(piece))
        return len(piece)

    def taken(self) -> bytes:
        """Return what has been written since the last time."""
        piece = b"".join(self.pieces)
        self.pieces.clear()
        return piece


def packed(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """Yield a package of files in pieces; each comes as its name and the pieces of what it holds.

    Every file has the first day that a package can say, so that equal files make equal packages.
    """
    outbox = _Outbox()
    with ZipFile(cast("Any", outbox), "w") as package:
        for name, pieces in files:
            info = ZipInfo(name)
            info.compress_type = ZIP_DEFLATED
            with package.open(info, "w") as file:
                for piece in pieces:
                    file.write(piece)
                    if sent := outbox.taken():
                        yield sent
    yield outbox.taken()
