"""Servers and databases of a run's own: made, killed, started again and cleared away."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def own_database(server: str) -> Iterator[None]:
    """Point the environment of this process at a new database: a file, or one on a PostgreSQL server given as a URL."""
    # Whoever ends the run finds its database and its servers cleared away.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    os.environ |= {"DJANGO_SETTINGS_MODULE": "ninety.settings", "SECRET_KEY": secrets.token_hex(32)}
    if not server:
        with tempfile.TemporaryDirectory(prefix="ninety-") as folder:
            os.environ["DATABASE_URL"] = f"sqlite:///{folder}/ninety.sqlite3"
            yield
        return
    name = f"ninety_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        os.environ["DATABASE_URL"] = f"{server.rpartition('/')[0]}/{name}"
        try:
            yield
        finally:
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """A server of Ninety, or another program that takes `--port`, as a process of its own."""

    command: tuple[str, ...] = ("manage.py", "serve")
    port: int = field(default_factory=free_port)
    environment: dict[str, str] = field(default_factory=dict)
    process: "subprocess.Popen[bytes] | None" = None
    log: Path = field(default_factory=lambda: Path(tempfile.mkstemp(prefix="ninety-", suffix=".log")[1]))

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self.log.open("ab") as log:
            command = [sys.executable, *self.command, "--port", str(self.port)]
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=os.environ | self.environment, stdout=log, stderr=log
            )
        until = time.monotonic() + 60
        while not self._answers():
            if time.monotonic() > until or self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            time.sleep(0.05)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def end(self, how: int = signal.SIGTERM) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)

    def faults(self) -> list[str]:
        """Return what it has written that tells of a fault."""
        words = ("Traceback", "ERROR", "CRITICAL")
        lines = self.log.read_text(errors="replace").splitlines()
        return [" / ".join(lines[at : at + 40]) for at, line in enumerate(lines) if any(word in line for word in words)]

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.end()
        self.log.unlink()

    def memory(self) -> int:
        """Return the bytes of memory that it holds now."""
        assert self.process is not None
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def processor_time(self) -> float:
        """Return the seconds of processor time that it has used."""
        assert self.process is not None
        return processor_time_of(self.process.pid)


def processor_time_of(pid: int) -> float:
    """Return the seconds of processor time that a process of this machine has used; 0 for one that is gone."""
    try:
        parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")
