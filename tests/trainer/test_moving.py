"""Answers that were given under the wrong name go to whoever gave them, with all that follows from them."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.forms import model_to_dict
from django.utils import timezone

from ninety.keeping.invariants import Verification
from ninety.models import Match, Seat, User
from tests.factories import UserFactory, alice, bob, carol
from tests.trainer.device import device_of, drill_of
from tests.trainer.tablemates import Tablemates
from trainer.models import Answer, Drill, Judgement, Moved, Rating
from trainer.selectors.matrix import Filters, figures_of_people
from trainer.services.moving import NotTheirs, StillGoingOn, forget_moves_home, move_drill, move_seat
from trainer.services.ratings import bring_up_ratings
from trainer.services.setting_aside import set_aside

pytestmark = pytest.mark.django_db


def dan() -> User:
    return UserFactory.create(username="dan", display_name="Dan")


def drilled(person: User, count: int = 6, *, why: str = "time") -> Drill:
    """Let somebody do a drill of some sums, the first of them wrongly."""
    device = device_of(person)
    for number in range(count):
        device.answer(off=0 if number else -10)
    if why:
        device.end(why)
    device.send()
    return drill_of(device)


def played(**table: Any) -> Match:
    """Let Bob and Dan play two turns at a table with Carol's bot, computing along, and end the match."""
    table = {"people": [bob(), dan()], "everyone_computes": True, "answer_policy": "show", **table}
    mates = Tablemates(**table)
    mates.lay(0, "8H")
    mates.say(0, 46)
    mates.check(1, 56)
    mates.lay(1, "7H")
    mates.check(0, 63)
    mates.say(1, 63)
    match = mates.fresh()
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), committed=None)
    return match


def seat_of(match: Match, person: User) -> Seat:
    return Seat.objects.get(match=match, user=person)


def log_of(match: Match) -> list[dict[str, Any]]:
    return [model_to_dict(answer) for answer in Answer.objects.filter(match=match).order_by("pk")]


def answered(person: User) -> int:
    return figures_of_people([person.pk], Filters())[person.pk].overall.answers


def faults() -> list[str]:
    return [str(fault) for fault in Verification().faults()]


