"""A teacher's browser, a clock that stands at noon, and all that is logged."""

import io
import logging
from collections.abc import Iterator

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from ninety import logs
from tests.factories import alice, signed_in


@pytest.fixture
def teacher() -> Client:
    """Give the browser of Alice, who has signed in."""
    return signed_in(alice())


@pytest.fixture
def noon() -> Iterator[None]:
    """Let no midnight come between what a test does."""
    with time_machine.travel(timezone.now().replace(hour=12, minute=0), tick=False):
        yield


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """Write down all that is logged by Ninety, at every level."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.Json())
    root = logging.getLogger()
    root.addHandler(handler)
    monkeypatch.setattr(logs.log, "level", logging.DEBUG)
    logs.log._cache.clear()  # type: ignore[attr-defined]
    yield stream
    root.removeHandler(handler)
    logs.log._cache.clear()  # type: ignore[attr-defined]
