"""`manage.py replay` prints objects, and says by its exit status how it went."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from .test_record import NAMES, RECORDS, expected, without_messages

MANAGE = Path(__file__).parent.parent.parent / "manage.py"


def replayed(file: Any, capsys: pytest.CaptureFixture[str]) -> tuple[list[dict[str, Any]], str | int | None]:
    """Return the objects that `replay FILE` prints, and its exit status."""
    status: str | int | None = 0
    try:
        call_command("replay", str(file))
    except SystemExit as end:
        status = end.code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()], status


def in_a_shell(*arguments: Any, data: Any = b"") -> subprocess.CompletedProcess[bytes]:
    """Run `manage.py replay` as a shell would, in this very environment."""
    return subprocess.run(
        [sys.executable, MANAGE, "replay", *arguments], input=data, capture_output=True, check=False, env=os.environ
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_example_record(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines, status = replayed(RECORDS / f"{name}.record.json", capsys)
    assert without_messages(lines) == without_messages(expected(name))
    assert status == (1 if name.startswith("error-") else 0)


def test_many_records(capsys: pytest.CaptureFixture[str]) -> None:
    lines, status = replayed(RECORDS / "many.records.jsonl", capsys)
    assert without_messages(lines) == without_messages(expected("many"))
    assert status == 1
    assert all(next(iter(line)) == "record" for line in lines)


def test_from_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    data = (RECORDS / "penalty.record.json").read_bytes()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + data)))
    assert replayed("-", capsys) == (expected("penalty"), 0)


def test_nothing_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").write_text("")
    lines, status = replayed(tmp_path / "empty", capsys)
    assert (without_messages(lines), status) == ([{"step": 0, "error": "bad-record"}], 1)


def test_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bytes").write_bytes(b'{"format": "\xff"}')
    monkeypatch.setattr("sys.stdin", None)
    for file in (tmp_path / "bytes", tmp_path, tmp_path / "missing", "with\0nought", "-"):
        with pytest.raises(CommandError) as error:
            call_command("replay", str(file))
        assert error.value.returncode == 2
        assert str(error.value)


def test_the_exit_status_in_a_shell() -> None:
    good, bad = (RECORDS / f"{name}.record.json" for name in ("penalty", "error-no-clock"))
    assert in_a_shell(good).returncode == 0
    refused = in_a_shell("-", data=bad.read_bytes())
    assert (refused.returncode, refused.stderr) == (1, b"")
    missing = in_a_shell("missing")
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert missing.stderr.decode().startswith("CommandError: missing cannot be read: ")


def test_a_reader_that_closes_the_pipe_is_no_disaster(tmp_path: Path) -> None:
    record = json.dumps(json.loads((RECORDS / "whole-match-ninety-eight.record.json").read_text()))
    (tmp_path / "many").write_text("\n".join([record] * 40))
    with subprocess.Popen(
        [sys.executable, MANAGE, "replay", tmp_path / "many"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        assert json.loads(run.stdout.readline())["record"] == 1
        run.stdout.close()
        assert run.stderr.read() == b""
    assert run.returncode == 0
