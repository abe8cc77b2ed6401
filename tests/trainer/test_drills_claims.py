"""What a device claims of its own times: bounded by the server's clock and by what a hand can do, and never a fault."""

import json
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import bob
from tests.trainer.device import Device, device_of, drill_of, post
from trainer.drills import Said, charge, correct_digits, waited
from trainer.drills.claims import DRIFT_MS, KEY_MS, fastest_ms
from trainer.drills.events import BadEvent, BadPost, read_event, read_post
from trainer.models import Answer

pytestmark = pytest.mark.django_db

HUGE = 2**200


@pytest.fixture
def device(clock) -> Device:
    return device_of(bob())


def answered(device: Device, clock: Any, passed_ms: int, **claims: Any) -> Answer:
    device.answer(**claims)
    clock.shift(timedelta(milliseconds=passed_ms))
    assert device.send().status_code == 200
    return Answer.objects.latest("pk")


class TestTimes:
    def test_a_believable_one_counts(self, device: Device, clock) -> None:
        answer = answered(device, clock, 2500, took_ms=2100)

        assert (answer.role, answer.computing_ms, drill_of(device).used_ms) == ("own", 2100, 2100)

    @pytest.mark.parametrize("took_ms", [0, 1, 100, -5000, -HUGE])
    def test_faster_than_a_hand_it_is_kept_without_a_time_and_charged_as_a_hand(
        self, device: Device, clock, took_ms: int
    ) -> None:
        answer = answered(device, clock, 10_000, took_ms=took_ms)

        assert (answer.right, answer.role, answer.computing_ms) == (True, "untimed", max(took_ms, 0))
        assert drill_of(device).used_ms == fastest_ms(answer.expected)
        assert not drill_of(device).doubtful

    @pytest.mark.parametrize("took_ms", [60_000, 10**9, HUGE])
    def test_more_than_has_passed_it_is_kept_without_a_time_and_the_drill_is_compared_with_no_other(
        self, device: Device, clock, took_ms: int
    ) -> None:
        answer = answered(device, clock, 5000, computing_ms=took_ms)

        assert (answer.right, answer.role, drill_of(device).used_ms) == (True, "untimed", 5000)
        assert drill_of(device).doubtful

    def test_all_times_together_are_never_more_than_has_passed(self, device: Device, clock) -> None:
        for _sum in range(10):
            device.answer(took_ms=9000)
        clock.shift(30)
        device.send()
        drill = drill_of(device)

        assert (drill.sums, drill.doubtful) == (10, True)
        assert 30_000 <= drill.used_ms <= 30_000 + 10 * fastest_ms(99)

    def test_a_script_without_hands_comes_to_no_more_than_hands_would(self, device: Device, clock) -> None:
        for _sum in range(40):
            device.answer(took_ms=0)
        device.send()

        assert drill_of(device).used_ms >= 40 * 2 * KEY_MS
        assert drill_of(device).doubtful

    @given(st.integers(-HUGE, HUGE), st.integers(-HUGE, HUGE), st.integers(-999, 999), st.integers(-(10**7), 10**7))
    def test_whatever_is_claimed_comes_to_something_that_can_be_kept(
        self, choosing: int, computing: int, announced: int, left: int
    ) -> None:
        cost = charge(choosing, computing, announced, left_ms=left)
        least = fastest_ms(announced)

        assert least <= cost.used_ms <= max(left + DRIFT_MS, least)
        assert 0 <= cost.choosing_ms < 2**31
        assert 0 <= cost.computing_ms < 2**31
        assert not cost.is_true or cost.choosing_ms + cost.computing_ms == cost.used_ms
        assert 0 <= waited(choosing, left_ms=left) <= max(left, 0)


