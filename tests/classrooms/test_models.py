"""What the database itself holds together about classes."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from classrooms.models import Membership
from classrooms.pictures import PICTURES, new_pictures, new_pin
from classrooms.services import add_pupil
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of

pytestmark = pytest.mark.django_db


def test_two_names_of_a_class_never_look_alike():
    classroom = classroom_of(alice(), "Ana")
    with pytest.raises(IntegrityError):
        add_pupil(classroom, "ANA")


def test_a_pupil_is_in_one_class_at_a_time():
    one, other = classroom_of(alice(), "Bob"), classroom_of(alice())
    bob = pupil_of(one, "Bob")
    with pytest.raises(IntegrityError):
        Membership.objects.create(classroom=other, user=bob, name_key="bob")


def test_whoever_has_moved_leaves_room_for_the_name_and_for_another_class():
    one, other = classroom_of(alice(), "Bob"), classroom_of(alice())
    bob = pupil_of(one, "Bob")
    one.memberships.update(state=Membership.State.MOVED, left_at=timezone.now())
    Membership.objects.create(classroom=other, user=bob, name_key="bob")
    assert add_pupil(one, "Bob").user != bob


def test_a_secret_has_three_different_pictures_and_four_digits_that_differ():
    for _round in range(200):
        pictures, pin = new_pictures(), new_pin()
        assert len(set(pictures)) == 3
        assert set(pictures) <= set(PICTURES)
        assert len(pin) == 4
        assert pin.isdecimal()
        assert len(set(pin)) > 1
