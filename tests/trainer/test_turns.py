"""A turn of two steps: a card is laid, then its total is announced, marked and logged."""

from datetime import timedelta

import pytest
import time_machine

from ninety.engine.errors import CardNotInHand, ChoiceNeeded, NotYourTurn
from ninety.selectors import state_of
from ninety.services import NotNow, Repeated, Stale, changing
from tests.factories import bob, seated_match
from tests.trainer.player import Player, answers, player
from trainer.models import Answer, Judgement
from trainer.services import announce_total, go_on, leave

pytestmark = pytest.mark.django_db


def test_a_right_total_ends_the_turn() -> None:
    at = player()
    at.lay("8H")
    assert at.total == 48
    at.say(56)
    assert at.total == 56
    assert answers() == [(1, 1, 56, True)]
    assert state_of(at.match).turn == 1
    assert at.match.actions.get(number=1).data == {"seat": 0, "card": "8H", "announced": 56}


def test_an_answer_holds_all_that_it_was_judged_by() -> None:
    with time_machine.travel("2026-11-30T10:00:00Z", tick=False) as clock:
        at = player()
        clock.shift(timedelta(seconds=4))
        at.lay("TD", -10)
        clock.shift(timedelta(milliseconds=2500))
        at.say(58)
    answer = Answer.objects.get()
    stored = {name: getattr(answer, name) for name in (
        "prior", "card", "choice", "change", "expected", "announced", "right", "skill", "kinds", "fact", "effect",
        "limit", "floor", "countdown", "earlier", "policy", "choosing_ms", "computing_ms", "role", "seat_number",
    )}  # fmt: skip
    assert stored == {
        "prior": 48, "card": "TD", "choice": -10, "change": -10, "expected": 38, "announced": 58, "right": False,
        "skill": "subtract-ten", "kinds": ["other-choice", "face-value", "wrong-sign", "tens-wrong"],
        "fact": "-10", "effect": "+10/-10", "limit": 99, "floor": 0, "countdown": False, "earlier": [],
        "policy": "retry", "choosing_ms": 4000, "computing_ms": 2500, "role": "player", "seat_number": 0,
    }  # fmt: skip


def test_retry_gives_one_more_try_and_then_the_true_total_stands() -> None:
    at = player()
    at.lay("8H")
    at.say(46)
    assert at.total == 48
    assert at.match.committed is not None
    at.say(55)
    assert at.total == 56
    assert answers() == [(1, 1, 46, False), (1, 2, 55, False)]
    assert at.match.actions.get(number=1).data["announced"] == 46


def test_show_ends_the_turn_at_once() -> None:
    at = player(answer_policy="show")
    at.lay("8H")
    at.say(46)
    assert at.total == 56
    assert answers() == [(1, 1, 46, False)]


def test_a_penalty_follows_its_play_at_the_end_of_the_turn() -> None:
    at = player(penalty=True)
    at.lay("8H")
    at.say(46)
    assert state_of(at.match).lives == (3, 3)
    at.say(56)
    assert at.total == 56
    assert state_of(at.match).lives == (2, 3)
    assert [action.data for action in at.match.actions.all()][1:] == [
        {"seat": 0, "card": "8H", "announced": 46},
        {"seat": 0, "penalty": True},
    ]


def test_earlier_totals_are_those_since_the_deal_and_penalties_are_no_totals() -> None:
    at = Player(seated_match(bob(), ["4H 8H 8S", "KD KS KH"], total=10, penalty=True, answer_policy="show"))
    at.lay("8H")
    at.say(19)
    at.wait()
    at.wait()
    assert at.total == 18
    at.lay("8S")
    at.say(26)
    assert Answer.objects.latest("pk").earlier == [10, 18]


def test_a_card_that_does_not_fit_is_a_judgement_once_a_card_and_choice_in_a_turn() -> None:
    at = Player(seated_match(bob(), ["8H QS TD", "7H 8S 2D"], total=95))
    for _again in range(2):
        at.lay("8H")
    at.lay("TD", 10)
    assert at.total == 95
    assert list(Judgement.objects.order_by("pk").values_list("kind", "card", "choice", "right", "total")) == [
        ("overshoot", "8H", None, False, 95),
        ("overshoot", "TD", 10, False, 95),
    ]
    at.lay("TD", -10)
    assert at.committed["choice"] == -10
    at.say(85)
    assert at.total == 85


