"""Teachers who erase, remove, move, rename and help one pupil at the same moment: nobody gets an error page."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.classrooms.test_roster_at_once import sent_at_once
from tests.factories import alice
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("first", range(3))
def test_whatever_is_done_to_one_pupil_at_once_is_done_or_finds_nobody(first: int) -> None:
    classroom, other = classroom_of(alice(), "Bob", "Carol"), classroom_of(alice(), name="5a")
    bob, carol = classroom.memberships.order_by("pk")
    today = timezone.localdate().isoformat()
    posts: list[tuple[str, int | None, dict[str, Any]]] = [
        ("put_away", bob.pk, {"reason": "idle"}),
        ("erase_pupil", bob.pk, {"sure": "on"}),
        ("set_help_drill", bob.pk, {"kind": "flash"}),
        ("rename_pupil", bob.pk, {"name": "Rob"}),
        ("remove_pupil", bob.pk, {}),
        ("let_pupil_back", bob.pk, {}),
        ("move_pupil", bob.pk, {"classroom": other.pk, "name": ""}),
        ("link_reports", None, {}),
        ("link_reports", None, {"pupil": [carol.pk, bob.pk]}),
        ("assignments", None, {"kind": "flash", "target": "3", "due_on": today}),
    ]
    sent = [
        (reverse(name, args=[classroom.slug] if number is None else [classroom.slug, number]), data)
        for name, number, data in posts
    ]
    turn = 3 * first
    assert set(sent_at_once(classroom.owner, sent[turn:] + sent[:turn])) <= {200, 302, 404}
