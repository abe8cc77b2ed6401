"""A whole class plays on the board: halves against each other, or the class against a bot."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.selectors.class_match import class_match_on_board
from classrooms.services.class_match import (
    end_class_match,
    play_class_match_again,
    put_class_match_away,
    start_class_match,
)
from classrooms.services.lessons import arrive_at, end_lesson, pause_lesson, resume_lesson, start_lesson
from classrooms.services.seating import LessonOver, Order, seat_all, start_tables
from ninety.chance import throwing
from ninety.engine.cards import Card
from ninety.engine.errors import BadRules, CanStillPlay, PastTheLimit
from ninety.keeping.invariants import Verification
from ninety.models import Match, Seat, Table
from ninety.selectors import new_key, room_version, state_of
from ninety.services import NotNow, Repeated, Stale
from tests.classrooms.class_matches import played
from tests.factories import StackedDeal, alice
from tests.factories.classes import classroom_of, pupil_of
from trainer import services
from trainer.models import Answer, Judgement

pytestmark = pytest.mark.django_db
HALVES = ("Left half", "Right half")
HANDS = ("8H 9S 4C", "7H 8S 2D")


@pytest.fixture
def lesson():
    return start_lesson(classroom_of(alice(), "Bob", "Carol", "Dan", "Eve"), alice(), timezone.now())


def board(lesson) -> Any:
    """Return what the board shows of the match."""
    return class_match_on_board(lesson, timezone.now())


def dealt(lesson, hands=HANDS, *, teams=HALVES, total=48, rules=None, **settings):
    """Deal a match of known hands; the first seat leads."""
    spec = {"preset": "ninety-nine", "set": {"start": total, "hand_size": len(hands[0].split()), **(rules or {})}}
    deal = StackedDeal(hands, "3C 5C 6C 3D 5D 6D")
    start_class_match(lesson, ClassSettings(rules=spec, **settings), teams, alice(), timezone.now(), deal)
    lesson.refresh_from_db()
    return played(lesson)


def end(lesson):
    """End the match, or put it away, as a page does that has just looked."""
    lesson.refresh_from_db()
    act = end_class_match if played(lesson) and played(lesson).ended_at is None else put_class_match_away
    act(lesson, played(lesson).slug if played(lesson) else "", timezone.now())


def act(name, lesson, *sent, now=None):
    """Send something for the class as a page does that has seen the newest version."""
    match = played(lesson)
    act = getattr(services, f"{name}_for_team")
    return act(match.pk, *sent, version=match.version, key=new_key(), now=now or timezone.now())


def lay(lesson, code, choice=None):
    return act("lay", lesson, Card(code), choice)


def shown(lesson):
    """Return the step, and the total, that the board shows."""
    seen = board(lesson)
    return seen.turn.step, seen.table.total


def turn(lesson):
    return board(lesson).turn


def test_two_halves_are_teams_whose_hands_lie_open(lesson):
    dealt(lesson)
    seen = board(lesson)
    seats = [(seat.name, seat.user, seat.is_bot, seat.is_team) for seat in Seat.objects.order_by("number")]
    assert seats == [("Left half", None, False, True), ("Right half", None, False, True)]
    assert [[face.code for face in row.hand] for row in seen.table.seats] == [hand.split() for hand in HANDS]
    assert (seen.turn.step, seen.turn.status) == ("choose", "Left half: which card?")
    assert [card.face.code for card in seen.turn.hand] == HANDS[0].split()


def test_a_right_total_ends_the_turn_and_nothing_is_logged(lesson):
    dealt(lesson)
    lay(lesson, "8H")
    assert (shown(lesson), turn(lesson).sum.text) == (("announce", 48), "48 + 8")
    act("say", lesson, 56)
    assert shown(lesson) == ("choose", 56)
    assert turn(lesson).status == "Right half: which card?"
    assert (Answer.objects.count(), Judgement.objects.count()) == (0, 0)
    assert played(lesson).actions.last().data == {"seat": 0, "card": "8H", "announced": 56}


def test_a_second_try_gets_a_hint_and_after_it_all_see_the_working_until_they_go_on(lesson):
    dealt(lesson)
    lay(lesson, "8H")
    act("say", lesson, 46)
    tried = turn(lesson)
    assert (tried.step, tried.try_number, tried.first_said, tried.nearly) == ("announce", 2, "46", True)
    assert tried.hint == "How far is 48 from 50?"
    act("say", lesson, 66)
    told = turn(lesson)
    assert (told.step, told.explanation.announced, told.explanation.expected) == ("explain", "66", "56")
    assert told.explanation.question == "Is there one ten too many?"
    assert played(lesson).steps == 0
    act("go_on", lesson)
    assert shown(lesson) == ("choose", 56)
    assert Answer.objects.count() == 0


def test_a_right_second_try_needs_no_working(lesson):
    dealt(lesson)
    lay(lesson, "8H")
    act("say", lesson, 46)
    act("say", lesson, 56)
    assert shown(lesson) == ("choose", 56)


def test_under_show_the_working_stands_after_one_try(lesson):
    dealt(lesson, answer_policy="show")
    lay(lesson, "8H")
    act("say", lesson, 46)
    assert turn(lesson).step == "explain"


def test_a_total_that_was_said_before_is_told_as_that(lesson):
    dealt(lesson, answer_policy="show")
    lay(lesson, "8H")
    act("say", lesson, 56)
    lay(lesson, "7H")
    act("say", lesson, 55)
    assert turn(lesson).explanation.question == "Did you start from 48? That was an earlier total."


@pytest.mark.parametrize(
    ("said", "doubt", "told"),
    [(56, None, None), (46, None, "46"), (46, 56, "46"), (46, 55, "46"), (56, 66, "66")],
)
def test_under_stand_the_other_half_agrees_or_not(lesson, said, doubt, told):
    dealt(lesson, answer_policy="stand")
    lay(lesson, "8H")
    act("say", lesson, said)
    asked = turn(lesson)
    assert (asked.step, asked.status) == ("agree", f"Left half says {said}. Right half, do you agree?")
    with pytest.raises(services.SameTotal):
        act("say", lesson, said)
    act("agree", lesson) if doubt is None else act("say", lesson, doubt)
    assert turn(lesson).step == ("choose" if told is None else "explain")
    if told is not None:
        assert turn(lesson).explanation.announced == told
        act("go_on", lesson)
    assert shown(lesson) == ("choose", 56)
    assert (Answer.objects.count(), Judgement.objects.count()) == (0, 0)


def test_under_stand_a_half_that_goes_on_itself_is_not_asked_whether_it_agrees(lesson):
    dealt(lesson, ("8H 9S 3S", "7H 8S 2D"), answer_policy="stand")
    lay(lesson, "3S")
    act("say", lesson, 51)
    assert (shown(lesson), turn(lesson).status) == (("choose", 51), "Left half: which card?")


def test_a_card_that_does_not_fit_is_refused_and_being_stuck_is_checked(lesson):
    dealt(lesson, ("8H 9S 4C", "7H 8S 2D"), total=95)
    with pytest.raises(PastTheLimit):
        lay(lesson, "8H")
    with pytest.raises(CanStillPlay):
        act("stuck", lesson)
    assert (shown(lesson), played(lesson).version, Judgement.objects.count()) == (("choose", 95), 0, 0)


def test_a_half_that_is_stuck_loses_a_life(lesson):
    dealt(lesson, ("8H 8S 8C", "7H 7S 2D"), total=95, rules={"on_bust": "redeal"})
    act("stuck", lesson)
    lives = [row.lives for row in board(lesson).table.seats]
    assert (lives, Judgement.objects.count()) == ([2, 3], 0)


def test_a_penalty_is_a_life_of_the_half(lesson):
    dealt(lesson, penalty=True)
    lay(lesson, "8H")
    act("say", lesson, 46)
    act("say", lesson, 56)
    assert [row.lives for row in board(lesson).table.seats] == [2, 3]


def test_the_class_plays_against_a_bot_that_plays_by_itself(lesson):
    now = timezone.now()
    dealt(lesson, teams=["The class"], strength="beginner", pace="instant")
    assert [seat.is_bot for seat in Seat.objects.order_by("number")] == [False, True]
    assert [bool(row.hand) for row in board(lesson).table.seats] == [True, True]
    lay(lesson, "8H")
    act("say", lesson, 56)
    assert turn(lesson).step == "wait"
    assert run_until_rest(now) > 0
    assert turn(lesson).status == "The class: which card?"


def run_until_rest(now):
    moved = 0
    for second in range(1, 30):
        moved += services.run_due(now + timedelta(seconds=second))
    return moved


class Unlucky(Random):
    """Dice that let a bot err whenever it can."""

    def randrange(self, *_bounds):
        return 0


def test_a_bot_that_errs_is_caught_and_its_total_is_told(lesson):
    now = timezone.now()
    dealt(lesson, ("8H 9S 4C", "7H 7S 7D"), teams=["The class"], answer_policy="stand", bot_mistakes=50, pace="instant")
    lay(lesson, "8H")
    act("say", lesson, 56)
    with throwing(Unlucky()):
        run_until_rest(now)
    assert turn(lesson).step == "agree"
    act("say", lesson, 63, now=now + timedelta(minutes=1))
    assert (turn(lesson).step, turn(lesson).explanation.expected) == ("explain", "63")
    assert services.run_due(now + timedelta(minutes=2)) == 0
    act("go_on", lesson, now=now + timedelta(minutes=2))
    assert shown(lesson) == ("choose", 63)


def test_a_match_of_halves_without_a_clock_rests_while_the_class_thinks(lesson):
    dealt(lesson)
    assert played(lesson).due_at is None
    lay(lesson, "8H")
    assert (played(lesson).due_at, services.run_due(timezone.now() + timedelta(hours=1))) == (None, 0)


def test_the_clock_of_a_match_runs_for_teams_too(lesson):
    now = timezone.now()
    dealt(lesson, rules={"clock": 480})
    for minute in range(1, 12):
        services.run_due(now + timedelta(minutes=minute))
    match = played(lesson)
    assert (turn(lesson).step, state_of(match).winners) == ("over", (0, 1))


def test_what_a_page_sends_that_is_out_of_date_changes_nothing(lesson):
    dealt(lesson)
    seen = played(lesson)
    key = new_key()
    services.lay_for_team(seen.pk, Card("8H"), None, version=seen.version, key=key, now=timezone.now())
    with pytest.raises(Repeated):
        services.lay_for_team(seen.pk, Card("8H"), None, version=seen.version, key=key, now=timezone.now())
    with pytest.raises(Stale):
        services.lay_for_team(seen.pk, Card("9S"), None, version=seen.version, key=new_key(), now=timezone.now())
    for name, sent in (("lay", (Card("7H"), None)), ("stuck", ()), ("agree", ()), ("go_on", ())):
        with pytest.raises(NotNow):
            act(name, lesson, *sent)
    assert played(lesson).committed["card"] == "8H"


def test_a_second_start_is_the_match_that_goes_on(lesson):
    first = dealt(lesson)
    assert dealt(lesson, teams=["The class"]) == first
    assert (Match.objects.count(), Table.objects.count()) == (1, 1)


def test_a_match_that_is_over_is_played_again_or_put_away(lesson):
    first = dealt(lesson)
    end(lesson)
    assert (turn(lesson).step, played(lesson).ended_at is None) == ("over", False)
    play_class_match_again(lesson, first.slug, timezone.now())
    again = played(lesson)
    assert again != first
    assert [seat.name for seat in again.seats.all()] == list(HALVES)
    end(lesson)
    end(lesson)
    assert board(lesson) is None
    end(lesson)
    assert dealt(lesson, teams=["The class"]).seats.filter(is_team=True).count() == 1


def test_whoever_saw_another_match_changes_nothing(lesson):
    now, first = timezone.now(), dealt(lesson)
    put_class_match_away(lesson, first.slug, now)
    assert played(lesson) == first
    end_class_match(lesson, first.slug, now)
    end_class_match(lesson, first.slug, now)
    assert turn(lesson).step == "over"
    lesson.refresh_from_db()
    play_class_match_again(lesson, first.slug, now)
    second = played(lesson)
    lesson.refresh_from_db()
    for late in (end_class_match, put_class_match_away, play_class_match_again):
        late(lesson, first.slug, now)
    assert (played(lesson), played(lesson).ended_at, Match.objects.count()) == (second, None, 2)
    end_class_match(lesson, second.slug, now)
    lesson.refresh_from_db()
    play_class_match_again(lesson, first.slug, now)
    assert (turn(lesson).step, Match.objects.count()) == ("over", 2)


def test_a_match_that_is_over_makes_way_for_the_tables(lesson):
    now = timezone.now()
    dealt(lesson)
    for name in ("Bob", "Carol"):
        arrive_at(lesson, pupil_of(lesson.classroom, name), now)
    seat_all(lesson, 2, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    assert board(lesson) is not None
    end(lesson)
    assert board(lesson) is None


def test_it_stands_still_and_closes_with_the_lesson(lesson):
    now = timezone.now()
    dealt(lesson)
    pause_lesson(lesson, now)
    assert played(lesson).paused_at is not None
    with pytest.raises(NotNow):
        lay(lesson, "8H")
    resume_lesson(lesson, now)
    lay(lesson, "8H")
    end_lesson(lesson, now)
    act("say", lesson, 56)
    assert played(lesson).ended_at is not None
    lesson.refresh_from_db()
    with pytest.raises(LessonOver):
        play_class_match_again(lesson, played(lesson).slug, now)


def test_it_is_dealt_paused_and_with_an_end_where_the_lesson_is_so(lesson):
    now = timezone.now()
    pause_lesson(lesson, now)
    lesson.refresh_from_db()
    lesson.ends_at = now + timedelta(minutes=5)
    lesson.save()
    match = dealt(lesson)
    assert (match.paused_at is None, match.closes_at) == (False, lesson.ends_at)


def test_rules_that_two_cannot_play_are_refused_and_leave_nothing(lesson):
    with pytest.raises(BadRules):
        dealt(lesson, rules={"teams": True})
    assert (played(lesson), Match.objects.count(), Table.objects.count()) == (None, 0, 0)


def test_everything_that_happens_raises_the_version_of_the_room(lesson):
    dealt(lesson)
    before: Any = room_version(lesson.room_id)
    later = timezone.now() + timedelta(seconds=5)
    act("lay", lesson, Card("8H"), None, now=later)
    after: Any = room_version(lesson.room_id)
    assert after > before


def test_the_database_is_whole_at_every_step(lesson):
    for settings in ({}, {"answer_policy": "stand"}):
        dealt(lesson, **settings)
        lay(lesson, "8H")
        for said in (46, 47):
            assert [str(fault) for fault in Verification().faults()] == []
            act("say", lesson, said)
        assert turn(lesson).step == "explain"
        assert [str(fault) for fault in Verification().faults()] == []
        act("go_on", lesson)
        end(lesson)
        end(lesson)
    assert [str(fault) for fault in Verification().faults()] == []
