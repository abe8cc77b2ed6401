"""Matches that are steered from outside: paused, closed, joined late."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from ninety.broadcast import match_topic, room_topic
from ninety.engine.cards import Card
from ninety.models import Match, Seat
from ninety.selectors import moment_of, room_version, state_of
from ninety.services import (
    NotNow,
    TableSettings,
    changing,
    close_by,
    hold_seat,
    open_room,
    open_table,
    pause,
    resume,
    room_changed,
    start_match,
    take_bots_seat,
    take_place,
)
from tests.factories import alice, bob, carol, live_match, mallory
from trainer.models import Answer
from trainer.services import announce_total, check, commit_play, run_due

pytestmark = pytest.mark.django_db
HANDS = ["4C 6C 7C 8C", "5D 6D 7D 8D", "5H 6H 7H 8H"]
NINETY_EIGHT = {"preset": "ninety-eight"}


@pytest.fixture
def match():
    """Give a match of Bob, who leads at 40, and Carol against one bot, with limits of a minute."""
    return live_match([bob(), carol()], HANDS, rules=NINETY_EIGHT, total=40, choosing_limit=60, computing_limit=60)


def seat_of(match, number=0):
    return Seat.objects.select_related("user").get(match=match, number=number)


def again(match):
    return Match.objects.get(pk=match.pk)


def lay(match, card="4C"):
    return commit_play(seat_of(match), Card(card), None, version=again(match).version, key="")


def test_a_paused_match_takes_nothing_and_nothing_falls_due(match):
    pause(match.pk, timezone.now())
    assert again(match).due_at is None
    with pytest.raises(NotNow):
        lay(match)
    later = timezone.now() + timedelta(minutes=30)
    assert run_due(later) == 0
    assert again(match).ended_at is None


def test_after_a_pause_the_turn_goes_on_as_if_it_had_not_been(match):
    lay(match)
    now = again(match).step_since
    pause(match.pk, now + timedelta(seconds=5))
    resume(match.pk, now + timedelta(minutes=20))
    assert again(match).step_since == now + timedelta(minutes=20) - timedelta(seconds=5)
    assert 5000 <= again(match).clock_used_ms < 10000
    Match.objects.filter(pk=match.pk).update(step_since=timezone.now() - timedelta(seconds=7))
    announce_total(seat_of(match), 44, version=again(match).version, key="")
    assert 7000 <= Answer.objects.get().computing_ms < 9000


def test_a_wait_of_the_others_is_as_long_after_a_pause(match):
    Match.objects.filter(pk=match.pk).update(everyone_computes=True)
    lay(match)
    announce_total(seat_of(match), 44, version=again(match).version, key="")
    before = again(match).committed["until"]
    now = timezone.now()
    pause(match.pk, now)
    resume(match.pk, now + timedelta(minutes=1))
    after = again(match).committed["until"]
    assert datetime.fromisoformat(after) - datetime.fromisoformat(before) == timedelta(minutes=1)


def test_pausing_twice_and_going_on_twice_change_nothing_more(match):
    now = timezone.now()
    pause(match.pk, now)
    version = again(match).version
    pause(match.pk, now + timedelta(seconds=1))
    assert (again(match).version, again(match).paused_at) == (version, now)
    resume(match.pk, now)
    version = again(match).version
    resume(match.pk, now)
    assert again(match).version == version


def test_a_match_closes_after_the_turn_that_stands(match):
    lay(match)
    close_by(match.pk, timezone.now(), timezone.now())
    assert again(match).ended_at is None
    announce_total(seat_of(match), 44, version=again(match).version, key="")
    ended = again(match)
    assert ended.ended_at is not None
    assert (ended.steps, ended.state["total"]) == (1, 44)
    assert Answer.objects.get().right


def test_a_match_with_a_clock_closes_by_it_and_has_winners():
    match = live_match([bob()], HANDS[:2], rules=NINETY_EIGHT | {"set": {"clock": 480}}, total=40)
    close_by(match.pk, timezone.now(), timezone.now())
    lay(match)
    announce_total(seat_of(match), 44, version=again(match).version, key="")
    assert state_of(again(match)).over
    assert state_of(again(match)).winners == (0, 1)


def test_whoever_does_not_finish_the_last_turn_is_waited_for_a_minute(match):
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(choosing_limit=0, computing_limit=0)
    lay(match)
    close_by(match.pk, now, now)
    Seat.objects.filter(match=match).update(seen_at=now + timedelta(seconds=61))
    run_due(now + timedelta(seconds=59))
    assert again(match).ended_at is None
    run_due(now + timedelta(seconds=61))
    ended = again(match)
    assert ended.ended_at is not None
    assert (ended.committed, ended.state["total"]) == (None, 44)
    assert not Answer.objects.exists()


def test_a_match_at_which_nobody_is_closes_at_once(match):
    Seat.objects.filter(match=match).update(seen_at=timezone.now() - timedelta(hours=1))
    Match.objects.filter(pk=match.pk).update(due_at=None)
    close_by(match.pk, timezone.now(), timezone.now())
    assert again(match).ended_at is not None


def test_a_time_to_close_can_be_put_off(match):
    later = timezone.now() + timedelta(minutes=5)
    close_by(match.pk, later, timezone.now())
    assert again(match).closes_at == later
    close_by(match.pk, None, timezone.now())
    assert again(match).closes_at is None
    lay(match)
    announce_total(seat_of(match), 44, version=again(match).version, key="")
    assert again(match).ended_at is None


def test_who_comes_late_takes_the_place_of_a_bot_with_its_cards():
    match = live_match([bob()], HANDS, rules=NINETY_EIGHT, total=40)
    hands = match.state["hands"]

    def number_of(person):
        """Give the number of the seat that somebody has after coming late, None where there was none."""
        take_bots_seat(match.pk, person, person.display_name, timezone.now())
        return Seat.objects.filter(match=match, user=person).values_list("number", flat=True).first()

    assert number_of(carol()) == 1
    seat = seat_of(match, 1)
    assert (seat.name, seat.is_bot) == ("Carol", False)
    assert again(match).state["hands"] == hands
    version = again(match).version
    assert number_of(carol()) == 1
    assert again(match).version == version
    assert number_of(alice()) == 2
    assert number_of(mallory()) is None


def test_a_bot_plays_on_for_whoever_is_taken_away(match):
    hold_seat(match.pk, bob(), timezone.now())
    assert seat_of(match).held == Seat.Held.HANDED_OVER
    with pytest.raises(NotNow):
        lay(match)


def test_whoever_follows_a_room_hears_of_each_play_at_its_tables(monkeypatch):
    room = open_room()
    table = open_table(TableSettings(NINETY_EIGHT), 2, "steady", alice(), None, room=room)
    take_place(table, bob(), "Bob")
    match = start_match(table, alice(), None)
    before, heard = room_version(room.pk), []
    monkeypatch.setattr("ninety.services.changes.publish", lambda *notice, **_kind: heard.append(notice))
    now = timezone.now() + timedelta(seconds=1)
    with changing(match.pk, version=None, now=now) as change:
        change.restart_step()
    assert heard == [(match_topic(match.pk), 1), (room_topic(room.pk), moment_of(now))]
    assert before is not None
    assert before < moment_of(now)
    assert room_version(room.pk) == moment_of(now)


def test_whoever_follows_a_room_hears_of_answers_that_the_table_does_not_see(match, monkeypatch):
    room, heard = open_room(), []
    Match.objects.update(table=open_table(TableSettings(NINETY_EIGHT), 3, "steady", alice(), None, room=room))
    Match.objects.update(everyone_computes=True)
    lay(match)
    monkeypatch.setattr("ninety.services.changes.publish", lambda *notice, **_kind: heard.append(notice))
    before = again(match).version
    check(seat_of(match, 1), 44, play_number=1)
    announce_total(seat_of(match), 45, version=before, key="")
    assert Answer.objects.count() == 2
    assert again(match).version == before
    assert [topic for topic, _moment in heard] == [room_topic(room.pk)] * 2
    assert room_version(room.pk) == heard[-1][1]


@pytest.mark.parametrize(
    ("happens", "quiet"),
    [
        (lambda change: change.restart_step(), True),
        (lambda change: change.hold(change.seat(0), Seat.Held.AWAY), False),
        (lambda change: change.close(), False),
    ],
)
def test_whoever_waits_in_a_room_hears_of_seats_and_of_ends_and_of_no_play(match, monkeypatch, happens, quiet):
    room, heard = open_room(), []
    Match.objects.update(table=open_table(TableSettings(NINETY_EIGHT), 3, "steady", alice(), None, room=room))
    monkeypatch.setattr("ninety.services.changes.publish", lambda *notice, **kind: heard.append((notice, kind)))
    with changing(match.pk, version=None) as change:
        happens(change)
    assert [kind for (topic, _moment), kind in heard if topic == room_topic(room.pk)] == [{"quiet": quiet}]


def test_a_room_never_seems_older_than_it_was(match):
    room, now = open_room(), timezone.now() + timedelta(seconds=1)
    for moment in (now, now - timedelta(milliseconds=300)):
        room_changed(room.pk, moment)
        assert room_version(room.pk) == moment_of(now)


def page_of(match, client):
    client.force_login(seat_of(match).person)
    return client.get(f"/match/{match.slug}/").text


def test_a_page_says_that_everything_stands_still_and_takes_no_answer_then(match, client):
    assert "Eyes on your teacher" not in page_of(match, client)
    pause(match.pk, timezone.now())
    page = page_of(match, client)
    assert "Eyes on your teacher" in page
    assert '<section id="answering" inert' in page


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(300, None), (119, "The end is in 2 minutes."), (59, "The end is in 1 minute."), (-1, "This is the last turn.")],
)
def test_a_page_warns_gently_of_the_end(match, client, seconds, says):
    Match.objects.filter(pk=match.pk).update(closes_at=timezone.now() + timedelta(seconds=seconds))
    page = page_of(match, client)
    assert ('class="closing"' in page) == (says is not None)
    assert says is None or says in page
