"""Set up what every test stands on: a database of its own, quick passwords, and settings that need no files."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings
from django.utils import translation

from classrooms.selectors import demo
from ninety import catalogues
from tests.drawing import drawn_in_rust

BROWSER = Path(__file__).parent / "browser"


def pytest_configure(config: pytest.Config) -> None:
    """Serve static files from where they lie, and compile the translations; let no test fail for being slow."""
    catalogues.compile_stale()
    too_slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile("ninety", deadline=None, suppress_health_check=too_slow)
    hypothesis.settings.load_profile("ninety")
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    laid_out = tempfile.TemporaryDirectory()
    config.add_cleanup(laid_out.cleanup)
    settings.STATIC_ROOT = laid_out.name
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave the browser tests to a run that names them: their driver's event loop would disturb all others."""
    if collection_path == BROWSER and not any("browser" in argument for argument in config.args):
        return True
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure no coverage in benchmarks, whose frame it would break, and in tests that repeat what others measure."""
    for item in items:
        if "bench" in item.path.parts or item.get_closest_marker("repeats"):
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give this run a database of its own; SQLite's is a file, as only files have the journal that Ninety runs with."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        database["TEST"]["NAME"] = f"test_ninety_{os.getpid()}"


@pytest.fixture(scope="session", autouse=True)
def _drawn_in_rust(django_test_environment: None) -> Iterator[None]:
    """Prove with each page of each test that it is the same where Django draws it; on one database, to save time."""
    is_sqlite = settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
    with drawn_in_rust(compared=is_sqlite) if settings.IS_DRAWN_IN_RUST else nullcontext():
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Let each test begin in English: a request leaves its language behind in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def no_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages know already that the database is no demo, so that none of them has to ask."""
    monkeypatch.setitem(demo._known, "demo", False)
