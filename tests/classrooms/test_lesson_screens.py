"""The screens that follow a lesson ask for no more than they show, and draw anew whatever may have changed."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.services.assignments import start_class_drill
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.settings import save_setting
from tests.classrooms.sittings import act, played
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options

pytestmark = pytest.mark.django_db


@pytest.fixture
def lesson():
    return start_lesson(classroom_of(alice(), "Bob", "Carol"), alice(), timezone.now())


@pytest.mark.parametrize("pupils", [4, 24])
def test_screens_take_as_many_queries_for_many_tables_as_for_few(pupils, django_assert_num_queries):
    names = [f"P{number}" for number in range(pupils)]
    lesson = start_lesson(classroom_of(alice(), *names, "Late", "Later"), alice(), timezone.now())
    played(lesson, *names)
    start_class_drill(lesson, alice(), Options.usual("speed"), timezone.now())
    client = signed_in(alice())
    with django_assert_num_queries(12):
        client.get(reverse("lesson", args=[lesson.slug]))
    with django_assert_num_queries(5):
        Client().get(reverse("board", args=[lesson.room.slug]))


def test_a_game_is_offered_from_the_moment_it_is_saved(lesson):
    client, address = signed_in(alice()), reverse("lesson", args=[lesson.slug])
    assert "For Fridays" not in client.get(address).text
    saved = save_setting(alice(), "For Fridays", ClassSettings())
    assert client.get(address).text.count(f'<option value="saved-{saved.slug}">For Fridays</option>') == 2


@pytest.mark.parametrize(
    ("name", "sent", "shown"),
    [
        ("close_lesson", {"minutes": "999"}, 'value="999"'),
        ("start_class_drill", {"kind": "flash", "seconds": "7"}, '<option value="flash" selected>'),
        ("seat_all", {"size": "9", "order": "never"}, '<option value="9" selected>'),
    ],
)
def test_what_was_refused_is_shown_to_whoever_sent_it_that_once(lesson, name, sent, shown):
    arrive_at(lesson, pupil_of(lesson.classroom, "Bob"), timezone.now())
    client, address = signed_in(alice()), reverse("lesson", args=[lesson.slug])
    assert shown not in client.get(address).text
    refused = act(client, lesson, name, **sent)
    assert (refused.status_code, refused.text.count(shown)) == (422, 1)
    assert shown not in client.get(address).text
