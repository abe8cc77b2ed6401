"""Seats whose people are away, idle, handed over or gone, and tables that rest."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from ninety.models import Match, Table
from ninety.selectors import state_of
from ninety.services import (
    NotNow,
    arrive,
    ask_past,
    hand_over,
    note_presence,
    take_back,
)
from tests.factories import alice, bob, carol
from tests.trainer.tablemates import KEYS, Clock, Tablemates
from trainer.models import Answer
from trainer.services import (
    go_on,
    leave,
    run_due,
    step,
)

pytestmark = pytest.mark.django_db


def stay(match: Match) -> None:
    note_presence([seat.pk for seat in match.seats.all() if not seat.is_bot])


def test_where_nothing_is_due_the_database_is_asked_once_however_many_tables_there_are(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for tables in (1, 2, 3):
        Tablemates()
        assert Match.objects.filter(due_at__isnull=False).count() == tables
        with django_assert_num_queries(1):
            assert run_due() == 0


def test_a_bot_holds_the_seat_of_somebody_away_and_gives_it_back(clock: Clock) -> None:
    at = Tablemates(pace="fast")
    clock.shift(timedelta(seconds=60))
    for number in (1, 2):
        note_presence([at.seat(number).pk])
    clock.shift(timedelta(seconds=0.01))
    assert run_due() == 1
    assert at.seat(0).held == "away"
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    laid = at.fresh().committed
    assert laid is not None
    assert (laid["seat"], laid["by_bot"]) == (0, True)
    arrive(at.match.pk, alice())
    assert at.seat(0).held == ""
    assert at.page(alice()).context["turn"].step == "wait", "the bot ends the turn that it began"
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    assert at.fresh().steps == 1
    assert Answer.objects.count() == 0
    assert "announced" not in at.match.actions.get(number=1).data


def test_a_bot_ends_the_turn_of_a_card_that_somebody_left_lying(clock: Clock) -> None:
    at = Tablemates(pace="fast")
    at.lay(0, "8H")
    at.say(0, 46)
    for seconds in (59, 2, 1):
        clock.shift(timedelta(seconds=seconds))
        for number in (1, 2):
            note_presence([at.seat(number).pk])
        run_due()
    assert at.total == 56
    assert at.answers() == [(0, "player", 46, False)]
    assert at.match.actions.get(number=1).data == {"seat": 0, "card": "8H", "announced": 46}


def test_a_table_where_all_are_gone_rests_until_one_is_back(clock: Clock) -> None:
    at = Tablemates(choosing_limit=90)
    clock.shift(timedelta(seconds=60.5))
    assert run_due() == 0
    assert at.fresh().due_at is None
    clock.shift(timedelta(days=1))
    assert run_due() == 0
    arrive(at.match.pk, bob())
    due = at.fresh().due_at
    assert due is not None
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    assert at.seat(0).held == "away", "the others are still gone"


def test_an_outage_of_the_server_takes_nobodys_time_or_seat(clock: Clock) -> None:
    at = Tablemates(choosing_limit=30)
    clock.shift(timedelta(minutes=10))
    assert run_due() == 0
    assert [seat.held for seat in at.match.seats.all()] == ["", "", ""]
    clock.shift(timedelta(seconds=31))
    assert run_due() == 0
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    laid = at.fresh().committed
    assert laid is not None
    assert laid["time_was_up"]


def test_somebody_who_does_nothing_can_be_asked_past_after_two_minutes(clock: Clock) -> None:
    at = Tablemates()
    with pytest.raises(NotNow):
        ask_past(at.seat(1), version=0, key=next(KEYS))
    clock.shift(timedelta(minutes=2))
    stay(at.match)
    with pytest.raises(NotNow):
        ask_past(at.seat(0), version=at.fresh().version, key=next(KEYS))
    ask_past(at.seat(1), version=at.fresh().version, key=next(KEYS))
    assert at.fresh().committed["by_bot"]  # type: ignore[index]
    clock.shift(timedelta(seconds=3))
    assert run_due() == 1
    assert (at.match.actions.count(), Answer.objects.count()) == (2, 0)
    assert at.seat(0).held == "", "only this turn"


def test_the_opener_hands_a_seat_over_and_its_person_takes_it_back() -> None:
    at = Tablemates()
    with pytest.raises(NotNow):
        hand_over(alice(), at.match, 1, version=0, key=next(KEYS))
    table = Table.objects.create(code="BCDFGH", opener=alice(), settings={}, seat_count=3)
    Match.objects.filter(pk=at.match.pk).update(table=table)
    with pytest.raises(NotNow):
        hand_over(carol(), at.match, 1, version=0, key=next(KEYS))
    hand_over(alice(), at.match, 1, version=0, key=next(KEYS))
    assert at.page(bob()).context["turn"].step == "held"
    assert at.seat(1).held == "handed-over", "looking is not taking back"
    take_back(at.seat(1), version=at.fresh().version, key=next(KEYS))
    assert at.page(bob()).context["turn"].step == "wait"


def test_leaving_lets_the_others_play_on() -> None:
    at = Tablemates()
    leave(at.seat(0), key=next(KEYS))
    assert at.fresh().ended_at is None
    assert state_of(at.match).turn == 1
    leave(at.seat(1), key=next(KEYS))
    assert state_of(at.fresh()).winners == (2,)


def test_nobody_is_hurried_where_others_sit_at_devices_of_their_own() -> None:
    at = Tablemates(people=[alice(), bob()])
    at.lay(0, "8H")
    at.say(0, 56)
    at.lay(1, "7H")
    at.say(1, 63)
    with pytest.raises(NotNow):
        step(at.seat(0), version=at.fresh().version, key=next(KEYS))


def test_nobody_gains_time_by_saying_again_that_something_was_read(clock: Clock) -> None:
    at = Tablemates(computing_limit=20)
    at.lay(0, "8H")
    since = at.fresh().step_since
    clock.shift(timedelta(seconds=15))
    go_on(at.seat(0), play_number=999, key=next(KEYS))
    assert at.fresh().step_since == since
    clock.shift(timedelta(seconds=7))
    assert run_due() == 1
    assert at.answers() == [(0, "player", None, False)]
