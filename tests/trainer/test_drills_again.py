"""Again: what went wrong lately, until each is right twice, in two different drills."""

from datetime import timedelta
from typing import Any

import pytest

from ninety.engine.rulesets import RuleSet
from ninety.models import User
from tests.factories import bob, carol, signed_in
from tests.trainer.device import Device, device_of, drill_of
from tests.trainer.test_progress_page import COUNTDOWN, log
from trainer.drills import Try, to_repeat
from trainer.models import Answer, Drill
from trainer.selectors.repeats import sums_to_repeat

pytestmark = pytest.mark.django_db

SPECIAL = RuleSet.from_spec({"preset": "ninety-nine", "set": {"effects": {"5": "+25"}, "floor": None}})


def again(person: User, clock: Any) -> Device:
    clock.shift(timedelta(hours=1))
    return device_of(person, kind="again")


def all_answered(device: Device, clock: Any, *, off: int = 0) -> None:
    while device.cards:
        device.answer(off=off)
    device.end("done")
    clock.shift(timedelta(minutes=5))
    assert device.send().status_code == 200


def left(person: User) -> tuple[tuple[int, int], ...]:
    from django.utils import timezone  # noqa: PLC0415

    return sums_to_repeat(person, timezone.now())


class TestWhichSums:
    def test_what_went_wrong_last_comes_first(self) -> None:
        tries = [Try(48, 7, False, None), Try(30, 5, False, 1), Try(48, 7, False, 2), Try(20, 5, True, None)]

        assert to_repeat(tries) == ((48, 7), (30, 5))

    @pytest.mark.parametrize(
        ("rights", "is_left"),
        [
            ([], True),
            ([1], True),
            ([1, 1], True),
            ([None, None, None], True),
            ([1, None], True),
            ([1, 2], False),
            ([1, 1, 2], False),
        ],
    )
    def test_it_takes_two_right_ones_in_two_different_drills(self, rights: list[int | None], is_left: bool) -> None:
        tries = [Try(48, 7, True, 8), Try(48, 7, True, 9), Try(48, 7, False, 9)]

        assert bool(to_repeat([*tries, *(Try(48, 7, True, drill) for drill in rights)])) == is_left

    def test_wrong_once_more_it_begins_anew(self) -> None:
        tries = [(False, None), (True, 1), (False, 2), (True, 2), (True, 3)]
        assert to_repeat(Try(48, 7, right, drill) for right, drill in tries) == ()
        assert to_repeat(Try(48, 7, right, drill) for right, drill in tries[:-1]) == ((48, 7),)


class TestDrill:
    def test_each_sum_stands_by_itself_until_it_was_right_in_two_drills(self, clock) -> None:
        log(bob(), 48, "7S", 45)
        log(bob(), 53, "7S", 54, rules=COUNTDOWN)
        first = again(bob(), clock)
        assert [(card["code"], card["start"], card["choices"][0]["label"]) for card in first.cards] == [
            ("7D", 53, "−7"),
            ("7S", 48, "+7"),
        ]
        assert first.batch["last"]
        all_answered(first, clock)
        assert len(left(bob())) == 2
        all_answered(again(bob(), clock), clock)

        assert left(bob()) == ()
        assert [drill.why for drill in Drill.objects.all()] == ["done", "done"]
        assert set(Answer.objects.filter(drill__isnull=False).values_list("prior", "change", "right")) == {
            (48, 7, True),
            (53, -7, True),
        }

    def test_nothing_left_is_said_and_makes_no_drill(self) -> None:
        log(bob(), 48, "7S", 55)
        log(carol(), 48, "7S", 45)
        refused = signed_in(bob()).post("/drills/start/", {"kind": "again"})

        assert (refused.status_code, refused.context["notice"]) == (422, "Nothing is left to do once more.")
        assert not Drill.objects.exists()

    def test_second_tries_no_answers_card_rules_and_old_ones_are_not_repeated(self) -> None:
        log(bob(), 48, "7S", 45, try_number=2)
        log(bob(), 48, "7S", None)
        log(bob(), 48, "9S", 45)
        log(bob(), 48, "KS", 49)
        log(bob(), 48, "7S", 45, days_ago=57)

        assert left(bob()) == ()

    def test_an_ace_and_a_ten_come_with_the_value_that_they_had(self, clock) -> None:
        log(bob(), 48, "AS", 60, choice=11)
        log(bob(), 48, "TS", 58, choice=-10)
        device = again(bob(), clock)

        assert [[way["choice"] for way in card["choices"]] for card in device.cards] == [[-10], [11]]

    def test_a_sum_of_a_class_with_cards_of_its_own_comes_by_its_own_rules(self, clock) -> None:
        log(bob(), -3, "5S", 20, rules=SPECIAL)
        device = again(bob(), clock)
        assert (device.cards[0]["choices"][0]["change"], device.cards[0]["start"]) == (25, -3)
        assert device.batch["floor"] is None
        all_answered(device, clock)
        answer = Answer.objects.get(drill=drill_of(device))

        assert (answer.effect, answer.expected, answer.right) == ("+25", 22, True)

    def test_a_drill_repeats_twenty_at_the_most(self, clock) -> None:
        for prior in range(20, 45):
            log(bob(), prior, "7S", 99)
        device = again(bob(), clock)

        assert (len(device.cards), len(left(bob()))) == (20, 25)

    def test_wrong_in_the_drill_it_is_still_to_be_repeated(self, clock) -> None:
        log(bob(), 48, "7S", 45)
        all_answered(again(bob(), clock), clock)
        all_answered(again(bob(), clock), clock, off=1)
        all_answered(again(bob(), clock), clock)

        assert left(bob()) == ((48, 7),)
