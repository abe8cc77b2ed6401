"""Guessing codes does not pay, and a school that mistypes now and then does not notice."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from ninety.codes import COUNT
from ninety.limits import ADDRESS, ALL, DEVICE, Guesser, may_guess, network, note_wrong
from ninety.models import Budget, Table
from tests.factories import alice, signed_in
from tests.factories.tables import opened_table

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
OPEN = 200 + 200
"""Tables and classes."""


def guesses(hours: int, addresses: int, *, a_minute: int) -> list[int]:
    """Guess wrongly from so many addresses, each device new, and return how many codes were looked up each hour."""
    looked_up = []
    for minute in range(hours * 60):
        now = NOON + timedelta(minutes=minute)
        if minute % 60 == 0:
            looked_up.append(0)
        for number in range(a_minute):
            guesser = Guesser(f"device {minute} {number}", f"10.0.0.{number % addresses}")
            if may_guess(guesser, now):
                note_wrong(guesser, now)
                looked_up[-1] += 1
    return looked_up


def test_the_first_hit_is_more_than_thirty_days_away() -> None:
    tries = (COUNT + 1) / (OPEN + 1)
    assert (tries - ALL.holds) / ALL.gains > 30 * 24
    assert (tries - ADDRESS.holds) / ADDRESS.gains > 5 * 365 * 24


def test_one_address_is_held_to_its_own_rate() -> None:
    first, second = guesses(2, 1, a_minute=4)
    assert (first, second) == (ADDRESS.holds + ADDRESS.gains - 1, ADDRESS.gains)


def test_all_addresses_together_are_held_to_one_rate() -> None:
    now, looked_up = NOON, 0
    for number in range(ALL.holds + 20):
        guesser = Guesser(f"device {number}", f"10.1.{number // 200}.{number % 200}")
        if may_guess(guesser, now):
            note_wrong(guesser, now)
            looked_up += 1
    assert looked_up == ALL.holds
    later = now + timedelta(minutes=1)
    fresh = [Guesser(f"later {number}", f"10.2.0.{number}") for number in range(40)]
    allowed = 0
    for guesser in fresh:
        if may_guess(guesser, later):
            note_wrong(guesser, later)
            allowed += 1
    assert allowed == ALL.gains // 60


def test_a_refused_code_costs_whoever_sent_it() -> None:
    for number in range(ALL.holds):
        note_wrong(Guesser(f"device {number}", f"10.1.{number // 200}.{number % 200}"), NOON)
    guesser = Guesser("device", "10.9.0.1")
    answers = [may_guess(guesser, NOON) for _try in range(DEVICE.holds + 5)]
    assert not any(answers)
    spent = sorted(Budget.objects.filter(spent__gte=2).values_list("spent", flat=True))
    assert spent == [DEVICE.holds, DEVICE.holds, ALL.holds]


def test_budgets_fill_up_again() -> None:
    guesser = Guesser("device", "10.0.0.1")
    for _try in range(DEVICE.holds):
        note_wrong(guesser, NOON)
    assert not may_guess(guesser, NOON)
    assert not may_guess(guesser, NOON + timedelta(seconds=59))
    assert may_guess(guesser, NOON + timedelta(seconds=60))


def test_a_clock_that_goes_back_gives_nothing_away() -> None:
    guesser = Guesser("device", "10.0.0.1")
    for _try in range(DEVICE.holds):
        note_wrong(guesser, NOON)
    note_wrong(guesser, NOON - timedelta(hours=2))
    assert not may_guess(guesser, NOON)


def test_old_budgets_are_forgotten_and_none_says_who_it_was() -> None:
    note_wrong(Guesser("device", "192.0.2.7"), NOON)
    assert not any("192.0.2.7" in key or key.endswith("device") for key in Budget.objects.values_list("key", flat=True))
    note_wrong(Guesser("other", "192.0.2.8"), NOON + timedelta(days=2))
    assert Budget.objects.count() == 3


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ],
)
def test_addresses_of_one_household_are_one(address: str, same: str) -> None:
    assert network(address) == network(same)


def test_other_addresses_are_others() -> None:
    found = {network(address) for address in ("192.0.2.1", "192.0.2.2", "2001:db8:1:2::1", "2001:db8:1:3::1", "", "x")}
    assert len(found) == 6


def test_a_school_behind_one_address_gets_in_within_a_minute() -> None:
    table = opened_table(alice(), seat_count=10)
    with time_machine.travel(NOON, tick=False) as now:
        Table.objects.update(touched_at=NOON)
        for number in range(150):
            pupil = Client(REMOTE_ADDR="198.51.100.4")
            pupil.get("/join/")
            now.shift(timedelta(seconds=0.4))
            if number % 5 == 0:
                assert pupil.post("/join/", {"code": "BCD 379"}).status_code == 422
            assert pupil.post("/join/", {"code": table.code})["Location"] == f"/table/{table.slug}/"


def test_once_too_many_were_wrong_a_right_code_is_refused_like_a_wrong_one() -> None:
    table = opened_table(alice())
    client = signed_in(alice())
    for _try in range(DEVICE.holds):
        client.post("/join/", {"code": "BCD 379"})
    right, wrong = client.post("/join/", {"code": table.code}), client.post("/join/", {"code": "BCD 379"})
    assert right.context["form"].errors == wrong.context["form"].errors
    assert (right.status_code, wrong.status_code) == (422, 422)
    assert client.get(f"/table/{table.slug}/").status_code == 200
