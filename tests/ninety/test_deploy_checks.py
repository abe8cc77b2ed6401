"""`check --deploy` finds every setting that is unsafe or not in effect, and is silent where all is well."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core import checks
from django.core.management import call_command
from django.db import OperationalError, connection
from pytest_django import Settings

from ninety import streams
from ninety.checks import deploying
from ninety.checks.sqlite import read_back

pytestmark = pytest.mark.django_db

SAFE = {
    "DEBUG": False,
    "SECRET_KEY": "qWe4-rTy5_uIo6.pAs7,dFg8;hJk9:lZx0!cVb1?nMq2+wEr3*tYu",
    "ALLOWED_HOSTS": ["ninety.school"],
    "HTTPS": True,
    "PROXIES": ["127.0.0.1/32"],
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "LANGUAGE_COOKIE_SECURE": True,
    "SECURE_SSL_REDIRECT": True,
    "SECURE_HSTS_SECONDS": 31536000,
    "PRIVACY_CONTACT": "office@ninety.school",
}


@pytest.fixture(autouse=True)
def _safe(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start from a deployment that is as it should be."""
    monkeypatch.setenv("SECRET_KEY", str(SAFE["SECRET_KEY"]))
    monkeypatch.delenv("WEB_CONCURRENCY", raising=False)
    for name, value in SAFE.items():
        setattr(settings, name, value)
    if connection.vendor == "sqlite":
        Path(connection.settings_dict["NAME"]).chmod(0o600)


def found() -> list[str]:
    """Give the ids of what the checks of safety find, ours and Django's."""
    run = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True)
    return [str(message.id) for message in run if not message.is_silenced()]


def test_nothing_is_found_where_all_is_well() -> None:
    assert found() == []
    call_command("check", "--deploy", "--tag", "security", "--fail-level", "WARNING")


@pytest.mark.parametrize(
    ("name", "value", "ids"),
    [
        ("DEBUG", True, ["ninety.E010"]),
        ("SECRET_KEY", "short", ["ninety.E011"]),
        ("SECRET_KEY", "ab" * 40, ["ninety.E011"]),
        ("SECRET_KEY", f"django-insecure-{SAFE['SECRET_KEY']}", ["ninety.E011"]),
        ("ALLOWED_HOSTS", ["*"], ["ninety.E013"]),
        ("ALLOWED_HOSTS", ["ninety.school", "*"], ["ninety.E013"]),
        ("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"], ["ninety.W013"]),
        ("SESSION_COOKIE_SECURE", False, ["ninety.E014"]),
        ("CSRF_COOKIE_SECURE", False, ["ninety.E014"]),
        ("LANGUAGE_COOKIE_SECURE", False, ["ninety.E014"]),
        ("SECURE_SSL_REDIRECT", False, ["ninety.E014"]),
        ("HTTPS", False, ["ninety.W014"]),
        ("PRIVACY_CONTACT", "", ["ninety.W024"]),
        ("PROXIES", [], ["ninety.E015"]),
        ("PROXIES", ["0.0.0.0/0"], ["ninety.E016"]),
        ("PROXIES", ["127.0.0.1/32", "::/0"], ["ninety.E016"]),
        ("SESSION_COOKIE_HTTPONLY", False, ["ninety.E020"]),
        ("SESSION_COOKIE_SAMESITE", "None", ["ninety.E020"]),
        ("CSRF_TRUSTED_ORIGINS", ["http://ninety.school"], ["ninety.E021"]),
    ],
)
def test_a_setting_that_is_unsafe_is_found(settings: Settings, name: str, value: Any, ids: list[str]) -> None:
    setattr(settings, name, value)
    assert [each for each in found() if each.startswith("ninety")] == ids


def test_a_secret_that_others_can_read_is_found(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY")
    settings.BASE_DIR = tmp_path
    (tmp_path / "var").mkdir()
    kept = tmp_path / "var" / "secret_key"
    kept.write_text(str(SAFE["SECRET_KEY"]))
    kept.chmod(0o644)
    on_many = [] if connection.vendor == "sqlite" else ["ninety.W011"]
    assert found() == ["ninety.E012", *on_many]
    kept.chmod(0o600)
    assert found() == on_many


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about a file")
def test_a_database_that_others_can_read_is_found() -> None:
    Path(connection.settings_dict["NAME"]).chmod(0o644)
    assert found() == ["ninety.W023"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HEADERS", [(b"cache-control", b"no-store, no-transform")]),
        ("HEADERS", [(b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]),
        ("is_stream", lambda path: False),
    ],
)
def test_streams_that_are_not_let_alone_are_found(monkeypatch: pytest.MonkeyPatch, name: str, value: Any) -> None:
    monkeypatch.setattr(streams, name, value)
    assert found() == ["ninety.E017"]


def test_streams_that_go_through_the_compression_of_pages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deploying, "A_STREAM", "/about/")
    assert found() == ["ninety.E017"]


def test_several_processes_on_sqlite_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "4")
    assert found() == (["ninety.E018"] if connection.vendor == "sqlite" else [])


def test_how_the_database_keeps_what_it_has_is_asked_of_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor == "sqlite":
        assert read_back(connection) == []
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "transaction_mode", "DEFERRED")
        assert found() == ["ninety.E004"]
    else:
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = off")
        assert found() == ["ninety.E019"]


def test_a_database_that_does_not_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(deploying, "read_back", fail)
    monkeypatch.setattr(connection, "cursor", fail)
    assert [message.id for message in deploying.database()] == ["ninety.E022"]


def test_https_without_a_proxy_is_found_before_serving(settings: Settings) -> None:
    settings.PROXIES = []
    assert "ninety.E015" in [message.id for message in checks.run_checks()]


def test_each_says_what_is_so_and_what_to_do(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every id of the module is used once, and every message is a sentence with a hint."""
    source = Path(deploying.__file__).read_text()
    ids = re.findall(r'id="(ninety\.[EW]\d+)"', source)
    assert len(ids) == len(set(ids))
    settings.DEBUG, settings.SECRET_KEY, settings.ALLOWED_HOSTS, settings.PROXIES = True, "short", ["*"], []
    run = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True)
    messages = [each for each in run if not each.is_silenced()]
    assert len(messages) == 4
    assert [str(each.msg) for each in messages if not each.msg.endswith(".") or not each.hint] == []
