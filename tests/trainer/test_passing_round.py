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
from tests.factories import StackedDeal, alice, bob, signed_in
from tests.trainer.tablemates import HANDS, HTMX, KEYS, Clock
from trainer.models import Answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def passed_round() -> Match:
    people = [Sitter(alice(), "Alice", alice()), Sitter(bob(), "Bob", alice())]
    rules = {"preset": "ninety-nine", "set": {"start": 48, "hand_size": 3}}
    return open_match(TableSettings(rules, []), people=people, shuffle=StackedDeal(HANDS[:2]))


class Device:
    """Alice's, on which a match is played that goes from hand to hand."""

    def __init__(self, match: Match) -> None:
        self.match, self.browser = match, Client()
        self.browser.force_login(alice())

    def seen(self, **how: Any) -> Any:
        """Return the page of the match."""
        return self.browser.get(f"/match/{self.match.slug}/", **how)

    def sent(self, action: str, *, follow: bool = False, **data: Any) -> Any:
        """Send what a page would, as a script does or, to `follow` where it leads, as a browser without scripts."""
        match = Match.objects.get(pk=self.match.pk)
        seen = {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": next(KEYS)}
        headers = None if follow else HTMX
        return self.browser.post(f"/match/{match.slug}/{action}", seen | data, headers=headers, follow=follow)


def test_a_device_that_is_passed_round_is_covered_between_turns(passed_round: Match) -> None:
    device = Device(passed_round)
    page = device.seen()
    assert (page.context["turn"].step, page.context["turn"].cover_name) == ("cover", "Alice")
    assert not re.search(rf"\b({'|'.join(' '.join(HANDS[:2]).split())})\b", page.content.decode())
    assert device.sent("play/", card="8H").status_code == 404
    assert device.sent("uncover/", seat=1).status_code == 409
    assert device.sent("uncover/", seat=0).context["turn"].step == "choose"
    assert device.seen(headers=HTMX).context["turn"].step == "choose"
    device.sent("play/", card="8H")
    covered = device.sent("announce/", total="56")
    assert (covered.context["turn"].step, covered.context["turn"].cover_name) == ("cover", "Bob")
    assert [face.name for face in covered.context["table"].view.hand] == []
    device.sent("uncover/", seat=1)
    device.sent("play/", card="7H")
    wrong = device.sent("announce/", total="53")
    assert wrong.context["turn"].step == "announce"
    wrong = device.sent("announce/", total="53")
    assert wrong.context["turn"].step == "explain", "the mistake is read before the device is passed on"
    assert device.sent("go-on/").context["turn"].cover_name == "Alice"
    answers = Answer.objects.order_by("pk").values_list("user__username", "announced")
    assert list(answers) == [("alice", 56), ("bob", 53), ("bob", 53)]


def test_a_page_loaded_anew_is_covered_and_the_time_of_the_turn_goes_on(passed_round: Match, clock: Clock) -> None:
    device = Device(passed_round)
    device.seen()
    device.sent("uncover/", seat=0)
    clock.shift(timedelta(seconds=2))
    page = device.seen()
    assert (page.context["turn"].step, page.context["turn"].cover_name) == ("cover", "Alice")
    # As words of their own: two letters stand somewhere in nearly every token.
    assert not re.search(rf"\b({HANDS[0].replace(' ', '|')})\b", page.content.decode())
    assert device.seen(headers=HTMX).context["turn"].step == "cover"
    assert device.sent("play/", card="8H").status_code == 404
    assert device.sent("uncover/", seat=0).context["turn"].step == "choose"
    clock.shift(timedelta(seconds=3))
    device.sent("play/", card="8H")
    assert device.seen().context["turn"].step == "cover"
    assert device.sent("uncover/", seat=0).context["turn"].step == "announce"
    clock.shift(timedelta(seconds=4))
    device.sent("announce/", total="56")
    answer = Answer.objects.get()
    assert (answer.choosing_ms, answer.computing_ms) == (5000, 4000)


def test_a_device_that_is_passed_round_works_without_scripts(passed_round: Match) -> None:
    device = Device(passed_round)

    def sent(action: str, **data: Any) -> str:
        return str(device.sent(action, follow=True, **data).context["turn"].step)

    assert device.seen().context["turn"].step == "cover"
    assert sent("uncover/", seat=0) == "choose"
    assert device.seen().context["turn"].step == "cover"
    assert sent("uncover/", seat=0) == "choose"
    assert sent("play/", card="8H") == "announce"
    assert sent("announce/", total="56") == "cover"


def test_only_the_keeper_plays_on_a_device_that_is_passed_round(passed_round: Match) -> None:
    browser = signed_in(bob())
    assert browser.get(f"/match/{passed_round.slug}/").status_code == 404
