"""Find a Chromium for the browser tests, or install one."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

VARIABLE = "NINETY_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NoChromium(Exception):
    """Say how to get a Chromium."""


def ensure(say: Callable[[str], object] = print) -> str:
    """Give the path of a Chromium, after installing one where there is none. Raises NoChromium."""
    if found := find():
        return found
    for command in ways():
        say(f"Installing Chromium for the browser tests: {' '.join(command)} ...")
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        done = subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
        if not done.returncode and (found := find()):
            return found
    raise NoChromium(
        "The browser tests need Chromium, and it could be neither found nor installed. "
        f"Install it from your system's packages, or set {VARIABLE} to the path of the program."
    )


def find() -> str | None:
    """Find a Chromium: the one that is named, one on the PATH, or one that Playwright has downloaded."""
    if named := os.environ.get(VARIABLE):
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None) or of_playwright()


def of_playwright() -> str | None:
    """Find the Chromium that Playwright has downloaded."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return str(path) if path.exists() else None


def ways() -> list[list[str]]:
    """List the commands that may install Chromium here: of Debian, for root, and then of Playwright."""
    debian: list[list[str]] = []
    if shutil.which("apt-get") and os.geteuid() == 0:
        debian = [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]]
    return [*debian, [sys.executable, "-m", "playwright", "install", "chromium"]]
