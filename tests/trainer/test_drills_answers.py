"""What a device sends while a drill runs: every answer once, marked by the server, whatever the network does."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ninety.models import User
from tests.factories import bob, carol, signed_in
from tests.trainer.device import Device, device_of, drill_of, loaded, post
from trainer.models import Answer, Drill

pytestmark = pytest.mark.django_db

KEPT = ("prior", "card", "choice", "change", "expected", "announced", "right", "skill", "effect", "limit", "countdown")


@pytest.fixture
def device(clock) -> Device:
    """A flash drill of a minute whose clock runs as the device says."""
    return device_of(bob())


def played(device: Device, clock: Any, count: int, **more: Any) -> None:
    """Answer so many sums, and let the time pass that this takes."""
    before = device.now_ms
    for _sum in range(count):
        device.answer(**more)
    clock.shift(timedelta(milliseconds=device.now_ms - before))


class TestOneAnswer:
    def test_it_is_logged_with_all_that_it_was_judged_by(self, device: Device, clock) -> None:
        card, way, prior = device.sum()
        device.event("go")
        played(device, clock, 1, off=-10)
        reply = device.send().json()
        answer, drill = Answer.objects.get(), drill_of(device)

        assert [getattr(answer, name) for name in KEPT] == [
            prior,
            card["code"],
            way["choice"],
            way["change"],
            prior + way["change"],
            prior + way["change"] - 10,
            False,
            answer.skill,
            answer.effect,
            98,
            False,
        ]
        assert (answer.user, answer.match, answer.drill, answer.play_number, answer.try_number) == (
            bob(),
            None,
            drill,
            1,
            1,
        )
        assert (answer.role, answer.choosing_ms, answer.computing_ms, answer.policy) == ("own", 0, 2000, "show")
        assert "ten-off" in answer.kinds
        assert (reply["acknowledged"], reply["right"], reply["sums"], reply["used_ms"]) == (2, 0, 1, 2000)
        assert list(reply["workings"]) == ["2"]
        assert str(answer.expected) in reply["workings"]["2"]

    def test_the_next_sum_starts_from_the_true_total(self, device: Device, clock) -> None:
        played(device, clock, 1, off=5)
        played(device, clock, 1)
        assert device.send().status_code == 200

        wrong, following = Answer.objects.order_by("play_number")
        assert following.prior == wrong.expected
        assert (wrong.earlier, following.earlier) == ([], [wrong.prior])

    def test_the_server_counts_right_ones_runs_and_digits(self, device: Device, clock) -> None:
        for off in (0, 0, 1, 0, 0, 0, 100):
            played(device, clock, 1, off=off)
        device.send()
        drill, answers = drill_of(device), Answer.objects.all()

        assert (drill.sums, drill.right, drill.longest_run, drill.run) == (7, 5, 3, 0)
        assert drill.right == sum(answer.right for answer in answers)
        assert drill.correct_digits >= sum(len(str(answer.expected)) for answer in answers if answer.right)

    def test_no_page_or_reply_holds_a_total_to_come(self, device: Device, clock) -> None:
        played(device, clock, 3)
        reply = device.send().json()

        assert set(reply) - {"workings", "late"} == {
            *("acknowledged", "used_ms", "right", "sums", "prior", "ended", "last", "cards"),
        }
        for card in [*device.batch["cards"], *reply["cards"]]:
            assert set(card) == {"number", "code", "rule", "start", "choices"}
            assert {*card["choices"][0]} == {"choice", "change", "set", "label"}


class TestExactlyOnce:
    def test_what_is_sent_again_changes_nothing(self, device: Device, clock) -> None:
        played(device, clock, 4)
        replies = [device.send().json()["acknowledged"] for _copy in range(3)]

        assert (replies, Answer.objects.count(), drill_of(device).used_ms) == ([4, 4, 4], 4, 8000)

    def test_the_reply_is_lost_and_more_has_been_answered_since(self, device: Device, clock) -> None:
        played(device, clock, 2)
        device.send()
        played(device, clock, 3)

        assert device.send().json()["acknowledged"] == 5
        assert list(Answer.objects.order_by("pk").values_list("play_number", flat=True)) == [1, 2, 3, 4, 5]

    def test_a_gap_is_not_taken(self, device: Device, clock) -> None:
        played(device, clock, 5)
        device.send(device.events[:2])
        refused = device.send(device.events[3:])

        assert (refused.status_code, refused.json()["acknowledged"], refused.json()["elsewhere"]) == (409, 2, False)
        assert Answer.objects.count() == 2
        assert device.send(device.events[2:]).json()["acknowledged"] == 5

    def test_a_gap_within_a_post_leaves_what_came_before_it(self, device: Device, clock) -> None:
        played(device, clock, 5)
        refused = device.send([device.events[0], device.events[1], device.events[3]])

        assert (refused.status_code, refused.json()["acknowledged"], Answer.objects.count()) == (409, 2, 2)

    def test_turned_round_they_are_not_taken(self, device: Device, clock) -> None:
        played(device, clock, 3)
        refused = device.send(device.events[::-1])

        assert (refused.status_code, refused.json()["acknowledged"], Answer.objects.count()) == (409, 0, 0)

    def test_another_device_that_goes_its_own_way_is_told(self, device: Device, clock) -> None:
        other = loaded(signed_in(bob()), device.slug)
        played(device, clock, 2)
        device.send()
        played(other, clock, 1, took_ms=3000)
        refused = other.send()

        assert (refused.status_code, refused.json()["elsewhere"], refused.json()["acknowledged"]) == (409, True, 2)
        assert Answer.objects.count() == 2

    def test_another_device_goes_on_where_the_first_one_stopped(self, device: Device, clock) -> None:
        played(device, clock, 25, off=1)
        device.send()
        other = loaded(signed_in(bob()), device.slug)
        assert (other.total, other.now_ms) == (device.total, device.now_ms)
        played(other, clock, 5)

        assert other.send().json()["acknowledged"] == 30
        assert (drill_of(device).sums, drill_of(device).right) == (30, 5)
        assert device.send().json()["acknowledged"] == 30

    def test_cards_are_dealt_ahead_and_only_those_missing_are_sent(self, device: Device, clock) -> None:
        held = max(card["number"] for card in device.cards)
        played(device, clock, 30)
        new = device.send(have=held).json()["cards"]

        assert [card["number"] for card in new] == list(range(held + 1, 71))
        assert [card["number"] for card in loaded(device.client, device.slug).cards] == list(range(31, 71))

    def test_a_drill_goes_on_for_minutes_without_a_network(self, device: Device, clock) -> None:
        played(device, clock, 40, took_ms=1500)

        assert (device.send().json()["acknowledged"], drill_of(device).right) == (40, 40)


class TestWhoseItIs:
    def test_a_drill_of_another_is_like_one_that_does_not_exist(self, device: Device, clock) -> None:
        played(device, clock, 1)
        other = signed_in(carol())
        for address in ("", "answers/", "result/"):
            method = "post" if address == "answers/" else "get"
            sent: dict[str, Any] = {"events": []} if method == "post" else {}
            codes = [
                getattr(other, method)(f"/drills/{slug}/{address}", sent, content_type="application/json").status_code
                for slug in (device.slug, "0" * 18)
            ]
            assert codes == [404, 404]
        assert other.post("/drills/again/", {"drill": device.slug}).status_code == 404
        assert (Answer.objects.count(), Drill.objects.count()) == (0, 1)

    def test_who_is_signed_out_is_told_so_and_keeps_the_answers(self, device: Device, clock) -> None:
        played(device, clock, 1)
        refused = post(Client(), device.slug, {"events": device.events})

        assert (refused.status_code, refused.json()) == (
            401,
            {"sentence": "Please sign in again. Your answers are kept on this device."},
        )

    def test_the_mark_of_a_person_tells_nobody_who_it_is(self, device: Device) -> None:
        mine, again = device.batch["person"], device_of(bob()).batch["person"]

        assert (mine == again, mine == device_of(carol()).batch["person"], len(mine)) == (True, False, 16)


class TestTheEnd:
    def test_what_was_being_typed_counts_nowhere(self, device: Device, clock) -> None:
        played(device, clock, 30)
        device.end("time", typing="8")
        reply = device.send().json()
        drill = drill_of(device)

        assert (reply["ended"], reply["result"], reply["cards"]) == (True, f"/drills/{device.slug}/result/", [])
        assert (drill.why, drill.typing, drill.sums, Answer.objects.count()) == ("time", "8", 30, 30)

    def test_an_answer_begun_in_time_may_be_finished_after_it(self, device: Device, clock) -> None:
        played(device, clock, 29)
        played(device, clock, 1, took_ms=6000)
        device.end("time")
        device.send()

        assert (drill_of(device).sums, drill_of(device).used_ms) == (30, 64_000)

    def test_an_answer_begun_long_after_time_was_up_is_not_taken(self, device: Device, clock) -> None:
        played(device, clock, 36)
        reply = device.send().json()

        assert (reply["late"], reply["ended"], drill_of(device).sums) == (3, True, 33)
        assert drill_of(device).why == "time"

    def test_nothing_is_taken_after_the_end(self, device: Device, clock) -> None:
        played(device, clock, 2)
        device.end("stopped")
        device.send()
        played(device, clock, 2)
        reply = device.send().json()

        assert (reply["late"], reply["ended"], reply["acknowledged"]) == (2, True, 3)
        assert (drill_of(device).why, Answer.objects.count()) == ("stopped", 2)

    def test_time_is_not_up_as_long_as_it_is_not_on_the_server(self, device: Device, clock) -> None:
        clock.shift(20)
        device.end("time")
        device.send()

        assert drill_of(device).why == "stopped"

    @pytest.mark.parametrize("kind", ["flash", "again"])
    def test_only_what_repeats_sums_is_ever_done(self, kind: str, clock) -> None:
        device = device_of(bob())
        played(device, clock, 1, off=1)
        device.send()
        clock.shift(10)
        device = device_of(bob(), kind=kind)
        played(device, clock, 1)
        device.end("done")
        device.send()

        assert drill_of(device).why == {"flash": "stopped", "again": "done"}[kind]

    def test_one_whose_device_is_gone_is_left_when_the_next_is_begun_and_goes_on_when_it_is_back(
        self, device: Device, clock
    ) -> None:
        played(device, clock, 3)
        device.send(device.events[:2])
        clock.shift(timedelta(hours=3))
        device_of(bob())
        assert (drill_of(device).why, drill_of(device).sums) == ("left", 2)

        device.end("stopped")
        assert device.send().json()["ended"]
        assert (drill_of(device).why, drill_of(device).sums) == ("stopped", 3)

    def test_one_that_was_touched_lately_is_not_left(self, device: Device, clock) -> None:
        clock.shift(timedelta(minutes=10))
        device_of(bob())

        assert drill_of(device).ended_at is None


class TestStretching:
    @pytest.mark.parametrize(
        ("fields", "seconds"),
        [({}, 60), ({"stretch": 15}, 90), ({"stretch": 0}, 0), ({"untimed_drills": True}, 0), ({"stretch": 100}, 600)],
    )
    def test_a_drill_lasts_as_long_as_its_person_needs(self, fields: dict[str, Any], seconds: int, clock) -> None:
        person = bob()
        User.objects.filter(pk=person.pk).update(**fields)
        device = device_of(bob(), seconds="60")

        assert (device.batch["seconds"], drill_of(device).settings["seconds"]) == (seconds, 60)

    def test_without_a_clock_it_lasts_until_it_is_stopped(self, clock) -> None:
        device = device_of(bob(), seconds="0")
        played(device, clock, 40, took_ms=60_000)
        device.end("stopped")
        device.send()

        assert (drill_of(device).sums, drill_of(device).why, drill_of(device).doubtful) == (40, "stopped", False)


class TestWhen:
    def test_answers_were_given_as_long_ago_as_the_device_says(self, device: Device, clock) -> None:
        played(device, clock, 2)
        device.now_ms += 600_000
        clock.shift(timedelta(minutes=10))
        now = timezone.now()
        device.send()
        times = list(Answer.objects.order_by("pk").values_list("answered_at", flat=True))

        assert times == [now - timedelta(minutes=10, seconds=2), now - timedelta(minutes=10)]
        assert drill_of(device).sent_late

    @pytest.mark.parametrize("at_ms", [-(10**15), 10**15, 604_800_000])
    def test_no_device_answers_next_week_or_before_the_drill_was_dealt(self, device: Device, clock, at_ms: int) -> None:
        began = timezone.now()
        played(device, clock, 1, at_ms=at_ms)
        device.now_ms = 0
        device.send()

        assert began <= Answer.objects.get().answered_at <= timezone.now()

    def test_the_server_keeps_when_go_was_pressed(self, device: Device, clock) -> None:
        clock.shift(10)
        began = timezone.now()
        device.event("go")
        played(device, clock, 2)
        device.send()
        device.event("go")
        device.send()

        assert drill_of(device).began_at == began
