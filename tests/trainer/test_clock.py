"""Somebody sets the clock of the server while people play: nobody loses a turn, and no page fails."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from ninety.keeping.invariants import Verification
from ninety.models import Match, Seat
from ninety.selectors import is_present, state_of
from tests.factories import bob, carol, live_match, signed_in
from trainer.models import Answer
from trainer.services import announce_total, commit_play, run_due

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "8D 8S 2D", "7H 7S 3D"]
JUMPS = [timedelta(hours=hours) for hours in (-24 * 400, -24, -1, 1, 24, 24 * 300)]


def waiting_for_a_bot(**table: Any) -> Match:
    """Open a match of Bob and Carol in which a bot is to play after Carol."""
    match = live_match([bob(), carol()], HANDS, total=40, **table)
    for number in (0, 1):
        seat = Seat.objects.select_related("user").get(match=match, number=number)
        match.refresh_from_db()
        card = state_of(match).hands[number][0]
        commit_play(seat, card, None, version=match.version, key=f"{number}a")
        match.refresh_from_db()
        announce_total(seat, 48 + 8 * number, version=match.version, key=f"{number}b")
    match.refresh_from_db()
    return match


@pytest.mark.parametrize("jump", JUMPS, ids=str)
def test_a_bot_plays_within_seconds_whatever_the_time_of_day(jump: timedelta) -> None:
    match = waiting_for_a_bot()
    then = timezone.now() + jump
    for second in range(10):
        run_due(then + timedelta(seconds=second))
    match.refresh_from_db()
    assert match.steps == 3
    assert all(is_present(match, seat, then) for seat in match.seats.filter(user__isnull=False))
    assert list(Verification().faults()) == []


def test_a_limit_begins_anew_when_the_clock_was_set() -> None:
    match = live_match([bob(), carol()], HANDS[:2], choosing_limit=30)
    for jump in (timedelta(hours=1), timedelta(hours=-1)):
        then = timezone.now() + jump
        run_due(then)
        match.refresh_from_db()
        assert (match.step_since, match.committed, match.version) == (then, None, 0)


def test_machines_whose_clocks_differ_a_little_do_not_disturb_each_other() -> None:
    match = waiting_for_a_bot()
    since = match.step_since
    run_due(timezone.now() - timedelta(seconds=20))
    match.refresh_from_db()
    assert match.step_since == since


@pytest.mark.parametrize("jump", JUMPS, ids=str)
def test_pages_work_and_answers_are_taken_whatever_the_time_of_day(jump: timedelta) -> None:
    match = live_match([bob(), carol()], HANDS[:2], total=40)
    browser = signed_in(bob())
    with time_machine.travel(timezone.now() + jump, tick=True):
        pages = ["/", "/progress/", f"/match/{match.slug}/", "/health/"]
        assert [browser.get(page).status_code for page in pages] == [200] * 4
        run_due()
        match.refresh_from_db()
        laid = {"version": match.version, "tries": 0, "key": "0" * 16, "card": "8H"}
        assert browser.post(f"/match/{match.slug}/play/", laid).status_code == 302
        match.refresh_from_db()
        said = {"version": match.version, "tries": 0, "key": "1" * 16, "total": "48"}
        assert browser.post(f"/match/{match.slug}/announce/", said).status_code == 302
    answer = Answer.objects.get()
    # Whoever was choosing while the clock was set forward seems to have taken long, a day at the most.
    assert (answer.right, answer.choosing_ms <= 86_400_000, answer.computing_ms < 60_000) == (True, True, True)
