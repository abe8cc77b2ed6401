"""Each kind of damage is found, and nothing is found where there is none."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from ninety.keeping import invariants
from ninety.keeping.invariants import Fault, Verification
from ninety.models import Action, Match, Seat, User
from ninety.selectors import state_of
from ninety.services import TableSettings, open_match
from tests.factories import bob, seated_match
from trainer.models import Answer, Judgement
from trainer.services import announce_total, commit_play, run_due

HANDS = ["8H KS TD", "7H 8S 2D"]


def found() -> list[str]:
    """Give every fault, without the numbers of the rows."""
    return [f"{fault.where.split()[0]}: {fault.says}" for fault in Verification().faults()]


def played(person: User) -> Match:
    """Play a match in which a person lays a card, errs once, and lays the next."""
    match = seated_match(person, HANDS, total=48, pace="instant")
    seat = match.seats.get(user=person)
    commit_play(seat, state_of(match).hands[0][0], None, version=0, key="a")
    announce_total(seat, 46, version=1, key="b")
    announce_total(seat, 56, version=1, tries=1, key="c")
    run_due(timezone.now() + timedelta(seconds=5))
    match.refresh_from_db()
    if state_of(match).turn == 0:
        commit_play(seat, state_of(match).hands[0][1], 10, version=match.version, key="d")
        match.refresh_from_db()
    return match


@pytest.mark.django_db
def test_what_people_and_bots_have_played_is_whole() -> None:
    match = played(bob())
    assert (match.steps, match.committed is not None) == (2, True)
    assert found() == []


def state(match: Match, **changes: Any) -> None:
    Match.objects.filter(pk=match.pk).update(state=match.state | changes)


def committed(match: Match, **changes: Any) -> None:
    Match.objects.filter(pk=match.pk).update(committed=(match.committed or {}) | changes)


def action(number: int, **changes: Any) -> None:
    Action.objects.filter(number=number).update(**changes)


def answers(**changes: Any) -> None:
    Answer.objects.filter(try_number=1).update(**changes)


DAMAGES: dict[str, tuple[Callable[[Match], Any], list[str]]] = {
    "a card twice": (
        lambda match: state(match, stock=f"{match.state['stock']} AS"),
        ["match: its record does not lead to its state", "match: it has cards that its pack has not"],
    ),
    "a card lost": (
        lambda match: state(match, stock=match.state["stock"][3:]),
        ["match: its record does not lead to its state", "match: cards of its pack are missing"],
    ),
    "another total": (
        lambda match: state(match, total=99),
        [
            "match: its record does not lead to its state",
            "match: the card that lies on the table is none that its seat may play",
        ],
    ),
    "nobody to move": (
        lambda match: state(match, turn=None),
        [
            "match: its record does not lead to its state",
            "match: it is over, and nobody has won it or it has not ended",
            "match: the card that lies on the table is none that its seat may play",
        ],
    ),
    "a seat to move that is out": (
        lambda match: state(match, active=[1]),
        [
            "match: its record does not lead to its state",
            "match: no seat that is still in the round is to move",
        ],
    ),
    "a state that is none": (
        lambda match: Match.objects.update(state={"total": 1}),
        ["match: its record does not lead to its state", "match: its state or its rules cannot be read"],
    ),
    "rules that are none": (
        lambda match: Match.objects.update(rules={"preset": "poker"}),
        ["match: its record stops at 0: bad-rules", "match: its state or its rules cannot be read"],
    ),
    "an action lost": (
        lambda match: Action.objects.filter(number=2).delete(),
        [
            "match: its actions are not numbered from 0 to the number of its steps",
            "match: its record does not lead to its state",
        ],
    ),
    "an action too many": (
        lambda match: Action.objects.create(match=match, number=3, data={"seat": 1, "leave": True}, total=0, round=1),
        [
            "match: its actions are not numbered from 0 to the number of its steps",
            "match: its record does not lead to its state",
            "match: its actions have other totals than the rules give",
        ],
    ),
    "an action that breaks the rules": (
        lambda match: action(1, data={"seat": 0, "card": "2C"}),
        ["match: its record stops at 1: card-not-in-hand"],
    ),
    "an action that is none": (
        lambda match: action(1, shuffles=[5]),
        ["match: its record cannot be read from 0 on"],
    ),
    "a shuffle lost": (lambda match: action(0, shuffles=[]), ["match: its record stops at 0: bad-shuffle"]),
    "an action with another total": (
        lambda match: action(1, total=7),
        ["match: its actions have other totals than the rules give"],
    ),
    "a first total that the log has otherwise": (
        lambda match: action(1, data={"seat": 0, "card": "8H", "announced": 56}),
        ["match: the record has another first total at play 1 than the log"],
    ),
    "a seat too few": (
        lambda match: Seat.objects.filter(number=1).delete(),
        ["match: its record stops at 0: bad-rules", "match: it has other seats than were dealt to"],
    ),
    "a committed card that nobody holds": (
        lambda match: committed(match, card="2C"),
        ["match: the card that lies on the table is none that its seat may play"],
    ),
    "a committed card that is none": (
        lambda match: committed(match, card="XX"),
        ["match: the card that lies on the table is none that its seat may play"],
    ),
    "an answer lost": (
        lambda match: Answer.objects.all().delete(),
        ["match: the total announced at play 1 is not in the log"],
    ),
    "a first try lost": (
        lambda match: Answer.objects.filter(try_number=1).delete(),
        [
            "match: the tries of seat 0 at play 1 are not all there",
            "match: the record has another first total at play 1 than the log",
        ],
    ),
    "an answer about another card": (
        lambda match: answers(card="7H"),
        ["answer: it is about another card than was played"],
    ),
    "an answer about another sum": (
        lambda match: answers(prior=40, expected=48),
        ["answer: it was marked by another sum than was played"],
    ),
    "an answer about a play that was not made": (
        lambda match: answers(play_number=9, try_number=1, seat_number=1),
        [
            "answer: it is about a play that was not made",
            "match: the tries of seat 0 at play 1 are not all there",
            "match: the record has another first total at play 1 than the log",
        ],
    ),
    "an answer of another seat": (
        lambda match: Answer.objects.update(seat_number=1),
        [
            "answer: it is of another seat than its role says",
            "answer: it is of another seat than its role says",
            "match: the total announced at play 1 is not in the log",
        ],
    ),
    "a judgement by another total": (
        lambda match: Judgement.objects.create(
            user=bob(),
            match=match,
            play_number=1,
            seat_number=0,
            kind="false-bust",
            total=3,
            right=False,
            choosing_ms=0,
        ),
        ["judgement: it was judged by another total than lay on the table"],
    ),
}


@pytest.mark.django_db
@pytest.mark.parametrize("kind", DAMAGES)
def test_damage_is_found(kind: str) -> None:
    damage, faults = DAMAGES[kind]
    damage(played(bob()))
    assert found() == faults


@pytest.mark.django_db(transaction=True)
def test_a_constraint_that_is_not_in_effect_is_found() -> None:
    once = next(each for each in Judgement._meta.constraints if each.name == "judgement_one_say_a_play")
    with connection.schema_editor() as editor:
        editor.remove_constraint(Judgement, once)
    try:
        assert found() == ["table: its constraint judgement_one_say_a_play is not there"]
    finally:
        with connection.schema_editor() as editor:
            editor.add_constraint(Judgement, once)
    assert found() == []


@pytest.mark.django_db(transaction=True)
def test_rows_that_point_to_nothing_are_found() -> None:
    match = played(bob())
    off, on = {
        "sqlite": ("PRAGMA foreign_keys = OFF", "PRAGMA foreign_keys = ON"),
        "postgresql": ("SET session_replication_role = replica", "SET session_replication_role = DEFAULT"),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(off)
        cursor.execute("DELETE FROM ninety_match WHERE id = %s", [match.pk])
        cursor.execute(on)
    assert [str(fault) for fault in Verification().faults()] == [
        "table trainer_answer: 2 rows point by match_id to what is not there",
        "table ninety_seat: 2 rows point by match_id to what is not there",
        "table ninety_action: 3 rows point by match_id to what is not there",
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL lets no such row in")
def test_a_row_that_breaks_a_constraint_is_found() -> None:
    played(bob())
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        cursor.execute("UPDATE ninety_match SET pace = 'odd'")
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert found() == ["file: CHECK constraint failed in ninety_match"]


@pytest.mark.django_db
def test_a_missing_migration_is_found() -> None:
    MigrationRecorder(connection).record_unapplied("trainer", "0001_the_log")
    assert found() == ["database: the database is not up to date, run migrate"]


@pytest.mark.django_db
def test_a_table_that_cannot_be_read_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> list[Fault]:
        raise DatabaseError("database disk image is malformed")

    monkeypatch.setattr(invariants, "_of_all", [fail])
    assert found() == ["database: it cannot be read: DatabaseError"]


@pytest.mark.django_db
def test_the_command_says_what_it_has_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    match = played(bob())
    call_command("verify")
    assert capsys.readouterr().out == "No fault in 1 matches with 3 actions.\n"
    Answer.objects.all().delete()
    with pytest.raises(CommandError, match=r"^1 faults in 1 matches with 3 actions.$"):
        call_command("verify")
    assert capsys.readouterr().out == f"match {match.pk}: the total announced at play 1 is not in the log\n"


@pytest.mark.django_db
def test_many_matches_are_read_a_few_at_a_time(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(invariants, "_of_all", [])
    monkeypatch.setattr(invariants, "AT_ONCE", 2)
    for _ in range(5):
        open_match(TableSettings({"preset": "ninety-nine"}))
    verification = Verification()
    # Three batches and an empty one; matches, seats, their people, actions, answers and judgements.
    with django_assert_num_queries(3 * 5 + 1):
        assert list(verification.faults()) == []
    assert (verification.matches, verification.actions) == (5, 5)


@pytest.mark.django_db(transaction=True)
def test_somebody_who_plays_meanwhile_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn between the read of a match and that of its log must not look like a total without an answer."""
    match = seated_match(bob(), HANDS, total=48)
    seat = match.seats.get(user=bob())
    commit_play(seat, state_of(match).hands[0][0], None, version=0, key="a")
    batches = invariants.replayed()
    (batch,) = [next(batches)]
    with ThreadPoolExecutor(1) as pool:
        pool.submit(elsewhere, lambda: announce_total(seat, 56, version=1, key="b")).result()
    assert [fault for check in invariants._of_matches for fault in check(batch)] == []
    assert list(batches) == []
    assert found() == []


def elsewhere(work: Callable[[], Any]) -> None:
    """Do something over another connection."""
    try:
        work()
    finally:
        connection.close()
