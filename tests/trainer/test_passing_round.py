"""One device that is passed round: covered between turns, and nobody else's."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from ninety.models import Match
from ninety.services import (
    Sitter,
    TableSettings,
    open_match,
)
from tests.factories import StackedDeal, alice, bob
from tests.trainer.tablemates import HANDS, HTMX, KEYS, Clock
from trainer.models import Answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def passed_round() -> Match:
    people = [Sitter(alice(), "Alice", alice()), Sitter(bob(), "Bob", alice())]
    rules = {"preset": "ninety-nine", "set": {"start": 48, "hand_size": 3}}
    return open_match(TableSettings(rules, []), people=people, shuffle=StackedDeal(HANDS[:2]))


def test_a_device_that_is_passed_round_is_covered_between_turns(passed_round: Match) -> None:
    browser = Client()
    browser.force_login(alice())
    where = f"/match/{passed_round.slug}/"

    def sent(action: str, **data: Any) -> Any:
        match = Match.objects.get(pk=passed_round.pk)
        seen = {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": next(KEYS)}
        return browser.post(where + action, seen | data, headers=HTMX)

    page = browser.get(where)
    assert (page.context["turn"].step, page.context["turn"].cover_name) == ("cover", "Alice")
    assert not re.search(rf"\b({'|'.join(' '.join(HANDS[:2]).split())})\b", page.content.decode())
    assert sent("play/", card="8H").status_code == 404
    assert sent("uncover/", seat=1).status_code == 409
    assert sent("uncover/", seat=0).context["turn"].step == "choose"
    assert browser.get(where, headers=HTMX).context["turn"].step == "choose"
    sent("play/", card="8H")
    covered = sent("announce/", total="56")
    assert (covered.context["turn"].step, covered.context["turn"].cover_name) == ("cover", "Bob")
    assert [face.name for face in covered.context["table"].view.hand] == []
    sent("uncover/", seat=1)
    sent("play/", card="7H")
    wrong = sent("announce/", total="53")
    assert wrong.context["turn"].step == "announce"
    wrong = sent("announce/", total="53")
    assert wrong.context["turn"].step == "explain", "the mistake is read before the device is passed on"
    assert sent("go-on/").context["turn"].cover_name == "Alice"
    answers = Answer.objects.order_by("pk").values_list("user__username", "announced")
    assert list(answers) == [("alice", 56), ("bob", 53), ("bob", 53)]


def test_a_page_loaded_anew_is_covered_and_the_time_of_the_turn_goes_on(passed_round: Match, clock: Clock) -> None:
    browser = Client()
    browser.force_login(alice())
    where = f"/match/{passed_round.slug}/"

    def sent(action: str, **data: Any) -> Any:
        match = Match.objects.get(pk=passed_round.pk)
        seen = {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": next(KEYS)}
        return browser.post(where + action, seen | data, headers=HTMX)

    browser.get(where)
    sent("uncover/", seat=0)
    clock.shift(timedelta(seconds=2))
    page = browser.get(where)
    assert (page.context["turn"].step, page.context["turn"].cover_name) == ("cover", "Alice")
    assert not any(card in page.content.decode() for card in HANDS[0].split())
    assert browser.get(where, headers=HTMX).context["turn"].step == "cover"
    assert sent("play/", card="8H").status_code == 404
    assert sent("uncover/", seat=0).context["turn"].step == "choose"
    clock.shift(timedelta(seconds=3))
    sent("play/", card="8H")
    assert browser.get(where).context["turn"].step == "cover"
    assert sent("uncover/", seat=0).context["turn"].step == "announce"
    clock.shift(timedelta(seconds=4))
    sent("announce/", total="56")
    answer = Answer.objects.get()
    assert (answer.choosing_ms, answer.computing_ms) == (5000, 4000)


def test_a_device_that_is_passed_round_works_without_scripts(passed_round: Match) -> None:
    browser = Client()
    browser.force_login(alice())
    where = f"/match/{passed_round.slug}/"

    def sent(action: str, **data: Any) -> str:
        match = Match.objects.get(pk=passed_round.pk)
        seen = {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": next(KEYS)}
        page = browser.post(where + action, seen | data, follow=True)
        return str(page.context["turn"].step)

    assert browser.get(where).context["turn"].step == "cover"
    assert sent("uncover/", seat=0) == "choose"
    assert browser.get(where).context["turn"].step == "cover"
    assert sent("uncover/", seat=0) == "choose"
    assert sent("play/", card="8H") == "announce"
    assert sent("announce/", total="56") == "cover"


def test_only_the_keeper_plays_on_a_device_that_is_passed_round(passed_round: Match) -> None:
    browser = Client()
    browser.force_login(bob())
    assert browser.get(f"/match/{passed_round.slug}/").status_code == 404
