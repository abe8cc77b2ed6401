"""A prepared query finds what Django's own finds, each time anew, and for nobody but whoever asks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, tzinfo
from threading import Barrier
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.db.models import Model
from django.db.models.sql.compiler import SQLCompiler

from ninety.models import Match, Seat, User
from ninety.prepared import Moment, Number, Prepared, Text
from tests.factories import bob, carol
from tests.factories.matches import seated_match

SEATS = Prepared(lambda: Seat.objects.filter(match__slug=Text("slug")).select_related("user", "keeper"))
SEAT = Prepared(lambda: Seat.objects.filter(match=Number("match"), number__gte=Number("least")).order_by("-number")[:1])
HANDS = ["5H 6H", "5C 6C"]
MET = Prepared(lambda: User.objects.filter(created_at__gt=Moment("after"), created_at__lte=Moment("until")))
PEOPLE = Prepared(lambda: User.objects.filter(pk=Number("pk")))


def values(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.django_db
def test_it_finds_what_django_finds_with_what_belongs_to_it(django_assert_num_queries) -> None:
    for person in (bob(), carol()):
        match = seated_match(person, HANDS)
        expected = list(match.seats.select_related("user", "keeper"))
        with django_assert_num_queries(1):
            found = SEATS(slug=match.slug)
            people = [seat.user and values(seat.user) for seat in found]
        assert people == [seat.user and values(seat.user) for seat in expected]
        assert [values(seat) for seat in found] == [values(seat) for seat in expected]
        assert found[0].user == person


@pytest.mark.django_db
def test_places_take_their_values_by_name_whatever_their_order() -> None:
    first, second = seated_match(bob(), HANDS), seated_match(carol(), HANDS)
    assert SEAT(match=first.pk, least=1) == SEAT(least=1, match=first.pk) == [first.seats.order_by("-number")[0]]
    assert SEAT(match=second.pk, least=1) == [second.seats.order_by("-number")[0]]
    assert SEAT(match=second.pk, least=9) == []
    assert SEAT.first(match=second.pk, least=9) is None
    with pytest.raises(KeyError):
        SEAT(match=second.pk)


@pytest.mark.django_db
@pytest.mark.parametrize("there", [UTC, ZoneInfo("America/Sao_Paulo")])
def test_moments_are_compared_to_the_microsecond_wherever_they_are_told(there: tzinfo) -> None:
    person, moment = bob(), datetime(2026, 3, 29, 1, 30, 0, 1, tzinfo=UTC)
    User.objects.filter(pk=person.pk).update(created_at=moment)
    told, tick = moment.astimezone(there), timedelta(microseconds=1)
    assert MET(after=told - tick, until=told) == [person]
    assert MET(after=told, until=told + tick) == []
    assert MET(after=told - 2 * tick, until=told - tick) == []


@pytest.mark.django_db
def test_nothing_of_an_answer_is_kept() -> None:
    person = bob()
    before = PEOPLE(pk=person.pk)[0]
    User.objects.filter(pk=person.pk).update(display_name="Robert", known_cards=["A"])
    after = PEOPLE(pk=person.pk)[0]
    assert (before.display_name, after.display_name, after.known_cards) == ("Bob", "Robert", ["A"])
    assert after is not before
    person.delete()
    assert PEOPLE(pk=person.pk) == []


@pytest.mark.django_db
def test_sql_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    query, person = Prepared(lambda: User.objects.filter(pk=Number("pk"))), bob()
    query(pk=person.pk)
    monkeypatch.setattr(SQLCompiler, "as_sql", lambda *_: pytest.fail("written again"))
    assert query.first(pk=person.pk) == person


@pytest.mark.django_db
def test_a_locked_row_is_locked_as_django_locks_it() -> None:
    match = seated_match(bob(), HANDS)
    locked = Prepared(lambda: Match.objects.filter(pk=Number("pk")).select_for_update(of=("self",), skip_locked=True))
    assert locked.first(pk=match.pk) == match
    _, compiler = locked._written()
    assert ("FOR UPDATE" in compiler.written) is (connection.vendor == "postgresql")


@pytest.mark.django_db(transaction=True)
def test_threads_that_ask_at_once_get_their_own() -> None:
    people = [bob(), carol()]
    together = Barrier(2)

    def ask(person: User) -> bool:
        together.wait(10)
        try:
            return all(PEOPLE(pk=person.pk)[0].display_name == person.display_name for _ in range(100))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, people)) == [True, True]
