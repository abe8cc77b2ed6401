"""The demo: a database with something to look at."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from ninety.engine.record import Record, replay
from ninety.models import Match
from ninety.selectors import record_of, state_of

pytestmark = pytest.mark.django_db


def prepare() -> str:
    printed = StringIO()
    call_command("demo", "--no-server", stdout=printed)
    return printed.getvalue()


def test_the_demo_shows_finished_matches_that_were_really_played() -> None:
    assert prepare() == "Bots have played 4 matches to look at.\n"
    for match in Match.objects.all():
        *_steps, (_number, _action, state) = replay(Record.from_json(record_of(match)))
        assert state == state_of(match)
        assert state.over
        assert Client().get(f"/match/{match.slug}/review/").status_code == 200


def test_a_second_start_keeps_what_is_there() -> None:
    prepare()
    assert prepare() == ""
    assert Match.objects.count() == 4
