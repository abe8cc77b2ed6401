"""Log lines tell what happened, and name nobody."""

import io
import json
import logging
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError
from django.test import Client

from ninety import logs
from ninety.models import User
from tests.factories import alice, bob, seated_match
from tests.factories.tables import opened_table

pytestmark = pytest.mark.django_db

CANARY = "Quetzalcoatl"
HANDS = ["8H KS TD", "7H 8S 2D"]

type Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, io.StringIO]]:
    """Write all that is logged, in both formats and as Python itself would."""
    formatters = {"plain": logs.Plain(), "json": logs.Json(), "python": logging.Formatter()}
    streams = {name: io.StringIO() for name in formatters}
    handlers = []
    for name, formatter in formatters.items():
        handler = logging.StreamHandler(streams[name])
        handler.setFormatter(formatter)
        handler.addFilter(logs.Outages())
        handlers.append(handler)
    root = logging.getLogger()
    for handler in handlers:
        root.addHandler(handler)
    monkeypatch.setattr(logs.log, "level", logging.INFO)
    logs.log._cache.clear()  # type: ignore[attr-defined]
    yield streams
    for handler in handlers:
        root.removeHandler(handler)
    logs.log._cache.clear()  # type: ignore[attr-defined]


@pytest.fixture
def lines(written: dict[str, io.StringIO]) -> Lines:
    """Give the lines of JSON written so far."""
    return lambda: [json.loads(line) for line in written["json"].getvalue().splitlines()]


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> Client:
    """Give a browser to which a page fails with an exception."""

    def fail(*args: Any) -> None:
        name = CANARY  # noqa: F841 - a local variable that no line may hold
        raise error

    monkeypatch.setattr("ninety.views.pages.exhibition_matches", fail)
    return Client(raise_request_exception=False)


def test_a_request_is_one_line(client: Client, lines: Lines) -> None:
    match = seated_match(bob(), HANDS)
    client.force_login(bob())
    answer = client.get(f"/match/{match.slug}/")
    (line,) = lines()
    assert (line.pop("at")[-6:], line.pop("ms") >= 0) == ("+00:00", True)
    assert line == {
        "level": "INFO",
        "logger": "ninety.requests",
        "message": "request",
        "request": answer.headers["X-Request-ID"],
        "method": "GET",
        "route": "match/<slug:slug>/",
        "status": 200,
    }


def test_what_is_not_ours_is_not_repeated(client: Client, lines: Lines) -> None:
    client.generic("PUT", f"/{CANARY}/")
    client.generic(CANARY, "/about/")
    assert [(line["method"], line["route"], line["status"]) for line in lines()] == [
        ("PUT", "unknown", 404),
        ("other", "about/", 405),
    ]


def test_the_health_address_is_not_logged(client: Client, lines: Lines) -> None:
    client.get("/health/")
    assert lines() == []


def test_a_fault_is_logged_with_its_trace_and_without_what_it_quotes(
    monkeypatch: pytest.MonkeyPatch, lines: Lines
) -> None:
    failing(monkeypatch, ValueError(CANARY)).get("/")
    fault, request = lines()
    assert (fault["message"], fault["logger"], fault["request"]) == (
        "Internal Server Error: ",
        "django.request",
        request["request"],
    )
    assert (fault["trace"][-1], request["status"]) == ("ValueError", 500)
    assert any("in fail" in line for line in fault["trace"])


def test_the_cause_of_a_fault_comes_first() -> None:
    try:
        try:
            raise KeyError(CANARY)
        except KeyError as error:
            raise OSError(5, "no luck") from error
    except OSError as error:
        trace = list(logs.trace_of(error))
    assert [line for line in trace if not line.startswith(" ")] == ["KeyError", "OSError: [Errno 5] no luck"]


def test_an_outage_is_one_line(monkeypatch: pytest.MonkeyPatch, lines: Lines) -> None:
    failing(monkeypatch, OperationalError("database is locked")).get("/")
    outage, request = lines()
    assert (outage["level"], outage["message"], "trace" in outage, request["status"]) == (
        "WARNING",
        "The database cannot be used just now: django.db.utils.OperationalError: database is locked",
        False,
        503,
    )


def test_the_settings_choose_the_format(monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> tuple[dict[str, Any], str]:
        logging_ = runpy.run_path(str(Path(settings.BASE_DIR) / "ninety" / "settings.py"))["LOGGING"]
        return logging_["handlers"]["console"], logging_["loggers"]["ninety.requests"]["level"]

    console = {"class": "logging.StreamHandler", "filters": ["outages"]}
    assert read() == (console | {"formatter": "plain"}, "WARNING")
    monkeypatch.setenv("LOG_FORMAT", "json")
    assert read() == (console | {"formatter": "json"}, "INFO")


def test_no_name_and_no_code_is_ever_logged(
    monkeypatch: pytest.MonkeyPatch, written: dict[str, io.StringIO], lines: Lines
) -> None:
    """Everything that people type and are known by is made a canary, and all goes wrong that can."""
    person = User.objects.create_user(CANARY, "s3cret-canary", display_name=CANARY)
    table = opened_table(alice())
    client = Client(raise_request_exception=False)
    client.force_login(person)
    nickname = {"nickname": CANARY, "key": "0" * 16}
    client.get("/join/", {"code": table.code})
    client.post("/join/", {"code": table.code})
    client.post(f"/table/{table.slug}/take/", nickname)
    client.post("/join/", {"code": f"{CANARY}\n"}, headers={"user-agent": CANARY, "referer": f"http://{CANARY}/"})
    client.get(f"/{CANARY}/", {"name": CANARY})
    client.get("/", headers={"accept-language": CANARY})
    Client(enforce_csrf_checks=True).post("/join/", {"code": table.code})
    quoting = [ValueError(CANARY), KeyError(table.code), IntegrityError(f"Key (name_key)=({CANARY}) already exists.")]
    for error in quoting:
        failing(monkeypatch, error).get("/", {"name": CANARY})
        logging.getLogger("ninety.driver").error("What is due could not be done.", exc_info=error)
    cookies = [cookie.value for cookie in client.cookies.values()]
    secrets = [CANARY, CANARY.lower(), "s3cret-canary", table.code, table.slug, person.password, *cookies]
    said = written["plain"].getvalue() + written["json"].getvalue()
    assert [secret for secret in secrets if secret in said] == []
    # All went wrong as it should, and Python itself would have told.
    assert {line["status"] for line in lines() if "status" in line} == {200, 302, 403, 404, 422, 500}
    assert [secret for secret in secrets if secret in written["python"].getvalue()] == [CANARY, table.code]
