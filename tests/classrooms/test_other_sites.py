"""Teachers sign in with Google or Microsoft where the operator has switched that on, and only there."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.classrooms.teaching import says


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return what a run with both sites has seen."""
    variables = os.environ | {
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('sites') / 'sites.sqlite3'}",
        "DEBUG": "1",
        "GOOGLE_CLIENT_ID": "google-id",
        "GOOGLE_CLIENT_SECRET": "google-secret",
        "MICROSOFT_CLIENT_ID": "microsoft-id",
        "MICROSOFT_CLIENT_SECRET": "microsoft-secret",
    }
    ran = subprocess.run(
        [
            sys.executable,
            "manage.py",
            "shell",
            "--no-imports",
            "-c",
            "from tests.classrooms.other_sites import main; main()",
        ],
        cwd=Path(settings.BASE_DIR),
        env=variables,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


def test_the_page_has_a_button_for_each_and_may_send_its_form_there(seen: dict[str, Any]) -> None:
    for name, host in (("Google", "https://accounts.google.com"), ("Microsoft", "https://login.microsoftonline.com")):
        assert f"Go on with {name}" in seen["page"]
        (targets,) = [part for part in seen["policy"].split("; ") if part.startswith("form-action")]
        assert host in targets.split()
        assert host not in seen["page"]
    assert seen["leaves_to"].startswith("https://accounts.google.com/")
    assert "google-secret" not in seen["page"] + seen["leaves_to"]


def test_whoever_comes_back_is_a_teacher(seen: dict[str, Any]) -> None:
    assert seen["led_to"] == "/classes/"
    assert seen["people"] == [["teacher", "Alice Jansen", "alice@school.example"]]
    assert "Google: alice@school.example" in seen["accounts"]


def test_a_closed_sign_up_is_closed_for_them_too(seen: dict[str, Any]) -> None:
    assert "Here one signs up by invitation." in seen["closed"]


def test_a_pupil_adds_no_account(seen: dict[str, Any]) -> None:
    assert (seen["pupil_led_to"], seen["accounts_of_pupil"]) == ("/account/login/", 0)


@pytest.mark.django_db
def test_without_their_keys_nothing_of_it_is_there() -> None:
    page = Client().get("/account/login/")
    assert ("Google" in says(page), "Microsoft" in says(page)) == (False, False)
    assert "form-action 'self';" in page.headers["Content-Security-Policy"] + ";"
    for address in ("google/login/", "microsoft/login/callback/", "other/", "other/signup/"):
        assert Client().get(f"/account/{address}").status_code == 404
