"""What the environment may change, and what holds everywhere."""

import runpy
import stat
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from ninety import environment

FILE = Path(settings.BASE_DIR) / "ninety" / "settings.py"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start from an environment that sets nothing."""
    for name in environment.ASKED:
        monkeypatch.delenv(name, raising=False)


def read(monkeypatch: pytest.MonkeyPatch, **variables: str) -> dict[str, Any]:
    """Read the settings under some environment variables."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(FILE))


def test_a_school_needs_to_set_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch)
    database = found["DATABASES"]["default"]
    assert database["NAME"] == str(FILE.parent.parent / "ninety.sqlite3")
    assert database["CONN_MAX_AGE"] is None
    assert database["OPTIONS"] == {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON;",
    }
    assert (found["DEBUG"], found["TIME_ZONE"]) == (False, "UTC")
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]


def test_postgresql_keeps_its_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    database = read(monkeypatch, DATABASE_URL="postgres://ann@db:5433/ninety")["DATABASES"]["default"]
    assert {name: database[name] for name in ("ENGINE", "NAME", "USER", "HOST", "PORT")} == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "ninety",
        "USER": "ann",
        "HOST": "db",
        "PORT": 5433,
    }
    assert (database["CONN_MAX_AGE"], database["CONN_HEALTH_CHECKS"]) == (600, True)


@pytest.mark.parametrize(("https", "secure", "seconds"), [("0", False, 0), ("1", True, 365 * 24 * 60 * 60)])
def test_https_is_a_switch(monkeypatch: pytest.MonkeyPatch, https: str, secure: bool, seconds: int) -> None:
    found = read(monkeypatch, HTTPS=https)
    names = ["SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE"]
    assert [found[name] for name in names] == [secure] * 4
    assert found["SECURE_HSTS_SECONDS"] == seconds


def test_static_files_have_hashed_names_outside_of_development(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = read(monkeypatch)["STORAGES"]["staticfiles"]["BACKEND"]
    assert backend == "whitenoise.storage.CompressedManifestStaticFilesStorage"
    backend = read(monkeypatch, DEBUG="1")["STORAGES"]["staticfiles"]["BACKEND"]
    assert backend == "django.contrib.staticfiles.storage.StaticFilesStorage"


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    assert {source for sources in settings.SECURE_CSP.values() for source in sources} == {"'self'", "'none'"}
    closed = {name for name, sources in settings.SECURE_CSP.items() if sources == ["'none'"]}
    assert closed == {"default-src", "object-src", "base-uri", "frame-src", "frame-ancestors"}


def test_a_switch_is_on_or_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^HTTPS must be 1 or 0, not 'yes'.$"):
        read(monkeypatch, HTTPS="yes")


def test_a_list_is_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, ALLOWED_HOSTS=" ninety.school , 10.0.0.5,")["ALLOWED_HOSTS"] == [
        "ninety.school",
        "10.0.0.5",
    ]


def test_a_machine_keeps_a_secret_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret_key"
    first = environment.secret("SECRET_KEY", keep_in=file)
    assert (len(first), stat.S_IMODE(file.stat().st_mode)) == (67, 0o600)
    assert environment.secret("SECRET_KEY", keep_in=file) == first
    assert environment.secret("SECRET_KEY", keep_in=tmp_path / "other") != first
    assert sorted(path.name for path in file.parent.iterdir()) == ["secret_key"]


def test_a_secret_that_another_process_has_just_kept_is_used(tmp_path: Path) -> None:
    file = tmp_path / "secret_key"
    file.write_text("theirs")
    environment._keep("ours", file)
    assert environment.secret("SECRET_KEY", keep_in=file) == "theirs"


def test_a_secret_from_the_environment_is_kept_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert environment.secret("SECRET_KEY", keep_in=tmp_path / "secret_key") == "given"
    assert list(tmp_path.iterdir()) == []


def test_without_a_place_for_a_secret_it_must_be_given(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("in the way")
    with pytest.raises(ImproperlyConfigured, match=r"^Set SECRET_KEY, or let Ninety keep one of its own: "):
        environment.secret("SECRET_KEY", keep_in=tmp_path / "var" / "secret_key")
