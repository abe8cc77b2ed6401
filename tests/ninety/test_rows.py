"""A row that is often read is the row that Django would make of what the database has."""

from typing import Any

import pytest
from django.db.models import Model
from django.db.models.signals import post_init, pre_init
from pytest_django import DjangoAssertNumQueries

from ninety.models import Match, Seat
from ninety.rows import OftenRead
from tests.factories import bob
from tests.factories.matches import seated_match

HANDS = ["5H 6H", "5C 6C"]


@pytest.fixture
def match() -> Match:
    return seated_match(bob(), HANDS)


def all_of(row: Model) -> dict[str, Any]:
    """Return everything that a row holds, and what Django notes of it."""
    held = vars(row).copy()
    return held | {"_state": vars(held["_state"])}


@pytest.mark.django_db
def test_it_is_what_django_makes_of_it(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = (
        Match.objects.all(),
        Match.objects.only("slug", "rules"),
        Match.objects.defer("state"),
        Seat.objects.select_related("user", "match__table"),
    )
    for rows in ways:
        quickly = [all_of(row) for row in rows.all()]
        with monkeypatch.context() as patch:
            patch.delattr(OftenRead, "from_db")
            as_django_does = [all_of(row) for row in rows.all()]
        assert quickly == as_django_does != []


@pytest.mark.django_db
def test_what_was_left_out_is_fetched_once_it_is_asked_for(
    match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    found = Match.objects.only("slug").get()
    assert found.get_deferred_fields() == {field.attname for field in Match._meta.concrete_fields} - {"id", "slug"}
    with django_assert_num_queries(1):
        assert found.state == match.state


def test_nobody_would_have_heard_of_it() -> None:
    models = OftenRead.__subclasses__()
    assert Match in models
    for model in models:
        assert model.__init__ is Model.__init__
        assert not pre_init.has_listeners(model)
        assert not post_init.has_listeners(model)
