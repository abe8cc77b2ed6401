"""A network between a browser and the server that a test can worsen, cut, silence and mend."""

import contextlib
import random
import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

CHUNK = 65536


class Link:
    """Carries bytes both ways on an address of its own; a cut one refuses, a silent one carries nothing."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        assert parts.hostname
        assert parts.port
        self.server = (parts.hostname, parts.port)
        self.listener: socket.socket | None = None
        self.port = 0
        self.flows = threading.Event()
        self.flows.set()
        self.open: set[socket.socket] = set()
        self.delay = self.loss = 0.0
        self.mend()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def mend(self) -> None:
        """Take connections again, at the same address as before."""
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._take, args=[self.listener], daemon=True).start()

    def cut(self) -> None:
        """End all connections and refuse new ones, as where a server is stopped."""
        assert self.listener
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for each in tuple(self.open):
            _end(each)

    def silence(self) -> None:
        """Carry nothing more, and say nothing of it, as where somebody walks out of reach."""
        self.flows.clear()

    def speak(self) -> None:
        """Carry again what comes, and what has been waiting."""
        self.flows.set()

    def worsen(self, *, delay: float, loss: float) -> None:
        """Carry everything so many seconds later, and end the connection at such a share of what comes."""
        self.delay, self.loss = delay, loss

    def _take(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = listener.accept()
                threading.Thread(target=self._join, args=[near], daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        far = socket.create_connection(self.server)
        self.open |= {near, far}
        for source, target in ((near, far), (far, near)):
            threading.Thread(target=self._carry, args=[source, target], daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(CHUNK):
                self.flows.wait()
                time.sleep(self.delay)
                if random.random() < self.loss:
                    break
                target.sendall(piece)
        for each in (source, target):
            _end(each)
        self.open -= {source, target}


def _end(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@contextlib.contextmanager
def link_to(server: str) -> Iterator[Link]:
    """Lay a link to a server for a while."""
    link = Link(server)
    try:
        yield link
    finally:
        link.speak()
        link.cut()
