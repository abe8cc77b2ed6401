"""What a teacher allows one pupil at a table of several: it works for that one, and nobody else can tell."""

import re
from datetime import timedelta
from typing import Any

import pytest

from ninety.models import User
from tests.factories import alice, bob, carol, signed_in
from tests.trainer.tablemates import HTMX, Clock, Tablemates
from trainer.models import Answer
from trainer.services import run_due

pytestmark = pytest.mark.django_db

NEEDS: dict[str, dict[str, Any]] = {
    "stretch": {"stretch": 40},
    "no limits": {"stretch": 0},
    "times": {"times_judged": False},
    "drills": {"untimed_drills": True},
    "track": {"track_always": True},
    "memory": {"memory_off": True},
    "language": {"language": "nl"},
}
USUAL: dict[str, Any] = {
    "stretch": 10,
    "times_judged": True,
    "untimed_drills": False,
    "track_always": False,
    "memory_off": False,
    "language": "",
}
PAIR = ["8H KS TD", "7H 8S 2D"]


def allow(person: User, **needs: Any) -> User:
    User.objects.filter(pk=person.pk).update(**needs)
    person.refresh_from_db()
    return person


def pair(**table: Any) -> Tablemates:
    """Seat Bob, who leads, and Carol."""
    return Tablemates(people=[bob(), carol()], hands=PAIR, **table)


def seconds_left(at: Tablemates, person: User) -> int | None:
    left: int | None = at.page(person).context["turn"].seconds_left
    return left


@pytest.mark.parametrize(("stretch", "lasts"), [(10, 10), (15, 15), (33, 33), (100, 100)])
def test_the_time_to_compute_is_as_long_as_a_person_needs(clock: Clock, stretch: int, lasts: int):
    allow(bob(), stretch=stretch)
    at = pair(computing_limit=10, away_limit=600)
    at.lay(0, "8H")
    assert seconds_left(at, bob()) == lasts
    clock.shift(timedelta(seconds=lasts + 1))
    assert run_due() == 0
    clock.shift(timedelta(seconds=1))
    assert run_due() == 1
    assert at.answers() == [(0, "player", None, False)]


def test_the_time_to_choose_is_as_long_as_a_person_needs(clock: Clock):
    allow(bob(), stretch=20)
    at = pair(choosing_limit=5)
    clock.shift(timedelta(seconds=11))
    assert (run_due(), at.phase) == (0, "")
    clock.shift(timedelta(seconds=1))
    assert (run_due(), at.phase) == (1, "laid")


def test_the_limits_of_the_others_stay_as_they_are(clock: Clock):
    allow(carol(), stretch=0)
    at = pair(computing_limit=10)
    at.lay(0, "8H")
    assert seconds_left(at, bob()) == 10
    clock.shift(timedelta(seconds=12))
    assert run_due() == 1


def test_whoever_has_no_limits_may_take_any_time(clock: Clock):
    allow(bob(), stretch=0)
    at = pair(computing_limit=10, choosing_limit=10, away_limit=600)
    at.lay(0, "8H")
    assert seconds_left(at, bob()) is None
    clock.shift(timedelta(seconds=599))
    assert run_due() == 0
    at.say(0, 56)
    assert at.answers() == [(0, "player", 56, True)]


def test_a_limit_that_a_teacher_stretches_in_the_midst_of_a_turn_lasts_longer_at_once(clock: Clock):
    at = pair(computing_limit=10)
    at.lay(0, "8H")
    allow(bob(), stretch=20)
    clock.shift(timedelta(seconds=12))
    assert run_due() == 0
    at.say(0, 56)
    assert Answer.objects.get().announced == 56


@pytest.mark.parametrize(("stretch", "lasts"), [(10, 8), (30, 24), (0, 80)])
def test_a_reveal_waits_as_the_slowest_who_is_awaited_needs_it(clock: Clock, stretch: int, lasts: int):
    allow(bob(), stretch=stretch)
    at = Tablemates(everyone_computes=True, reveal_wait=8, away_limit=600)
    at.lay(0, "8H")
    at.say(0, 56)
    clock.shift(timedelta(seconds=lasts - 0.1))
    assert (run_due(), at.phase) == (0, "answered")
    clock.shift(timedelta(seconds=0.1))
    assert (run_due(), at.phase, at.total) == (1, "", 56)


