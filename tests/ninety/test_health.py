"""The health address says ready only when somebody could play."""

import http.client
import signal
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from ninety import health
from tests.ninety.test_server import end, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def _forgotten() -> Iterator[None]:
    """Forget which migrations there are, before and after."""
    health.known_migrations.cache_clear()
    yield
    health.known_migrations.cache_clear()


def test_it_is_ready_where_the_database_answers_and_is_up_to_date(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.content, answer.headers["Content-Type"], answer.headers["Cache-Control"]) == (
        200,
        b"ready\n",
        "text/plain; charset=utf-8",
        "no-store",
    )
    assert answer.cookies == {}


def test_it_costs_two_short_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    health.known_migrations()
    with django_assert_num_queries(2):
        assert health.why_not_ready() == ""


def test_a_missing_migration_is_said(client: Client) -> None:
    MigrationRecorder(connection).record_unapplied("ninety", "0001_people_and_matches")
    answer = client.get("/health/")
    assert (answer.status_code, answer.content, answer.headers["Retry-After"]) == (
        503,
        b"not ready: the database is not up to date, run migrate\n",
        "5",
    )


def test_a_migration_of_a_newer_release_is_none_of_our_business(client: Client) -> None:
    MigrationRecorder(connection).record_applied("ninety", "9999_from_the_future")
    assert client.get("/health/").status_code == 200


@pytest.mark.parametrize(
    "error", [OperationalError("password authentication failed for user 'ninety'"), OSError(5, "/secret/file")]
)
def test_a_database_that_is_away_is_said_without_a_secret(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(self: MigrationRecorder) -> None:
        raise error

    monkeypatch.setattr(MigrationRecorder, "applied_migrations", fail)
    answer = client.get("/health/")
    assert (answer.status_code, answer.content) == (503, b"not ready: the database does not answer\n")


def test_it_answers_under_any_name_and_without_https(client: Client, settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/health/", headers={"host": "10.9.8.7:1234"}).status_code == 200
    assert client.get("/about/", headers={"host": "localhost"}).status_code == 301


def test_it_only_tells(client: Client) -> None:
    assert client.head("/health/").content == b""
    answer = client.post("/health/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_it_is_asked_before_all_else() -> None:
    assert settings.MIDDLEWARE[0] == "ninety.health.Health"
    seen = list[WSGIRequest]()
    health.Health(seen.append)(RequestFactory().get("/health/more/"))  # type: ignore[arg-type]
    assert len(seen) == 1


@pytest.mark.django_db(transaction=True)
def test_a_server_answers_it_to_whoever_asks() -> None:
    with running() as server, closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as line:
        line.request("GET", "/health/", headers={"Host": "container"})
        answer = line.getresponse()
        assert (answer.status, answer.read()) == (200, b"ready\n")
        assert end(server) == (-signal.SIGTERM, "")


@pytest.mark.usefixtures("_forgotten")
def test_the_migrations_of_every_app_are_known() -> None:
    apps = {app for app, _ in health.known_migrations()}
    assert apps >= {"ninety", "trainer", "auth", "sessions"}
