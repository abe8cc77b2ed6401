"""A match of every preset, played to its end in Chromium by keyboard, with totals that are not right among the rest."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from playwright.sync_api import Page, expect

from ninety.engine.rulesets import PRESETS
from ninety.models import Match
from tests.browser.player import Player
from trainer.models import Answer


def open_match(page: Page, preset: str) -> None:
    """Set up a match of one's own on the page: two seats, two lives, bots that play at once, no guided turns."""
    page.goto("/play/")
    page.locator(f"input[name=preset][value={preset}]").check(force=True)
    page.locator("input[name=seats][value='2']").check(force=True)
    page.get_by_label("Begin with three guided turns").uncheck()
    page.get_by_text("Change the rules").click()
    page.get_by_label("Lives", exact=True).fill("2")
    page.get_by_text("Helps and bots").click()
    page.get_by_label("The bots play", exact=True).select_option("at once")
    page.get_by_role("button", name="Deal the cards").click()
    expect(page.locator("#table")).to_be_visible()


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_of_each_preset_to_its_end(page: Page, preset: str, tmp_path: Path) -> None:
    open_match(page, preset)
    player = Player(page, wrong=(False, True, False))
    player.play_to_the_end()
    match = Match.objects.get()
    assert match.rules["preset"] == preset
    first_tries = list(Answer.objects.filter(try_number=1).order_by("pk").values_list("announced", flat=True))
    assert first_tries == player.said

    page.get_by_role("link", name="Look at the match").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="record").click()
    file = tmp_path / "match.record.json"
    saved.value.save_as(file)
    assert replayed(file)[-1]["winners"] == match.state["winners"]
    marks = [(mark["step"], mark["announced"], mark["right"], mark["kinds"]) for mark in marked(file)]
    logged = Answer.objects.filter(try_number=1).order_by("pk")
    assert marks == list(logged.values_list("play_number", "announced", "right", "kinds"))


def replayed(file: Path) -> list[dict[str, object]]:
    return lines_of("replay", file)


def marked(file: Path) -> list[dict[str, object]]:
    return lines_of("mark", file)


def lines_of(command: str, file: Path) -> list[dict[str, object]]:
    """Run a command on a record and return what it prints; an error in the record fails the test."""
    printed = StringIO()
    try:
        call_command(command, str(file), stdout=printed)
    except (CommandError, SystemExit) as error:
        raise AssertionError(printed.getvalue()) from error
    return [json.loads(line) for line in printed.getvalue().splitlines()]