def test_being_stuck_is_checked() -> None:
    at = Player(seated_match(bob(), ["8H QS TD", "7H 8S 2D"], total=95))
    at.stuck()
    assert state_of(at.match).lives == (3, 3)
    assert list(Judgement.objects.values_list("kind", "right")) == [("false-bust", False)]
    other = Player(seated_match(bob(), ["8H QS JD", "7H 8S 2D"], total=95))
    other.stuck()
    other.match.refresh_from_db()
    assert state_of(other.match).lives == (2, 3)
    judged = Judgement.objects.filter(match=other.match)
    assert list(judged.values_list("kind", "right", "total")) == [("bust", True, 95)]


@pytest.mark.parametrize(
    ("card", "choice", "refusal"),
    [("2C", None, CardNotInHand), ("TD", None, ChoiceNeeded)],
)
def test_a_play_against_the_rules_changes_nothing(card: str, choice: int | None, refusal: type[Exception]) -> None:
    at = player()
    with pytest.raises(refusal):
        at.lay(card, choice)
    at.match.refresh_from_db()
    assert (at.match.version, at.match.committed, Judgement.objects.count()) == (0, None, 0)


def test_nobody_plays_in_the_turn_of_another() -> None:
    at = player()
    at.lay("8H")
    at.say(56)
    with pytest.raises(NotYourTurn):
        at.lay("KS")


def test_a_committed_card_cannot_be_taken_back() -> None:
    at = player()
    at.lay("8H")
    for act in (lambda: at.lay("KS"), at.stuck):
        with pytest.raises(NotNow):
            act()


def test_a_total_without_a_card_is_no_answer() -> None:
    at = player()
    with pytest.raises(NotNow):
        at.say(56)
    assert answers() == []


def test_a_repeated_request_is_carried_out_once_and_a_stale_one_not_at_all() -> None:
    at = player()
    at.lay("8H")
    seen = at.seen
    announce_total(at.seat, 46, **seen)
    with pytest.raises(Repeated):
        announce_total(at.seat, 46, **seen)
    with pytest.raises(Stale):
        announce_total(at.seat, 46, version=seen["version"], tries=seen["tries"], key="f" * 16)
    assert answers() == [(1, 1, 46, False)]


def test_bots_take_two_steps() -> None:
    at = player()
    at.lay("8H")
    at.say(56)
    at.wait()
    assert (at.total, at.committed["seat"]) == (56, 1)
    at.wait()
    assert at.match.committed is None
    assert at.match.steps == 2
    assert answers() == [(1, 1, 56, True)]
    assert "announced" not in at.match.actions.get(number=2).data


def test_at_once_means_that_the_bots_play_up_to_the_person() -> None:
    at = player(pace="instant")
    at.lay("8H")
    at.say(56)
    at.wait()
    assert at.match.version == 3
    assert at.match.committed is None
    assert state_of(at.match).turn == 0


def test_a_step_in_the_turn_of_a_person_is_nothing() -> None:
    at = player()
    with pytest.raises(NotNow):
        at.wait()


def test_leaving_ends_the_match_for_its_only_person() -> None:
    at = player()
    at.lay("8H")
    leave(at.seat, key=at.key)
    at.match.refresh_from_db()
    assert at.match.ended_at is not None
    assert [action.data for action in at.match.actions.all()][1:] == [
        {"seat": 0, "card": "8H"},
        {"seat": 0, "leave": True},
    ]


def test_an_explanation_is_read_once() -> None:
    at = player(answer_policy="show")
    at.lay("8H")
    at.say(46)
    at.act(lambda _seen: go_on(at.seat, play_number=at.match.steps + 1, key=at.key))
    read_at = Answer.objects.get().read_at
    assert read_at is not None
    at.act(lambda _seen: go_on(at.seat, play_number=at.match.steps + 1, key=at.key))
    assert Answer.objects.get().read_at == read_at


def test_an_explanation_can_be_put_away_after_the_end() -> None:
    at = player(answer_policy="show")
    at.lay("8H")
    at.say(46)
    at.act(lambda _seen: leave(at.seat, key=at.key))
    at.act(lambda _seen: go_on(at.seat, play_number=at.match.steps + 1, key=at.key))
    assert Answer.objects.get().read_at is not None


def test_a_failure_in_the_middle_undoes_all() -> None:
    at = player()
    at.lay("8H")

    def fail_after_the_play() -> None:
        with changing(at.match.pk, version=1) as change:
            change.finish_play()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail_after_the_play()
    assert at.total == 48
    assert at.match.actions.count() == 1


def test_the_guided_turns_are_counted_and_special_cards_remembered() -> None:
    at = player(guided_turns=3)
    at.lay("KS")
    at.say(48)
    at.match.refresh_from_db()
    assert at.match.guided_turns == 2
    assert bob().known_cards == ["K:+0", "T:+10/-10"]
