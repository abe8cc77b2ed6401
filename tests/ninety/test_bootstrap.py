"""A bare checkout makes its own environment, or says plainly what is missing."""

import ast
import base64
import hashlib
import shutil
import stat
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from ninety import bootstrap

ROOT = Path(bootstrap.PROJECT)
MAKING = "Making Ninety's own environment in .venv with Python "
INSTALLING = "Installing what {} names; the first time this takes a minute or two ...\n"
START = """
import sys
from ninety import bootstrap
bootstrap.enter(sys.argv)
import parcel
print(parcel.NAME, sys.prefix, *sys.argv[1:])
"""


def wheel(folder: Path, name: str, version: str) -> str:
    """Pack a package of one module, and return the line by which a lock file asks for it."""
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}.py": f'NAME = "{name} {version}"\n',
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},sha256={digest(text)},{len(text)}\n" for path, text in files.items())
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        archive.writestr(f"{info}/RECORD", f"{record}{info}/RECORD,,\n")
    return f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


def digest(text: str) -> str:
    """Hash a file's text as a wheel's record does."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def lay_out(project: Path) -> Path:
    """Lay out a project that has nothing but a bootstrap, two lock files and a shelf of packages."""
    (project / "ninety").mkdir(parents=True)
    (project / "shelf").mkdir()
    shutil.copy(bootstrap.__file__, project / "ninety" / "bootstrap.py")
    (project / "manage.py").write_text(START)
    line = wheel(project / "shelf", "parcel", "1.0")
    (project / "requirements.txt").write_text(line)
    (project / "requirements-dev.txt").write_text(line + wheel(project / "shelf", "more", "1.0"))
    return project


def start(project: Path, *arguments: str, shelf: str = "shelf") -> subprocess.CompletedProcess[str]:
    """Start a command of the project where pip reaches nothing but the shelf."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=project,
        env=alone(project, shelf),
        capture_output=True,
        text=True,
    )


