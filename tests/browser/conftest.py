"""Open Ninety in Chromium, served as it is in a school: by uvicorn, with hashed static files, over a real database."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from django.test.utils import override_settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django import DjangoDbBlocker

from ninety import chromium, server
from tests.browser.devices import Devices, watch

# Playwright keeps an event loop running in this thread, where Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

QUIET = ["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
ROOTED = ["--no-sandbox", "--disable-dev-shm-usage"]


@pytest.fixture(scope="session")
def served(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """Serve Ninety in a thread for the whole session, and give the address without a slash at its end."""
    production = override_settings(
        STATIC_ROOT=tmp_path_factory.mktemp("static"),
        STORAGES={"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}},
        WHITENOISE_AUTOREFRESH=False,
        WHITENOISE_USE_FINDERS=False,
    )
    with production, django_db_blocker.unblock(), server.bind(port=0) as listener:
        call_command("collectstatic", interactive=False, verbosity=0)
        running = server.Server(server.config())
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            wait_until(lambda: running.started or not thread.is_alive())
            yield server.address(listener).rstrip("/")
        finally:
            running.should_exit = True
            thread.join()


def wait_until(happened: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something to become true, and fail when it does not."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@pytest.fixture
def live(served: str, transactional_db: None) -> str:
    """Give the address of a running Ninety with an empty database."""
    return served


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start Chromium once. `manage.py test` has installed it; by itself pytest takes the one that it finds."""
    program = chromium.find()
    assert program, "There is no Chromium: run `python3 manage.py test` once."
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=program, args=QUIET + (ROOTED if os.geteuid() == 0 else [])
        )
        # What a worker fetches a test neither sees nor holds up: those of the app let it in.
        started.new_context = partial(started.new_context, service_workers="block")  # type: ignore[method-assign]
        yield started
        started.close()


@pytest.fixture
def context(browser: Browser, live: str) -> Iterator[BrowserContext]:
    """Open a fresh browser profile, as of one person: English, a small laptop."""
    opened = browser.new_context(base_url=live, locale="en", viewport={"width": 1280, "height": 800})
    opened.set_default_timeout(10_000)
    yield opened
    opened.close()


@pytest.fixture
def faults() -> list[str]:
    """Collect what goes wrong in the page of a test, which may clear the list of what it has provoked."""
    return []


@pytest.fixture
def page(context: BrowserContext, faults: list[str]) -> Iterator[Page]:
    """Open a page that fails the test on any error in its scripts, its console or its content security policy."""
    opened = context.new_page()
    watch(opened, faults)
    yield opened
    assert faults == []


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Give a function that fails on any barrier for people with disabilities that axe finds in a page."""

    def check(page: Page) -> None:
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()

    return check


@pytest.fixture
def devices(browser: Browser, live: str, faults: list[str]) -> Iterator[Devices]:
    """Give a way to open devices; errors in their pages fail the test."""
    opened = Devices(browser, live, faults)
    yield opened
    for page in opened.opened:
        page.context.close()
    assert faults == []
