"""Teachers who change one class at the same moment: one effect each, and never an error page."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from classrooms.models import Classroom, Membership
from ninety.models import User
from tests.classrooms.test_roster_page import address, names, preview, shown
from tests.factories import UserFactory, alice, signed_in
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db(transaction=True)


def sent_at_once(person: User, requests: Sequence[tuple[str, dict[str, Any]]]) -> list[int]:
    """Send requests of one person from as many threads, and return their status codes in order."""
    client = signed_in(person)

    def send(request: tuple[str, dict[str, Any]]) -> int:
        one = Client()
        one.cookies = client.cookies
        try:
            return one.post(*request).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


def shown_to(person: User, classroom: Classroom, text: str) -> dict[str, Any]:
    client = signed_in(person)
    return shown(preview(client, classroom, text))


def test_clicks_on_one_list_add_it_once() -> None:
    classroom = classroom_of(alice())
    sent = shown_to(classroom.owner, classroom, "Ana\nBob\nCarol")
    assert sent_at_once(classroom.owner, [(address(classroom, "add/"), sent)] * 5) == [302] * 5
    assert names(classroom) == ["Ana", "Bob", "Carol"]


def test_of_two_lists_that_were_shown_at_once_the_later_is_shown_anew() -> None:
    classroom = classroom_of(alice())
    lists = [shown_to(classroom.owner, classroom, text) for text in ("Ana\nBob", "Ana\nCarol")]
    codes = sent_at_once(classroom.owner, [(address(classroom, "add/"), sent) for sent in lists])
    assert sorted(codes) == [302, 409]
    assert len(names(classroom)) == 2


def test_two_pupils_who_get_one_name_at_once_do_not_both_get_it() -> None:
    classroom = classroom_of(alice(), "Ana", "Bob")
    numbers = classroom.memberships.values_list("pk", flat=True)
    codes = sent_at_once(
        classroom.owner, [(address(classroom, f"{number}/rename/"), {"name": "Eve"}) for number in numbers]
    )
    assert sorted(codes) == [302, 422]


def test_whoever_is_moved_by_two_teachers_at_once_is_in_one_class() -> None:
    classroom = classroom_of(alice(), "Bob")
    others = [classroom_of(classroom.owner), classroom_of(classroom.owner)]
    bob = classroom.memberships.get()
    at = address(classroom, f"{bob.pk}/move/")
    codes = sent_at_once(classroom.owner, [(at, {"classroom": other.pk}) for other in others * 2])
    assert set(codes) <= {302, 404}
    assert bob.user.memberships.filter(state=Membership.State.IN).count() == 1


def test_whoever_is_erased_by_many_clicks_is_erased_once() -> None:
    classroom = classroom_of(alice(), "Bob")
    bob = classroom.memberships.get()
    codes = sent_at_once(classroom.owner, [(address(classroom, f"{bob.pk}/erase/"), {"sure": "on"})] * 4)
    assert set(codes) <= {302, 404}
    assert list(User.objects.values_list("username", flat=True)) == ["alice"]


def test_what_two_do_to_one_pupil_at_once_leaves_no_half() -> None:
    owner, colleague = alice(), UserFactory.create(kind=User.Kind.TEACHER)
    classroom = classroom_of(owner, "Bob")
    classroom.co_teachers.add(colleague)
    bob = classroom.memberships.get()
    parts: list[tuple[str, dict[str, Any]]] = [("remove/", {}), ("let-back/", {}), ("rename/", {"name": "Eve"})]
    codes = sent_at_once(owner, [(address(classroom, f"{bob.pk}/{part}"), data) for part, data in parts * 3])
    assert codes == [302] * 9
    bob.refresh_from_db()
    assert bob.user.is_active == (bob.state == Membership.State.IN)
