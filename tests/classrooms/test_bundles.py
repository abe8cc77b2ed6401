"""A ZIP that is made while it is sent."""

import io
import random
from collections.abc import Iterator
from zipfile import ZipFile

from classrooms.bundles import CHUNK, zip_chunks


def test_what_goes_in_comes_out() -> None:
    files = {"index.html": [b"<p>", "é".encode()], "tables/a.csv": [], "b.csv": [b"1\r\n"] * 5}
    with ZipFile(io.BytesIO(b"".join(zip_chunks(files.items())))) as bundle:
        assert bundle.testzip() is None
        assert {name: bundle.read(name) for name in bundle.namelist()} == {
            name: b"".join(pieces) for name, pieces in files.items()
        }


def test_no_files_make_an_empty_one() -> None:
    with ZipFile(io.BytesIO(b"".join(zip_chunks([])))) as bundle:
        assert bundle.namelist() == []


def test_it_is_sent_while_it_is_made() -> None:
    dice, made = random.Random(1), list[int]()

    def pieces() -> Iterator[bytes]:
        for number in range(100):
            made.append(number)
            yield dice.randbytes(CHUNK)

    sent = zip_chunks([("a", pieces()), ("b", [b"b"])])
    first = next(sent)
    assert (len(made) < 5, len(first) < 4 * CHUNK) == (True, True)
    assert max(len(each) for each in sent) < 4 * CHUNK
    assert len(made) == 100
