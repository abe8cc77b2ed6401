"""A class ends with the school year; then the names go, then what was kept under numbers."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from classrooms.models import Classroom, Membership, SignInSecret
from classrooms.school_year import end_after
from classrooms.services import add_pupil, archive_classroom, copy_classroom, create_classroom
from classrooms.services.ending import take_names
from classrooms.services.guests import come_in
from classrooms.services.pupils import move_pupil, remove_pupils
from ninety.keeping.invariants import Verification
from ninety.keeping.pruning import prune
from ninety.models import Match, User
from ninety.selectors import seat_name
from tests.classrooms.test_erasing import CANARY, played_match, rows_with
from tests.factories import UserFactory, alice, bob
from tests.factories.classes import classroom_of, pupil_of
from trainer.models import Answer, Drill, Judgement

pytestmark = pytest.mark.django_db

LAST_DAY = date(2027, 7, 31)


def days_after(days: int) -> Any:
    """Return noon of so many days after the last day of the class."""
    return timezone.make_aware(datetime(2027, 7, 31, 12)) + timedelta(days=days)


def ending_class(*names: str) -> Classroom:
    classroom = classroom_of(alice(), *names)
    Classroom.objects.filter(pk=classroom.pk).update(ends_on=LAST_DAY)
    classroom.refresh_from_db()
    return classroom


def went(days: int) -> dict[str, int]:
    """Say what goes so many days after the last day, having seen that counting says the same."""
    counted = prune(days_after(days), dry=True)
    thrown = prune(days_after(days))
    assert counted == thrown
    assert list(Verification().faults()) == []
    return {what: count for what, count in thrown.items() if count}


@pytest.mark.parametrize(
    ("made", "ends", "last"),
    [
        ((2026, 9, 1), (7, 31), (2027, 7, 31)),
        ((2027, 1, 15), (7, 31), (2027, 7, 31)),
        ((2027, 6, 1), (7, 31), (2027, 7, 31)),
        ((2027, 6, 2), (7, 31), (2028, 7, 31)),
        ((2027, 2, 1), (12, 20), (2027, 12, 20)),
        ((2027, 12, 1), (12, 20), (2028, 12, 20)),
    ],
)
def test_a_class_ends_with_the_school_year(made, ends, last):
    assert end_after(date(*made), ends) == date(*last)


def test_a_class_is_made_with_an_end(settings: Settings):
    settings.SCHOOL_YEAR_ENDS = (12, 20)
    classroom = create_classroom(alice(), "4b", "en")
    classroom.refresh_from_db()
    assert (classroom.ends_on.month, classroom.ends_on.day) == (12, 20)


def test_it_is_archived_after_its_last_day_and_names_go_later():
    classroom = ending_class("Bob", "Carol")
    assert went(0) == {}
    assert went(1) == {"classes that have ended": 1}
    assert went(30) == {}
    assert went(31) == {"names of pupils": 2}
    assert went(31 + 730) == {}
    assert went(31 + 731) == {"classes without names": 1}
    assert not Classroom.objects.filter(pk=classroom.pk).exists()
    assert not User.objects.filter(kind=User.Kind.PUPIL).exists()


def test_nothing_of_a_name_is_left_and_answers_stay_under_a_number():
    classroom = ending_class("Pupil 1")
    pupil = add_pupil(classroom, CANARY)
    gone = add_pupil(classroom, f"{CANARY} two")
    Classroom.objects.update(guests=True)
    come_in(classroom, f"{CANARY} three")
    remove_pupils([gone], timezone.now())
    match = played_match(pupil.user)
    User.objects.filter(pk=pupil.user_id).update(stretch=20, memory_off=True, language="nl", known_cards=["4"])
    assert went(31) == {"classes that have ended": 1, "names of pupils": 4}
    assert rows_with(CANARY) == []
    assert SignInSecret.objects.count() == 0
    found = classroom.memberships.values_list("user__display_name", "state", "user__is_active")
    assert sorted(found) == [(f"Pupil {number}", "removed", False) for number in (1, 2, 3)]
    person = User.objects.get(pk=pupil.user_id)
    assert (person.stretch, person.memory_off, person.language, person.known_cards) == (10, False, "", [])
    assert Answer.objects.get().user_id == pupil.user_id
    assert seat_name(match.seats.get(number=0), None) == "Player 1"


def test_a_class_that_was_given_another_day_meanwhile_keeps_its_names():
    classroom = ending_class("Bob")
    Classroom.objects.update(ends_on=LAST_DAY + timedelta(days=10))
    take_names(classroom, days_after(31))
    assert classroom.memberships.get().user.display_name == "Bob"


def test_names_are_taken_once():
    classroom = ending_class("Bob", "Carol", "Dan")
    take_names(classroom, days_after(31))
    found = dict(classroom.memberships.values_list("pk", "user__display_name"))
    take_names(classroom, days_after(32))
    assert dict(classroom.memberships.values_list("pk", "user__display_name")) == found


def test_whoever_has_moved_keeps_the_name_in_the_new_class():
    classroom = ending_class(CANARY)
    member = classroom.memberships.get()
    other = create_classroom(classroom.owner, "5b", "en")
    Classroom.objects.filter(pk=other.pk).update(ends_on=LAST_DAY + timedelta(days=365))
    move_pupil(member, other, CANARY, timezone.now())
    assert went(31) == {"classes that have ended": 1}
    assert {model for model, _row in rows_with(CANARY)} == {User, Membership}
    assert went(31 + 365) == {"classes that have ended": 1, "names of pupils": 1}
    assert rows_with(CANARY) == []


def test_the_class_of_a_new_year_has_an_end_of_its_own():
    classroom = ending_class("Bob")
    copied = copy_classroom(classroom, "5b", [classroom.memberships.get().pk])
    copied.refresh_from_db()
    assert copied.ends_on == end_after(timezone.localdate(), (7, 31))


def test_old_matches_and_drills_go_with_their_answers_and_newer_ones_stay():
    now = timezone.now()
    classroom = ending_class("Bob")
    old, new = pupil_of(classroom, "Bob"), bob()
    played_match(old)
    Match.objects.update(touched_at=now - timedelta(days=731))
    Answer.objects.update(answered_at=now - timedelta(days=731))
    Drill.objects.create(
        user=old, kind="flash", settings={}, seconds=60, deal={}, standing={}, touched_at=now - timedelta(days=731)
    )
    lonely = Answer.objects.get()
    lonely.pk, lonely.match = None, None
    lonely.save()
    Judgement.objects.create(
        user=old,
        play_number=1,
        seat_number=0,
        kind="agreed",
        total=1,
        right=True,
        choosing_ms=1,
        judged_at=now - timedelta(days=731),
    )
    played_match(UserFactory.create())
    counted = prune(now, dry=True)
    assert counted == prune(now)
    assert {what: count for what, count in counted.items() if count} == {
        "old matches": 1,
        "old drills": 1,
        "old answers of matches that are gone": 2,
    }
    assert [model._default_manager.count() for model in (Match, Answer, Judgement, Drill)] == [1, 1, 0, 0]
    assert Answer.objects.get().user_id not in (old.pk, new.pk)
    assert list(Verification().faults()) == []


def test_a_teacher_sees_when_it_ends_and_chooses_another_day(client: Client):
    classroom = classroom_of(alice())
    client.force_login(classroom.owner)
    day = timezone.localdate() + timedelta(days=100)
    sent = client.post(f"/classes/{classroom.slug}/end/", {"ends_on": day.isoformat()})
    assert sent.headers["Location"] == f"/classes/{classroom.slug}/"
    classroom.refresh_from_db()
    assert classroom.ends_on == day
    page = client.get(f"/classes/{classroom.slug}/").content.decode()
    assert f'value="{day.isoformat()}"' in page
    assert "This class ends on" not in page
    Classroom.objects.update(ends_on=timezone.localdate() + timedelta(days=42))
    assert "This class ends on" in client.get(f"/classes/{classroom.slug}/").content.decode()


@pytest.mark.parametrize(
    ("day", "says"),
    [
        (lambda today: (today - timedelta(days=1)).isoformat(), "That day is over."),
        (lambda today: (today + timedelta(days=401)).isoformat(), "The school allows days up to"),
        (lambda _today: "soon", "Enter a valid date."),
        (lambda _today: "", "This field is required."),
        (lambda _today: "9999-99-99", "Enter a valid date."),
    ],
)
def test_a_day_that_cannot_be_is_refused_with_a_sentence(client: Client, day, says):
    classroom = classroom_of(alice())
    client.force_login(classroom.owner)
    sent = client.post(f"/classes/{classroom.slug}/end/", {"ends_on": day(timezone.localdate())})
    assert (sent.status_code, says in sent.content.decode()) == (422, True)
    before = classroom.ends_on
    classroom.refresh_from_db()
    assert classroom.ends_on == before


def test_a_class_that_has_ended_goes_on_once_it_is_restored(client: Client):
    classroom = ending_class("Bob")
    client.force_login(classroom.owner)
    Classroom.objects.update(ends_on=timezone.localdate() - timedelta(days=3))
    classroom.refresh_from_db()
    archive_classroom(classroom)
    page = client.get(f"/classes/{classroom.slug}/").content.decode()
    assert "This class has ended on" in page
    client.post(f"/classes/{classroom.slug}/restore/")
    classroom.refresh_from_db()
    assert (classroom.archived_at, classroom.ends_on) == (None, end_after(timezone.localdate(), (7, 31)))


def test_a_class_without_names_stays_in_the_archive(client: Client):
    classroom = ending_class("Bob")
    went(31)
    client.force_login(classroom.owner)
    page = client.get(f"/classes/{classroom.slug}/").content.decode()
    assert ("The names of the pupils have gone on" in page, "Restore the class" in page) == (True, False)
    sent = client.post(f"/classes/{classroom.slug}/restore/", follow=True)
    assert "The names of this class have gone for good" in sent.content.decode()
    classroom.refresh_from_db()
    assert classroom.is_archived


def test_the_list_of_classes_warns_in_time(client: Client):
    classroom = classroom_of(alice())
    client.force_login(classroom.owner)

    def warned(days: int, **changes: Any) -> tuple[bool, bool]:
        Classroom.objects.update(ends_on=timezone.localdate() + timedelta(days=days), **changes)
        page = client.get("/classes/").content.decode()
        return "ends on" in page, "names go after" in page

    assert warned(43) == (False, False)
    assert warned(42) == (True, False)
    assert warned(0) == (True, False)
    assert warned(-1, archived_at=timezone.now()) == (False, True)
    assert warned(-31, names_gone_at=timezone.now()) == (False, False)
