"""Teachers who help one pupil at the same moment: one drill, one note, and never an error page."""

import pytest
from django.urls import reverse

from classrooms.models import Assignment, PutAway
from tests.classrooms.test_roster_at_once import sent_at_once
from tests.factories import alice
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_clicks_at_once_set_one_drill() -> None:
    classroom = classroom_of(alice(), "Bob", "Carol")
    bob, carol = classroom.memberships.order_by("pk")
    address = reverse("set_help_drill", args=[classroom.slug, bob.pk])
    other = reverse("set_help_drill", args=[classroom.slug, carol.pk])
    sent = [(address, {"kind": "flash"})] * 4 + [(other, {"kind": "flash"}), (address, {"kind": "practice"})]
    assert sent_at_once(classroom.owner, sent) == [302] * 6
    set_for = [(each.options["kind"], each.chosen.get().user_id) for each in Assignment.objects.all()]
    assert sorted(set_for) == [("flash", bob.user_id), ("flash", carol.user_id), ("practice", bob.user_id)]


def test_what_several_put_away_at_once_is_put_away_once() -> None:
    classroom = classroom_of(alice(), "Bob")
    bob = classroom.memberships.get()
    away = reverse("put_away", args=[classroom.slug, bob.pk])
    assert sent_at_once(classroom.owner, [(away, {"reason": "idle"})] * 5) == [302] * 5
    assert PutAway.objects.get().reason == "idle"
    back = reverse("show_again", args=[classroom.slug, bob.pk])
    assert sent_at_once(classroom.owner, [(back, {"reason": "idle"})] * 3) == [302] * 3
    assert not PutAway.objects.exists()
