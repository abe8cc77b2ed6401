"""An archived class has what somebody who moved away did while there, and nothing of what the next class has seen."""

import csv
from datetime import timedelta
from io import BytesIO, StringIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Classroom
from classrooms.services import add_pupil, archive_classroom
from classrooms.services.moving import move_answers
from classrooms.services.pupils import move_pupil
from ninety.models import Match
from tests.classrooms.answered import answered
from tests.factories import alice, live_match, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options
from trainer.models import Answer, Drill, Judgement
from trainer.services.setting_aside import set_aside

pytestmark = pytest.mark.django_db
THEN, LEFT, SINCE = timedelta(days=3), timedelta(days=2), timedelta(days=1)


def drilled(person: Any, ago: timedelta) -> Drill:
    """Log a drill with one answer and one judgement, so long ago."""
    when = timezone.now() - ago
    dealt = {"settings": Options.usual("flash").to_json(), "seconds": 60, "deal": {}, "standing": {}}
    drill = Drill.objects.create(
        user=person, kind="flash", started_at=when, ended_at=when, why="time", sums=1, right=1, **dealt
    )
    [answer] = answered(person, 45)
    Answer.objects.filter(pk=answer.pk).update(drill=drill, answered_at=when)
    judged = {"play_number": 1, "seat_number": 0, "kind": Judgement.Kind.BUST, "total": 90, "right": True}
    Judgement.objects.create(user=person, drill=drill, choosing_ms=0, judged_at=when, **judged)
    return drill


def played(person: Any, ago: timedelta) -> Match:
    match = live_match([person], ["8H KS TD", "7H 8S 2D"], total=48)
    when = timezone.now() - ago
    Match.objects.filter(pk=match.pk).update(created_at=when, ended_at=when)
    return match


@pytest.fixture
def classroom() -> Classroom:
    """Bob moved from Alice's class, where Carol is, to Mallory's, where Zoe is, and hers was archived afterwards."""
    made, now = classroom_of(alice(), "Bob", "Carol"), timezone.now()
    bob, other = pupil_of(made, "Bob"), classroom_of(mallory(), name="5a")
    for ago in (THEN, SINCE):
        drilled(bob, ago)
        played(bob, ago)
    here = move_pupil(bob.memberships.get(), other, "Bob", now - LEFT)
    zoe = add_pupil(other, "Zoe")
    move_answers("drill", drilled(zoe.user, SINCE).pk, zoe, here, mallory(), now)
    set_aside(list(Answer.objects.filter(user=bob).values_list("pk", flat=True)), mallory(), now)
    archive_classroom(made)
    made.refresh_from_db()
    return made


def rows(classroom: Classroom, what: str) -> list[dict[str, str]]:
    address = reverse("export", args=[classroom.slug, what, "plain"])
    response: Any = signed_in(alice()).get(address, {"period": "year"})
    return list(csv.DictReader(StringIO(b"".join(response.streaming_content).decode())))


@pytest.mark.parametrize(("what", "found"), [("drills", 1), ("judgements", 1), ("answers", 1)])
def test_files_have_what_was_done_in_the_class(classroom: Classroom, what: str, found: int) -> None:
    assert [row["Name"] for row in rows(classroom, what)] == ["Bob"] * found


def test_the_row_of_a_pupil_counts_what_was_done_in_the_class(classroom: Classroom) -> None:
    bob = next(row for row in rows(classroom, "pupils") if row["Name"] == "Bob")
    assert (bob["drills"], bob["matches"]) == ("1", "1")


def test_the_records_are_those_of_matches_in_the_class(classroom: Classroom) -> None:
    response: Any = signed_in(alice()).get(
        reverse("export", args=[classroom.slug, "records", "zip"]), {"period": "year"}
    )
    package = ZipFile(BytesIO(b"".join(response.streaming_content)))
    assert sum(name.startswith("records/") for name in package.namelist()) == 1


def test_what_was_moved_or_set_aside_in_the_next_class_is_not_listed(classroom: Classroom) -> None:
    teacher = signed_in(alice())
    moved = teacher.get(reverse("moved", args=[classroom.slug])).text
    assert ("Zoe" in moved, "Bob" in moved) == (False, False)
    aside = teacher.get(reverse("aside", args=[classroom.slug]))
    assert len(aside.context["lines"]) == 1


def test_what_was_done_in_the_next_class_has_no_page(classroom: Classroom) -> None:
    drills = Drill.objects.filter(user__display_name="Bob").order_by("started_at")
    matches = Match.objects.order_by("created_at")
    teacher, addresses = signed_in(alice()), []
    for what, numbers in (
        ("drill", [drills[0].pk, drills[2].pk]),
        ("seat", [match.seats.get(number=0).pk for match in matches]),
    ):
        addresses += [reverse("move_answers", args=[classroom.slug, what, number]) for number in numbers]
    assert [teacher.get(address).status_code for address in addresses] == [200, 404, 200, 404]
