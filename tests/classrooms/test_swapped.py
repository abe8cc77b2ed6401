"""What belongs to another class is sent in every address and form of one's own: nothing of it is shown or changed."""

from typing import Any

import pytest
from django.forms import model_to_dict
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Assignment, Attendance, Classroom, Membership, SignInSecret
from classrooms.services.assignments import set_drill
from classrooms.services.guests import come_in
from classrooms.services.lessons import arrive_at, start_lesson
from ninety.models import User
from tests.classrooms.answered import answered
from tests.factories import UserFactory, alice, signed_in
from tests.factories.classes import classroom_of, member_of
from trainer.drills import Options
from trainer.models import Answer, SetAside

pytestmark = pytest.mark.django_db
MODELS: tuple[Any, ...] = (User, Classroom, Membership, SignInSecret, Attendance, Assignment, Answer, SetAside)


@pytest.fixture
def mine() -> Classroom:
    return with_everything(classroom_of(alice(), "Bob", "Carol"))


@pytest.fixture
def theirs() -> Classroom:
    tom = UserFactory.create(username="tom", display_name="Tom", kind=User.Kind.TEACHER)
    return with_everything(classroom_of(tom, "Zoe", "Yan", name="theirs"))


def with_everything(classroom: Classroom) -> Classroom:
    """Give a class a guest, a lesson where all are, a drill that was set, and some answers."""
    now = timezone.now()
    classroom.guests = True
    classroom.save()
    come_in(classroom, f"Guest {classroom.pk}")
    lesson = start_lesson(classroom, classroom.owner, now)
    for membership in classroom.memberships.select_related("user"):
        arrive_at(lesson, membership.user, now)
        answered(membership.user, 55, 45)
    set_drill(
        classroom, classroom.owner, Options.usual("flash"), target=1, due_on=timezone.localdate(), now=timezone.now()
    )
    return classroom


def everything_of(classroom: Classroom) -> list[dict[str, Any]]:
    """Return every row that is about a class and its people."""
    people = set(classroom.memberships.values_list("user", flat=True))
    rows = [model_to_dict(row) for model in MODELS for row in model.objects.order_by("pk")]
    return [row for row in rows if people & {row.get("user"), row.get("id")} or row.get("classroom") == classroom.pk]


NUMBERED = (
    *("accommodations", "rename_pupil", "move_pupil", "remove_pupil", "let_pupil_back", "merge_guest", "erase_pupil"),
    "pupil",
)


@pytest.mark.parametrize("name", NUMBERED)
def test_a_number_of_theirs_in_an_address_of_mine_does_not_exist(mine, theirs, name):
    before, device = everything_of(theirs), signed_in(alice())
    for membership in theirs.memberships.all():
        address = reverse(name, args=[mine.slug, membership.pk])
        missing = reverse(name, args=[mine.slug, membership.pk + 10_000])
        for method in ("get", "post"):
            sent = {"name": "X", "sure": "on", "stretch": "20"} if method == "post" else {}
            found, none = (getattr(device, method)(each, sent) for each in (address, missing))
            assert found.status_code == none.status_code
            assert found.status_code in {302, 404, 405}
            assert "Zoe" not in found.content.decode()
    assert everything_of(theirs) == before


def forms(mine: Classroom, theirs: Classroom) -> list[tuple[str, list[Any], dict[str, Any]]]:
    """Return forms of mine that carry what is theirs."""
    lesson, pupil = mine.lessons.get(), member_of(theirs, "Zoe")
    guest = theirs.memberships.get(user__kind=User.Kind.GUEST)
    own = member_of(mine, "Bob")
    own_guest = mine.memberships.get(user__kind=User.Kind.GUEST)
    there = Attendance.objects.get(user=pupil.user)
    answers = list(Answer.objects.filter(user=pupil.user).values_list("pk", flat=True))
    assignment = theirs.assignments.get()
    return [
        ("remove_pupils", [mine.slug], {"members": [pupil.pk, guest.pk]}),
        ("renew_cards", [mine.slug], {"pupils": [pupil.pk], "pupil": pupil.pk, "members": [pupil.pk]}),
        ("let_try_again", [mine.slug], {"pupils": [pupil.pk], "pupil": pupil.pk, "members": [pupil.pk]}),
        ("copy_classroom", [mine.slug], {"name": "new", "pupils": [pupil.pk, guest.pk]}),
        ("move_pupil", [mine.slug, own.pk], {"classroom": theirs.pk, "name": "Bob"}),
        ("merge_guest", [mine.slug, own_guest.pk], {"pupil": pupil.pk}),
        ("hand_over_class", [mine.slug, theirs.owner_id], {}),
        ("remove_teacher", [mine.slug, theirs.owner_id], {}),
        ("make_sign_in_link", [mine.slug, theirs.owner_id], {}),
        ("seat_one", [lesson.slug], {"pupil": there.pk, "table": 0}),
        ("send_out", [lesson.slug], {"pupil": there.pk}),
        ("let_back", [lesson.slug], {"pupil": there.pk}),
        ("hold_seat", [lesson.slug], {"pupil": there.pk}),
        ("give_seat_back", [lesson.slug], {"pupil": there.pk}),
        ("share_device", [lesson.slug], {"member": pupil.pk, "lender": Attendance.objects.get(user=own.user).pk}),
        ("share_device", [lesson.slug], {"member": own.pk, "lender": there.pk}),
        ("set_answers_aside", [mine.slug], {"answers": answers}),
        ("put_answers_back", [mine.slug], {"answers": answers}),
        ("begin_assignment", [], {"assignment": assignment.slug}),
        ("door_pupil", [mine.slug, pupil.pk], {"pin": "0000"}),
    ]


def test_what_is_theirs_in_a_form_of_mine_changes_nothing_of_it(mine, theirs):
    before = everything_of(theirs)
    SetAside.objects.create(answer=Answer.objects.filter(user__display_name="Yan")[0])
    before = everything_of(theirs)
    assert len(before) > 15
    for name, args, sent in forms(mine, theirs):
        device = signed_in(alice())
        answer = device.post(reverse(name, args=args), sent)
        assert answer.status_code < 500, name
        assert everything_of(theirs) == before, name


def test_cards_of_theirs_are_not_printed_with_mine(mine, theirs):
    pupil = member_of(theirs, "Zoe")
    address = reverse("print_cards", args=[mine.slug])
    for key in ("pupils", "pupil", "members"):
        asked: dict[str, Any] = {"layout": "cards", key: [pupil.pk]}
        page = signed_in(alice()).get(address, asked).content.decode()
        assert "Zoe" not in page


def test_there_is_something_that_would_change(mine, theirs):
    """The snapshot sees what the forms would do if they were let."""
    before = everything_of(theirs)
    theirs.memberships.filter(user__display_name="Zoe").update(name_key="other")
    assert everything_of(theirs) != before
