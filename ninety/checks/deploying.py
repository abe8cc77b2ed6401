"""Find what is unsafe, or not in effect, before pupils come: `manage.py check --deploy`.

Each check gives errors (ninety.E...) for what must not be, and warnings (ninety.W...) for what an operator may want.
"""

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import Error as DatabaseError
from django.db import connection
from django.urls import Resolver404, resolve
from django.utils.module_loading import import_string

from ninety import environment
from ninety.checks.sqlite import read_back

SHORTEST_SECRET = 50
FEWEST_SIGNS = 10
A_STREAM = "/match/abc/stream/"
OF_THIS_MACHINE = {"localhost", "127.0.0.1", "[::1]"}


type Check = Callable[[], Iterator[CheckMessage]]


def deployed(check: Check) -> Check:
    """Register a check that is made only before a deployment."""

    def all_found(app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:
        return list(check())

    register(Tags.security, deploy=True)(all_found)
    return check


@deployed
def debug() -> Iterator[CheckMessage]:
    """Check that faults are not shown to whoever asks."""
    if settings.DEBUG:
        yield Error("DEBUG is on: every fault shows strangers the inside.", hint="Set DEBUG=0.", id="ninety.E010")


@deployed
def secret() -> Iterator[CheckMessage]:
    """Check that nobody can guess what cookies are signed with, and that all machines have the same."""
    key = settings.SECRET_KEY
    if len(key) < SHORTEST_SECRET or len(set(key)) < FEWEST_SIGNS or key.startswith("django-insecure-"):
        hint = "Set SECRET_KEY to 50 or more random signs, or leave it out: then Ninety makes its own."
        yield Error("SECRET_KEY is short or known: anybody can sign in as anybody.", hint=hint, id="ninety.E011")
    kept = Path(settings.BASE_DIR) / "var" / "secret_key"
    if not environment.is_asked("SECRET_KEY"):
        if kept.exists() and stat.S_IMODE(kept.stat().st_mode) & 0o077:
            hint = f"chmod 600 {kept}"
            yield Error("Others on this machine can read the secret key.", hint=hint, id="ninety.E012")
        if connection.vendor == "postgresql":
            hint = "Set SECRET_KEY to the same value on every machine."
            yield Warning("Each web machine makes a secret key of its own.", hint=hint, id="ninety.W011")


@deployed
def hosts() -> Iterator[CheckMessage]:
    """Check that Ninety answers to the names that it has, and to no others."""
    named = settings.ALLOWED_HOSTS
    hint = "Set ALLOWED_HOSTS to the names and addresses that pupils open."
    if "*" in named:
        yield Error("ALLOWED_HOSTS takes any name: links can be made to lead elsewhere.", hint=hint, id="ninety.E013")
    elif set(named) <= OF_THIS_MACHINE:
        yield Warning("No other device can open Ninety.", hint=hint, id="ninety.W013")


@deployed
def cookies() -> Iterator[CheckMessage]:
    """Check that cookies stay where they belong."""
    secure = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SECURE_SSL_REDIRECT")
    lacking = [name for name in secure if not getattr(settings, name)]
    if settings.HTTPS and lacking:
        hint = "HTTPS sets them in ninety/settings.py; something sets them otherwise."
        yield Error(f"HTTPS is on, but not in effect: {', '.join(lacking)}.", hint=hint, id="ninety.E014")
    if not settings.HTTPS:
        hint = (
            "Let a proxy bring HTTPS, and set HTTPS=1 and PROXIES. In a school's own closed network it may do without."
        )
        yield Warning("Sign-ins and answers travel in plain text.", hint=hint, id="ninety.W014")
    if not settings.SESSION_COOKIE_HTTPONLY or settings.SESSION_COOKIE_SAMESITE not in {"Lax", "Strict"}:
        hint = "Leave SESSION_COOKIE_HTTPONLY and SESSION_COOKIE_SAMESITE as Django has them."
        yield Error("Scripts or other sites can use the session's cookie.", hint=hint, id="ninety.E020")


@register(Tags.security)
def check_proxies(app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:
    """Check that HTTPS can work at all: Ninety itself speaks plain HTTP."""
    if not settings.HTTPS or settings.PROXIES:
        return []
    hint = "Set PROXIES to the address of the proxy that brings HTTPS, such as 127.0.0.1."
    return [
        Error(
            "HTTPS is on and no proxy is named: pages would lead to themselves for ever.", hint=hint, id="ninety.E015"
        )
    ]


@deployed
def proxies() -> Iterator[CheckMessage]:
    """Check that only proxies are believed, and only what comes by HTTPS."""
    if any(ip_network(network).prefixlen == 0 for network in settings.PROXIES):
        hint = "Set PROXIES to the addresses of the proxies alone."
        yield Error("Everybody is believed to be a proxy, and can take any address.", hint=hint, id="ninety.E016")
    plain = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if not origin.startswith("https://")]
    if settings.HTTPS and plain:
        hint = "Write https:// in CSRF_TRUSTED_ORIGINS."
        yield Error(f"Forms are taken from pages without HTTPS: {', '.join(plain)}.", hint=hint, id="ninety.E021")


@deployed
def streams() -> Iterator[CheckMessage]:
    """Check that streams pass beside what compresses pages, and tell proxies to leave them alone."""
    headers = dict(import_string("ninety.streams.HEADERS"))
    told = headers.get(b"x-accel-buffering") == b"no" and b"no-transform" in headers.get(b"cache-control", b"")
    try:
        resolve(A_STREAM)
        passes_by = False
    except Resolver404:
        passes_by = bool(import_string("ninety.streams.is_stream")(A_STREAM))
    if not told or not passes_by:
        hint = "See ninety/asgi.py and ninety/streams.py."
        yield Error("Streams are compressed or held back: tables would not move.", hint=hint, id="ninety.E017")


@deployed
def processes() -> Iterator[CheckMessage]:
    """Check that several processes have a database that carries notices between them."""
    asked = os.environ.get("WEB_CONCURRENCY", "1")
    if connection.vendor == "sqlite" and asked != "1":
        hint = "Set DATABASE_URL to a PostgreSQL database, or unset WEB_CONCURRENCY."
        yield Error(f"WEB_CONCURRENCY={asked} asks for several processes on SQLite.", hint=hint, id="ninety.E018")


@deployed
def contact() -> Iterator[CheckMessage]:
    """Check that people find whom to ask about what is kept of them."""
    if not settings.PRIVACY_CONTACT:
        hint = "Set PRIVACY_CONTACT, and SCHOOL_NAME: the page about privacy shows them."
        yield Warning("Nobody is named for questions about privacy.", hint=hint, id="ninety.W024")


@deployed
def file() -> Iterator[CheckMessage]:
    """Check that the names of pupils are not for everybody who has an account on this machine."""
    kept = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and kept.exists() and stat.S_IMODE(kept.stat().st_mode) & 0o007:
        hint = f"chmod o= {kept}"
        yield Warning("Others on this machine can read the database.", hint=hint, id="ninety.W023")


@deployed
def database() -> Iterator[CheckMessage]:
    """Check that the database keeps what it has acknowledged, by asking it."""
    try:
        if connection.vendor == "sqlite":
            yield from read_back(connection)
            return
        with connection.cursor() as cursor:
            off = []
            for name in ("fsync", "full_page_writes", "synchronous_commit"):
                cursor.execute(f"SHOW {name}")
                if cursor.fetchone()[0] == "off":
                    off.append(name)
    except DatabaseError:
        hint = "Start the database, and look at DATABASE_URL."
        yield Error("The database does not answer.", hint=hint, id="ninety.E022")
        return
    if off:
        hint = "Set them to on in postgresql.conf."
        yield Error(f"The database may lose answers in a crash: {', '.join(off)} is off.", hint=hint, id="ninety.E019")
