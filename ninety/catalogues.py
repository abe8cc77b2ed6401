"""Compile the translations, so that nobody needs GNU gettext to run Ninety."""

import tempfile
from pathlib import Path

LOCALE = Path(__file__).resolve().parent / "locale"


def compile_stale(locale: Path = LOCALE) -> list[Path]:
    """Compile every catalogue whose text is newer than what was last compiled, and list the files written."""
    return [compile_one(text) for text in sorted(locale.glob("*/LC_MESSAGES/*.po")) if is_stale(text)]


def is_stale(text: Path) -> bool:
    """Tell whether a `.po` file has no `.mo` beside it that is as new."""
    compiled = text.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < text.stat().st_mtime


def compile_one(text: Path) -> Path:
    """Compile one `.po` file into the `.mo` beside it, whole or not at all, and return its path."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with text.open("rb") as source:
        catalogue = read_po(source, locale=text.parent.parent.name)
    with tempfile.NamedTemporaryFile(dir=text.parent, suffix=".tmp", delete=False) as target:
        write_mo(target, catalogue)
    draft = Path(target.name)
    draft.chmod(0o644)
    return draft.replace(text.with_suffix(".mo"))
