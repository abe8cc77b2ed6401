"""What a teacher does to a pupil: rename, remove and let back, move, merge a guest."""

import asyncio
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Attendance, Membership
from classrooms.services import add_pupil
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.pupils import (
    ClassFull,
    TwoPeople,
    let_back,
    merge_guest,
    move_pupil,
    remove_pupils,
    rename_pupil,
)
from ninety.engine.cards import Card
from ninety.models import Match, Place, Seat, User
from ninety.services import NameTaken
from tests.factories import UserFactory, alice, bob, carol, live_match
from tests.factories.classes import classroom_of, guest_of, member_of
from tests.factories.tables import opened_table, sit
from tests.ninety.clients import Client as Follower
from tests.ninety.clients import cookie_of, served
from trainer.models import Answer, Rating
from trainer.services import announce_total, commit_play
from trainer.services.ratings import rate_anew

NOW = timezone.now()
HANDS = ["8H KS TD", "7H 8S 2D"]
LATER = timedelta(minutes=1)


def answered(person: User, other: User, total: int) -> Match:
    """Let a person lay an eight and say a total."""
    match = live_match([person, other], HANDS, total=48)
    seat = match.seats.get(number=0)
    commit_play(seat, Card("8H"), None, version=0, tries=0, key="a" * 16)
    match.refresh_from_db()
    announce_total(seat, total, version=match.version, tries=match.tries, key="b" * 16)
    return match


@pytest.mark.django_db
def test_a_new_name_stands_everywhere_at_once():
    classroom = classroom_of(alice(), "Rude")
    pupil = member_of(classroom, "Rude")
    match = live_match([pupil.user, bob()], HANDS)
    table = opened_table(bob())
    sit(table, bob(), pupil.user)
    rename_pupil(pupil, "Noa", NOW)
    assert (member_of(classroom, "Noa").name_key, Seat.objects.get(user=pupil.user).name) == ("noa", "Noa")
    assert Place.objects.get(user=pupil.user).name == "Noa"
    match.refresh_from_db()
    table.refresh_from_db()
    assert (match.version, table.version) == (1, 3)


@pytest.mark.django_db
def test_a_new_name_that_a_nickname_at_a_table_has_gets_a_number_there():
    classroom = classroom_of(alice(), "Rude")
    pupil = member_of(classroom, "Rude")
    sit(opened_table(bob()), bob(), pupil.user)
    rename_pupil(pupil, "Bob", NOW)
    assert Place.objects.get(user=pupil.user).name == "Bob 2"


@pytest.mark.django_db
def test_a_name_that_looks_like_anothers_is_not_given():
    classroom = classroom_of(alice(), "Ana", "Bob")
    with pytest.raises(NameTaken) as taken:
        rename_pupil(member_of(classroom, "Bob"), "Аna", NOW)
    assert taken.value.suggestion == "Аna 2"
    rename_pupil(member_of(classroom, "Ana"), "ANA", NOW)
    assert member_of(classroom, "ANA").name_key == "ana"


@pytest.mark.django_db
def test_who_is_removed_is_nobody_on_the_same_device_until_let_back(client: Client):
    classroom = classroom_of(alice(), "Bob")
    pupil = member_of(classroom, "Bob")
    match = live_match([pupil.user, carol()], HANDS)
    client.force_login(pupil.user)
    address = f"/match/{match.slug}/"
    assert client.get(address).status_code == 200
    remove_pupils([pupil], NOW)
    for answer in (client.get(address), client.post(f"{address}play/", {"card": "8H"})):
        assert (answer.status_code, answer.headers["Location"]) == (302, reverse("ask_teacher"))
    assert match.seats.get(number=0).held == Seat.Held.HANDED_OVER
    let_back(member_of(classroom, "Bob"), NOW)
    assert client.get(address).status_code == 200
    assert member_of(classroom, "Bob").state == Membership.State.IN


@pytest.mark.django_db(transaction=True)
def test_the_streams_of_who_is_removed_end_within_a_moment():
    classroom = classroom_of(alice(), "Bob")
    pupil = member_of(classroom, "Bob")
    match = live_match([pupil.user, carol()], HANDS)
    cookie = cookie_of(pupil.user)

    def remove() -> None:
        remove_pupils([pupil], timezone.now())
        connections.close_all()

    async def scene() -> None:
        async with served():
            page = Follower(f"/match/{match.slug}/stream/", cookie)
            assert await page.ask() == 200
            await asyncio.to_thread(remove)
            async with asyncio.timeout(5):
                await page.until_over()
            await page.task
            again = Follower(f"/match/{match.slug}/stream/", cookie)
            assert await again.ask() == 204

    asyncio.run(scene())


@pytest.mark.django_db
def test_who_is_removed_leaves_the_lesson_and_may_come_back_to_it():
    teacher = alice()
    classroom = classroom_of(teacher, "Bob")
    pupil = member_of(classroom, "Bob")
    lesson = start_lesson(classroom, teacher, NOW)
    arrive_at(lesson, pupil.user, NOW)
    remove_pupils([pupil], NOW)
    assert Attendance.objects.get().removed_at == NOW
    let_back(pupil, NOW)
    assert Attendance.objects.get().removed_at is None


@pytest.mark.django_db
def test_answers_of_who_is_removed_are_kept():
    classroom = classroom_of(alice(), "Bob")
    pupil = member_of(classroom, "Bob")
    answered(pupil.user, carol(), 56)
    remove_pupils([pupil], NOW)
    assert pupil.user.answers.count() == 1


