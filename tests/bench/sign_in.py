"""Measure pupils who sign in at the bell, from one address: `python -m tests.bench.sign_in --help`; prints JSON.

Each is a device of its own that types the code of the class, then name and pictures, and loads the page behind; some
mistype both once. Guessers send wrong pictures all the while, as fast as they are answered. Styles and scripts are not
loaded, as a proxy or a browser keeps them.
"""

import argparse
import json
import re
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from http.cookiejar import CookieJar
from random import Random
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, build_opener

import django
from django.core.management import call_command

from ninety.server import lay_out_static

from .servers import Server, own_database

A_CLASS = 30


class Device:
    """A browser with cookies of its own that reads a page, and sends a form with the token it finds there."""

    def __init__(self, port: int, times: "list[float]") -> None:
        self.jar, self.times, self.address = CookieJar(), times, f"http://127.0.0.1:{port}"
        self.opener = build_opener(HTTPCookieProcessor(self.jar), ProxyHandler({}))
        self.page = self.place = ""

    def ask(self, path: str, data: dict[str, str] | None = None) -> int:
        """Get a page, or send a form; return the status of the page that it leads to."""
        body = None
        if data is not None:
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page)
            body = urlencode({**data, "csrfmiddlewaretoken": token[1] if token else ""}).encode()
        started = monotonic()
        try:
            with self.opener.open(self.address + path, body, timeout=60) as answer:
                status, self.page, self.place = answer.status, answer.read().decode(), answer.url
        except HTTPError as refused:
            status, self.page = refused.code, refused.read().decode()
        self.times.append(monotonic() - started)
        return int(status)


def sign_in(port: int, pupil: dict[str, Any], seconds: float, seed: int) -> dict[str, Any]:
    """Let one pupil sign in at a moment of the minute, and return how that went."""
    dice, times = Random(seed), list[float]()
    sleep(dice.random() * seconds)
    device, started = Device(port, times), monotonic()
    device.ask("/join/")
    if pupil["mistypes"]:
        device.ask("/join/", {"code": "BCD379"})
    device.ask("/join/", {"code": pupil["code"]})
    door = device.place.removeprefix(device.address)
    if pupil["mistypes"]:
        device.ask(door, {"name": pupil["name"], "picked": " ".join(reversed(pupil["pictures"]))})
    status = device.ask(door, {"name": pupil["name"], "picked": " ".join(pupil["pictures"])})
    is_in = status == 200 and device.place.endswith("/home/") and pupil["name"] in device.page
    return {"is_in": is_in, "took": monotonic() - started, "times": times}


def guess(port: int, pupil: dict[str, Any], seconds: float) -> Counter[int]:
    """Guess at one pupil as fast as the server answers, and return how often it answered what."""
    device, found, end = Device(port, []), Counter[int](), monotonic() + seconds
    device.ask("/join/")
    device.ask("/join/", {"code": pupil["code"]})
    door = device.place.removeprefix(device.address)
    while monotonic() < end:
        found[device.ask(door, {"name": pupil["name"], "picked": " ".join(reversed(pupil["pictures"]))})] += 1
    return found


def prepare(pupils: int, mistype: float) -> list[dict[str, Any]]:
    """Make classes of thirty, and return their pupils with what they know."""
    from classrooms.models import Membership
    from classrooms.services import add_pupil, create_classroom
    from ninety.models import User

    teacher = User.objects.create_user("teacher", kind=User.Kind.TEACHER)
    for number in range(pupils):
        if number % A_CLASS == 0:
            classroom = create_classroom(teacher, f"class {number // A_CLASS}", "en")
        add_pupil(classroom, f"Pupil {number}")
    found = Membership.objects.select_related("classroom", "user__sign_in_secret").order_by("pk")
    return [
        {
            "code": each.classroom.code,
            "name": str(each.user),
            "pictures": each.user.sign_in_secret.pictures,
            "mistypes": number < mistype * pupils,
        }
        for number, each in enumerate(found)
    ]


def ranked(values: list[float]) -> dict[str, float]:
    """Return p50, p95 and the most of some seconds, in milliseconds."""
    values = sorted(values)
    found = {"p50": values[len(values) // 2], "p95": values[len(values) * 95 // 100], "most": values[-1]}
    return {name: round(value * 1000, 1) for name, value in found.items()}


def measure(server: Server, pupils: list[dict[str, Any]], seconds: float, guessers: int) -> dict[str, Any]:
    """Let all pupils sign in within some seconds, beside guessers."""
    threading.stack_size(512 * 1024)
    before, started = server.processor_time(), monotonic()
    with ThreadPoolExecutor(len(pupils) + guessers) as pool:
        guessing = [pool.submit(guess, server.port, pupils[-1 - at % 5], seconds) for at in range(guessers)]
        coming = [pool.submit(sign_in, server.port, pupil, seconds, at) for at, pupil in enumerate(pupils[:-5])]
        done = [each.result() for each in coming]
        answered = sum((each.result() for each in guessing), Counter[int]())
    return {
        "pupils": len(done),
        "in": sum(each["is_in"] for each in done),
        "seconds": round(monotonic() - started, 1),
        "requests_ms": ranked([time for each in done for time in each["times"]]),
        "sign_in_ms": ranked([each["took"] for each in done]),
        "processor_seconds": round(server.processor_time() - before, 1),
        "guessers": guessers,
        "guesses": {"compared": answered[422], "slowed": answered[429], "other": answered.total()
                    - answered[422] - answered[429]},
        "faults": server.faults(),
    }  # fmt: skip


def main() -> int:
    """Measure what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pupils", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=60, help="within which they come")
    parser.add_argument("--mistype", type=float, default=0.2, help="part that mistypes once")
    parser.add_argument("--guessers", type=int, default=0, help="each guesses at one of five pupils who do not come")
    parser.add_argument("--database", default="", help="URL of a PostgreSQL server")
    asked = parser.parse_args()
    with own_database(asked.database):
        django.setup()
        lay_out_static()
        call_command("migrate", verbosity=0)
        pupils = prepare(asked.pupils + 5, asked.mistype)
        with Server() as server:
            json.dump(measure(server, pupils, asked.seconds, asked.guessers), sys.stdout, indent=2)
    return 0


if __name__ == "__main__":
    sys.exit(main())
