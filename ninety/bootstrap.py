"""Make the project's own environment on a fresh machine.

`enter` is the first thing that `manage.py` calls. Where the running Python has all that a lock file names, it returns
at once. Everywhere else it makes or mends `.venv` and starts the command again in there. Only the project's folder is
written to. This file must run on any Python 3: it has no newer syntax and imports the standard library alone.
"""

import contextlib
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OLDEST = (3, 12)
NEWEST = (3, 14)

PROJECT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(PROJECT, ".venv")
STAMP = os.path.join(VENV, "ninety.stamp")
PYTHON = os.path.join(VENV, "Scripts", "python.exe") if os.name == "nt" else os.path.join(VENV, "bin", "python")
LOCK = os.path.join(PROJECT, "var", "bootstrap.lock")

TO_RUN = "requirements.txt"
TO_DEVELOP = "requirements-dev.txt"

NO_PYTHON = (
    "Ninety needs Python 3.12 or newer, and neither the PATH nor ~/.pyenv/versions has one (this is Python {0}.{1}). "
    "Install one, for example with `pyenv install 3.13` or as python3.13 from your system's packages, and try again."
)
NO_PIP = (
    "{0} cannot make an environment, because its module `ensurepip` is missing. "
    "Install it (on Debian and Ubuntu it is in the package python3-venv) and try again."
)
NO_VENV = "{0} could not make the environment .venv: {1}"
NO_PACKAGES = (
    "Ninety's packages could not be installed; they come from the network, so it must be up. "
    "The same command tries again. pip said: {0}"
)

# Printed by a Python that is asked what it is: its version, the program behind any shim, and whether it can bring pip.
PROBE = (
    "import sys, importlib.util as u; print(*sys.version_info[:3], "
    "int(bool(u.find_spec('ensurepip') and u.find_spec('venv'))), "
    "getattr(sys, '_base_executable', '') or sys.executable)"
)


class Missing(Exception):
    """Say in a sentence or two what the machine lacks."""


class Interpreter:
    """A Python that was started and answered: its program, its version and whether it can make environments."""

    def __init__(self, program: str, version: "tuple[int, int, int]", has_pip: bool) -> None:
        self.program = program
        self.version = version
        self.has_pip = has_pip

    def __str__(self) -> str:
        return "Python {0}.{1}.{2}".format(*self.version)


def enter(argv: "Sequence[str]") -> None:
    """Return inside an environment that has all the command needs; elsewhere make one and run the command there."""
    requirements = wanted(argv)
    if is_ready(requirements):
        return
    try:
        make(requirements)
    except Missing as missing:
        sys.exit(str(missing))
    command = [PYTHON, *argv]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    sys.stdout.flush()
    os.execv(PYTHON, command)


def wanted(argv: "Sequence[str]") -> str:
    """Name the lock file of a command: tests need more, and an environment that once had more keeps it."""
    if list(argv[1:2]) == ["test"] or stamp().startswith(TO_DEVELOP):
        return TO_DEVELOP
    return TO_RUN


def is_ready(requirements: str) -> bool:
    """Tell whether the running Python has what the lock file names.

    Our own environment is believed by its stamp. One made by somebody else, such as uv, is asked for each package, and
    Django must be the very release.
    """
    if sys.version_info < OLDEST:
        return False
    if os.path.realpath(sys.prefix) == os.path.realpath(VENV) and stamp():
        return stamp() == fingerprint(requirements)

    from importlib import metadata

    for name, version in pins(requirements):
        try:
            found = metadata.version(name)
        except metadata.PackageNotFoundError:
            return False
        if name == "django" and found != version:
            return False
    return True


def pins(requirements: str) -> "list[tuple[str, str]]":
    """List the (name, version) that a lock file asks for on every machine."""
    with open(os.path.join(PROJECT, requirements)) as file:
        return re.findall(r"^([\w.-]+)==(\S+) \\$", file.read(), re.MULTILINE)


def fingerprint(requirements: str) -> str:
    """Name a lock file with a hash of what it says."""
    with open(os.path.join(PROJECT, requirements), "rb") as file:
        return "{0} {1}".format(requirements, hashlib.sha256(file.read()).hexdigest())


def stamp() -> str:
    """Read what was last installed whole into the environment; empty for one that is not ours or was left half-made."""
    try:
        with open(STAMP) as file:
            return file.read().strip()
    except OSError:
        return ""


