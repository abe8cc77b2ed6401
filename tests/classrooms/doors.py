"""Pupils at the door of a class: what they send, on devices of their own."""

from typing import Any

from django.test import Client

from classrooms.models import Classroom
from tests.factories.classes import member_of


def secret_of(classroom: Classroom, name: str) -> dict[str, str]:
    secret = member_of(classroom, name).user.sign_in_secret
    return {"pin": secret.pin} if classroom.secret == "pin" else {"picked": " ".join(secret.pictures)}


def wrong_secret_of(classroom: Classroom, name: str) -> dict[str, str]:
    secret = member_of(classroom, name).user.sign_in_secret
    wrong_pin = str(10_000 + (int(secret.pin) + 1) % 10_000)[1:]
    return {"pin": wrong_pin} if classroom.secret == "pin" else {"picked": " ".join(reversed(secret.pictures))}


def sign_in(device: Client, classroom: Classroom, name: str) -> Any:
    """Sign a pupil in on whatever device, by name and secret."""
    return device.post(f"/class/{classroom.slug}/", {"name": name, **secret_of(classroom, name)})


def device_of(classroom: Classroom, name: str) -> Client:
    """Return a device on which a pupil has just signed in."""
    device = Client()
    assert sign_in(device, classroom, name)["Location"] == "/home/"
    return device
