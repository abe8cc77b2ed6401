"""Number words in the four languages of the pages: English, Spanish, Portuguese as in Portugal, and Dutch."""

from collections.abc import Callable

MOST = 999_999
"""The largest number that has words here; nobody can type a larger one as a total."""


def number_words(number: int, language: str) -> str:
    """Write a whole number in words, as `eighty-four` or `vierentachtig`.

    `language` is a language code; a country in it is ignored, and a language without words here is read as English.
    Raise ValueError for a number of more than six digits.
    """
    if abs(number) > MOST:
        raise ValueError(f"{number} has more than six digits")
    minus, words = _LANGUAGES[_known(language)]
    return f"{minus} {words(-number)}" if number < 0 else words(number)


def names_ones_first(number: int, language: str) -> bool:
    """Tell whether the word of a two-digit number names its ones before its tens: `vierentachtig`, `fourteen`.

    Eleven and twelve are no examples, as no digit is heard in them, and whole tens have no ones to hear.
    """
    last = {"nl": 99, "en": 19}.get(_known(language), 0)
    return 13 <= number <= last and number % 10 != 0


def _known(language: str) -> str:
    code = language.partition("-")[0]
    return code if code in _LANGUAGES else "en"


def _listed(words: str) -> tuple[str, ...]:
    """Return words by the number that they name; `_` holds the place of one that is never asked for."""
    return tuple(words.split())


_ENGLISH = _listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ENGLISH_TENS = _listed("_ _ twenty thirty forty fifty sixty seventy eighty ninety")


def _english(number: int) -> str:
    if number < 20:
        return _ENGLISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _ENGLISH_TENS[tens] + (f"-{_ENGLISH[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_ENGLISH[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    joined = " and " if rest < 100 else " "
    return f"{_english(thousands)} thousand" + (joined + _english(rest) if rest else "")


_SPANISH = _listed(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve"
)
_SPANISH_TENS = _listed("_ _ _ treinta cuarenta cincuenta sesenta setenta ochenta noventa")
_SPANISH_HUNDREDS = _listed(
    "_ ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
)


def _spanish(number: int) -> str:
    if number < 30:
        return _SPANISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _SPANISH_TENS[tens] + (f" y {_SPANISH[ones]}" if ones else "")
    if number == 100:
        return "cien"
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return _SPANISH_HUNDREDS[hundreds] + (f" {_spanish(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    return _spanish_thousands(thousands) + (f" {_spanish(rest)}" if rest else "")


def _spanish_thousands(thousands: int) -> str:
    if thousands == 1:
        return "mil"
    words = _spanish(thousands)
    # Before a noun "uno" loses its last letter, and then "veintiún" needs its accent.
    if words.endswith("veintiuno"):
        words = words.removesuffix("uno") + "ún"
    elif words.endswith("uno"):
        words = words.removesuffix("o")
    return f"{words} mil"


_PORTUGUESE = _listed(
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito "
    "dezanove"
)
_PORTUGUESE_TENS = _listed("_ _ vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
_PORTUGUESE_HUNDREDS = _listed(
    "_ cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
)


def _portuguese(number: int) -> str:
    if number < 20:
        return _PORTUGUESE[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _PORTUGUESE_TENS[tens] + (f" e {_PORTUGUESE[ones]}" if ones else "")
    if number == 100:
        return "cem"
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return _PORTUGUESE_HUNDREDS[hundreds] + (f" e {_portuguese(rest)}" if rest else "")
    thousands, rest = divmod(number, 1000)
    words = "mil" if thousands == 1 else f"{_portuguese(thousands)} mil"
    joined = " e " if rest < 100 or rest % 100 == 0 else " "
    return words + (joined + _portuguese(rest) if rest else "")


_DUTCH = _listed(
    "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien "
    "achttien negentien"
)
_DUTCH_TENS = _listed("_ _ twintig dertig veertig vijftig zestig zeventig tachtig negentig")


def _dutch(number: int) -> str:
    if number == 1:
        # By itself "een" could be read as the article.
        return "één"
    if number < 1000:
        return _dutch_joined(number)
    thousands, rest = divmod(number, 1000)
    words = "duizend" if thousands == 1 else f"{_dutch_joined(thousands)}duizend"
    return words + (f" {_dutch(rest)}" if rest else "")


def _dutch_joined(number: int) -> str:
    """Write a number below 1000 as it stands inside a longer word."""
    if number < 20:
        return _DUTCH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        joined = "ën" if ones in {2, 3} else "en"
        return (_DUTCH[ones] + joined if ones else "") + _DUTCH_TENS[tens]
    hundreds, rest = divmod(number, 100)
    return ("" if hundreds == 1 else _DUTCH[hundreds]) + "honderd" + (_dutch_joined(rest) if rest else "")


_LANGUAGES: dict[str, tuple[str, Callable[[int], str]]] = {
    "en": ("minus", _english),
    "es": ("menos", _spanish),
    "pt": ("menos", _portuguese),
    "nl": ("min", _dutch),
}
"""The word for below zero, and the words of every other number."""
