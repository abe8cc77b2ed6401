"""Names are clean, countable and told apart by their looks; real names of any script are welcome."""

import pytest

from ninety.names import LONGEST, clean, free_name, is_too_long, key_of, signs_of


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ana", "Ana"),
        ("  Ana \t\n Luz  ", "Ana Luz"),
        ("Ana\u200b", "Ana"),
        ("A\u00adn\u200da\ufeff", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("Ana\u2066\u2069\u200f", "Ana"),
        ("Ana\ufe0f\U000e0101", "Ana"),
        ("A\x00na\x07", "A na"),
        ("Ana\u00a0\u3000Luz", "Ana Luz"),
        ("Ana\u3164\u2800\uffa0\u115f", "Ana"),
        ("Zoe\u0301", "Zoé"),
        ("\u0301Ana", "Ana"),
        ("\u200d", ""),
        ("\u202e\u3164 \u2800", ""),
        ("\U000e0041\ue000\ud800", ""),
        ("", ""),
    ],
)
def test_what_cannot_be_seen_is_taken_out(typed: str, name: str) -> None:
    assert clean(typed) == name
    assert clean(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ñandú",
        "João Cunha",
        "Concepción",
        "Dick",
        "Analía",
        "Kok-Ëlle",
        "O’Brien",
        "Łukasz",
        "Nguyễn Thị",
        "Αθηνά",
        "Владимир",
        "محمد",
        "שרה",
        "王小明",
        "さくら",
        "서연",
        "प्रिया",
        "สมชาย",
        "🦊",
        "7",
        "=1+1",
    ],
)
def test_names_of_any_script_stay_as_they_are(name: str) -> None:
    assert clean(name) == name
    assert not is_too_long(name)


@pytest.mark.parametrize(
    ("name", "signs"),
    [("Ana", 3), ("Zoé", 3), ("प्रि", 2), ("🇪🇸🇳🇱", 2), ("👍🏽", 1), ("각", 1), ("x̂", 1)],
)
def test_signs_are_counted_as_a_person_counts(name: str, signs: int) -> None:
    assert len(signs_of(clean(name))) == signs


def test_a_name_has_twenty_signs_at_the_most() -> None:
    assert not is_too_long("ñ" * LONGEST)
    assert is_too_long("ñ" * (LONGEST + 1))
    assert not is_too_long(clean("x̂" * LONGEST))
    assert is_too_long(clean("x̂̂̂̂" * LONGEST))


def test_a_tower_of_marks_is_cut() -> None:
    assert clean("Z" + "\u0335" * 40 + "oe") == "Z" + "\u0335" * 4 + "oe"


@pytest.mark.parametrize(
    "other",
    ["ana", "ANA", "\u0410na", "\u0391na", "Аnа", "ＡＮＡ", "An\u0430", "𝐀𝐧𝐚", "ɑna"],
)
def test_names_that_look_alike_have_one_key(other: str) -> None:
    assert key_of(clean(other)) == key_of("Ana")


@pytest.mark.parametrize(("one", "other"), [("Bob", "B0b"), ("Leo", "1eo"), ("Zoë", "Zoё"), ("Jan-Luc", "jan–luc")])
def test_digits_dashes_and_dots_may_look_alike_too(one: str, other: str) -> None:
    assert key_of(clean(one)) == key_of(clean(other))


@pytest.mark.parametrize("other", ["Aná", "Anna", "An a", "Ana 2", "Ane", "Anä"])
def test_names_that_differ_to_the_eye_have_different_keys(other: str) -> None:
    assert key_of(other) != key_of("Ana")


def test_a_free_name_is_suggested() -> None:
    assert free_name("Ana", {key_of("Ana")}) == "Ana 2"
    assert free_name("Ana", {key_of("Ana"), key_of("ana 2")}) == "Ana 3"
    long = free_name("W" * LONGEST, {key_of("W" * LONGEST)})
    assert (long, is_too_long(long)) == ("W" * 18 + " 2", False)
    assert not is_too_long(free_name(clean("x̂̂̂" * 15), set()))
