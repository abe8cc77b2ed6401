"""Several people at one table: everyone computes, totals that stand, and seats whose people are away."""

import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.test import Client

from ninety.engine.cards import Card
from ninety.models import Match, Seat, Table, User
from ninety.selectors import phase_of, state_of
from ninety.services import (
    NotNow,
    Sitter,
    TableSettings,
    arrive,
    ask_past,
    hand_over,
    note_presence,
    open_match,
    take_back,
)
from tests.factories import StackedDeal, alice, bob, carol, live_match
from trainer.mistakes import plausible_mistakes
from trainer.models import Answer, Judgement
from trainer.services import (
    Revealed,
    SameTotal,
    agree,
    announce_total,
    check,
    commit_play,
    disagree,
    go_on,
    leave,
    run_due,
    step,
)

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "7H 8S 2D", "6H 6S 5D"]
HTMX = {"HX-Request": "true"}
NOON = "2026-11-30T12:00:00Z"
KEYS = (f"{number:016x}" for number in count(1))

type Clock = time_machine.Traveller


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


class Tablemates:
    """Alice, Bob and Carol at a table, who send the version that they see."""

    def __init__(self, **table: Any) -> None:
        hands = table.pop("hands", HANDS)
        people = table.pop("people", [alice(), bob(), carol()])
        self.match = live_match(people, hands, total=table.pop("total", 48), **table)

    def seat(self, number: int) -> Seat:
        return Seat.objects.select_related("user").get(match=self.match, number=number)

    def fresh(self) -> Match:
        self.match = Match.objects.get(pk=self.match.pk)
        return self.match

    def lay(self, number: int, card: str, choice: int | None = None) -> None:
        match = self.fresh()
        commit_play(self.seat(number), Card(card), choice, version=match.version, tries=match.tries, key=next(KEYS))
        self.fresh()

    def say(self, number: int, total: int) -> None:
        match = self.fresh()
        announce_total(self.seat(number), total, version=match.version, tries=match.tries, key=next(KEYS))
        self.fresh()

    def check(self, number: int, total: int) -> None:
        check(self.seat(number), total, play_number=self.fresh().steps + 1)
        self.fresh()

    @property
    def phase(self) -> str:
        return phase_of(self.fresh())

    @property
    def total(self) -> int:
        return state_of(self.fresh()).total

    def answers(self) -> list[tuple[Any, ...]]:
        answers = Answer.objects.filter(match=self.match).order_by("pk")
        return list(answers.values_list("seat_number", "role", "announced", "right"))

    def page(self, person: User) -> Any:
        browser = Client()
        browser.force_login(person)
        return browser.get(f"/match/{self.match.slug}/", headers=HTMX)


def stay(match: Match) -> None:
    note_presence([seat.pk for seat in match.seats.all() if not seat.is_bot])


# Everyone computes


def test_the_reveal_waits_for_those_who_compute_along(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 56)
    at.say(0, 56)
    assert at.phase == "answered"
    assert at.total == 48
    clock.shift(timedelta(seconds=3))
    at.check(2, 46)
    assert (at.phase, at.total) == ("", 56)
    assert at.answers() == [(1, "checker", 56, True), (0, "player", 56, True), (2, "checker", 46, False)]
    assert Answer.objects.get(role="checker", user=carol()).computing_ms == 3000


def test_the_reveal_comes_at_once_when_all_were_quicker_than_the_player() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 56)
    at.check(2, 56)
    at.say(0, 56)
    assert at.total == 56


def test_the_reveal_waits_no_longer_than_is_set(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True, reveal_wait=8)
    at.lay(0, "8H")
    at.say(0, 56)
    clock.shift(timedelta(seconds=7.9))
    assert run_due() == 0
    clock.shift(timedelta(seconds=0.1))
    assert run_due() == 1
    assert at.total == 56
    assert at.answers() == [(0, "player", 56, True)], "whoever was not ready has made no mistake"
    with pytest.raises(Revealed):
        check(at.seat(1), 56, play_number=1)


def test_a_check_is_given_once_and_by_nobody_for_the_own_card() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    at.check(1, 46)
    with pytest.raises(NotNow):
        at.check(1, 56)
    with pytest.raises(NotNow):
        at.check(0, 56)
    assert at.answers() == [(1, "checker", 46, False)]


def test_checks_refuse_neither_each_other_nor_the_player() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    version = at.fresh().version
    at.check(1, 56)
    assert at.fresh().version == version
    announce_total(at.seat(0), 56, version=version, key=next(KEYS))
    assert at.phase == "answered"


def test_nobody_waits_for_somebody_who_is_away_or_for_whom_a_bot_plays(clock: Clock) -> None:
    at = Tablemates(everyone_computes=True)
    clock.shift(timedelta(seconds=61))
    for number in (0, 1):
        note_presence([at.seat(number).pk])
    at.lay(0, "8H")
    at.check(1, 56)
    at.say(0, 56)
    assert at.total == 56


def test_without_everyone_computes_nobody_else_answers() -> None:
    at = Tablemates()
    at.lay(0, "8H")
    with pytest.raises(NotNow):
        at.check(1, 56)


def test_what_a_check_was_stays_on_the_own_page_and_unmarked_until_the_reveal() -> None:
    at = Tablemates(everyone_computes=True)
    at.lay(0, "8H")
    assert at.page(bob()).context["turn"].step == "check"
    at.check(1, 46)
    mine = at.page(bob()).context["turn"]
    assert (mine.step, mine.my_check, mine.explanation, mine.said_right) == ("wait", "46", None, None)
    assert at.page(carol()).context["turn"].step == "check"
    at.check(2, 56)
    at.say(0, 56)
    assert at.page(bob()).context["turn"].explanation.announced == "46"
    assert at.page(carol()).context["turn"].said_right == "48 + 8 = 56"


