"""What is read as a total, and what is only "please type a number"."""

import pytest

from trainer.totals import NotANumber, read_total


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("55", 55),
        ("0", 0),
        (" 42 ", 42),
        ("\t42\n", 42),
        ("\N{NO-BREAK SPACE}42", 42),
        ("042", 42),
        ("000042", 42),
        ("999999", 999999),
        ("+7", 7),
        ("-7", -7),
        ("\N{MINUS SIGN}7", -7),
        ("\N{EN DASH}7", -7),
        ("-0", 0),
        ("٤٢", 42),
        ("−٤٢", -42),
        ("４２", 42),
        ("४२", 42),
    ],
)
def test_read(text, total):
    assert read_total(text) == total


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-",
        "4 2",
        "- 7",
        "--7",
        "+-7",
        "7-",
        "\N{EM DASH}7",
        "42.0",
        "42,0",
        "4e1",
        "4_2",
        "0x1",
        "1000000",
        "0000042",
        "½",
        "²",
        "4²",
        "①",
        "Ⅷ",
        "四",
        "forty",
        "4\x002",
        "4\N{ZERO WIDTH SPACE}2",
    ],
)
def test_refused(text):
    with pytest.raises(NotANumber):
        read_total(text)


@pytest.mark.parametrize("text", ["9" * 10_000, " " * 1_000_000 + "x", "-" * 1_000_000, "9" * 1_000_000])
def test_whatever_its_length_it_is_refused(text):
    with pytest.raises(NotANumber):
        read_total(text)


def test_not_a_number_is_a_value_error():
    assert issubclass(NotANumber, ValueError)
