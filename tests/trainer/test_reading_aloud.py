"""Totals are read aloud where the table is dealt so, unless a device has been told otherwise."""

import re

import pytest

from tests.factories import bob, seated_match, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("dealt", "chosen", "reads"),
    [
        (False, None, "false"),
        (False, "on", "true"),
        (False, "", "false"),
        (True, None, "true"),
        (True, "on", "true"),
        (True, "off", "false"),
    ],
)
def test_a_device_reads_aloud_as_it_is_told_and_else_as_the_table_is_dealt(
    dealt: bool, chosen: str | None, reads: str
) -> None:
    match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"], read_aloud=dealt)
    device = signed_in(bob())
    if chosen is not None:
        device.cookies["aloud"] = chosen
    page = device.get(f"/match/{match.slug}/").content.decode()
    button = re.search(r'<button[^>]*data-setting="aloud"[^>]*>', page)
    assert button is not None
    assert f'aria-pressed="{reads}"' in button[0]