def make(requirements: str) -> None:
    """Bring `.venv` to what the lock file says, mending or making it as needed; two starts at once wait in line.

    Raises Missing.
    """
    with alone():
        usable = is_suitable(probe(PYTHON))
        if usable and stamp() == fingerprint(requirements):
            return
        if not (usable and has_pip()):
            create()
        install(requirements)


def create() -> None:
    """Make `.venv` anew, with pip, from the newest Python found. Raises Missing."""
    python = find_python()
    say("Making Ninety's own environment in .venv with {0} ...".format(python))
    shutil.rmtree(VENV, ignore_errors=True)
    done = run([python.program, "-m", "venv", VENV])
    if done.returncode:
        raise Missing(NO_VENV.format(python, last_line(done)))


def has_pip() -> bool:
    """Tell whether the environment has pip, after giving it one where it can."""
    return not (run([PYTHON, "-m", "pip", "--version"]).returncode and run([PYTHON, "-m", "ensurepip"]).returncode)


def install(requirements: str) -> None:
    """Install a lock file and stamp the environment with it. Raises Missing."""
    say("Installing what {0} names; the first time this takes a minute or two ...".format(requirements))
    if os.path.exists(STAMP):
        os.remove(STAMP)
    options = ["--quiet", "--no-cache-dir", "--no-input", "--disable-pip-version-check", "--require-hashes"]
    done = run([PYTHON, "-m", "pip", "install", *options, "-r", os.path.join(PROJECT, requirements)])
    if done.returncode:
        raise Missing(NO_PACKAGES.format(last_line(done)))
    with open(STAMP, "w") as file:
        file.write(fingerprint(requirements))


def find_python() -> Interpreter:
    """Find the newest suitable Python on the PATH, else among pyenv's. Raises Missing."""
    lame: "list[Interpreter]" = []
    for programs in (on_path(), of_pyenv()):
        suitable = [found for found in map(probe, programs) if found is not None and is_suitable(found)]
        able = [found for found in suitable if found.has_pip]
        if able:
            return max(able, key=lambda found: (found.version[:2] <= NEWEST, found.version))
        lame += suitable
    if lame:
        raise Missing(NO_PIP.format(lame[0]))
    raise Missing(NO_PYTHON.format(*sys.version_info))


def on_path() -> "list[str]":
    """List the programs that may be a suitable Python, this one first; the project's own environment does not count."""
    names = ["python3.{0}".format(minor) for minor in range(NEWEST[1], OLDEST[1] - 1, -1)] + ["python3", "python"]
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    programs = [sys.executable] + [shutil.which(name, path=folder) or "" for name in names for folder in folders]
    inside = os.path.realpath(VENV) + os.sep
    return [each for each in dict.fromkeys(programs) if each and not os.path.abspath(each).startswith(inside)]


def of_pyenv() -> "list[str]":
    """List the Pythons that pyenv has installed."""
    return sorted(glob.glob(os.path.join(os.path.expanduser("~"), ".pyenv", "versions", "*", "bin", "python3")))


def probe(program: str) -> "Interpreter | None":
    """Start a program and ask what Python it is, for a name proves nothing; None where it does not answer."""
    try:
        answer = subprocess.check_output([program, "-c", PROBE], stderr=subprocess.DEVNULL, timeout=30).decode()
        major, minor, micro, able, real = answer.strip().split(" ", 4)
        return Interpreter(real, (int(major), int(minor), int(micro)), able == "1")
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def is_suitable(python: "Interpreter | None") -> bool:
    """Tell whether a probed Python is new enough."""
    return python is not None and python.version[:2] >= OLDEST


@contextlib.contextmanager
def alone() -> "Iterator[None]":
    """Let one process at a time work on the environment; the system frees the lock of one that dies."""
    if not os.path.isdir(os.path.dirname(LOCK)):
        os.makedirs(os.path.dirname(LOCK), exist_ok=True)
    with open(LOCK, "w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(command: "list[str]") -> "subprocess.CompletedProcess[str]":
    """Run a program and keep what it prints."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


def last_line(done: "subprocess.CompletedProcess[str]") -> str:
    """Give the last thing that a program said."""
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    return lines[-1] if lines else "nothing"


def say(text: str) -> None:
    """Tell the person who waits, beside the output of the command."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
