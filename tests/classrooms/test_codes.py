"""One place to type a code: it leads to a table or to a class, and tells nothing else."""

import pytest
from django.test import Client
from django.utils import timezone

from classrooms.models import Classroom
from ninety.models import Budget, Table
from ninety.selectors import free_code
from tests.factories import alice
from tests.factories.classes import classroom_of
from tests.factories.tables import opened_table

pytestmark = pytest.mark.django_db


def test_a_code_leads_to_a_class_or_to_a_table() -> None:
    classroom, table = classroom_of(alice(), "Bob"), opened_table(alice())
    joined = Client().post("/join/", {"code": classroom.code.lower()})
    assert (joined.status_code, joined["Location"]) == (302, f"/class/{classroom.slug}/")
    assert Client().post("/join/", {"code": table.code})["Location"] == f"/table/{table.slug}/"
    assert Budget.objects.count() == 0


def test_a_code_that_leads_nowhere_does_not_say_why() -> None:
    archived, closed = classroom_of(alice(), "Bob"), opened_table(alice())
    Classroom.objects.update(archived_at=timezone.now())
    Table.objects.update(touched_at="2020-01-01T00:00Z")
    answers = [Client().post("/join/", {"code": code}) for code in (archived.code, closed.code, "BCD379")]
    assert [answer.status_code for answer in answers] == [422] * 3
    assert len({str(answer.context["form"].errors) for answer in answers}) == 1
    assert "Bob" not in answers[0].text


def test_nothing_gets_a_code_that_something_has(monkeypatch: pytest.MonkeyPatch) -> None:
    classroom, table = classroom_of(alice()), opened_table(alice())
    Classroom.objects.update(archived_at=timezone.now())
    Table.objects.update(touched_at="2020-01-01T00:00Z")
    codes = iter([classroom.code, table.code, "BCD347"])
    monkeypatch.setattr("ninety.selectors.codes.new_code", lambda: next(codes))
    assert free_code() == "BCD347"
