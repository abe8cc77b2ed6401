"""Read the settings that the person who runs Ninety may change, each from an environment variable.

Every name that is asked for is kept in `ASKED` with its default, so that a test can compare the README with it.
"""

import os
import secrets
import tempfile
from datetime import datetime
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

ASKED: dict[str, str] = {}


def is_asked(name: str) -> bool:
    """Tell whether somebody has set a variable."""
    return bool(os.environ.get(name, "").strip())


def text(name: str, default: str = "") -> str:
    """Give the text of a variable; an empty one counts as unset."""
    ASKED[name] = default
    return os.environ.get(name, "").strip() or default


def flag(name: str) -> bool:
    """Tell whether a switch is on: `1` or `0`, off by default. Raises ImproperlyConfigured on anything else."""
    value = text(name, "0")
    if value not in ("0", "1"):
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value == "1"


def choice(name: str, *possible: str) -> str:
    """Give one of some words, the first by default. Raises ImproperlyConfigured on anything else."""
    value = text(name, possible[0])
    if value not in possible:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(possible)}, not {value!r}.")
    return value


def number(name: str, default: int) -> int:
    """Give a whole number from 1 on. Raises ImproperlyConfigured on anything else."""
    value = text(name, str(default))
    if not value.isascii() or not value.isdigit() or int(value) < 1:
        raise ImproperlyConfigured(f"{name} must be a whole number from 1 on, not {value!r}.")
    return int(value)


def day_of_year(name: str, default: str) -> tuple[int, int]:
    """Give month and day written as `07-31`, of a day that every year has. Raises ImproperlyConfigured otherwise."""
    value = text(name, default)
    try:
        found = datetime.strptime(f"2001-{value}", "%Y-%m-%d")
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a month and a day such as 07-31, not {value!r}.") from None
    return found.month, found.day


def networks(name: str) -> list[str]:
    """Give addresses and networks written with commas. Raises ImproperlyConfigured for what is neither."""
    try:
        return [str(ip_network(each, strict=False)) for each in listed(name)]
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must hold addresses or networks: {error}.") from None


MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def mail_server(name: str) -> dict[str, object] | None:
    """Give the options of Django's mailer from `smtps://USER:PASSWORD@HOST:PORT`, None for no server.

    `smtp+tls` begins in the clear and then encrypts, `smtps` encrypts from the start, and `smtp` does not. Raises
    ImproperlyConfigured for what is no such address.
    """
    value = text(name)
    if not value:
        return None
    try:
        parts = urlsplit(value)
        port = parts.port or MAIL_PORTS[parts.scheme]
    except (KeyError, ValueError):
        port = 0
    if not port or not parts.hostname:
        raise ImproperlyConfigured(f"{name} must be smtp, smtp+tls or smtps://USER:PASSWORD@HOST:PORT.")
    return {
        "host": parts.hostname,
        "port": port,
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtps",
        "timeout": 10,
    }


def listed(name: str, default: str = "") -> list[str]:
    """Give the parts of a list written with commas."""
    return [part.strip() for part in text(name, default).split(",") if part.strip()]


def secret(name: str, keep_in: Path) -> str:
    """Give a secret from its variable, else the machine's own, made at random once and kept in a file of mode 600.

    Raises ImproperlyConfigured where there is neither a variable nor a place to keep one.
    """
    if given := text(name):
        return given
    try:
        if not keep_in.exists():
            _keep(secrets.token_urlsafe(50), keep_in)
        return keep_in.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(f"Set {name}, or let Ninety keep one of its own: {error}") from error


def _keep(value: str, path: Path) -> None:
    """Write a file whole, unless another process was faster: all must end with the same secret."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent) as draft:
        draft.write(value)
        draft.flush()
        try:
            os.link(draft.name, path)
        except FileExistsError:
            return
