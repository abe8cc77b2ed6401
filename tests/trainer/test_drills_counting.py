"""Where the answers of drills count: accuracy on one's own, times and ratings where the time is one, and the rest."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import bob, seated_match
from tests.trainer.device import Device, device_of, drill_of
from trainer.figures import ROLE_OF, TIMED, Period
from trainer.models import Answer, Drill, Rating
from trainer.selectors import own_page_of
from trainer.selectors.progress import answers_that_count, progress_of, report_of
from trainer.services.ratings import bring_up_ratings

pytestmark = pytest.mark.django_db


def drilled(clock: Any, kind: str, sums: int = 10, *, wrong: int = 2, took_ms: int = 3000) -> Device:
    clock.shift(timedelta(minutes=1))
    device = device_of(bob(), kind=kind, seconds="0")
    for number in range(sums):
        while device.is_stuck and device.hand:
            device.bust()
        device.answer(off=1 if number < wrong else 0, took_ms=took_ms)
    clock.shift(timedelta(minutes=2))
    assert device.send().status_code == 200
    clock.shift(timedelta(minutes=1))
    return device


def test_every_role_of_the_log_counts_somewhere() -> None:
    assert set(ROLE_OF) == {role.value for role in Answer.Role}
    assert {"checker", "own"} == TIMED


@pytest.mark.parametrize("kind", ["flash", "practice"])
def test_single_sums_count_on_ones_own_with_their_times_and_in_the_rating(kind: str, clock) -> None:
    drilled(clock, kind)
    report = report_of([bob().pk], Period())[bob().pk]
    own = report.roles["own"].overall
    bring_up_ratings(timezone.now())

    assert (own.answers, own.right, own.times, own.median_ms) == (10, 8, 10, 3000)
    assert report.figures.overall == own
    assert Rating.objects.get().answers == 10


def test_a_race_counts_on_ones_own_without_times_and_in_no_rating(clock) -> None:
    device = drilled(clock, "speed", 12)
    own = report_of([bob().pk], Period())[bob().pk].roles["own"].overall
    bring_up_ratings(timezone.now())

    assert (own.answers, own.right, own.times) == (drill_of(device).sums, drill_of(device).right, 0)
    assert not Rating.objects.exists()


def test_too_fast_for_a_hand_an_answer_counts_and_its_time_does_not(clock) -> None:
    drilled(clock, "flash", took_ms=100)
    own = report_of([bob().pk], Period())[bob().pk].roles["own"].overall

    assert (own.answers, own.right, own.times) == (10, 8, 0)


def test_what_was_being_typed_at_the_end_is_no_mistake_and_no_answer(clock) -> None:
    device = drilled(clock, "flash", 6, wrong=0)
    device.end("stopped", typing="8")
    device.send()
    overall = report_of([bob().pk], Period())[bob().pk].figures.overall

    assert (overall.answers, overall.right, overall.no_answers) == (6, 6, 0)
    assert progress_of(bob(), timezone.now()).mistakes == ()


def test_the_own_page_shows_mistakes_and_facts_of_drills(clock) -> None:
    drilled(clock, "flash", 30, wrong=3)
    page = own_page_of(bob(), timezone.now())

    assert (page.total, len(page.mistakes)) == (30, 3)
    assert page.tables
    assert page.by_role == ""


def test_the_log_can_be_marked_anew(clock) -> None:
    for kind in ("flash", "speed", "practice"):
        drilled(clock, kind)
    before = list(Answer.objects.order_by("pk").values())
    Answer.objects.update(skill="no-change", kinds=[], fact="")
    call_command("remark")

    assert list(Answer.objects.order_by("pk").values()) == before


def test_all_that_figures_are_made_from_still_lies_in_the_index(clock) -> None:
    drilled(clock, "flash")
    if connection.vendor != "sqlite":
        pytest.skip("SQLite names the index that it uses alone")
    with CaptureQueriesContext(connection) as asked:
        report_of([bob().pk], Period(timezone.now() - timedelta(days=1), timezone.now()))
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked[-1]['sql']}")
        plan = " ".join(row[-1] for row in cursor.fetchall())

    assert "USING COVERING INDEX answer_figures" in plan


class TestWhatTheDatabaseHolds:
    def refuses(self, **changes: Any) -> bool:
        try:
            with transaction.atomic():
                Answer.objects.update(**changes)
        except IntegrityError:
            return True
        return False

    def test_an_answer_is_given_at_a_match_or_in_a_drill(self, clock) -> None:
        drilled(clock, "flash", 1)
        match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"], total=48)

        assert [
            self.refuses(match=match),
            self.refuses(role="checker"),
            self.refuses(role="player", drill=None, match=match),
        ] == [True, True, False]

    def test_a_turn_of_a_drill_is_answered_once(self, clock) -> None:
        drilled(clock, "flash", 2)

        assert self.refuses(play_number=1)

    def test_answers_outlive_their_drill(self, clock) -> None:
        drilled(clock, "flash", 3)
        Drill.objects.all().delete()

        assert [answer.drill for answer in answers_that_count([bob().pk], Period())] == [None] * 3

    @pytest.mark.parametrize(
        "wrong",
        [{"kind": "win"}, {"why": "time"}, {"ended_at": timezone.now()}, {"right": 3, "sums": 2}, {"run": 1}],
    )
    def test_a_drill_makes_sense(self, wrong: dict[str, Any], clock) -> None:
        device_of(bob())
        with pytest.raises(IntegrityError), transaction.atomic():
            Drill.objects.update(**wrong)
