"""The check of the catalogues finds what is missing, doubtful or garbled."""

import runpy
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings

CHECK = runpy.run_path(str(Path(settings.BASE_DIR) / ".ci" / "translations.py"))


def faults(source: Any, translation: Any, **details: Any) -> list[str]:
    """Give what the check finds in a Spanish catalogue of one text."""
    catalogue = Catalog(locale="es")
    catalogue.add(source, translation, **details)
    return list(CHECK["faults_of"]("es", catalogue))


@pytest.mark.parametrize(
    ("source", "translation"),
    [
        ("Play", "Jugar"),
        ("%(name)s plays", "Juega %(name)s"),
        ("{name} plays", "Juega {name}"),
        ("100 %", "100 %"),
        (("%(n)d card", "%(n)d cards"), ("%(n)d carta", "%(n)d cartas")),
        (("One card", "%(n)d cards"), ("Una carta", "%(n)d cartas")),
    ],
)
def test_a_good_translation_is_left_alone(source: Any, translation: Any) -> None:
    assert faults(source, translation) == []


@pytest.mark.parametrize(
    ("source", "translation", "fault"),
    [
        ("Play", "", "not translated"),
        (("a card", "cards"), ("una carta", ""), "not translated"),
        ("%(name)s plays", "Juega", "other placeholders"),
        ("%(name)s plays", "Juega %(nombre)s", "other placeholders"),
        ("{a} plays {a}", "Juega {a}", "other placeholders"),
        (("a card", "%(n)d cards"), ("una carta", "%(m)d cartas"), "other placeholders"),
    ],
)
def test_a_bad_translation_is_found(source: Any, translation: Any, fault: str) -> None:
    assert faults(source, translation) == [f"es: {fault}: {source!r}"]


def test_a_doubtful_translation_is_found() -> None:
    assert faults("Play", "Jugar", flags=["fuzzy"]) == ["es: fuzzy: 'Play'"]


def test_a_text_that_the_code_no_longer_has_is_found() -> None:
    catalogue = Catalog(locale="es")
    catalogue.add("Play", "Jugar")
    catalogue.obsolete["Play"] = catalogue["Play"]
    assert list(CHECK["faults_of"]("es", catalogue)) == ["es: no longer in the code: 'Play'"]
