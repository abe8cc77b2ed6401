"""Codes of tables are read aloud and typed in any way, and mean one table."""

import pytest

from ninety.codes import ALPHABET, COUNT, LENGTH, new_code, read, shown, spelt


def test_a_code_is_made_of_signs_that_nobody_mistakes() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 24
    assert set(ALPHABET) & set("AEIOUY0125680") == set()
    assert COUNT == 191_102_976


def test_codes_differ_and_read_back() -> None:
    codes = {new_code() for _code in range(200)}
    assert len(codes) == 200
    assert {read(shown(code)) for code in codes} == codes
    assert {len(code) for code in codes} == {LENGTH}


def test_every_sign_is_drawn_alike() -> None:
    drawn = iter(ALPHABET)
    assert new_code(lambda signs: next(drawn) if signs == ALPHABET else "") == "BCDFGH"


@pytest.mark.parametrize(
    "typed",
    [
        "BCD3GH",
        "bcd3gh",
        " bcd 3gh ",
        "BCD-3GH",
        "b.c.d.3.g.h",
        "ＢＣＤ３ＧＨ",
        "всd3gн",
        "8CD3GH",
        "BCD36H",
        "BCD–3GH\n",
    ],
)
def test_a_code_may_be_typed_in_any_way(typed: str) -> None:
    assert read(typed) == "BCD3GH"


@pytest.mark.parametrize(
    "typed", ["", "BCD", "BCD3GHJ", "ABCDEF", "BCD0GH", "https://x/table/BCD3GH", "B" * 10_000, "王小明"]
)
def test_what_cannot_be_a_code_is_none(typed: str) -> None:
    assert read(typed) is None


def test_a_code_is_shown_in_groups_and_spelt_for_a_voice() -> None:
    assert (shown("BCD3GH"), spelt("BCD3GH")) == ("BCD 3GH", "B C D, 3 G H")
