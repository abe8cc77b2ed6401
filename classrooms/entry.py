"""What a device keeps of a class: that it was let in, which guests came in on it, and who is signed in now.

The cookie outlives sessions. It is signed and holds no names: classes with the era of their devices that it was let in
to, and the memberships of guests.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import login, logout
from django.core import signing
from django.http import HttpRequest, HttpResponse

from classrooms.models import Classroom, Membership

COOKIE = "ninety_device"
SALT = "classrooms.entry"
MOST = 12
"""How many classes, and how many guests, one device is known to; the newest count."""
SCHOOL_DAY = 12 * 60 * 60
"""Seconds after which somebody has to sign in again: devices are shared, and nobody signs out at the bell."""
BACKEND = "ninety.sessions.Backend"


def is_let_in(request: HttpRequest, classroom: Classroom) -> bool:
    """Return whether a device shows the names of a class."""
    return [classroom.slug, classroom.devices_era] in _kept(request)["classes"]


def eras_of(request: HttpRequest) -> dict[str, int]:
    """Return the classes that a device was let in to, by their slugs, and the era in which each did that."""
    return dict(_kept(request)["classes"])


def guests_of(request: HttpRequest) -> list[int]:
    """Return the memberships of the guests who came in on a device."""
    return [int(guest) for guest in _kept(request)["guests"]]


def sign_in(request: HttpRequest, response: HttpResponse, membership: Membership) -> None:
    """Sign a pupil or guest in with a fresh session, whoever had the device before, in the language of the person.

    A pupil lets the device in to the class; a guest knows no names, but is known again.
    """
    person, classroom = membership.user, membership.classroom
    login(request, person, backend=BACKEND)
    request.session.set_expiry(SCHOOL_DAY)
    kept = _kept(request)
    if person.kind == person.Kind.PUPIL:
        others = [each for each in kept["classes"] if each[0] != classroom.slug]
        kept["classes"] = [*others, [classroom.slug, classroom.devices_era]][-MOST:]
    else:
        kept["guests"] = [*(each for each in kept["guests"] if each != membership.pk), membership.pk][-MOST:]
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    speak(response, person.language or classroom.language)


def sign_out(request: HttpRequest, response: HttpResponse, classroom: Classroom | None) -> None:
    """Sign out whoever is signed in, so that nothing of the person stays; the device speaks as the class does again."""
    logout(request)
    if classroom is not None:
        speak(response, classroom.language)


def speak(response: HttpResponse, language: str) -> None:
    """Let the pages of a device be in a language from now on."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        samesite="Lax",
    )


def _kept(request: HttpRequest) -> dict[str, Sequence[Any]]:
    try:
        kept: dict[str, Sequence[Any]] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return {"classes": [], "guests": []}
    return kept
