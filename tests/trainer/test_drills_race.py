"""The speed drill: four cards in the hand, a bust resets and counts, and a card that does not fit is a judgement."""

from datetime import timedelta
from typing import Any

import pytest

from tests.factories import bob
from tests.trainer.device import Device, device_of, drill_of, loaded
from trainer.marking import CARD_RULES
from trainer.models import Answer, Drill, Judgement

pytestmark = pytest.mark.django_db


@pytest.fixture
def device(clock) -> Device:
    return device_of(bob(), kind="speed", seconds="0")


def raced(device: Device, clock: Any, plays: int) -> int:
    """Play so many cards, say so when none fits, and return how often that was."""
    busts = 0
    for play in range(1, plays + 1):
        while device.is_stuck:
            busts += 1
            device.bust()
        device.answer()
        if play % 10 == 0:  # well before the cards that were dealt ahead are gone
            clock.shift(timedelta(seconds=60))
            assert device.send().status_code == 200
    clock.shift(timedelta(seconds=60))
    assert device.send().status_code == 200
    return busts


def judged() -> list[tuple[str, bool, int, str, int | None]]:
    return list(Judgement.objects.order_by("pk").values_list("kind", "right", "total", "card", "choice"))


def stand_on(device: Device, total: int, hand: list[str]) -> Device:
    """Put a drill on a total with these cards in the hand, and load its page."""
    drill = drill_of(device)
    drill.standing |= {"total": total}
    drill.deal["cards"][:4] = [[code, None, None, 0] for code in hand]
    Drill.objects.filter(pk=drill.pk).update(standing=drill.standing, deal=drill.deal)
    return loaded(device.client, device.slug)


def test_a_long_race_is_followed_to_the_card(device: Device, clock) -> None:
    busts = raced(device, clock, 120)
    drill = drill_of(device)

    assert busts > 2
    assert (drill.busts, Judgement.objects.filter(kind="bust", right=True).count()) == (busts, busts)
    assert Answer.objects.count() == 120
    assert (drill.standing["total"], [card["number"] for card in device.hand]) == (device.total, drill.standing["hand"])
    numbers = sorted([*Answer.objects.values_list("play_number", flat=True), *_bust_turns()])
    assert numbers == list(range(1, 121 + busts))


def _bust_turns() -> list[int]:
    return list(Judgement.objects.values_list("play_number", flat=True))


def test_kings_are_card_rules_and_no_sums(device: Device, clock) -> None:
    raced(device, clock, 120)
    drill, kings = drill_of(device), Answer.objects.filter(card__startswith="K")

    assert set(kings.values_list("skill", flat=True)) == {"to-limit"}
    assert drill.sums == drill.right == Answer.objects.exclude(skill__in=CARD_RULES).count() < 120


def test_choosing_and_computing_are_one_time_which_counts_in_no_figure(device: Device, clock) -> None:
    busts = raced(device, clock, 5)
    answer = Answer.objects.first()
    assert answer is not None

    assert set(Answer.objects.values_list("role", flat=True)) == {"untimed"}
    assert (answer.choosing_ms, answer.computing_ms) == (500, 1500)
    assert drill_of(device).used_ms == 5 * 2000 + busts * 1000


def test_a_bust_that_is_none_is_judged_and_resets_nothing(device: Device, clock) -> None:
    device = stand_on(device, 10, ["2S", "3S", "4S", "5S"])
    device.answer()
    clock.shift(60)
    total = device.total
    device.bust()
    device.bust()
    device.answer()
    assert device.send().status_code == 200

    # Said twice in one turn, it is judged once.
    assert judged() == [("false-bust", False, total, "", None)]
    assert (drill_of(device).busts, Answer.objects.count()) == (0, 2)


def test_a_true_bust_takes_its_time_and_keeps_the_hand(device: Device, clock) -> None:
    device = stand_on(device, 50, ["2S", "3S", "AS", "QS"])
    assert device.is_stuck
    device.bust()
    clock.shift(60)
    device.send()
    drill = drill_of(device)

    assert judged() == [("bust", True, 50, "", None)]
    assert (drill.standing["total"], drill.standing["hand"], drill.busts, drill.used_ms) == (0, [1, 2, 3, 4], 1, 1000)


def test_a_card_tried_that_does_not_fit_is_judged_once_a_turn(device: Device, clock) -> None:
    device = stand_on(device, 45, ["2S", "7S", "AS", "TS"])
    tried = [(2, "7S", None), (2, "7S", None), (3, "AS", 11), (3, "AS", 1), (4, "TS", 10), (4, "TS", -10)]
    for number, code, choice in tried:
        device.event("refused", card_number=number, card=code, choice=choice, choosing_ms=700)
    device.answer()
    clock.shift(60)
    assert device.send().status_code == 200

    # An ace taken as one and a ten taken away do fit: nothing is said of them.
    assert judged() == [
        ("overshoot", False, 45, "7S", None),
        ("overshoot", False, 45, "AS", 11),
        ("overshoot", False, 45, "TS", 10),
    ]
    assert (drill_of(device).used_ms, Answer.objects.count()) == (2000, 1)


def test_in_a_countdown_the_hand_is_stuck_below(clock) -> None:
    device = stand_on(device_of(bob(), kind="speed", countdown="on", limit="98"), 1, ["2S", "3S", "QS", "JS"])
    device.bust()
    clock.shift(60)
    device.send()

    assert (drill_of(device).standing["total"], drill_of(device).busts) == (98, 1)


@pytest.mark.parametrize(
    ("number", "code", "choice"),
    [(2, "7S", None), (3, "AS", 11), (3, "AS", None), (1, "2S", 2), (1, "2H", None), (5, "9C", None), (4, "TS", 11)],
)
def test_an_answer_to_a_card_that_cannot_be_played_is_refused(
    device: Device, clock, number: int, code: str, choice: int | None
) -> None:
    device = stand_on(device, 45, ["2S", "7S", "AS", "TS"])
    device.event(
        "answer", card_number=number, card=code, choice=choice, announced=50, choosing_ms=900, computing_ms=900
    )
    refused = device.send()

    assert (refused.status_code, refused.json()["sentence"], refused.json()["acknowledged"]) == (
        422,
        "This answer does not belong to this drill.",
        0,
    )
    assert not Answer.objects.exists()
