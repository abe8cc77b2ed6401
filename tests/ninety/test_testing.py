"""The command that runs the tests, and the browser that it brings."""

import os
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError

from ninety import chromium
from ninety.management.commands.test import Command

type Calls = list[list[str]]


@pytest.fixture
def statuses() -> list[int]:
    """Say how the runs of pytest end, one after the other; all well unless a test says otherwise."""
    return [0, 0]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch, statuses: list[int]) -> Calls:
    """Collect the arguments of each pytest that would be run."""
    made: Calls = []

    def call(command: list[str]) -> int:
        made.append(command[3:])
        return statuses[len(made) - 1]

    monkeypatch.setenv(chromium.VARIABLE, "sh")
    monkeypatch.setattr(subprocess, "call", call)
    return made


def run(*arguments: str) -> Any:
    """Run the command as a shell does, and give the exit status."""
    with pytest.raises(SystemExit) as stopped:
        Command().run_from_argv(["manage.py", "test", *arguments])
    return stopped.value.code


ALL = [
    ["--cov-fail-under=0", "--cov", "--cov-report="],
    ["--cov", "--cov-append", "--cov-report=term:skip-covered", "tests/browser"],
]


@pytest.mark.parametrize(("ends", "ran"), [([0, 0], 2), ([0, 1], 2), ([1, 0], 1)])
def test_all_tests_run_in_two_processes_up_to_the_first_that_fails(
    calls: Calls, statuses: list[int], ends: list[int], ran: int
) -> None:
    statuses[:] = ends
    assert run() == max(ends)
    assert calls == ALL[:ran]


def test_arguments_are_handed_to_one_pytest(calls: Calls) -> None:
    run("tests/engine", "-x", "--durations=5")
    assert calls == [["tests/engine", "-x", "--durations=5"]]


def test_the_browser_that_is_named_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(chromium.VARIABLE, "sh")
    assert chromium.ensure() == chromium.find()
    assert os.path.basename(chromium.ensure()) == "sh"  # noqa: PTH119


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], list[str]]:
    """Give a function that makes a machine without Chromium, where the last command installs the one given."""
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setattr(chromium, "ways", lambda: [["update"], ["install", "chromium"]])

    def arrange(installed: str | None) -> list[str]:
        run: list[str] = []

        def pretend(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
            run.append(command[0])
            return subprocess.CompletedProcess(command, 0)

        monkeypatch.setattr(subprocess, "run", pretend)
        monkeypatch.setattr(chromium, "find", lambda: installed if "install" in run else None)
        return run

    return arrange


def test_a_missing_browser_is_installed(bare: Callable[[str | None], list[str]]) -> None:
    run = bare("/usr/bin/chromium")
    said: list[str] = []
    assert chromium.ensure(said.append) == "/usr/bin/chromium"
    assert run == ["update", "install"]
    assert said[1] == "Installing Chromium for the browser tests: install chromium ..."


def test_a_browser_that_cannot_be_had_is_said(
    bare: Callable[[str | None], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    bare(None)
    with pytest.raises(chromium.NoChromium):
        chromium.ensure(str)
    with pytest.raises(CommandError, match=r"^The browser tests need Chromium, and it could be neither found nor"):
        Command().handle(pytest=[])


@pytest.mark.parametrize(("user", "first"), [(0, ["apt-get", "update"]), (1000, None)])
def test_only_root_installs_packages_of_the_system(
    monkeypatch: pytest.MonkeyPatch, user: int, first: list[str] | None
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr("shutil.which", lambda _: "/usr/bin/apt-get")
    ways = chromium.ways()
    assert (ways[0] if len(ways) > 1 else None) == first
    assert ways[-1][1:] == ["-m", "playwright", "install", "chromium"]
