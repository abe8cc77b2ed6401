"""Translations are compiled without GNU gettext, and only when they have changed."""

import gettext
import os
from pathlib import Path

import pytest

from ninety import catalogues

TEXT = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "Play"\nmsgstr "{}"\n'


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    """Give a folder with a Spanish catalogue of one text."""
    folder = tmp_path / "es" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(TEXT.format("Jugar"))
    return tmp_path


def played(locale: Path) -> str:
    """Translate the text with what was compiled."""
    gettext._translations.clear()  # type: ignore[attr-defined]
    return gettext.translation("django", locale, ["es"]).gettext("Play")


def test_a_catalogue_is_compiled_once(locale: Path) -> None:
    compiled = locale / "es" / "LC_MESSAGES" / "django.mo"
    assert catalogues.compile_stale(locale) == [compiled]
    assert catalogues.compile_stale(locale) == []
    assert played(locale) == "Jugar"
    assert sorted(path.name for path in compiled.parent.iterdir()) == ["django.mo", "django.po"]


def test_a_changed_catalogue_is_compiled_again(locale: Path) -> None:
    (compiled,) = catalogues.compile_stale(locale)
    text = compiled.with_suffix(".po")
    text.write_text(TEXT.format("Jugar ahora"))
    later = compiled.stat().st_mtime + 1
    os.utime(text, (later, later))
    assert catalogues.compile_stale(locale) == [compiled]
    assert played(locale) == "Jugar ahora"
