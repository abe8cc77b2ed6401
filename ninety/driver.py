"""A thread that does what is due as long as the server runs: bots, time limits, seats left alone; or once a day."""

import logging
import threading
from collections.abc import Callable
from time import monotonic

from django.db import close_old_connections, connections

PAUSE = 0.2
LONGEST_PAUSE = 10.0
PATIENCE = 2.0
"""Seconds that the end of what is being done is waited for; what takes longer is taken back by the database."""

log = logging.getLogger(__name__)


class Daily:
    """Does something once a day as long as the server runs, and a while after its start for the first time."""

    FIRST = 15 * 60.0
    EVERY = 24 * 60 * 60.0

    def __init__(self, work: Callable[[], object], clock: Callable[[], float] = monotonic) -> None:
        self.work, self.clock = work, clock
        self.due = clock() + self.FIRST

    def __call__(self) -> int:
        """Do it if it is time; what fails is tried again the next day."""
        if self.clock() >= self.due:
            self.due = self.clock() + self.EVERY
            self.work()
        return 0


class Driver:
    """Calls `work` again and again: at once where it has moved something, else after a little while."""

    def __init__(self, work: Callable[[], int], pause: float = PAUSE) -> None:
        self.work, self.pause = work, pause
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._drive, name="driver", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being done, and end."""
        self._stop.set()
        self._thread.join(PATIENCE)

    def _drive(self) -> None:
        pause = self.pause
        try:
            while not self._stop.is_set():
                try:
                    close_old_connections()
                    moved = self.work()
                    pause = 0.0 if moved else self.pause
                except Exception:
                    # The database may be away for a while; the tables wait for it.
                    pause = min(2 * max(pause, self.pause), LONGEST_PAUSE)
                    log.exception("What is due could not be done; trying again in %.1f s.", pause)
                    connections.close_all()
                self._stop.wait(pause)
        finally:
            connections.close_all()
