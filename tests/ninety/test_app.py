"""What a device is told to install and to keep of Ninety."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse

from ninety.engine.rulesets import PRESETS
from ninety.views.app import ACT, PAPER, kept_pages

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "drills"), [("en", "Drills"), ("es", "Ejercicios"), ("nl", "Oefeningen")])
def test_it_can_be_installed(client: Client, language: str, drills: str) -> None:
    response = client.get("/manifest.webmanifest", headers={"accept-language": language})
    manifest = response.json()

    assert response["Content-Type"] == "application/manifest+json"
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Ninety", "/", "standalone")
    assert (manifest["lang"], manifest["shortcuts"]) == (language, [{"name": drills, "url": "/drills/"}])
    assert all(find(icon["src"].removeprefix("/static/")) for icon in manifest["icons"])
    assert [icon.get("purpose") for icon in manifest["icons"]] == [None, None, None, "maskable"]


def test_its_colours_are_those_of_the_pages() -> None:
    light = Path(str(find("ninety/ninety.css"))).read_text().split("prefers-color-scheme", 1)[0]
    colours = dict(re.findall(r"--(paper|act): (#\w+);", light))
    assert colours == {"paper": PAPER, "act": ACT}


def test_the_worker_keeps_pages_that_are_the_same_for_everybody(client: Client) -> None:
    response = client.get("/service-worker.js")
    told, script = response.content.decode().splitlines()

    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert "no-store" in response["Cache-Control"]
    assert script == 'importScripts("/static/ninety/service-worker.js");'
    assert json.loads(told.removeprefix("self.NINETY = ").removesuffix(";"))["pages"] == kept_pages()
    assert {reverse("offline"), *(f"/rules/{preset}/" for preset in PRESETS)} <= set(kept_pages())
    assert {client.get(page).status_code for page in kept_pages()} == {200}


def test_a_fragment_says_which_release_it_is_of(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninety.release.staticfiles_storage.manifest_hash", "today", raising=False)
    assert client.get("/", headers={"hx-request": "true"})["Ninety-Release"] == "today"
    assert "Ninety-Release" not in client.get("/")
