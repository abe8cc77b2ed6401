"""A clock that tests move on."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from tests.trainer.tablemates import NOON


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller
