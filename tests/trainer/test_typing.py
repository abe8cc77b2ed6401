"""The warm-up of typing: ten seconds that tell how long somebody takes to type a number, for who wants it taken off."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.test import Client

from ninety.models import User
from tests.factories import bob, carol, signed_in
from tests.trainer.test_progress import NOW, logged
from trainer.drills.typing import draw_numbers, typing_time
from trainer.models import TypingSpeed
from trainer.selectors import own_page_of
from trainer.selectors.progress import progress_of

pytestmark = pytest.mark.django_db

PAGE = "/drills/typing/"
HIDES = "Your typing is taken off the times: 1.2 s for a number, measured on "


def typed(client: Client, body: object) -> Any:
    return client.post(PAGE, json.dumps(body).encode(), content_type="application/json")


def test_a_warm_up_is_kept_with_its_date_and_a_later_one_takes_its_place() -> None:
    client = signed_in(bob())
    first = typed(client, {"times": [1500, 1600, 1700]})
    second = typed(client, {"times": [1000, 1200, 9000, 1100, 1400]})
    kept = TypingSpeed.objects.get()

    assert (first.json(), second.json()) == ({"says": "1.6 s for a number"}, {"says": "1.2 s for a number"})
    assert (kept.user, kept.median_ms, kept.numbers, kept.measured_at is not None) == (bob(), 1200, 5, True)


def test_times_that_no_hand_reaches_tell_nothing() -> None:
    assert typing_time([0, 1, -5, 2**70, 1200, 1300]) is None
    assert typing_time([299, 300, 1200, 1300, 10_001]) == 1200


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        {"times": 7},
        {"times": ["1"]},
        {"times": [True] * 5},
        {"times": [1.5] * 5},
        {"times": [1200] * 41},
        {"times": [1200, 1200]},
        {"times": [2**80] * 5},
    ],
)
def test_what_is_no_warm_up_is_refused_with_a_sentence(body: object) -> None:
    refused = typed(signed_in(bob()), body)

    assert (refused.status_code, refused.json()) == (
        422,
        {"sentence": "That was too little to tell. Please try once more."},
    )
    assert not TypingSpeed.objects.exists()


def test_it_is_forgotten_on_demand_and_only_the_own() -> None:
    for person in (bob(), carol()):
        typed(signed_in(person), {"times": [1200] * 5})
    forgotten = signed_in(bob()).post(PAGE, {"forget": "on"})

    assert (forgotten.status_code, forgotten["Location"]) == (302, "/drills/")
    assert [kept.user for kept in TypingSpeed.objects.all()] == [carol()]


def test_somebody_new_becomes_a_visitor_only_with_a_warm_up(client: Client) -> None:
    assert (typed(client, {"times": [1200]}).status_code, User.objects.count()) == (422, 0)
    assert typed(client, {"times": [1200] * 5}).status_code == 200
    assert TypingSpeed.objects.get().user.kind == User.Kind.VISITOR


def test_numbers_have_two_digits_and_never_come_twice_running() -> None:
    numbers = draw_numbers(Random(1))

    assert (len(numbers), min(numbers) >= 10, max(numbers) <= 99) == (40, True, True)
    assert all(one != other for one, other in pairwise(numbers))


def test_the_own_typing_is_taken_off_times_and_fluency_where_it_was_measured() -> None:
    for _sum in range(6):
        logged(bob(), 48, "7S", computing_ms=7000)
    slow = own_page_of(bob(), NOW)
    typed(signed_in(bob()), {"times": [1200] * 5})
    quick, plain = own_page_of(bob(), NOW), progress_of(bob(), NOW)

    assert ([line.seconds for line in slow.can], slow.typing_says) == (["usually 7.0 s"], "")
    assert [line.seconds for line in quick.can] == ["usually 5.8 s"]
    assert quick.typing_says.startswith(HIDES)
    assert [[state.code for state in page.states if state.facts] for page in (slow, quick)] == [
        ["learning"],
        ["fluent"],
    ]
    assert plain.figures.overall.median_ms == 7000
