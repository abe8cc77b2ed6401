"""Run Ninety's web server in this process."""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from itertools import count, islice

import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import CommandError, call_command
from django.db import OperationalError

from ninety import environment
from ninety.locks import AlreadyServed, between_processes, serving
from ninety.protocol import Protocol

try:
    import resource
except ImportError:  # Windows has no such limit.
    resource = None  # type: ignore[assignment]

HOST = "127.0.0.1"
PORT = 8000
TRIES = 20
FILES = 6000
"""Connections and files that a process may have open: one for each stream, and some more."""


class PortTaken(CommandError):
    """Say which address another program listens on."""


def prepare() -> None:
    """Bring the database up to date and lay out the static files."""
    call_command("migrate", interactive=False, verbosity=0)
    lay_out_static()


def lay_out_static() -> None:
    """Gather the static files under their hashed names, unless that was done since any of them changed."""
    if settings.DEBUG or not is_static_stale():
        return
    # Processes that are started together would take files away under each other's hands.
    with between_processes(str(settings.STATIC_ROOT)):
        if is_static_stale():
            call_command("collectstatic", interactive=False, verbosity=0)


def is_static_stale() -> bool:
    """Tell whether a static file is newer than the list of hashed names."""
    if not staticfiles_storage.exists("staticfiles.json"):
        return True
    made = staticfiles_storage.get_modified_time("staticfiles.json")
    files = (each for finder in get_finders() for each in finder.list([]))
    return any(storage.get_modified_time(path) > made for path, storage in files)


def bind(host: str = HOST, port: int | None = None) -> socket.socket:
    """Listen on a port, or on the first free one from `PORT` on where none is asked for. Raises PortTaken."""
    ports = islice(count(PORT), TRIES) if port is None else [port]
    for each in ports:
        with contextlib.suppress(OSError):
            return _listen(host, each)
    where = f"Port {port} of {host} is" if port is not None else f"Ports {PORT} to {PORT + TRIES - 1} of {host} are"
    raise PortTaken(f"{where} not free.")


def _listen(host: str, port: int) -> socket.socket:
    """Open a listening socket, so that whoever reads the address next can connect. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Unless the protocol is named, asyncio does not send at once: the second half of an answer waits for 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """Give the address to open in a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """Lets the application end what would stay open for ever while it waits for open responses to end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop in good order."""
        ending = self.lifespan.state.get("end_streams")
        await asyncio.gather(super().shutdown(sockets), *([ending()] if ending else []))


def serve(host: str = HOST, port: int | None = None, say: Callable[[str], object] = print) -> None:
    """Serve until somebody stops the process, and say where. Raises PortTaken, and CommandError beside another server.

    A stop waits three seconds for open requests at most.
    """
    open_many()
    with bind(host, port) as listener, alone():
        if port is None and listener.getsockname()[1] != PORT:
            say(f"Port {PORT} is taken, so another one is used.")
        say(f"Ninety is open at {address(listener)} (Ctrl+C stops it).")
        if is_open_to_others(host) and not environment.is_asked("ALLOWED_HOSTS"):
            say("Other devices are refused until ALLOWED_HOSTS names the address that they open.")
        with contextlib.suppress(KeyboardInterrupt):
            Server(config()).run(sockets=[listener])


def open_many() -> None:
    """Take the connections that so many streams need, as far as the system lets us: it may begin with a thousand."""
    if resource is None:
        return
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if least != resource.RLIM_INFINITY and least < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Refuse to serve a SQLite database beside another process."""
    try:
        with serving():
            yield
    except AlreadyServed as error:
        raise CommandError("Another process serves this database. Several processes need PostgreSQL.") from error
    except OperationalError as error:
        raise CommandError(f"The database cannot be written: {error}.") from error


def is_open_to_others(host: str) -> bool:
    """Tell whether other devices can reach an address that the server listens on."""
    return host not in {"localhost", "::1"} and not host.startswith("127.")


def config() -> uvicorn.Config:
    """Say how uvicorn runs Ninety."""
    return uvicorn.Config(
        "ninety.asgi:application",
        http=Protocol,
        lifespan="on",
        ws="none",
        access_log=False,
        log_config=None,
        log_level="warning",
        proxy_headers=bool(settings.PROXIES),
        forwarded_allow_ips=settings.PROXIES,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