class TestADrill:
    def test_it_goes_with_its_answers_and_every_figure_follows(self) -> None:
        drill, now = drilled(bob()), timezone.now()
        Answer.objects.update(role="own")
        bring_up_ratings(now + timedelta(minutes=1))
        assert (answered(bob()), answered(carol())) == (6, 0)
        assert list(Rating.objects.values_list("user", "answers")) == [(bob().pk, 6)]
        move_drill(drill.pk, bob(), carol(), alice(), now)
        assert (answered(bob()), answered(carol())) == (0, 6)
        assert list(Rating.objects.values_list("user", "answers")) == [(carol().pk, 6)]
        assert (Drill.objects.get().user, drill.answers.count()) == (carol(), 6)
        moved = Moved.objects.get()
        assert (moved.drill, moved.logged_for, moved.teacher) == (drill, bob(), alice())

    def test_back_with_its_owner_nothing_says_that_it_was_away(self) -> None:
        drill, now = drilled(bob()), timezone.now()
        before = [model_to_dict(answer) for answer in Answer.objects.order_by("pk")]
        move_drill(drill.pk, bob(), carol(), alice(), now)
        move_drill(drill.pk, carol(), bob(), alice(), now)
        assert not Moved.objects.exists()
        assert [model_to_dict(answer) for answer in Answer.objects.order_by("pk")] == before
        assert Drill.objects.get().user == bob()

    def test_moved_on_it_is_remembered_under_whose_name_it_was_done(self) -> None:
        drill, now = drilled(bob()), timezone.now()
        move_drill(drill.pk, bob(), carol(), None, now)
        move_drill(drill.pk, carol(), dan(), alice(), now)
        assert list(Moved.objects.values_list("logged_for", "drill__user")) == [(bob().pk, dan().pk)]

    def test_it_is_moved_from_its_owner_alone_and_only_once(self) -> None:
        drill, now = drilled(bob()), timezone.now()
        move_drill(drill.pk, bob(), carol(), alice(), now)
        for owner, heir in ((bob(), dan()), (dan(), bob()), (carol(), carol())):
            with pytest.raises(NotTheirs):
                move_drill(drill.pk, owner, heir, alice(), now)
        assert Drill.objects.get().user == carol()

    def test_whoever_is_gone_gets_nothing(self) -> None:
        drill, gone = drilled(bob()), dan()
        User.objects.filter(pk=gone.pk).delete()
        with pytest.raises(NotTheirs):
            move_drill(drill.pk, bob(), gone, alice(), timezone.now())

    def test_one_that_goes_on_stays(self) -> None:
        drill = drilled(bob(), why="")
        with pytest.raises(StillGoingOn):
            move_drill(drill.pk, bob(), carol(), alice(), timezone.now())

    def test_what_the_device_of_one_that_was_left_still_sends_is_the_new_owners(self, clock: Any) -> None:
        device = device_of(bob())
        device.answer()
        device.send()
        clock.shift(timedelta(hours=3))
        drill = drill_of(device)
        move_drill(drill.pk, bob(), carol(), alice(), timezone.now())
        device.answer()
        device.end()
        assert device.send().status_code == 200
        assert set(Answer.objects.values_list("user", "drill")) == {(carol().pk, drill.pk)}
        drill.refresh_from_db()
        assert (drill.user, drill.sums, drill.why) == (carol(), 2, "time")

    def test_the_device_of_somebody_else_sends_nothing_to_it(self) -> None:
        device = device_of(bob())
        device.end("stopped")
        device.send()
        move_drill(drill_of(device).pk, bob(), carol(), None, timezone.now())
        stranger = device_of(dan())
        stranger.batch["slug"] = device.slug
        assert stranger.send([]).status_code == 404

    def test_what_was_set_aside_stays_so(self) -> None:
        drill, now = drilled(bob()), timezone.now()
        set_aside([drill.answers.get(right=False).pk], alice(), now)
        move_drill(drill.pk, bob(), carol(), alice(), now)
        assert answered(carol()) == 5
        assert Answer.objects.get(set_aside__isnull=False).user == carol()

    def test_once_two_accounts_are_one_nothing_was_moved(self) -> None:
        drill = drilled(bob())
        move_drill(drill.pk, bob(), carol(), alice(), timezone.now())
        Moved.objects.update(logged_for=carol())
        forget_moves_home(carol())
        assert not Moved.objects.exists()