def test_a_reveal_waits_no_longer_for_somebody_who_is_ready(clock: Clock):
    allow(bob(), stretch=100)
    at = Tablemates(everyone_computes=True, reveal_wait=8)
    at.lay(0, "8H")
    at.check(1, 56)
    at.say(0, 56)
    clock.shift(timedelta(seconds=8))
    assert (run_due(), at.total) == (1, 56)


def test_a_total_stands_as_long_as_the_slowest_who_may_disagree_needs(clock: Clock):
    allow(carol(), stretch=20)
    hands = ["4H KS TD", "7H 8S 2D", "6H 6S 5D"]
    at = Tablemates(people=[bob(), carol()], hands=hands, answer_policy="stand")
    at.lay(0, "4H")
    at.say(0, 48)
    assert (at.phase, (at.match.committed or {})["next"]) == ("said", None), (
        "a bot is next, and only Carol may disagree"
    )
    clock.shift(timedelta(seconds=19.9))
    assert (run_due(), at.phase) == (0, "said")
    clock.shift(timedelta(seconds=0.1))
    assert (run_due(), at.phase) == (1, "")


def test_memory_mode_hides_the_total_from_all_but_whoever_must_not_have_it(clock: Clock):
    allow(bob(), memory_off=True)
    at = pair(memory=True)
    clock.shift(timedelta(seconds=6))
    mine, other = at.page(bob()).context["table"], at.page(carol()).context["table"]
    assert (mine.total, mine.covered, mine.track.marker is None) == (48, False, False)
    assert (other.total, other.covered, other.track.marker) == (None, True, None)
    at.lay(0, "8H")
    assert at.page(bob()).context["turn"].sum.text == "48 + 8"
    at.say(0, 56)
    plays = [at.page(person).context["table"].plays[0].total for person in (bob(), carol())]
    assert plays == [56, None]
    assert [answer.prior_hidden for answer in Answer.objects.all()] == [False]


def test_whoever_must_not_have_memory_mode_may_ask_the_coach():
    allow(bob(), memory_off=True)
    at = pair(memory=True)
    assert at.page(bob()).context["turn"].coach_on
    allow(bob(), memory_off=False)
    assert not at.page(bob()).context["turn"].coach_on


def test_the_track_is_shown_to_whoever_needs_it_while_the_total_is_covered(clock: Clock):
    allow(bob(), track_always=True)
    at = pair(memory=True)
    clock.shift(timedelta(seconds=6))
    mine, other = at.page(bob()), at.page(carol())
    assert (mine.context["table"].total, mine.context["table"].track.covered) == (None, False)
    assert "Number line from 0 to 99, the total stands at 48" in mine.content.decode()
    assert other.context["table"].track.covered
    assert "The number line is covered" in other.content.decode()


def bodies_of(at: Tablemates, *persons: User) -> list[str]:
    """Return every byte that people get of a table: its page and its fragment, without what is new each time."""
    once = re.compile(r'name="(key|csrfmiddlewaretoken)" value="\w+"')
    found = []
    for person in persons:
        browser = signed_in(person)
        for headers in ({}, HTMX):
            found.append(once.sub("", browser.get(f"/match/{at.match.slug}/", headers=headers).content.decode()))
    return found


@pytest.mark.repeats
@pytest.mark.parametrize("need", NEEDS)
def test_nobody_else_gets_a_single_other_byte(clock: Clock, need: str):
    def seen() -> list[str]:
        return bodies_of(at, alice(), carol())

    at = Tablemates(memory=True, everyone_computes=True, computing_limit=20, choosing_limit=20)
    for play in (lambda: None, lambda: at.lay(0, "8H"), lambda: at.check(1, 56), lambda: at.say(0, 56)):
        play()
        allow(bob(), **USUAL)
        before = seen()
        allow(bob(), **NEEDS[need])
        assert seen() == before


@pytest.mark.parametrize("need", ["stretch", "no limits", "track", "memory"])
def test_there_is_something_that_others_could_get(clock: Clock, need: str):
    at = Tablemates(memory=True, everyone_computes=True, computing_limit=20, choosing_limit=20, people=[bob(), carol()])
    at.lay(0, "8H")
    before = bodies_of(at, bob())
    allow(bob(), **NEEDS[need])
    assert bodies_of(at, bob()) != before
