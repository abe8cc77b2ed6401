"""Time limits of a turn and of a match: server time, and exactly one outcome."""

from datetime import datetime, timedelta

import pytest
import time_machine

from ninety.selectors import state_of
from ninety.services import arrive
from tests.factories import bob, seated_match
from tests.trainer.player import Player, answers, player
from trainer.models import Answer, Judgement
from trainer.services import announce_total, run_due

pytestmark = pytest.mark.django_db


def test_the_time_to_compute_runs_out_once() -> None:
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = player(computing_limit=10)
        at.lay("8H")
        clock.shift(timedelta(seconds=11))
        seen = at.seen
        announce_total(at.seat, 56, **seen)
        assert answers() == [(1, 1, 56, True)], "an answer on its way is taken for two seconds more"
        other = player(computing_limit=10)
        other.lay("8H")
        clock.shift(timedelta(seconds=12))
        other.say(56)
    assert list(Answer.objects.filter(match=other.match).values_list("announced", "right", "kinds")) == [
        (None, False, ["no-answer"])
    ]
    assert other.total == 56
    assert other.match.actions.get(number=1).data == {"seat": 0, "card": "8H", "announced": None}


def test_no_answer_costs_no_life() -> None:
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = player(computing_limit=10, penalty=True)
        at.lay("8H")
        clock.shift(timedelta(seconds=12))
        run_due()
    at.match.refresh_from_db()
    assert state_of(at.match).lives == (3, 3)


def test_the_time_to_choose_lays_a_card_that_the_person_still_announces() -> None:
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = player(choosing_limit=10)
        clock.shift(timedelta(seconds=12))
        run_due()
        at.match.refresh_from_db()
        committed = at.committed
        assert committed["seat"] == 0
        assert run_due() == 0
        change = {"8H": 8, "KS": 0, "TD": committed["choice"]}[committed["card"]]
        at.say(48 + change)
    assert Answer.objects.get().right


def test_the_time_to_choose_books_a_bust_where_nothing_fits() -> None:
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = Player(seated_match(bob(), ["8H QS JD", "7H 8S 2D"], total=95, choosing_limit=10))
        clock.shift(timedelta(seconds=12))
        run_due()
    at.match.refresh_from_db()
    assert state_of(at.match).lives == (2, 3)
    assert Judgement.objects.count() == 0


def test_the_match_clock_waits_a_little_for_a_total_and_stands_still_while_the_table_rests() -> None:
    speed = {"preset": "speed-98", "set": {"clock": 90}}
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = Player(seated_match(bob(), ["8H KS TD 2S", "7H 8S 2D 3C"], rules=speed))
        clock.shift(timedelta(seconds=60, milliseconds=1))
        assert run_due() == 0
        clock.shift(timedelta(days=1))
        arrive(at.match.pk, at.seat.person)
        at.lay("8H")
        assert at.match.ended_at is None, "a day away counts as the minute before it was noticed"
        clock.shift(timedelta(seconds=35))
        at.say(8)
        assert answers() == [(1, 1, 8, True)]
        at.wait()
    at.match.refresh_from_db()
    assert at.match.ended_at == datetime.fromisoformat("2026-12-01T10:01:35.001+00:00")
    assert at.match.actions.latest("number").data == {"clock": True}
    assert state_of(at.match).winners == (0, 1)


def test_time_up_ends_the_turn_with_what_was_said_first() -> None:
    speed = {"preset": "speed-98"}
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = Player(seated_match(bob(), ["8H KS TD 2S", "7H 8S 2D 3C"], rules=speed))
        at.lay("8H")
        clock.shift(timedelta(seconds=59))
        at.say(9)
        clock.shift(timedelta(seconds=12))
        run_due()
    assert [action.data for action in at.match.actions.all()][1:] == [
        {"seat": 0, "card": "8H", "announced": 9},
        {"clock": True},
    ]
