"""Number words: right in each language, and never the same for two numbers."""

import pytest

from trainer.number_words import MOST, names_ones_first, number_words

WORDS = {
    0: ("zero", "cero", "zero", "nul"),
    1: ("one", "uno", "um", "één"),
    7: ("seven", "siete", "sete", "zeven"),
    10: ("ten", "diez", "dez", "tien"),
    11: ("eleven", "once", "onze", "elf"),
    14: ("fourteen", "catorce", "catorze", "veertien"),
    16: ("sixteen", "dieciséis", "dezasseis", "zestien"),
    17: ("seventeen", "diecisiete", "dezassete", "zeventien"),
    19: ("nineteen", "diecinueve", "dezanove", "negentien"),
    20: ("twenty", "veinte", "vinte", "twintig"),
    21: ("twenty-one", "veintiuno", "vinte e um", "eenentwintig"),
    22: ("twenty-two", "veintidós", "vinte e dois", "tweeëntwintig"),
    23: ("twenty-three", "veintitrés", "vinte e três", "drieëntwintig"),
    26: ("twenty-six", "veintiséis", "vinte e seis", "zesentwintig"),
    31: ("thirty-one", "treinta y uno", "trinta e um", "eenendertig"),
    48: ("forty-eight", "cuarenta y ocho", "quarenta e oito", "achtenveertig"),
    50: ("fifty", "cincuenta", "cinquenta", "vijftig"),
    84: ("eighty-four", "ochenta y cuatro", "oitenta e quatro", "vierentachtig"),
    99: ("ninety-nine", "noventa y nueve", "noventa e nove", "negenennegentig"),
    100: ("one hundred", "cien", "cem", "honderd"),
    101: ("one hundred and one", "ciento uno", "cento e um", "honderdeen"),
    116: ("one hundred and sixteen", "ciento dieciséis", "cento e dezasseis", "honderdzestien"),
    142: ("one hundred and forty-two", "ciento cuarenta y dos", "cento e quarenta e dois", "honderdtweeënveertig"),
    200: ("two hundred", "doscientos", "duzentos", "tweehonderd"),
    299: (
        "two hundred and ninety-nine",
        "doscientos noventa y nueve",
        "duzentos e noventa e nove",
        "tweehonderdnegenennegentig",
    ),
    505: ("five hundred and five", "quinientos cinco", "quinhentos e cinco", "vijfhonderdvijf"),
    700: ("seven hundred", "setecientos", "setecentos", "zevenhonderd"),
    999: (
        "nine hundred and ninety-nine",
        "novecientos noventa y nueve",
        "novecentos e noventa e nove",
        "negenhonderdnegenennegentig",
    ),
    1000: ("one thousand", "mil", "mil", "duizend"),
    1001: ("one thousand and one", "mil uno", "mil e um", "duizend één"),
    1100: ("one thousand one hundred", "mil cien", "mil e cem", "duizend honderd"),
    1234: (
        "one thousand two hundred and thirty-four",
        "mil doscientos treinta y cuatro",
        "mil duzentos e trinta e quatro",
        "duizend tweehonderdvierendertig",
    ),
    21_000: ("twenty-one thousand", "veintiún mil", "vinte e um mil", "eenentwintigduizend"),
    31_000: ("thirty-one thousand", "treinta y un mil", "trinta e um mil", "eenendertigduizend"),
    101_000: ("one hundred and one thousand", "ciento un mil", "cento e um mil", "honderdeenduizend"),
    -7: ("minus seven", "menos siete", "menos sete", "min zeven"),
}
LANGUAGES = ("en", "es", "pt", "nl")


@pytest.mark.parametrize("number", WORDS)
def test_number_words(number):
    assert tuple(number_words(number, language) for language in LANGUAGES) == WORDS[number]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_numbers_have_the_same_words(language):
    numbers = [*range(-2000, 4001), *range(4001, MOST, 997), MOST]

    assert len({number_words(number, language) for number in numbers}) == len(numbers)


@pytest.mark.parametrize(("language", "words"), [("nl-be", "vierentachtig"), ("pt-br", "oitenta e quatro")])
def test_a_country_is_ignored(language, words):
    assert number_words(84, language) == words


def test_a_language_without_words_is_read_as_english():
    assert number_words(84, "fr") == "eighty-four"


@pytest.mark.parametrize("number", [MOST + 1, -MOST - 1])
def test_seven_digits_have_no_words(number):
    with pytest.raises(ValueError, match="more than six digits"):
        number_words(number, "en")


def test_where_the_ones_are_named_first():
    turned = {language: {n for n in range(-100, 1000) if names_ones_first(n, language)} for language in LANGUAGES}

    assert turned == {
        "en": set(range(13, 20)),
        "es": set(),
        "pt": set(),
        "nl": {n for n in range(13, 100) if n % 10},
    }
