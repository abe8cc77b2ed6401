"""A database of the release before live tables is brought up to date while matches stand in the middle of a turn.

`before_live_tables.json` holds the rows that the services of that release wrote: a card that has been laid, one whose
first total was wrong, a match between two turns, and one that was left.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from ninety.engine.cards import Card
from ninety.keeping.copies import instead
from ninety.keeping.invariants import Verification
from ninety.models import Match, User
from ninety.selectors import rules_of, state_of
from tests.factories import signed_in
from tests.ninety.test_backup import IS_SQLITE, run_sql
from trainer.models import Answer

pytestmark = pytest.mark.django_db(transaction=True)

ROWS = json.loads((Path(__file__).parent / "before_live_tables.json").read_text())
THAT_RELEASE = [("ninety", "0001_people_and_matches"), ("trainer", "0001_the_log"), ("sessions", "0001_initial")]


@pytest.fixture
def _upgraded(tmp_path: Path) -> Iterator[None]:
    """Let a database of that release, brought up to date, stand in for that of the tests."""
    name = str(tmp_path / "old.sqlite3") if IS_SQLITE else f"old_{os.getpid()}"
    if not IS_SQLITE:
        run_sql(f"CREATE DATABASE {name}")
    try:
        with instead(name):
            write_rows()
            call_command("migrate", verbosity=0)
            yield
    finally:
        if not IS_SQLITE:
            run_sql(f"DROP DATABASE {name} WITH (FORCE)")


def write_rows() -> None:
    """Make the tables as they were, and fill them."""
    executor = MigrationExecutor(connection)
    old = executor.migrate(THAT_RELEASE).apps
    models = [old.get_model(label) for label in ROWS]
    for model, rows in zip(models, ROWS.values(), strict=True):
        model._default_manager.bulk_create([model(**row) for row in rows])
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)


@pytest.mark.usefixtures("_upgraded")
def test_nothing_is_lost_and_people_play_on_where_they_were() -> None:
    assert list(Verification().faults()) == []
    assert [Match.objects.count(), Answer.objects.count()] == [len(ROWS["ninety.match"]), len(ROWS["trainer.answer"])]
    browser = signed_in(User.objects.get())
    for match in Match.objects.order_by("pk"):
        assert browser.get(f"/match/{match.slug}/").status_code == 200
    tried = Match.objects.order_by("pk")[0]
    assert tried.committed is not None
    card, choice = Card(tried.committed["card"]), tried.committed["choice"]
    total = rules_of(tried).total_after(state_of(tried).total, card, choice)
    sent = {"version": tried.version, "tries": tried.tries, "key": "f" * 16, "total": str(total)}
    assert browser.post(f"/match/{tried.slug}/announce/", sent).status_code == 302
    answers = Answer.objects.filter(match=tried).order_by("try_number")
    assert list(answers.values_list("try_number", "right")) == [(1, False), (2, True)]
    assert list(Verification().faults()) == []
