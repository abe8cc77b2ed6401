"""Posts of drills that come at the same moment: every answer once, on both databases."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.factories import bob, mallory, signed_in
from tests.trainer.device import Device, device_of, drill_of, post
from trainer.models import Answer, Drill

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(client: Client, sends: list[Callable[[Client], Any]]) -> list[Any]:
    """Send requests of one signed-in person from as many threads, and return the answers in order."""

    def run(send: Callable[[Client], Any]) -> Any:
        one = Client()
        one.cookies = client.cookies
        try:
            return send(one)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(sends)) as pool:
        return list(pool.map(run, sends))


def sending(device: Device, first: int, last: int) -> Callable[[Client], Any]:
    events = device.events[first:last]
    return lambda client: post(client, device.slug, {"events": events, "now_ms": device.now_ms})


@pytest.fixture
def device() -> Device:
    device = device_of(bob(), seconds="0")
    for _sum in range(20):
        device.answer(off=_sum % 3 == 0)
    return device


def test_copies_of_one_post_are_taken_once(device: Device) -> None:
    replies = at_once(device.client, [sending(device, 0, 20)] * 6)

    assert [(reply.status_code, reply.json()["acknowledged"]) for reply in replies] == [(200, 20)] * 6
    assert list(Answer.objects.order_by("pk").values_list("play_number", flat=True)) == list(range(1, 21))
    assert (drill_of(device).sums, drill_of(device).right) == (20, 13)


def test_overlapping_posts_leave_neither_gap_nor_copy(device: Device) -> None:
    parts = [(0, 5), (3, 10), (0, 12), (10, 20), (0, 20), (15, 20)]
    replies = at_once(device.client, [sending(device, *part) for part in parts])

    assert {reply.status_code for reply in replies} <= {200, 409}
    assert list(Answer.objects.order_by("pk").values_list("play_number", flat=True)) == list(range(1, 21))
    assert drill_of(device).acknowledged == 20


def test_two_devices_that_go_their_own_ways_at_once_are_one_drill(device: Device) -> None:
    other = [{**event, "announced": event["announced"] + 7} for event in device.events]

    def send_other(client: Client) -> Any:
        return post(client, device.slug, {"events": other, "now_ms": device.now_ms})

    codes = sorted(r.status_code for r in at_once(device.client, [sending(device, 0, 20), send_other] * 3))

    assert codes == [200, 200, 200, 409, 409, 409]
    assert (Answer.objects.count(), drill_of(device).acknowledged) == (20, 20)


def test_copies_of_one_opening_are_one_drill() -> None:
    client = signed_in(bob())
    replies = at_once(client, [lambda one: one.post("/drills/start/", {"kind": "speed", "key": "0" * 16})] * 6)

    assert len({reply["Location"] for reply in replies}) == 1
    assert Drill.objects.count() == 1


def test_the_end_and_answers_at_once_are_taken_in_their_order(device: Device) -> None:
    device.end("stopped")
    replies = at_once(device.client, [sending(device, 0, 20), sending(device, 0, 21), sending(device, 20, 21)] * 2)

    assert {reply.status_code for reply in replies} <= {200, 409}
    assert (Answer.objects.count(), drill_of(device).why) == (20, "stopped")


def test_somebody_else_gets_nothing_in_between(device: Device) -> None:
    stranger = signed_in(mallory())
    sent = json.dumps({"events": device.events}).encode()
    refused = stranger.post(f"/drills/{device.slug}/answers/", sent, content_type="application/json")

    assert (refused.status_code, Answer.objects.count()) == (404, 0)
