"""The people of the tests."""

from factory.declarations import Sequence
from factory.django import DjangoModelFactory

from ninety.models import User


class UserFactory(DjangoModelFactory[User]):
    """A pupil who has seen every page before."""

    class Meta:
        model = User
        django_get_or_create = ("username",)

    username = Sequence(lambda number: f"pupil-{number}")
    display_name = Sequence(lambda number: f"Pupil {number}")
    kind = User.Kind.PUPIL


def alice() -> User:
    return UserFactory.create(username="alice", display_name="Alice", kind=User.Kind.TEACHER)


def bob() -> User:
    return UserFactory.create(username="bob", display_name="Bob")


def carol() -> User:
    return UserFactory.create(username="carol", display_name="Carol")


def mallory() -> User:
    return UserFactory.create(username="mallory", display_name="Mallory", kind=User.Kind.VISITOR)
