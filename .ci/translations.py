"""Check that every text of the code is in every catalogue, with nothing empty, doubtful or unlike in its placeholders.

GNU gettext gathers the texts in a scratch copy of the project, so that the catalogues themselves are left alone.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es", "pt", "nl")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|(?<!%)%[sd]|\{\w*\}")


def main() -> int:
    """Print what is wrong, one line each, and return the exit status."""
    faults = [fault for language in LANGUAGES for fault in faults_of(language, gathered(language))]
    print("\n".join(faults) or f"The catalogues {', '.join(LANGUAGES)} are complete.")
    return 1 if faults else 0


def gathered(language: str) -> Catalog:
    """Gather the texts of the code into a scratch copy of a language's catalogue."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "project"
        for name in tracked():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
        (copy / "ninety" / "locale").mkdir(exist_ok=True)
        command = [
            sys.executable,
            "-m",
            "django",
            "makemessages",
            "--locale",
            language,
            "--ignore",
            "tests",
            "--no-wrap",
        ]
        plain = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(
            command,
            cwd=copy,
            env=plain | {"DJANGO_SETTINGS_MODULE": "ninety.settings", "PYTHONPATH": str(copy), "SECRET_KEY": "scratch"},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with (copy / "ninety" / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
            return read_po(file, locale=language)


def tracked() -> list[str]:
    """List the files of the project that git does not ignore."""
    command = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def faults_of(language: str, catalogue: Catalog) -> Iterator[str]:
    """Tell what is wrong with the catalogue of a language."""
    for message in catalogue:
        if message.id:
            for fault in faults_of_one(message):
                yield f"{language}: {fault}: {message.id!r}"
    for message in catalogue.obsolete.values():
        yield f"{language}: no longer in the code: {message.id!r}"


def faults_of_one(message: Message) -> Iterator[str]:
    """Tell what is wrong with one translation."""
    sources = message.id if isinstance(message.id, tuple | list) else (message.id,)
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not all(texts):
        yield "not translated"
    elif message.fuzzy:
        yield "fuzzy"
    elif any(all(placeholders(text) != placeholders(source) for source in sources) for text in texts):
        yield "other placeholders"


def placeholders(text: str | None) -> Counter[str]:
    """Count the placeholders of a text."""
    return Counter(PLACEHOLDER.findall(text or ""))


if __name__ == "__main__":
    sys.exit(main())
