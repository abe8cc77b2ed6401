"""What was said stands: agreement, challenges, and bots that err."""

from datetime import timedelta
from typing import Any

import pytest

from ninety.engine.cards import Card
from ninety.models import Match
from ninety.selectors import state_of
from ninety.services import (
    NotNow,
    TableSettings,
    open_match,
)
from tests.factories import StackedDeal, alice, bob, carol
from tests.trainer.tablemates import KEYS, Clock, Tablemates
from trainer.mistakes import plausible_mistakes
from trainer.models import Judgement
from trainer.services import (
    Revealed,
    SameTotal,
    agree,
    disagree,
    run_due,
    step,
)

pytestmark = pytest.mark.django_db


def test_what_was_said_stands_until_the_next_seat_agrees() -> None:
    at = Tablemates(answer_policy="stand")
    at.lay(0, "8H")
    at.say(0, 46)
    assert (at.phase, at.total) == ("said", 48)
    assert at.page(carol()).context["table"].said.text == "46"
    with pytest.raises(NotNow):
        agree(at.seat(2), play_number=1)
    agree(at.seat(1), play_number=1)
    assert (at.phase, at.total) == ("", 56)
    judged = Judgement.objects.get()
    assert (judged.kind, judged.right, judged.user, judged.total) == ("agreed", False, bob(), 46)
    assert at.fresh().actions.get(number=1).data == {"seat": 0, "card": "8H", "announced": 46}


def test_the_first_right_challenge_closes_the_window() -> None:
    at = Tablemates(answer_policy="stand")
    at.lay(0, "8H")
    at.say(0, 46)
    disagree(at.seat(2), 57, play_number=1)
    assert at.phase == "said", "a wrong challenge leaves it open"
    with pytest.raises(NotNow):
        disagree(at.seat(2), 56, play_number=1)
    disagree(at.seat(1), 56, play_number=1)
    assert (at.phase, at.total) == ("", 56)
    with pytest.raises(Revealed):
        agree(at.seat(1), play_number=1)
    assert at.answers() == [
        (0, "player", 46, False),
        (2, "challenger", 57, False),
        (1, "challenger", 56, True),
    ]
    assert list(Judgement.objects.order_by("pk").values_list("kind", "right")) == [("disagreed", True)] * 2


def test_disagreeing_needs_another_total() -> None:
    at = Tablemates(answer_policy="stand")
    at.lay(0, "8H")
    at.say(0, 56)
    with pytest.raises(SameTotal):
        disagree(at.seat(1), 56, play_number=1)
    disagree(at.seat(1), 46, play_number=1)
    assert at.total == 56
    assert list(Judgement.objects.values_list("kind", "right")) == [("disagreed", False)]


def test_a_total_that_no_person_has_to_agree_with_stands_for_ten_seconds(clock: Clock) -> None:
    at = Tablemates(answer_policy="stand", people=[alice(), bob()], hands=["8H KS TD", "7H 8S 2D", "6H 6S 5D"])
    at.lay(0, "8H")
    at.say(0, 56)
    agree(at.seat(1), play_number=1)
    at.lay(1, "7H")
    at.say(1, 62)
    clock.shift(timedelta(seconds=9.9))
    assert run_due() == 0
    clock.shift(timedelta(seconds=0.1))
    assert run_due() == 1
    assert at.total == 63


def test_bots_err_at_the_rate_that_is_set_and_pupils_catch_them(clock: Clock) -> None:
    at = Tablemates(answer_policy="stand", bot_mistakes=50, people=[alice()], hands=["8H KS TD", "7H 7S 7D"])
    said = []
    for _turn in range(40):
        match = open_match(
            TableSettings(
                {"preset": "ninety-nine", "set": {"start": 48, "hand_size": 3}},
                ["steady"],
                answer_policy="stand",
                bot_mistakes=50,
            ),
            alice(),
            shuffle=StackedDeal(["8H KS TD", "7H 7S 7D"]),
        )
        at.match = match
        at.lay(0, "8H")
        at.say(0, 56)
        for _step in range(2):
            step(at.seat(0), version=at.fresh().version, key=next(KEYS))
        said.append(at.fresh().committed["said"])  # type: ignore[index]
        assert at.phase == "said"
    rules = {63} | set(plausible_mistakes(_rules(at.match), 56, Card("7H"), None))
    assert set(said) <= rules
    assert 5 < sum(total == 63 for total in said) < 35


def _rules(match: Match) -> Any:
    return state_of(match).rules


def test_checks_stay_hidden_until_the_window_closes() -> None:
    at = Tablemates(answer_policy="stand", everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 56)
    at.check(2, 46)
    at.say(0, 46)
    assert at.phase == "said"
    turn = at.page(carol()).context["turn"]
    assert (turn.step, turn.explanation) == ("agree", None)
    agree(at.seat(1), play_number=1)
    assert at.page(carol()).context["turn"].step == "explain"
