"""Devices that all finish a drill at the same moment, and what the log holds of them afterwards.

Loaded once the settings name the database of the run.
"""

import asyncio
import random
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from time import monotonic
from typing import Any

from django.test import Client
from django.utils import timezone

from tests.trainer.device import Device
from trainer.drills import Options
from trainer.models import Answer, Drill
from trainer.selectors.drills import batch_of
from trainer.services.drills import open_drill

from .client import Browser, Lost
from .matches import new_person, session_of
from .servers import Server

PEOPLE = count(10_000)
WITHIN = 1.0
"""Seconds within which all of them come."""
FIRST_WAIT, LONGEST_WAIT = 0.5, 8.0
"""How a device waits before it sends again, in seconds."""
MINUTE = timedelta(seconds=70)


@dataclass
class Finishing:
    """A drill whose last answers are on the device."""

    device: Device
    browser: Browser
    statuses: list[int] = field(default_factory=list)
    acknowledged_after: float | None = None

    async def finish(self, began: float, dice: random.Random) -> None:
        """Send what is left, again and again until the server has all of it."""
        await asyncio.sleep(dice.uniform(0, WITHIN))
        wait = FIRST_WAIT
        while True:
            try:
                body = {"events": self.device.events, "now_ms": self.device.now_ms}
                reply = await self.browser.post_json(f"/drills/{self.device.slug}/answers/", body)
                self.statuses.append(reply.status)
                if reply.status == 200:
                    self.acknowledged_after = monotonic() - began
                    return
            except Lost:
                self.statuses.append(0)
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)


def finishing(server: Server, *, sums: int, known: int) -> Finishing:
    """Let somebody do a drill of so many sums, of which the server knows the first ones."""
    person, now = new_person(next(PEOPLE)), timezone.now()
    drill = open_drill(person, Options.usual("flash"), None, now - MINUTE)
    device = Device(Client(), batch_of(drill))
    for _sum in range(sums):
        device.answer(took_ms=1500)
    device.end("time")
    browser = Browser(server.port, session_of(person))
    if known:
        asyncio.run(_send(browser, device, known))
    return Finishing(device, browser)


async def _send(browser: Browser, device: Device, known: int) -> None:
    reply = await browser.post_json(
        f"/drills/{device.slug}/answers/", {"events": device.events[:known], "now_ms": device.now_ms}
    )
    assert reply.status == 200, reply.text
    browser.close()


async def _finish_all(drills: list[Finishing]) -> None:
    began, dice = monotonic(), random.Random(1)
    await asyncio.gather(*(each.finish(began, dice) for each in drills))
    for each in drills:
        each.browser.close()


def finish_at_once(devices: int, *, sums: int, known: int) -> dict[str, Any]:
    """Let so many devices finish within a second, and report how long that took and what was kept."""
    with Server() as server:
        drills = [finishing(server, sums=sums, known=known) for _ in range(devices)]
        used = server.processor_time()
        asyncio.run(_finish_all(drills))
        used = server.processor_time() - used
    slugs = [each.device.slug for each in drills]
    ranked = sorted(each.acknowledged_after or 0 for each in drills)
    kept = Drill.objects.filter(slug__in=slugs, ended_at__isnull=False, right=sums, sums=sums)
    return {
        "devices": devices,
        "events_each": sums + 1 - known,
        "last_acknowledged_s": round(ranked[-1], 2),
        "p50_s": round(ranked[devices // 2], 2),
        "p95_s": round(ranked[devices * 95 // 100], 2),
        "cpu_ms_per_device": round(used / devices * 1000, 1),
        "sent_again": sum(len(each.statuses) - 1 for each in drills),
        "drills_whole": kept.count(),
        "answers": Answer.objects.filter(drill__slug__in=slugs).count(),
        "answers_meant": devices * sums,
    }