# Stand


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


# Presence


def test_a_bot_holds_the_seat_of_somebody_away_and_gives_it_back(clock: Clock) -> None:
    at = Tablemates(pace="fast")
    clock.shift(timedelta(seconds=60))
    for number in (1, 2):
        note_presence([at.seat(number).pk])
    clock.shift(timedelta(seconds=0.01))
    assert run_due() == 1
    assert at.seat(0).held == "away"
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    laid = at.fresh().committed
    assert laid is not None
    assert (laid["seat"], laid["by_bot"]) == (0, True)
    arrive(at.match.pk, alice())
    assert at.seat(0).held == ""
    assert at.page(alice()).context["turn"].step == "wait", "the bot ends the turn that it began"
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    assert at.fresh().steps == 1
    assert Answer.objects.count() == 0
    assert "announced" not in at.match.actions.get(number=1).data


def test_a_bot_ends_the_turn_of_a_card_that_somebody_left_lying(clock: Clock) -> None:
    at = Tablemates(pace="fast")
    at.lay(0, "8H")
    at.say(0, 46)
    for seconds in (59, 2, 1):
        clock.shift(timedelta(seconds=seconds))
        for number in (1, 2):
            note_presence([at.seat(number).pk])
        run_due()
    assert at.total == 56
    assert at.answers() == [(0, "player", 46, False)]
    assert at.match.actions.get(number=1).data == {"seat": 0, "card": "8H", "announced": 46}


def test_a_table_where_all_are_gone_rests_until_one_is_back(clock: Clock) -> None:
    at = Tablemates(choosing_limit=90)
    clock.shift(timedelta(seconds=60.5))
    assert run_due() == 0
    assert at.fresh().due_at is None
    clock.shift(timedelta(days=1))
    assert run_due() == 0
    arrive(at.match.pk, bob())
    due = at.fresh().due_at
    assert due is not None
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    assert at.seat(0).held == "away", "the others are still gone"


def test_an_outage_of_the_server_takes_nobodys_time_or_seat(clock: Clock) -> None:
    at = Tablemates(choosing_limit=30)
    clock.shift(timedelta(minutes=10))
    assert run_due() == 0
    assert [seat.held for seat in at.match.seats.all()] == ["", "", ""]
    clock.shift(timedelta(seconds=31))
    assert run_due() == 0
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    laid = at.fresh().committed
    assert laid is not None
    assert laid["time_was_up"]


def test_somebody_who_does_nothing_can_be_asked_past_after_two_minutes(clock: Clock) -> None:
    at = Tablemates()
    with pytest.raises(NotNow):
        ask_past(at.seat(1), version=0, key=next(KEYS))
    clock.shift(timedelta(minutes=2))
    stay(at.match)
    with pytest.raises(NotNow):
        ask_past(at.seat(0), version=at.fresh().version, key=next(KEYS))
    ask_past(at.seat(1), version=at.fresh().version, key=next(KEYS))
    assert at.fresh().committed["by_bot"]  # type: ignore[index]
    clock.shift(timedelta(seconds=3))
    assert run_due() == 1
    assert (at.match.actions.count(), Answer.objects.count()) == (2, 0)
    assert at.seat(0).held == "", "only this turn"


def test_the_opener_hands_a_seat_over_and_its_person_takes_it_back() -> None:
    at = Tablemates()
    with pytest.raises(NotNow):
        hand_over(alice(), at.match, 1, version=0, key=next(KEYS))
    table = Table.objects.create(code="BCDFGH", opener=alice(), settings={}, seat_count=3)
    Match.objects.filter(pk=at.match.pk).update(table=table)
    with pytest.raises(NotNow):
        hand_over(carol(), at.match, 1, version=0, key=next(KEYS))
    hand_over(alice(), at.match, 1, version=0, key=next(KEYS))
    assert at.page(bob()).context["turn"].step == "held"
    assert at.seat(1).held == "handed-over", "looking is not taking back"
    take_back(at.seat(1), version=at.fresh().version, key=next(KEYS))
    assert at.page(bob()).context["turn"].step == "wait"


def test_leaving_lets_the_others_play_on() -> None:
    at = Tablemates()
    leave(at.seat(0), key=next(KEYS))
    assert at.fresh().ended_at is None
    assert state_of(at.match).turn == 1
    leave(at.seat(1), key=next(KEYS))
    assert state_of(at.fresh()).winners == (2,)


def test_nobody_is_hurried_where_others_sit_at_devices_of_their_own() -> None:
    at = Tablemates(people=[alice(), bob()])
    at.lay(0, "8H")
    at.say(0, 56)
    at.lay(1, "7H")
    at.say(1, 63)
    with pytest.raises(NotNow):
        step(at.seat(0), version=at.fresh().version, key=next(KEYS))


def test_nobody_gains_time_by_saying_again_that_something_was_read(clock: Clock) -> None:
    at = Tablemates(computing_limit=20)
    at.lay(0, "8H")
    since = at.fresh().step_since
    clock.shift(timedelta(seconds=15))
    go_on(at.seat(0), play_number=999, key=next(KEYS))
    assert at.fresh().step_since == since
    clock.shift(timedelta(seconds=7))
    assert run_due() == 1
    assert at.answers() == [(0, "player", None, False)]


# One device passed round


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