class TestPosts:
    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b"7",
            b"\xff\xfe",
            b'{"events": {}}',
            b'{"events": 7}',
            b"[" * 100_000,
            b'{"events": [], "have": -1}',
            b'{"events": [], "have": "1"}',
            b'{"events": [], "now_ms": "soon"}',
            b'{"events": [], "now_ms": NaN}',
            b'{"events": [' + b"9" * 5000 + b"]}",
            json.dumps({"events": [{}] * 501}).encode(),
        ],
    )
    def test_what_is_no_post_is_refused_with_a_sentence(self, device: Device, body: bytes) -> None:
        refused = post(device.client, device.slug, body)

        assert (refused.status_code, refused.json()) == (400, {"sentence": "That could not be read."})

    def test_too_much_at_once_is_refused(self, device: Device) -> None:
        assert post(device.client, device.slug, b" " * 200_001).status_code == 413

    @pytest.mark.parametrize(
        "change",
        [
            {"what": "win"},
            {"what": None},
            {"number": "1"},
            {"number": True},
            {"number": 0},
            {"number": HUGE},
            {"at_ms": None},
            {"at_ms": "now"},
            {"at_ms": float("nan")},
            {"card": "1S"},
            {"card": 7},
            {"card": ["7S"]},
            {"card": "7S\0"},
            {"card_number": 3},
            {"card_number": -1},
            {"card_number": HUGE},
            {"card_number": 1.0},
            {"choice": "1"},
            {"choice": HUGE},
            {"choice": 5},
            {"announced": None},
            {"announced": "55"},
            {"announced": 55.0},
            {"announced": True},
            {"announced": 10**6},
            {"announced": -HUGE},
            {"choosing_ms": "1"},
            {"choosing_ms": [1]},
            {"computing_ms": None},
            {"computing_ms": float("nan")},
        ],
    )
    def test_an_event_that_is_none_stops_what_follows_and_keeps_what_came_before(
        self, device: Device, clock, change: dict[str, Any]
    ) -> None:
        device.answer()
        bad = {**device.answer(), **change}
        clock.shift(60)
        refused = device.send([device.events[0], bad, device.answer()])

        assert refused.status_code in (409, 422)
        assert (refused.json()["acknowledged"], Answer.objects.count()) == (1, 1)
        # Told rightly, it goes on.
        assert device.send(device.events).json()["acknowledged"] == 3

    def test_only_a_number_of_another_event_is_a_gap(self, device: Device, clock) -> None:
        device.answer()
        clock.shift(60)

        assert device.send([{**device.events[0], "number": 7}]).status_code == 409

    def test_what_else_an_event_says_is_nobodys_concern(self, device: Device, clock) -> None:
        device.answer(unfinished=False, colour="blue")
        clock.shift(60)

        assert device.send().json()["acknowledged"] == 1

    @pytest.mark.parametrize("typing", ["8", "-12", "\N{MINUS SIGN}7", "<b>", "0" * 500, "", "\0"])
    def test_whatever_was_being_typed_can_be_kept(self, device: Device, clock, typing: str) -> None:
        device.end("stopped", typing=typing)
        assert device.send().status_code == 200
        assert len(drill_of(device).typing) <= 8

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.sampled_from(["events", "number", "what", "at_ms", "card"]), inner, max_size=5)
            ),
        )
    )
    def test_no_json_is_a_fault(self, sent: object) -> None:
        for read in (lambda: read_event(sent), lambda: read_post(json.dumps(sent).encode())):
            with suppress(BadEvent, BadPost):
                read()

    def test_an_event_is_read_as_it_was_sent(self) -> None:
        sent = {"number": 3, "what": "answer", "at_ms": 9, "card_number": 2, "card": "TS", "choice": -10}
        event = read_event({**sent, "announced": -7, "choosing_ms": 0, "computing_ms": 1250})

        assert isinstance(event, Said)
        assert (event.card.code, event.choice, event.announced, event.computing_ms) == ("TS", -10, -7, 1250)


@pytest.mark.parametrize(
    ("announced", "expected", "digits"),
    [
        (55, 55, 2),
        (45, 55, 1),
        (54, 55, 1),
        (5, 55, 1),
        (155, 55, 2),
        (7, 7, 1),
        (0, 0, 1),
        (-7, -7, 2),
        (7, -7, 1),
        (-7, 7, 1),
        (100, 99, 0),
        (105, 5, 1),
    ],
)
def test_correct_digits_are_equal_at_the_same_place_and_a_sign_is_one(
    announced: int, expected: int, digits: int
) -> None:
    assert correct_digits(announced, expected) == digits
