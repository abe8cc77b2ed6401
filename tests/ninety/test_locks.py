"""Writers queue: in order, one at a time, and nobody waits for one that has failed or died."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection, transaction

from ninety import locks
from ninety.locks import Queue, writing
from ninety.models import User
from tests.factories import UserFactory, bob

PATIENCE = 20


def wait_until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)


def waiter(queue: Queue, name: int, served: list[int]) -> threading.Thread:
    """Start a thread that waits in a queue, and return once it does."""

    def take() -> None:
        with queue.turn():
            served.append(name)

    before = queue.length
    thread = threading.Thread(target=take)
    thread.start()
    wait_until(lambda: queue.length > before)
    return thread


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    queue, served = Queue(), list[int]()
    with queue.turn():
        threads = [waiter(queue, name, served) for name in range(12)]
    for thread in threads:
        thread.join(PATIENCE)
    assert served == list(range(12))


def test_nobody_steps_in_before_the_one_who_is_next() -> None:
    queue, served = Queue(), list[int]()
    with queue.turn():
        first = waiter(queue, 0, served)
    with queue.turn():
        served.append(1)
    first.join(PATIENCE)
    assert served == [0, 1]


def test_a_fault_gives_the_turn_away() -> None:
    queue = Queue()
    with pytest.raises(ZeroDivisionError), queue.turn():
        _ = 1 / 0
    served = list[int]()
    with queue.turn():
        thread = waiter(queue, 0, served)
    thread.join(PATIENCE)
    assert served == [0]


def test_whoever_stops_waiting_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            raise KeyboardInterrupt

    queue, served = Queue(), list[int]()
    with queue.turn():
        with monkeypatch.context() as patched:
            patched.setattr(threading, "Event", Interrupted)
            with pytest.raises(KeyboardInterrupt), queue.turn():
                pytest.fail("served without waiting")
        thread = waiter(queue, 0, served)
    thread.join(PATIENCE)
    assert (served, queue.length) == ([0], 0)


@pytest.mark.django_db(transaction=True)
def test_a_writer_may_write_within_its_turn() -> None:
    with writing():
        UserFactory.create(username="outer")
        with contextlib.suppress(ZeroDivisionError), writing():
            UserFactory.create(username="inner")
            _ = 1 / 0
    assert list(User.objects.values_list("username", flat=True)) == ["outer"]
    with transaction.atomic(), writing():
        bob()
    assert User.objects.count() == 2


@pytest.mark.skipif(connection.vendor != "sqlite", reason="many write at once")
@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_writes_already_does_not_wait_for_one_that_waits_for_it() -> None:
    entered = threading.Event()

    def write() -> None:
        try:
            entered.set()
            with writing():
                UserFactory.create(username="second")
        finally:
            connection.close()

    thread = threading.Thread(target=write)
    with transaction.atomic():
        UserFactory.create(username="first")
        thread.start()
        entered.wait(PATIENCE)
        with writing():
            UserFactory.create(username="also first")
    thread.join(PATIENCE)
    assert list(User.objects.order_by("pk").values_list("username", flat=True)) == ["first", "also first", "second"]


@pytest.mark.django_db(transaction=True)
def test_sixteen_writers_lose_nothing() -> None:
    UserFactory.create(username="counter", display_name="0")

    def count() -> None:
        try:
            for _ in range(5):
                with writing():
                    person = User.objects.select_for_update().get(username="counter")
                    person.display_name = str(int(person.display_name) + 1)
                    person.save()
        finally:
            connection.close()

    threads = [threading.Thread(target=count) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert User.objects.get(username="counter").display_name == "80"


HOLD = """
import sys
from ninety import locks
with locks.between_processes(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""
"""A program that holds the lock between processes until its input ends."""


@pytest.mark.skipif(find_spec("fcntl") is None, reason="there is no flock")
@pytest.mark.parametrize("is_killed", [False, True])
def test_processes_exclude_each_other_and_a_dead_one_holds_nothing(tmp_path: Path, is_killed: bool) -> None:
    database, happened = str(tmp_path / "test.sqlite3"), list[str]()

    def take() -> None:
        with locks.between_processes(database):
            happened.append("mine")

    thread = threading.Thread(target=take)
    command = [sys.executable, "-c", HOLD, database]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=settings.BASE_DIR) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        thread.start()
        thread.join(0.2)
        assert happened == []
        if is_killed:
            other.kill()
        else:
            other.communicate()
        thread.join(PATIENCE)
        assert happened == ["mine"]


def test_a_fork_does_not_wait_for_a_thread_it_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "_queue", Queue())
    with locks._queue.turn():
        locks._begin_anew()
        with locks._queue.turn():
            assert locks._queue.length == 0


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file is brought up to date by the one that serves it")
@pytest.mark.django_db(transaction=True)
def test_processes_that_start_together_migrate_one_after_another() -> None:
    def migrate() -> None:
        try:
            call_command("migrate", verbosity=0)
        finally:
            connection.close()

    other = threading.Thread(target=migrate)
    with locks.migrating(connection):
        other.start()
        other.join(1)
        assert other.is_alive()
    other.join(PATIENCE)
    assert not other.is_alive()