def alone(project: Path, shelf: str = "shelf") -> dict[str, str]:
    """Give the environment variables of a machine that has this Python and a shelf of packages, and no network."""
    return {
        "PATH": str(Path(sys.executable).parent),
        "HOME": str(project / "home"),
        "PIP_CONFIG_FILE": "/dev/null",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(project / shelf),
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a project that was started once. Tests that change it take a copy."""
    project = lay_out(tmp_path_factory.mktemp("made") / "project")
    done = start(project, "demo")
    assert (done.returncode, done.stdout) == (0, f"parcel 1.0 {project / '.venv'} demo\n")
    assert done.stderr.startswith(MAKING)
    assert done.stderr.endswith(" ...\n" + INSTALLING.format("requirements.txt"))
    return project


@pytest.fixture
def project(made: Path, tmp_path: Path) -> Path:
    """Give a copy of a project that was started once."""
    return Path(shutil.copytree(made, tmp_path / "project", symlinks=True))


def test_a_second_start_does_nothing_but_start(project: Path) -> None:
    done = start(project, "demo", "--port", "9")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"parcel 1.0 {project / '.venv'} demo --port 9\n"


def test_nothing_is_written_but_the_environment_and_the_lock(made: Path) -> None:
    new = {path.name for path in made.iterdir()} - {"ninety", "shelf", "manage.py"}
    assert new == {".venv", "var", "requirements.txt", "requirements-dev.txt"}


def test_the_tests_need_more_and_the_environment_keeps_it(project: Path) -> None:
    assert start(project, "test").stderr == INSTALLING.format("requirements-dev.txt")
    assert (start(project, "demo").stderr, start(project, "test").stderr) == ("", "")


def test_a_changed_lock_file_is_installed(project: Path) -> None:
    (project / "requirements.txt").write_text(wheel(project / "shelf", "parcel", "1.1"))
    done = start(project, "demo")
    assert done.stdout == f"parcel 1.1 {project / '.venv'} demo\n"
    assert done.stderr == INSTALLING.format("requirements.txt")


def test_an_environment_whose_python_is_gone_is_made_anew(project: Path) -> None:
    for path in (project / ".venv" / "bin").glob("python*"):
        path.unlink()
    done = start(project, "demo")
    assert done.stdout == f"parcel 1.0 {project / '.venv'} demo\n"
    assert done.stderr.startswith(MAKING)


def test_an_environment_without_pip_gets_one(project: Path) -> None:
    (project / ".venv" / "ninety.stamp").unlink()
    for path in (project / ".venv").glob("lib/python*/site-packages/pip*"):
        shutil.rmtree(path)
    done = start(project, "demo")
    assert (done.stdout, done.stderr) == (
        f"parcel 1.0 {project / '.venv'} demo\n",
        INSTALLING.format("requirements.txt"),
    )


def test_two_starts_at_once_wait_for_each_other(tmp_path: Path) -> None:
    project = lay_out(tmp_path / "project")
    command = [sys.executable, "manage.py", "demo"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, cwd=project, env=alone(project), **pipes) for _ in range(2)]  # type: ignore[call-overload]
    said = [each.communicate(timeout=120) for each in both]
    assert [out for out, _ in said] == [f"parcel 1.0 {project / '.venv'} demo\n"] * 2
    assert sorted(err.count(MAKING) for _, err in said) == [0, 1]


def test_without_a_network_it_says_so_and_can_go_on_later(project: Path) -> None:
    (project / ".venv" / "ninety.stamp").unlink()
    (project / "requirements.txt").write_text(wheel(project / "shelf", "parcel", "2.0"))
    done = start(project, "demo", shelf="home")
    said = "ERROR: No matching distribution found for parcel==2.0"
    assert done.returncode == 1
    assert done.stderr == INSTALLING.format("requirements.txt") + bootstrap.NO_PACKAGES.format(said) + "\n"
    assert start(project, "demo").stdout == f"parcel 2.0 {project / '.venv'} demo\n"


def test_without_a_new_enough_python_it_says_how_to_get_one(tmp_path: Path) -> None:
    project = lay_out(tmp_path / "project")
    (project / "manage.py").write_text(
        "from ninety import bootstrap\nbootstrap.OLDEST = (3, 99)\nbootstrap.enter([''])"
    )
    done = start(project)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == bootstrap.NO_PYTHON.format(*sys.version_info) + "\n"


def fake(folder: Path, name: str, answer: str, status: int = 0) -> str:
    """Write a program that answers as a Python does when it is asked what it is."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho {answer}\nexit {status}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty machine: a folder `bin` on the PATH, a home, and a python3 that is too old."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(sys, "executable", fake(tmp_path / "bin", "python3", "3 11 7 1 /old"))
    return tmp_path


def pyenv(machine: Path, version: str) -> Path:
    """Name the folder of programs of a Python of pyenv."""
    return machine / "home" / ".pyenv" / "versions" / version / "bin"


def test_the_newest_python_of_the_path_is_taken(machine: Path) -> None:
    fake(machine / "bin", "python3.12", "3 12 9 1 /twelve")
    fake(machine / "bin", "python3.13", "3 13 1 1 /thirteen")
    fake(pyenv(machine, "3.14.0"), "python3", "3 14 0 1 /fourteen")
    assert bootstrap.find_python().program == "/thirteen"


def test_a_python_newer_than_any_tried_comes_last(machine: Path) -> None:
    fake(machine / "bin", "python", "3 15 0 1 /fifteen")
    assert bootstrap.find_python().program == "/fifteen"
    fake(machine / "bin", "python3.12", "3 12 9 1 /twelve")
    assert bootstrap.find_python().program == "/twelve"


def test_a_shim_that_has_nothing_behind_it_is_passed_over(machine: Path) -> None:
    fake(machine / "bin", "python3.13", "pyenv: python3.13: command not found", 127)
    fake(pyenv(machine, "3.12.1"), "python3", "3 12 1 1 /twelve")
    fake(pyenv(machine, "3.13.0"), "python3", "3 13 0 1 /thirteen")
    fake(pyenv(machine, "3.9.18"), "python3", "3 9 18 1 /nine")
    found = bootstrap.find_python()
    assert (found.program, str(found)) == ("/thirteen", "Python 3.13.0")


def test_a_python_that_cannot_bring_pip_is_named(machine: Path) -> None:
    fake(machine / "bin", "python3.13", "3 13 1 0 /thirteen")
    with pytest.raises(bootstrap.Missing) as missing:
        bootstrap.find_python()
    assert str(missing.value) == bootstrap.NO_PIP.format("Python 3.13.1")


def test_the_running_environment_needs_every_package_and_this_django(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "stamp", str)
    assert bootstrap.is_ready("requirements-dev.txt")
    monkeypatch.setattr(bootstrap, "pins", lambda _: [("django", "5.2")])
    assert not bootstrap.is_ready("requirements.txt")
    monkeypatch.setattr(bootstrap, "pins", lambda _: [("no-such-package", "1.0")])
    assert not bootstrap.is_ready("requirements.txt")


@pytest.mark.parametrize("name", ["manage.py", "ninety/bootstrap.py"])
def test_any_python_3_can_read_what_runs_first(name: str) -> None:
    assert ast.parse((ROOT / name).read_text(), feature_version=(3, 7))


@pytest.mark.parametrize("name", [bootstrap.TO_RUN, bootstrap.TO_DEVELOP])
def test_the_lock_files_name_releases_and_hashes_and_no_index(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = project["project"]["dependencies"]
    if name == bootstrap.TO_DEVELOP:
        asked = asked + project["dependency-groups"]["dev"]
    releases = [each.partition(";")[0].split("==") for each in asked]
    wanted = {(package.partition("[")[0], release) for package, release in releases}
    others = [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("    --hash=sha256:")]
    assert wanted - {tuple(line.split()[0].split("==")) for line in others} == set()
    assert [line for line in others if "==" not in line or "://" in line] == []
