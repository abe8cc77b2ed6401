"""The driver goes on after a fault, and stops when it is told to."""

import threading
import time

import pytest

from ninety import driver as driver_module
from ninety.driver import Daily, Driver

PATIENCE = 20


def test_it_goes_on_after_a_fault(caplog: pytest.LogCaptureFixture) -> None:
    calls, done = list[int](), threading.Event()

    def work() -> int:
        calls.append(1)
        if len(calls) == 1:
            raise ZeroDivisionError
        done.set()
        return 0

    driver = Driver(work, pause=0.01)
    driver.start()
    assert done.wait(PATIENCE)
    driver.stop()
    assert [record.getMessage() for record in caplog.records] == [
        "What is due could not be done; trying again in 0.0 s."
    ]


def test_it_stops_at_once_however_long_it_would_rest() -> None:
    called = threading.Event()

    def work() -> int:
        called.set()
        return 0

    driver = Driver(work, pause=10 * PATIENCE)
    driver.start()
    assert called.wait(PATIENCE)
    began = time.monotonic()
    driver.stop()
    assert not driver._thread.is_alive()
    assert time.monotonic() - began < PATIENCE


def test_it_does_not_rest_while_there_is_something_to_do() -> None:
    calls, done = list[int](), threading.Event()

    def work() -> int:
        calls.append(1)
        if len(calls) == 5:
            done.set()
            return 0
        return 1

    driver = Driver(work, pause=10 * PATIENCE)
    driver.start()
    assert done.wait(PATIENCE)
    driver.stop()
    assert len(calls) == 5


def test_it_rests_longer_after_each_fault_and_as_usual_once_it_can_go_on() -> None:
    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            pauses.append(timeout)
            return self.is_set()

    pauses, calls = list[float | None](), list[int]()

    def work() -> int:
        calls.append(1)
        if len(calls) <= 8:
            raise ZeroDivisionError
        if len(calls) == 11:
            driver._stop.set()
        return 1 if len(calls) == 10 else 0

    driver = Driver(work, pause=0.2)
    driver._stop = Stop()
    driver.start()
    driver._thread.join(PATIENCE)
    assert pauses == [0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0, 10.0, 0.2, 0.0, 0.2]


def test_it_lets_go_of_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = list[str]()

    class Connections:
        def close_all(self) -> None:
            closed.append(threading.current_thread().name)

    monkeypatch.setattr(driver_module, "connections", Connections())
    driver = Driver(lambda: 0)
    driver.start()
    driver.stop()
    assert closed == ["driver"]


def test_what_is_done_daily_is_done_a_while_after_the_start_and_then_once_a_day() -> None:
    now, done = [0.0], list[float]()
    daily = Daily(lambda: done.append(now[0]), clock=lambda: now[0])
    for moment in (0, 899, 900, 960, 900 + 86399, 900 + 86400, 900 + 86460):
        now[0] = moment
        assert daily() == 0
    assert done == [900, 900 + 86400]


def test_what_failed_is_tried_again_the_next_day() -> None:
    now = [900.0]
    daily = Daily(lambda: 1 / 0, clock=lambda: now[0])
    now[0] = 2000
    with pytest.raises(ZeroDivisionError):
        daily()
    assert daily() == 0
