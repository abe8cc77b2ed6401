"""The people of the tests."""

from django.test import Client
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


def signed_in(person: User | None) -> Client:
    """Return the browser of somebody who has signed in, or of a stranger."""
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return browser