@pytest.mark.django_db
def test_a_pupil_who_has_moved_has_one_teacher_at_every_moment():
    one, other = classroom_of(alice(), "Bob"), classroom_of(UserFactory.create(kind=User.Kind.TEACHER))
    pupil = member_of(one, "Bob")
    remove_pupils([pupil], NOW)
    moved = move_pupil(pupil, other, "Bob", NOW)
    assert [each.classroom for each in moved.user.memberships.exclude(state=Membership.State.MOVED)] == [other]
    one.delete()
    assert moved.user.memberships.get().classroom.owner == other.owner
    assert User.objects.get(pk=moved.user_id).is_active


@pytest.mark.django_db
def test_a_pupil_moves_there_and_back():
    one, other = classroom_of(alice(), "Bob"), classroom_of(alice())
    there = move_pupil(member_of(one, "Bob"), other, "Bob", NOW)
    back = move_pupil(there, one, "Bob", NOW)
    states = dict(back.user.memberships.values_list("classroom", "state"))
    assert states == {one.pk: Membership.State.IN, other.pk: Membership.State.MOVED}


@pytest.mark.django_db
def test_a_pupil_moves_under_a_name_that_is_free():
    one, other = classroom_of(alice(), "Ana"), classroom_of(alice(), "ANA")
    with pytest.raises(NameTaken) as taken:
        move_pupil(member_of(one, "Ana"), other, "Ana", NOW)
    assert taken.value.suggestion == "Ana 2"
    assert member_of(one, "Ana").state == Membership.State.IN
    assert move_pupil(member_of(one, "Ana"), other, "Ana 2", NOW).user.display_name == "Ana 2"


@pytest.mark.django_db
def test_a_full_class_takes_nobody(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("classrooms.services.pupils.MOST_PUPILS", 1)
    one, other = classroom_of(alice(), "Ana"), classroom_of(alice(), "Bob")
    with pytest.raises(ClassFull):
        move_pupil(member_of(one, "Ana"), other, "Ana", NOW)
    remove_pupils([member_of(one, "Ana")], NOW)
    add_pupil(one, "Eva")
    with pytest.raises(ClassFull):
        let_back(member_of(one, "Ana"), NOW)
    assert member_of(one, "Ana").state == Membership.State.REMOVED


@pytest.mark.django_db
def test_what_a_guest_has_done_becomes_the_pupils():
    classroom = classroom_of(alice(), "Ana")
    pupil, guest = member_of(classroom, "Ana"), guest_of(classroom, "Anna B")
    answered(pupil.user, bob(), 56)
    match = answered(guest.user, carol(), 57)
    table = opened_table(guest.user)
    sit(table, guest.user, pupil.user)
    merge_guest(guest, pupil, NOW)
    assert pupil.user.answers.count() == 2
    seat = match.seats.get(number=0)
    assert (seat.person, seat.name) == (pupil.user, "Ana")
    assert [place.user for place in table.places.all()] == [pupil.user]
    assert not User.objects.filter(display_name="Anna B").exists()
    assert not Seat.objects.filter(name="Anna B").exists()
    table.refresh_from_db()
    assert table.opener == pupil.user


@pytest.mark.django_db
@pytest.mark.parametrize("has_come", [True, False])
def test_a_pupil_who_was_a_guest_goes_on_in_the_lesson(*, has_come: bool):
    teacher = alice()
    classroom = classroom_of(teacher, "Ana")
    pupil, guest = member_of(classroom, "Ana"), guest_of(classroom, "Anna B")
    lesson = start_lesson(classroom, teacher, NOW)
    for each in [guest, pupil][: 1 + has_come]:
        arrive_at(lesson, each.user, NOW)
    merge_guest(guest, pupil, NOW)
    there = arrive_at(lesson, pupil.user, NOW)
    assert (there.removed_at, Attendance.objects.count()) == (None, 1)


@pytest.mark.django_db
def test_a_pupil_who_moves_and_comes_back_may_come_to_the_lesson():
    teacher = alice()
    one, other = classroom_of(teacher, "Bob"), classroom_of(teacher)
    bob = member_of(one, "Bob")
    lesson = start_lesson(one, teacher, NOW)
    arrive_at(lesson, bob.user, NOW)
    move_pupil(move_pupil(bob, other, "Bob", NOW), one, "Bob", NOW)
    assert arrive_at(lesson, bob.user, NOW).removed_at is None


@pytest.mark.django_db
def test_the_rating_is_made_from_the_answers_of_both():
    classroom = classroom_of(alice(), "Ana")
    pupil, guest = member_of(classroom, "Ana"), guest_of(classroom, "Anna B")
    for total in (56, 57):
        answered(pupil.user, bob(), total)
        answered(guest.user, carol(), total)
    Answer.objects.update(role=Answer.Role.CHECKER, computing_ms=2000, answered_at=NOW - LATER)
    rate_anew(NOW)
    before = Rating.objects.get(user=pupil.user)
    merge_guest(guest, pupil, NOW)
    after = Rating.objects.get(user=pupil.user)
    assert after.answers == before.answers * 2
    assert after.variance < before.variance
    assert Rating.objects.count() == 1


@pytest.mark.django_db
def test_two_who_sat_at_one_match_are_two_people():
    classroom = classroom_of(alice(), "Ana")
    pupil, guest = member_of(classroom, "Ana"), guest_of(classroom, "Anna B")
    live_match([pupil.user, guest.user], HANDS)
    with pytest.raises(TwoPeople):
        merge_guest(guest, pupil, NOW)
    assert guest.user.seats.count() == 1
