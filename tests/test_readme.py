"""What the README says is so."""

import os
import re
import shlex
import signal
import subprocess
import sys
import urllib.request
from itertools import dropwhile
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import execute_from_command_line, get_commands

from classrooms.rosters.entries import MOST_NAMES
from classrooms.rosters.reading import MOST_BYTES
from ninety import environment, limits, names, streams
from ninety.engine.rulesets import MOST_SEATS
from ninety.services.tables import TABLES_OF_ONE

ROOT = Path(settings.BASE_DIR)
README = (ROOT / "README.md").read_text()
APPS = {"ninety", "trainer", "classrooms"}


def table(heading: str) -> list[list[str]]:
    """Give the cells of the table under a heading row, without backquotes."""
    rows = README[README.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


def commands() -> list[list[str]]:
    """Give the words of every shell command in the README's blocks, without settings in front of it."""
    lines = [shlex.split(line, comments=True) for block in blocks("sh") for line in block.splitlines()]
    return [list(dropwhile(lambda word: re.match(r"[A-Z_]+=", word), words)) for words in lines]


def blocks(language: str) -> list[str]:
    """Give the README's blocks of code in a language, or in none."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [block for name, block in found if name == language]


def test_every_setting_is_there_with_its_default() -> None:
    assert {name: default for name, default, _ in table("setting")} == environment.ASKED


def test_every_limit_is_there_as_it_is() -> None:
    assert [int(most) for _, most in table("of what")] == [
        MOST_SEATS,
        TABLES_OF_ONE,
        names.LONGEST,
        streams.MOST_OF_A_PERSON,
        streams.MOST,
        limits.DEVICE.holds,
        limits.ADDRESS.holds,
        MOST_NAMES,
        MOST_BYTES,
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
    ]


def test_every_command_of_ours_is_there() -> None:
    assert [name for name, _ in table("command")] == sorted(name for name, app in get_commands().items() if app in APPS)


def test_every_command_that_is_shown_exists() -> None:
    shown = {words[2] for words in commands() if words[:2] == ["python3", "manage.py"]}
    assert shown == {"demo", "test", "migrate", "serve", "check", "backup", "verify", "prune", "restore"}
    assert shown - set(get_commands()) == set()


def test_uv_runs_the_same_two_commands() -> None:
    assert [words[3:] for words in commands() if words[:3] == ["uv", "run", "manage.py"]] == [["demo"], ["test"]]


def test_every_path_that_is_shown_exists() -> None:
    (layout,) = blocks("")
    paths = [line.split()[0] for line in layout.splitlines()]
    paths += re.findall(r"\]\((\w+)\)", README)
    paths += [word for words in commands() for word in words if word.startswith(("tests/", "requirements"))]
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_ci_runs_the_tests_and_the_linters_as_they_are_shown() -> None:
    script = (ROOT / ".ci" / "run").read_text().splitlines()
    (test,) = [line for line in script if "manage.py test" in line and not line.startswith("step ")]
    assert re.fullmatch(r"  COVERAGE_FILE=\S+ timeout 5400 python3 manage.py test \"\$@\" </dev/null >.* \|\|", test)
    calls = [call for line in script for call in re.findall(r"(?:\S+=\S+ )?tests (?:Post|SQL)[^|)&]+", line)]
    assert [call.strip() for call in calls] == [
        "tests SQLite --cov --cov-report=term:skip-covered tests",
        "DATABASE_URL=$server tests PostgreSQL tests",
        "tests SQLite-browser tests/browser",
        "DATABASE_URL=$server tests PostgreSQL-browser tests/browser/test_{live,connection,gathering}.py",
    ]
    ran = " ".join(script)
    linters = [" ".join(words) for words in commands() if words[0].startswith(".venv/bin/")]
    assert len(linters) == 4
    assert [linter for linter in linters if linter not in ran] == []


@pytest.mark.parametrize("name", [name for name, _ in table("command")])
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        execute_from_command_line(["manage.py", name, "--help"])
    said, errors = capsys.readouterr()
    assert (done.value.code, errors) == (0, "")
    assert said.startswith(f"usage: manage.py {name} ")


def test_the_demo_makes_all_it_needs_and_serves_the_address_that_it_prints(tmp_path: Path) -> None:
    variables = os.environ | {"DATABASE_URL": f"sqlite:///{tmp_path / 'demo.sqlite3'}", "PYTHONUNBUFFERED": "1"}
    demo = subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--port", "0", "--weeks", "1", "--pupils", "2"],
        cwd=ROOT,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert demo.stdout is not None
    try:
        said = next((line for line in demo.stdout if "is open at" in line), "")
        address = re.fullmatch(r"Ninety is open at (http://127\.0\.0\.1:\d+/) \(Ctrl\+C stops it\)\.\n", said)
        assert address is not None
        with urllib.request.urlopen(address[1], timeout=20) as answer:
            page = answer.read().decode()
        assert (answer.status, page[:15]) == (200, "<!doctype html>")
        assert [f">{button}</button>" in page for button in re.findall(r'press "(.+?)"', README)] == [True]
    finally:
        demo.send_signal(signal.SIGINT)
        rest, errors = demo.communicate(timeout=20)
    assert (demo.returncode, rest, errors) == (0, "", "")