class TestASeat:
    def test_it_goes_with_what_was_answered_there_under_the_name_of_the_heir(self) -> None:
        match, now = played(), timezone.now()
        seat = seat_of(match, bob())
        Judgement.objects.create(
            user=bob(),
            match=match,
            play_number=1,
            seat_number=0,
            kind="overshoot",
            total=48,
            card="KS",
            right=False,
            choosing_ms=1,
        )
        move_seat(seat.pk, bob(), carol(), alice(), now)
        seat.refresh_from_db()
        assert (seat.user, seat.name, str(seat)) == (carol(), "Carol", "Carol")
        assert (
            list(Answer.objects.filter(match=match, seat_number=0).values_list("user", flat=True)) == [carol().pk] * 2
        )
        assert Judgement.objects.get().user == carol()
        assert list(Moved.objects.values_list("seat", "logged_for")) == [(seat.pk, bob().pk)]
        assert (answered(bob()), answered(carol()), answered(dan())) == (0, 2, 2)
        assert faults() == []

    def test_of_two_at_one_table_each_gets_what_the_other_had(self) -> None:
        match, now = played(), timezone.now()
        before = log_of(match)
        mine, other = seat_of(match, bob()), seat_of(match, dan())
        bring_up_ratings(now + timedelta(minutes=1))
        move_seat(mine.pk, bob(), dan(), alice(), now)
        assert list(match.seats.values_list("number", "user", "name", "strength"))[:2] == [
            (0, dan().pk, "Dan", ""),
            (1, bob().pk, "Bob", ""),
        ]
        swapped = {bob().pk: dan().pk, dan().pk: bob().pk}
        assert log_of(match) == [row | {"user": swapped[row["user"]]} for row in before]
        assert set(Moved.objects.values_list("seat", "logged_for")) == {(mine.pk, bob().pk), (other.pk, dan().pk)}
        assert set(Rating.objects.values_list("user", "answers")) == {(bob().pk, 1), (dan().pk, 1)}
        assert faults() == []
        move_seat(other.pk, bob(), dan(), alice(), now)
        assert log_of(match) == before
        assert not Moved.objects.exists()
        assert faults() == []

    def test_the_device_of_whoever_was_not_there_shows_it_no_more(self) -> None:
        match = played()
        Seat.objects.filter(match=match, user__isnull=False).update(keeper=bob())
        move_seat(seat_of(match, bob()).pk, bob(), carol(), alice(), timezone.now())
        assert list(match.seats.filter(user__isnull=False).values_list("user", "keeper")) == [
            (carol().pk, None),
            (dan().pk, bob().pk),
        ]

    def test_two_on_one_device_change_places_on_it(self) -> None:
        match = played()
        people = match.seats.filter(user__isnull=False)
        people.update(keeper=bob(), held="away")
        move_seat(seat_of(match, bob()).pk, bob(), dan(), alice(), timezone.now())
        assert list(people.values_list("user", "keeper", "held")) == [
            (dan().pk, bob().pk, "away"),
            (bob().pk, bob().pk, "away"),
        ]

    def test_one_of_a_match_that_goes_on_stays(self) -> None:
        match = played()
        Match.objects.update(ended_at=None)
        with pytest.raises(StillGoingOn):
            move_seat(seat_of(match, bob()).pk, bob(), carol(), alice(), timezone.now())

    def test_it_is_moved_from_its_owner_alone(self) -> None:
        match = played()
        with pytest.raises(NotTheirs):
            move_seat(seat_of(match, dan()).pk, bob(), carol(), alice(), timezone.now())

    def test_answers_of_another_than_sits_there_are_a_fault(self) -> None:
        match = played()
        pk = Answer.objects.filter(match=match, seat_number=0).earliest("pk").pk
        Answer.objects.filter(pk=pk).update(user=carol())
        assert f"answer {pk}: it is of another person than has the seat" in faults()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_move_one_drill_at_once_the_second_is_refused() -> None:
    drill, heirs = drilled(bob()), [carol(), dan()]

    def move(heir: User) -> bool:
        try:
            move_drill(drill.pk, bob(), heir, None, timezone.now())
        except NotTheirs:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(2) as pool:
        went = list(pool.map(move, heirs))
    assert sorted(went) == [False, True]
    owner = Drill.objects.get().user
    assert owner == heirs[went.index(True)]
    assert set(Answer.objects.values_list("user", flat=True)) == {owner.pk}


@pytest.mark.django_db(transaction=True)
def test_two_who_change_places_from_both_ends_at_once_change_them_once_or_twice_but_wholly() -> None:
    match = played()
    before = log_of(match)
    seats = [(seat_of(match, bob()).pk, bob(), dan()), (seat_of(match, dan()).pk, dan(), bob())]

    def move(what: tuple[int, User, User]) -> bool:
        try:
            move_seat(*what, None, timezone.now())
        except NotTheirs:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(move, seats)) == [False, True]
    assert [row["user"] for row in log_of(match)] != [row["user"] for row in before]
    assert Moved.objects.count() == 2
    assert faults() == []
