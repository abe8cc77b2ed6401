"""Minutes of practice, told from when answers came."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from tests.factories import bob, carol
from tests.trainer.test_progress import logged
from trainer.figures import Period
from trainer.minutes import PAUSE, practised, whole_minutes
from trainer.models import SetAside
from trainer.selectors.practised import times_of_people

START = datetime(2026, 11, 30, 9, tzinfo=UTC)


def came(*seconds, computing_ms=4000):
    return [(START + timedelta(seconds=second), computing_ms) for second in seconds]


@pytest.mark.parametrize(
    ("seconds", "adds"),
    [
        ([], []),
        ([0], [4]),
        ([0, 10, 40], [4, 10, 30]),
        ([0, 120], [4, 120]),
        ([0, 121], [4, 4]),
        ([0, 10, 900, 910], [4, 10, 4, 10]),
        ([0, 0], [4, 0]),
    ],
)
def test_each_answer_adds_the_time_since_the_one_before_or_its_own_after_a_pause(seconds, adds):
    assert [time.total_seconds() for _came, time in practised(came(*seconds))] == adds


def test_an_answer_that_took_for_ever_adds_no_more_than_a_pause():
    assert [time for _came, time in practised(came(0, computing_ms=10**9))] == [PAUSE]


@pytest.mark.parametrize(("seconds", "minutes"), [(0, 0), (1, 1), (60, 1), (61, 2), (3600, 60)])
def test_a_part_of_a_minute_is_one(seconds, minutes):
    assert whole_minutes(timedelta(seconds=seconds)) == minutes


@pytest.mark.django_db
def test_what_never_came_or_was_set_aside_or_is_anothers_adds_nothing():
    now = timezone.now()
    moments = [now - timedelta(seconds=second) for second in (50, 40, 30, 20, 10)]
    for number, moment in enumerate(moments):
        person = carol() if number == 3 else bob()
        answer = logged(person, 48, "7C", play_number=number, answered_at=moment, late=number == 1)
        if number == 2:
            SetAside.objects.create(answer=answer)
    times = times_of_people([bob().pk, carol().pk], Period(now - timedelta(hours=1)))
    assert times[bob().pk] == [(moments[0], timedelta(seconds=4)), (moments[4], timedelta(seconds=40))]
    assert times[carol().pk] == [(moments[3], timedelta(seconds=4))]


@pytest.mark.django_db
def test_the_first_answer_of_a_period_is_measured_from_the_one_before_it():
    now = timezone.now()
    for number, ago in enumerate((70, 40)):
        logged(bob(), 48, "7C", play_number=number, answered_at=now - timedelta(seconds=ago))
    times = times_of_people([bob().pk], Period(now - timedelta(seconds=60), now))
    assert times[bob().pk] == [(now - timedelta(seconds=40), timedelta(seconds=30))]
