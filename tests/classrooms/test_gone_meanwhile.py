"""One teacher erases, removes or moves a pupil between another's click and what it does."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Assignment, Classroom, Membership, PutAway, ReportLink
from classrooms.services.assignments import set_drill
from classrooms.services.erasing import erase_person
from classrooms.services.guests import come_in
from classrooms.services.helping import put_away, set_for
from classrooms.services.members import Gone
from classrooms.services.pupils import let_back, merge_guest, move_pupil, remove_pupils, rename_pupil
from classrooms.services.report_links import make_report_links
from ninety.models import User
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options

pytestmark = pytest.mark.django_db
FLASH = Options.usual("flash")


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol")


def seen(classroom: Classroom, name: str = "Bob") -> Membership:
    """Return somebody as a page has found them."""
    return classroom.memberships.select_related("user", "classroom").get(user=pupil_of(classroom, name))


def erased(member: Membership) -> None:
    erase_person(User.objects.get(pk=member.user_id))


def removed(member: Membership) -> None:
    remove_pupils([Membership.objects.get(pk=member.pk)], timezone.now())


def moved(member: Membership) -> None:
    move_pupil(Membership.objects.get(pk=member.pk), classroom_of(mallory(), name="5a"), "Bob", timezone.now())


def helped(bob: Membership) -> None:
    set_for(bob, alice(), FLASH, due_on=timezone.localdate(), now=timezone.now())


def put(bob: Membership) -> None:
    put_away(bob, "idle", alice(), timezone.now())


def linked(bob: Membership) -> None:
    make_report_links(bob.classroom, [bob], alice(), language="en", days=7, now=timezone.now())


def set_to_do(bob: Membership) -> None:
    set_drill(bob.classroom, alice(), FLASH, due_on=timezone.localdate(), now=timezone.now(), pupils=[bob])


@pytest.mark.parametrize("gone", [erased, removed, moved])
@pytest.mark.parametrize("act", [helped, put, linked, set_to_do])
def test_nothing_is_kept_for_who_has_gone(
    classroom: Classroom, gone: Callable[[Membership], None], act: Callable[[Membership], None]
) -> None:
    bob = seen(classroom)
    gone(bob)
    with pytest.raises(Gone):
        act(bob)
    assert [model.objects.count() for model in (Assignment, PutAway, ReportLink)] == [0, 0, 0]


def test_the_others_get_what_was_meant_for_several(classroom: Classroom) -> None:
    both, now = [seen(classroom), seen(classroom, "Carol")], timezone.now()
    erased(both[0])
    assignment = set_drill(classroom, alice(), FLASH, due_on=timezone.localdate(), now=now, pupils=both)
    assert (assignment.is_for_all, [each.user for each in assignment.chosen.all()]) == (False, [both[1].user])
    assert list(make_report_links(classroom, both, alice(), language="en", days=7, now=now)) == [both[1].pk]


@pytest.mark.parametrize("gone", [erased, moved])
def test_who_has_gone_is_neither_removed_nor_let_back_nor_renamed(
    classroom: Classroom, gone: Callable[[Membership], None]
) -> None:
    bob, now = seen(classroom), timezone.now()
    gone(bob)
    remove_pupils([bob], now)
    let_back(bob, now)
    with pytest.raises(Gone):
        rename_pupil(bob, "Rob", now)
    states = list(Membership.objects.filter(user=bob.user_id).order_by("pk").values_list("state", "user__display_name"))
    assert states == ([] if gone is erased else [("moved", "Bob"), ("in", "Bob")])
    assert User.objects.filter(pk=bob.user_id, is_active=True).exists() is (gone is moved)


def test_who_was_erased_does_not_move(classroom: Classroom) -> None:
    bob, other = seen(classroom), classroom_of(mallory(), name="5a")
    erased(bob)
    with pytest.raises(Gone):
        move_pupil(bob, other, "Bob", timezone.now())
    assert not other.memberships.exists()


def test_a_guest_stays_where_the_pupil_has_gone(classroom: Classroom) -> None:
    Classroom.objects.update(guests=True)
    bob, fox = seen(classroom), come_in(classroom, "Fox")
    erased(bob)
    with pytest.raises(Gone):
        merge_guest(fox, bob, timezone.now())
    assert User.objects.filter(pk=fox.user_id, is_active=True).exists()


def test_a_member_who_is_missed_by_mistake_is_a_fault(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    bob = seen(classroom)

    def missed(*_asked: Any) -> Membership:
        return Membership.objects.get(pk=0)

    monkeypatch.setattr("classrooms.views.helping.member_or_404", missed)
    with pytest.raises(Membership.DoesNotExist):
        signed_in(alice()).post(reverse("put_away", args=[classroom.slug, bob.pk]), {"reason": "idle"})


def test_whoever_clicks_gets_the_page_of_what_does_not_exist(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = seen(classroom)

    def found_and_erased(*_asked: Any) -> Membership:
        erased(bob)
        return bob

    monkeypatch.setattr("classrooms.views.helping.member_or_404", found_and_erased)
    sent = signed_in(alice()).post(reverse("put_away", args=[classroom.slug, bob.pk]), {"reason": "idle"})
    assert (sent.status_code, PutAway.objects.exists(), User.objects.filter(pk=bob.user_id).exists()) == (
        404,
        False,
        False,
    )
