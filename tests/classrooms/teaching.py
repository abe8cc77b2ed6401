"""What teachers do on the pages of tests."""

import re
from typing import Any

from django.test import Client

from ninety.models import User
from tests.factories import UserFactory

PASSWORD = "four-horses-eat"
SIGN_UP = {"name": "Alice", "login": "alice", "password1": PASSWORD, "password2": PASSWORD}


def teacher(name: str, **fields: Any) -> User:
    """Return a teacher with a password, called by the name in small letters."""
    person = UserFactory.create(
        username=name.lower(), display_name=name, kind=User.Kind.TEACHER, **{"email": "", **fields}
    )
    person.set_password(PASSWORD)
    person.save()
    return person


def sign_up(client: Client, **changes: str) -> Any:
    """Send the form by which somebody becomes a teacher."""
    return client.post("/account/signup/", SIGN_UP | changes)


def sign_in(client: Client, login: str = "alice", password: str = PASSWORD, **more: str) -> Any:
    """Send the form by which a teacher signs in."""
    return client.post("/account/login/", {"login": login, "password": password, **more})


def says(response: Any) -> str:
    """Return what a page says."""
    text: str = response.content.decode()
    return text


def says_plainly(response: Any) -> str:
    """Return what a page says, without its tags and with single spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", says(response)))
