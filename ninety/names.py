"""Names that people give themselves: made clean, counted as a person counts, and told apart by their looks.

Any script is welcome, and no word is refused: rude syllables are part of many people's real names.
"""

from collections.abc import Collection, Iterator
from itertools import count
from unicodedata import category, combining, normalize

LONGEST = 20
"""Signs in a name, as a person counts them."""
MOST_CODE_POINTS = 60
MARKS_ON_A_SIGN = 4
"""Marks that a letter may carry; scripts need up to three, and a tower of them covers the lines around it."""
LONGEST_KEY = 120

# What is to be seen nowhere, or looks like a blank, though its category does not say so.
_INVISIBLE = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),
        (0x115F, 0x1160),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2065, 0x2065),
        (0x2800, 0x2800),
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),
        (0xFFA0, 0xFFA0),
        (0x13441, 0x13442),
        (0x16FE4, 0x16FE4),
        (0x1D159, 0x1D159),
        (0xE0100, 0xE01EF),
    )
    for code in range(first, last + 1)
)
_BLANKS = frozenset({"Zs", "Zl", "Zp"})
_NO_SIGNS = frozenset({"Cf", "Cs", "Co", "Cn"})
_MARKS = frozenset({"Mn", "Mc", "Me"})
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
_HANGUL_ENDS = range(0x1160, 0x1200)

LOOK_ALIKES = str.maketrans(
    # Cyrillic, Greek, Armenian and other letters, each small or capital like the Latin one below it.
    "авсԁеһніјкӏморԛѕтуүԝхѵαβεζηικμνορτυχϲϳօսհցոɑɡıſ",
    "abcdehhijklmopqstyywxvabezhikmnoptyxcjouhgnagis",
)
"""Small letters of other scripts, and the Latin letter that they pass for in one of their cases."""
_DIGITS_AND_DASHES = str.maketrans("01|‐‑‒–—−’ʼ‘`´", "oll------'''''")


def clean(typed: str) -> str:
    """Return a name as it is shown: composed, without what cannot be seen, blanks collapsed; "" if nothing is left."""
    return normalize("NFC", " ".join("".join(_visible(normalize("NFC", typed))).split()))


def _visible(typed: str) -> Iterator[str]:
    """Keep what can be seen; blanks of all kinds and control characters become plain blanks."""
    marks = MARKS_ON_A_SIGN
    for sign in typed:
        kind = category(sign)
        if sign in _INVISIBLE or kind in _NO_SIGNS:
            continue
        if kind in _MARKS:
            marks += 1
            if marks <= MARKS_ON_A_SIGN:
                yield sign
            continue
        is_blank = kind in _BLANKS or kind == "Cc"
        marks = MARKS_ON_A_SIGN if is_blank else 0
        yield " " if is_blank else sign


def signs_of(name: str) -> list[str]:
    """Split a clean name into what a person counts as a sign: a letter with its marks, a flag, a face with its skin."""
    signs: list[str] = []
    for sign in name:
        if signs and _belongs_to(signs[-1], sign):
            signs[-1] += sign
        else:
            signs.append(sign)
    return signs


def _belongs_to(before: str, sign: str) -> bool:
    code = ord(sign)
    if code in _FLAG_LETTERS:
        return len(before) == 1 and ord(before) in _FLAG_LETTERS
    return category(sign) in _MARKS or bool(combining(sign)) or code in _SKIN_TONES or code in _HANGUL_ENDS


def is_too_long(name: str) -> bool:
    """Return whether a clean name has more signs than there is room for."""
    return len(signs_of(name)) > LONGEST or len(name) > MOST_CODE_POINTS


def key_of(name: str) -> str:
    """Return the key that two names share when they look alike; accents count, case and script do not."""
    plain = normalize("NFD", normalize("NFKC", name).casefold())
    alike = plain.translate(LOOK_ALIKES).translate(_DIGITS_AND_DASHES).replace("i\u0307", "i")
    return normalize("NFC", alike)[:LONGEST_KEY]


def sort_key(name: str, language: str) -> tuple[str, str]:
    """Return what names are sorted by, as a dictionary does: accents count last, and ñ is a letter in Spanish."""
    plain = normalize("NFC", name).casefold()
    if language == "es":
        plain = plain.replace("ñ", "n\uffff")
    return "".join(sign for sign in normalize("NFD", plain) if not combining(sign)), name


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the first of `Ana 2`, `Ana 3`, ... whose key is not among those taken; a long name is cut to make room."""
    return next(each for each in _numbered(name) if key_of(each) not in taken)


def _numbered(name: str) -> Iterator[str]:
    signs = signs_of(name)
    for number in count(2):
        tail = f" {number}"
        yield "".join(signs[: LONGEST - len(tail)])[: MOST_CODE_POINTS - len(tail)].rstrip() + tail
