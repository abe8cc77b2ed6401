"""What is nobody's goes; what is somebody's stays."""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from classrooms.models import Classroom, Membership
from classrooms.services import create_classroom
from classrooms.services.lessons import start_lesson
from ninety.keeping import pruning
from ninety.keeping.invariants import Verification
from ninety.keeping.pruning import prune
from ninety.models import Budget, Match, Table, User
from ninety.selectors import state_of
from ninety.services import TableSettings, open_match, open_passed_round
from tests.factories import alice, bob, live_match, seated_match
from tests.factories.tables import opened_table, sit
from trainer.models import Answer
from trainer.services import announce_total, commit_play

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "7H 8S 2D"]
LONG_AGO = timedelta(days=181)
NOTHING = {
    "expired sessions": 0,
    "budgets of wrong codes": 0,
    "abandoned tables": 0,
    "matches of visitors": 0,
    "visitors": 0,
    "old matches": 0,
    "old drills": 0,
    "old answers of matches that are gone": 0,
    "lists of sign-ins that are over": 0,
    "links to reports": 0,
    "classes that have ended": 0,
    "names of pupils": 0,
    "classes without names": 0,
    "rooms of lessons that are gone": 0,
}


def visitor() -> User:
    """Make somebody who came long ago."""
    person = User.objects.create_visitor()
    User.objects.filter(pk=person.pk).update(created_at=timezone.now() - LONG_AGO)
    return person


def answered(person: User) -> Match:
    """Let a person give an answer in a match of their own."""
    match = seated_match(person, HANDS, total=48)
    seat = match.seats.get(user=person)
    commit_play(seat, state_of(match).hands[0][0], None, version=0, key="a")
    announce_total(seat, 56, version=1, key="b")
    return match


def let_time_pass(days: int = LONG_AGO.days) -> datetime:
    """Make all that was played and answered as old as that, and return the present moment."""
    now = timezone.now()
    Match.objects.update(touched_at=now - timedelta(days=days))
    Answer.objects.update(answered_at=now - timedelta(days=days))
    return now


def went(now: datetime) -> dict[str, int]:
    """Say what went, if anything did, after seeing that counting had said the same and left all as it was."""
    counted = prune(now, dry=True)
    thrown = prune(now)
    assert counted == thrown
    assert list(Verification().faults()) == []
    assert prune(now) == NOTHING
    return {what: count for what, count in thrown.items() if count}


def test_visitors_go_with_their_matches_and_answers() -> None:
    answered(visitor())
    assert went(let_time_pass()) == {"matches of visitors": 1, "visitors": 1}
    assert (User.objects.count(), Match.objects.count(), Answer.objects.count()) == (0, 0, 0)


def test_visitors_of_the_last_months_stay() -> None:
    answered(visitor())
    assert went(let_time_pass(LONG_AGO.days - 2)) == {}


def test_visitors_who_have_only_just_come_stay() -> None:
    User.objects.create_visitor()
    assert went(timezone.now()) == {}


def test_visitors_who_have_answered_lately_stay() -> None:
    match = answered(visitor())
    now = let_time_pass()
    Answer.objects.update(answered_at=now)
    assert went(now) == {}
    assert Match.objects.filter(pk=match.pk).exists()


def test_a_match_with_a_pupil_stays_and_the_visitor_with_it() -> None:
    live_match([bob(), visitor()], HANDS)
    alone = visitor()
    answered(alone)
    assert went(let_time_pass()) == {"matches of visitors": 1, "visitors": 1}
    assert sorted(User.objects.values_list("kind", flat=True)) == ["pupil", "visitor"]


def test_one_who_stays_keeps_the_match_of_one_who_does_not() -> None:
    old, faithful = visitor(), visitor()
    live_match([old, faithful], HANDS)
    now = let_time_pass()
    answered(faithful)
    assert went(now) == {}


def test_guests_go_with_whoever_had_the_device() -> None:
    open_passed_round(TableSettings({"preset": "ninety-eight"}, bots=[]), ["Ann", "Ben"], visitor(), None)
    User.objects.update(created_at=timezone.now() - LONG_AGO)
    assert went(let_time_pass()) == {"matches of visitors": 1, "visitors": 3}


def test_guests_on_a_teachers_device_stay_as_long_as_the_match() -> None:
    open_passed_round(TableSettings({"preset": "ninety-eight"}, bots=[]), ["Ann", "Ben"], alice(), None)
    User.objects.update(created_at=timezone.now() - LONG_AGO)
    assert went(let_time_pass()) == {}


def test_guests_of_a_class_belong_to_the_class() -> None:
    guest = visitor()
    classroom = Classroom.objects.create(owner=alice(), name="2b")
    Membership.objects.create(classroom=classroom, user=guest, name_key="ann")
    assert went(timezone.now()) == {}


def test_what_bots_play_for_everybody_stays() -> None:
    open_match(TableSettings({"preset": "ninety-eight"}))
    assert went(let_time_pass()) == {}


def test_abandoned_tables_go_and_their_matches_stay() -> None:
    table = opened_table(bob())
    sit(table, bob())
    match = live_match([bob()], HANDS)
    Match.objects.update(table=table)
    now = timezone.now()
    Table.objects.update(touched_at=now - timedelta(days=29))
    assert went(now) == {}
    Table.objects.update(touched_at=now - timedelta(days=31))
    assert went(now) == {"abandoned tables": 1}
    match.refresh_from_db()
    assert match.table is None


def test_a_visitor_who_had_opened_a_table_goes_after_it() -> None:
    opened_table(visitor())
    Table.objects.update(touched_at=timezone.now() - LONG_AGO)
    assert went(timezone.now()) == {"abandoned tables": 1, "visitors": 1}


def test_the_tables_of_a_lesson_are_the_lessons() -> None:
    table, lesson = opened_table(bob()), start_lesson(create_classroom(alice(), "4b", "en"), alice(), timezone.now())
    Table.objects.filter(pk=table.pk).update(room=lesson.room, touched_at=timezone.now() - LONG_AGO)
    assert went(timezone.now()) == {}


def test_sessions_and_budgets_go_when_they_are_over() -> None:
    now = timezone.now()
    for number, left in enumerate([-1, 1]):
        Session.objects.create(session_key=f"{number:032d}", expire_date=now + timedelta(hours=left))
        Budget.objects.create(key=f"device {number}", spent_at=now - timedelta(hours=24) + timedelta(hours=left))
    assert went(now) == {"expired sessions": 1, "budgets of wrong codes": 1}


def test_much_goes_a_little_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    for _ in range(5):
        answered(visitor())
    assert went(let_time_pass()) == {"matches of visitors": 5, "visitors": 5}


def test_the_command_prints_what_went(capsys: pytest.CaptureFixture[str]) -> None:
    answered(visitor())
    let_time_pass()
    found = NOTHING | {"matches of visitors": 1, "visitors": 1}
    said = "".join(f"{what}: {count}\n" for what, count in found.items())
    for arguments in (["--dry-run"], []):
        call_command("prune", *arguments)
        assert capsys.readouterr().out == said
    assert User.objects.count() == 0
