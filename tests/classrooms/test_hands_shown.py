"""A teacher sees the hands only where the class has it switched on, and then the table says so; never on the board."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Lesson
from classrooms.services.lessons import arrive_at, end_lesson, start_lesson
from classrooms.services.seating import Order, deal_with, seat_all, start_tables
from ninety.faces import face_of
from ninety.models import Match, Seat
from ninety.selectors import rules_of, state_of
from ninety.starting_points import STARTING_POINTS
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of, pupil_of

pytestmark = pytest.mark.django_db
SIGN = "Your teacher can see the hands."
NAMES = ("Bob", "Carol", "Dan")


def lesson_of(**settings) -> Lesson:
    """Deal a match to three pupils and a bot, by the settings of their class."""
    now, classroom = timezone.now(), classroom_of(alice(), *NAMES)
    classroom.settings = ClassSettings(**settings).to_json()
    classroom.save()
    lesson = start_lesson(classroom, alice(), now)
    for name in NAMES:
        arrive_at(lesson, pupil_of(classroom, name), now)
    seat_all(lesson, 4, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    return lesson


def seen_in(page: str, match: Match) -> list[set[str]]:
    """Return which cards of each hand a response names or draws in any way."""
    rules, found = rules_of(match), []
    for hand in state_of(match).hands:
        faces = {card.code: face_of(rules, card) for card in hand}
        found.append({code for code, face in faces.items() if face.name in page or re.search(rf"\b{code}\b", page)})
    return found


def read(client: Client, name: str, *parts, htmx=False) -> str:
    answered = client.get(reverse(name, args=parts), headers={"HX-Request": "true"} if htmx else {})
    assert answered.status_code == 200
    return answered.text + str(answered.headers)


def everything(lesson: Lesson) -> tuple[Match, dict[str, str]]:
    """Return what everybody is sent of a match, each page as a whole and as a fragment."""
    match, teacher = Match.objects.get(), signed_in(alice())
    pages: dict[str, str] = {}
    for htmx in (False, True):
        pages[f"lesson {htmx}"] = read(teacher, "lesson", lesson.slug, htmx=htmx)
        pages[f"opened {htmx}"] = read(teacher, "lesson_table", lesson.slug, 1, htmx=htmx)
        for who, client in (("teacher's", teacher), ("projector's", Client())):
            pages[f"board {who} {htmx}"] = read(client, "board", lesson.room.slug, htmx=htmx)
        for name in NAMES:
            client = signed_in(pupil_of(lesson.classroom, name))
            pages[f"{name} {htmx}"] = read(client, "table", match.slug, htmx=htmx)
    return match, pages


@pytest.mark.parametrize("is_shown", [False, True])
def test_of_all_that_is_sent_only_the_opened_table_shows_hands_and_only_where_it_is_switched_on(is_shown):
    lesson = lesson_of(hands_shown=is_shown)
    match, pages = everything(lesson)
    hands = [{card.code for card in hand} for hand in state_of(match).hands]
    nothing: list[set[str]] = [set() for _hand in hands]
    seats = {seat.name: seat.number for seat in Seat.objects.filter(match=match)}
    for page, text in pages.items():
        name = page.split()[0]
        if name in NAMES:
            expected = [hand if number == seats[name] else set() for number, hand in enumerate(hands)]
        else:
            expected = hands if name == "opened" and is_shown else nothing
        assert (page, seen_in(text, match)) == (page, expected)
        assert (page, SIGN in text) == (page, is_shown and name in NAMES)


def test_nobody_but_the_teachers_of_the_class_opens_a_table():
    lesson = lesson_of(hands_shown=True)
    for client in (Client(), signed_in(pupil_of(lesson.classroom, "Bob"))):
        assert client.get(reverse("lesson_table", args=[lesson.slug, 1])).status_code == 404


def test_what_is_switched_on_later_counts_from_the_next_match_on():
    lesson = lesson_of()
    deal_with(lesson, ClassSettings(hands_shown=True), timezone.now())
    _match, pages = everything(lesson)
    assert [page for page, text in pages.items() if SIGN in text] == []
    assert Match.objects.get().hands_shown is False


def test_a_starting_point_leaves_it_as_the_class_has_it():
    for is_shown in (False, True):
        settings = ClassSettings(hands_shown=is_shown).starting_from(STARTING_POINTS["speed"])
        assert settings.lesson_settings().hands_shown is is_shown


def test_it_counts_in_lessons_alone():
    assert ClassSettings(hands_shown=True).table_settings().hands_shown is False
    assert ClassSettings(hands_shown=True).table_alone().hands_shown is False


def test_the_hands_and_the_sign_go_with_the_end_of_the_match():
    lesson = lesson_of(hands_shown=True)
    match = Match.objects.get()
    Match.objects.update(ended_at=timezone.now())
    assert seen_in(read(signed_in(alice()), "lesson_table", lesson.slug, 1), match) == [set()] * 4
    assert SIGN not in read(signed_in(pupil_of(lesson.classroom, "Bob")), "table", match.slug)


def test_an_opened_table_says_who_plays_what_and_leads_back_where_nothing_is_played():
    lesson = lesson_of(memory=True)
    teacher, match = signed_in(alice()), Match.objects.get()
    page = read(teacher, "lesson_table", lesson.slug, 1)
    assert [word in page for word in ("Table 1", "Starter", "The cards are dealt.", "Bob", "0 faults")] == [True] * 5
    assert f'<span class="sr">Total: </span>{state_of(match).total}' in page
    assert teacher.get(reverse("lesson_table", args=[lesson.slug, 7]))["Location"] == reverse(
        "lesson", args=[lesson.slug]
    )
    end_lesson(lesson, timezone.now())
    assert teacher.get(reverse("lesson_table", args=[lesson.slug, 1]))["Location"] == reverse(
        "lesson", args=[lesson.slug]
    )


def test_a_table_is_opened_with_as_many_queries_however_many_sit_there(django_assert_num_queries):
    lesson = lesson_of()
    teacher, address = signed_in(alice()), reverse("lesson_table", args=[lesson.slug, 1])
    teacher.get(address)
    with django_assert_num_queries(9):
        teacher.get(address)
