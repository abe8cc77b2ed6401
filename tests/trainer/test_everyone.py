"""Everyone computes: sealed totals, and a reveal that waits for nobody for long."""

from datetime import timedelta

import pytest

from ninety.services import (
    NotNow,
    note_presence,
)
from tests.factories import bob, carol
from tests.trainer.tablemates import KEYS, Clock, Tablemates
from trainer.models import Answer
from trainer.services import (
    Revealed,
    announce_total,
    check,
    run_due,
)

pytestmark = pytest.mark.django_db


def test_the_reveal_waits_for_those_who_compute_along(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 56)
    at.say(0, 56)
    assert at.phase == "answered"
    assert at.total == 48
    clock.shift(timedelta(seconds=3))
    at.check(2, 46)
    assert (at.phase, at.total) == ("", 56)
    assert at.answers() == [(1, "checker", 56, True), (0, "player", 56, True), (2, "checker", 46, False)]
    assert Answer.objects.get(role="checker", user=carol()).computing_ms == 3000


def test_the_reveal_comes_at_once_when_all_were_quicker_than_the_player() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 56)
    at.check(2, 56)
    at.say(0, 56)
    assert at.total == 56


def test_the_reveal_waits_no_longer_than_is_set(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True, reveal_wait=8)
    at.lay(0, "8H")
    at.say(0, 56)
    clock.shift(timedelta(seconds=7.9))
    assert run_due() == 0
    clock.shift(timedelta(seconds=0.1))
    assert run_due() == 1
    assert at.total == 56
    assert at.answers() == [(0, "player", 56, True)], "whoever was not ready has made no mistake"
    with pytest.raises(Revealed):
        check(at.seat(1), 56, play_number=1)


def test_a_check_is_given_once_and_by_nobody_for_the_own_card() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 46)
    with pytest.raises(NotNow):
        at.check(1, 56)
    with pytest.raises(NotNow):
        at.check(0, 56)
    assert at.answers() == [(1, "checker", 46, False)]


def test_checks_refuse_neither_each_other_nor_the_player() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    version = at.fresh().version
    at.check(1, 56)
    assert at.fresh().version == version
    announce_total(at.seat(0), 56, version=version, key=next(KEYS))
    assert at.phase == "answered"


def test_the_others_are_not_told_that_a_total_was_said_before_they_may_know_it(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 56)
    version, shown = at.fresh().version, at.page(bob()).context["turn"].status
    at.say(0, 56)
    assert (at.fresh().version, at.phase) == (version, "answered")
    assert at.page(bob()).context["turn"].status == shown == "The total comes soon."
    at.check(2, 56)
    assert (at.fresh().version, at.phase) == (version + 1, "")


def test_nor_are_they_told_that_a_bot_has_said_one(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True, people=[bob(), carol()])
    at.lay(0, "8H")
    at.say(0, 56)
    at.check(1, 56)
    at.lay(1, "7H")
    at.say(1, 63)
    at.check(0, 63)
    clock.shift(timedelta(seconds=5))
    assert run_due() == 1
    assert at.phase == "laid"
    version = at.fresh().version
    clock.shift(timedelta(seconds=5))
    run_due()
    assert (at.phase, at.fresh().version) == ("answered", version)


def test_nobody_waits_for_somebody_who_is_away_or_for_whom_a_bot_plays(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True)
    clock.shift(timedelta(seconds=61))
    for number in (0, 1):
        note_presence([at.seat(number).pk])
    at.lay(0, "8H")
    at.check(1, 56)
    at.say(0, 56)
    assert at.total == 56


def test_without_everyone_computes_nobody_else_answers() -> None:
    at = Tablemates()
    at.lay(0, "8H")
    with pytest.raises(NotNow):
        at.check(1, 56)


def test_what_a_check_was_stays_on_the_own_page_and_unmarked_until_the_reveal() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    assert at.page(bob()).context["turn"].step == "check"
    at.check(1, 46)
    mine = at.page(bob()).context["turn"]
    assert (mine.step, mine.my_check, mine.explanation, mine.said_right) == ("wait", "46", None, None)
    assert at.page(carol()).context["turn"].step == "check"
    at.check(2, 56)
    at.say(0, 56)
    assert at.page(bob()).context["turn"].explanation.announced == "46"
    assert at.page(carol()).context["turn"].said_right == "48 + 8 = 56"
