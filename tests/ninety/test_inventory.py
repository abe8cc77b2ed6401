"""Everything that is kept is declared, and said to people."""

import pytest
from django.apps import apps
from django.utils.translation import override

from ninety.inventory import Whose, declared, kept_of, rows_of
from tests.factories import bob


def test_every_field_of_every_table_is_declared_and_no_other() -> None:
    for model in apps.get_models(include_auto_created=True):
        fields = {field.name for field in model._meta.local_concrete_fields}
        assert (model._meta.label, set(declared()[model].fields)) == (model._meta.label, fields)


def test_what_no_download_shows_are_fields_that_there_are() -> None:
    for table in declared().values():
        assert (table.model, table.hidden - set(table.fields)) == (table.model, frozenset())


@pytest.mark.django_db
def test_every_way_to_a_person_leads_to_one() -> None:
    person = bob()
    found = {
        table.model._meta.label: rows_of(table, [person.pk]).count() for table in declared().values() if table.person
    }
    assert {label for label, count in found.items() if count} == {"ninety.User"}
    assert len(found) > 20


@pytest.mark.parametrize("language", ["en", "es", "pt", "nl"])
def test_every_thing_is_told_in_words(language: str) -> None:
    with override(language):
        for whose in (Whose.PUPIL, Whose.VISITOR, Whose.TEACHER):
            things = kept_of(whose)
            said = [str(part) for kept in things for part in (kept.what, kept.why, kept.until(), kept.seen_by)]
            assert len(things) > 3
            assert all(said)


def test_each_thing_is_told_once() -> None:
    things = [kept for whose in Whose for kept in kept_of(whose)]
    assert {id(kept) for kept in things} == {
        id(kept) for table in declared().values() for parts in table.fields.values() for kept in parts
    }
