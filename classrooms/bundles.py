"""Several files in one: a ZIP that is written to a temporary file and handed out in pieces, so that none is held."""

import tempfile
from collections.abc import Iterable, Iterator
from zipfile import ZIP_DEFLATED, ZipFile

CHUNK = 64 * 1024

type Files = Iterable[tuple[str, Iterable[bytes]]]


def zip_chunks(files: Files) -> Iterator[bytes]:
    """Yield a ZIP of files given by name and pieces, each file made only when its turn has come."""
    with tempfile.TemporaryFile() as whole:
        with ZipFile(whole, "w", ZIP_DEFLATED) as bundle:
            for name, pieces in files:
                with bundle.open(name, "w", force_zip64=True) as file:
                    for piece in pieces:
                        file.write(piece)
        whole.seek(0)
        while piece := whole.read(CHUNK):
            yield piece
