"""Pupils who wait in the lobby, in Chromium: their devices are silent until something is new for them."""

import re

from django.utils import timezone
from playwright.sync_api import Request, expect

from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.models import Match
from tests.browser.conftest import wait_until
from tests.browser.devices import Devices, streams_of
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of


def test_a_device_that_waits_asks_nothing_when_others_come_and_goes_on_with_the_teacher(devices: Devices) -> None:
    lesson = start_lesson(classroom_of(alice(), "Bob", "Carol", "Dan"), alice(), timezone.now())
    bob, asked = pupil_of(lesson.classroom, "Bob"), list[str]()

    def note(request: Request) -> None:
        # What is asked for because of the stream, and not every few seconds.
        if request.headers.get("hx-source", "").endswith("#line"):
            asked.append(request.url)

    waiting = devices.of(bob)
    waiting.on("request", note)
    waiting.goto("/lesson/")
    expect(waiting.locator("#waiting-title")).to_contain_text("You are here")
    teacher = devices.of(alice())
    teacher.goto(f"/lessons/{lesson.slug}/")
    wait_until(lambda: streams_of(bob) == 1 and streams_of(alice()) == 1)
    for name in ("Carol", "Dan"):
        arrive_at(lesson, pupil_of(lesson.classroom, name), timezone.now())
        expect(teacher.locator("[data-pupil]").filter(has_text=name)).to_be_visible()
    assert asked == []
    seat_all(lesson, 3, Order.RANDOM, timezone.now())
    expect(waiting.locator("#waiting-title")).to_have_text("You sit at table 1")
    assert asked != []
    start_tables(lesson, alice(), timezone.now())
    # Told of the start more than once, a device may be led there anew while it is on its way.
    expect(waiting).to_have_url(re.compile(f"/match/{Match.objects.get().slug}/$"))
