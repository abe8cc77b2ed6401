"""A lesson in which much is pressed at the same moment: no error page, no half, nobody twice."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Attendance, Lesson
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.engine.view import view
from ninety.models import Match, User
from ninety.selectors import new_key, state_of
from tests.factories import UserFactory, alice, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.models import Drill
from trainer.services import lay_for_team

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = [f"P{number}" for number in range(12)]

type Click = tuple[User, str, dict[str, Any] | None]


def at_once(clicks: Sequence[Click]) -> list[int]:
    """Send requests from as many threads, those without data to be read, and return their status codes in order."""
    cookies = {}
    for person, _address, _sent in clicks:
        client = signed_in(person)
        cookies[person.pk] = client.cookies

    def send(click: Click) -> int:
        person, address, sent = click
        client = Client()
        client.cookies = cookies[person.pk]
        try:
            return (client.get(address) if sent is None else client.post(address, sent)).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(clicks)) as pool:
        return list(pool.map(send, clicks))


def begun(came: int = 12) -> Lesson:
    lesson = start_lesson(classroom_of(alice(), *NAMES), alice(), timezone.now())
    for name in NAMES[:came]:
        arrive_at(lesson, pupil_of(lesson.classroom, name), timezone.now())
    return lesson


def press(lesson: Lesson, name: str, **sent: Any) -> Click:
    return (alice(), reverse(name, args=[lesson.slug]), sent)


def waits(lesson: Lesson, name: str) -> Click:
    return (pupil_of(lesson.classroom, name), reverse("lobby"), None)


def test_each_button_pressed_ten_times_does_its_work_once() -> None:
    classroom = classroom_of(alice(), *NAMES)
    assert set(at_once([(alice(), reverse("start_lesson", args=[classroom.slug]), {})] * 10)) == {302}
    lesson = Lesson.objects.get()
    for name in NAMES:
        arrive_at(lesson, pupil_of(classroom, name), timezone.now())
    assert set(at_once([press(lesson, "seat_all", size="4", order="random")] * 10)) == {302}
    assert lesson.tables.count() == 3
    assert set(at_once([press(lesson, "start_tables")] * 10)) == {302}
    assert Match.objects.count() == 3
    assert set(at_once([press(lesson, "start_class_drill", kind="speed", seconds="60")] * 10)) <= {302, 422}
    assert set(at_once([press(lesson, "end_lesson")] * 10)) == {302}


def test_pausing_and_going_on_at_once_leaves_the_matches_as_the_lesson() -> None:
    lesson = begun()
    seat_all(lesson, 2, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    for _round in range(3):
        codes = at_once([press(lesson, "pause_lesson"), press(lesson, "resume_lesson")] * 5)
        assert set(codes) == {302}
        lesson.refresh_from_db()
        assert {match.paused_at is None for match in Match.objects.all()} == {lesson.paused_at is None}


def test_pupils_come_are_moved_and_sent_out_while_the_lesson_stands_still_and_goes_on() -> None:
    lesson = begun(8)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    pks = list(lesson.attendances.values_list("pk", flat=True))
    rows = list(lesson.classroom.memberships.filter(user__attendances__in=pks).values_list("pk", flat=True))
    clicks = [waits(lesson, name) for name in NAMES]
    clicks += [press(lesson, "seat_one", pupil=pk, table=str(number % 3)) for number, pk in enumerate(pks)]
    clicks += [press(lesson, name, pupil=pks[0]) for name in ("send_out", "let_back", "hold_seat", "give_seat_back")]
    clicks += [press(lesson, name) for name in ("pause_lesson", "resume_lesson", "start_tables", "clear_seats")]
    clicks += [
        (alice(), reverse("remove_pupils", args=[lesson.classroom.slug]), {"members": rows[3:6]}),
        press(lesson, "share_device", member=rows[1], lender=pks[2]),
    ]
    for _round in range(2):
        assert max(at_once(clicks)) < 500
    for there in Attendance.objects.filter(table__isnull=False).select_related("table"):
        assert there.table is not None
        assert list(there.user.places.values_list("table", flat=True)) == [there.table.table_id]


def test_of_late_comers_who_race_for_the_last_seats_each_has_one() -> None:
    lesson = begun(2)
    seat_all(lesson, 4, Order.RANDOM, timezone.now())
    start_tables(lesson, alice(), timezone.now())
    assert max(at_once([waits(lesson, name) for name in NAMES for _device in range(2)])) < 500
    match = Match.objects.get()
    assert match.seats.filter(strength="").values("user").distinct().count() == 4
    assert match.seats.filter(strength="").count() == 4
    assert Attendance.objects.count() == 12


def test_a_pupil_with_two_devices_gets_one_drill_of_the_class() -> None:
    lesson = begun(1)
    assert at_once([press(lesson, "start_class_drill", kind="speed", seconds="60")]) == [302]
    assert set(at_once([waits(lesson, "P5")] * 6)) == {302}
    assert Drill.objects.filter(user=pupil_of(lesson.classroom, "P5")).count() == 1


def test_a_class_match_is_dealt_once_and_one_total_counts_however_many_are_typed_at_once() -> None:
    classroom, helper = classroom_of(alice(), "Bob"), UserFactory.create(username="carla", kind=User.Kind.TEACHER)
    classroom.co_teachers.add(helper)
    begin = reverse("start_class_match", args=[classroom.slug])
    sent = {"against": "halves", "left": "Foxes", "right": "Owls", "game": "classic-ninety-nine"}
    assert set(at_once([(alice(), begin, sent), (helper, begin, sent)] * 4)) == {302}
    match, room = Match.objects.get(), Lesson.objects.get().room.slug
    state = state_of(match)
    assert state.turn is not None
    card = next(play for play in view(state, state.turn).legal_plays())
    lay_for_team(match.pk, card.card, card.choice, version=0, key=new_key(), now=timezone.now())
    say = reverse("say_for_class", args=[room])
    typed = [
        (person, say, {"version": 1, "key": new_key(), "total": 500 + number})
        for number in range(4)
        for person in (alice(), helper)
    ]
    assert sorted(at_once(typed)) == [302, *[409] * 7]
    match.refresh_from_db()
    assert (match.version, len((match.committed or {})["tried"])) == (2, 1)
