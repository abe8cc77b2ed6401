"""People meet at a table: one place each, no name twice, somebody who may start, one match at a time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from ninety import services
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import RuleSet
from ninety.models import Match, Place, Seat, Table, User
from ninety.selectors import gathering_of, open_tables, why_not
from ninety.services import NameTaken, NotNow, TableFull, TableSettings, TooManyTables
from ninety.services.tables import TABLES_OF_ONE
from tests.factories import alice, bob, carol, mallory
from tests.factories.tables import opened_table, sit

pytestmark = pytest.mark.django_db

NINETY_NINE = {"preset": "ninety-nine"}
LONG_AGO = timedelta(minutes=5)


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    """Collect what is told to the pages of a table."""
    told: list[tuple[str, int, bool]] = []

    def publish(topic: str, number: int, *, recheck: bool = False, **_kind: bool) -> None:
        told.append((topic, number, recheck))

    monkeypatch.setattr("ninety.services.notices.publish", publish)
    return told


def finish(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), committed=None, due_at=None)


def test_a_table_keeps_every_setting_for_its_matches() -> None:
    settings: dict[str, Any] = {
        "everyone_computes": True,
        "reveal_wait": 12,
        "watching": True,
        "away_limit": 90,
        "memory": True,
    }
    table = opened_table(alice(), seat_count=3, strength="expert", **settings)
    sit(table, alice(), bob())
    match = services.start_match(table, alice(), None)
    assert {name: getattr(match, name) for name in settings} == settings
    assert [(seat.name, seat.strength) for seat in match.seats.all()][:2] == [("Alice", ""), ("Bob", "")]
    assert [seat.strength for seat in match.seats.all()] == ["", "", "expert"]
    assert match.table == table


def test_a_person_has_one_place_however_often_they_take_it() -> None:
    table = opened_table(alice())
    first, second = sit(table, bob(), bob())
    assert first == second
    assert services.take_place(table, bob(), "Robert").name == "Bob"


def test_the_last_seat_is_given_once() -> None:
    table = opened_table(alice(), seat_count=2)
    sit(table, alice(), bob())
    with pytest.raises(TableFull):
        sit(table, carol())


def test_a_name_that_looks_like_another_is_taken_and_a_free_one_is_there() -> None:
    table = opened_table(alice())
    services.take_place(table, bob(), "Ana")
    with pytest.raises(NameTaken) as refused:
        services.take_place(table, carol(), "\u0410na")
    assert services.take_place(table, carol(), refused.value.suggestion).name == "\u0410na 2"


def test_whoever_comes_takes_the_first_free_place() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob(), carol())
    services.leave_place(table, bob())
    assert sit(table, mallory())[0].number == 1


def test_the_next_looks_after_a_table_whose_opener_stands_up() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob(), carol())
    services.leave_place(table, alice())
    table.refresh_from_db()
    assert table.opener == bob()
    with pytest.raises(NotNow):
        services.start_match(table, alice(), None)
    assert services.start_match(table, bob(), None).seats.count() == 2


def test_nobody_waits_for_an_opener_who_is_gone() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob(), carol())
    with pytest.raises(NotNow):
        services.start_match(table, bob(), None)
    Place.objects.filter(user=alice()).update(seen_at=timezone.now() - LONG_AGO)
    with pytest.raises(NotNow):
        services.start_match(table, carol(), None)
    assert services.start_match(table, bob(), None).seats.count() == 3


def test_an_opener_who_does_not_sit_may_start_and_so_may_the_first_who_does() -> None:
    for starter in (alice(), bob()):
        table = opened_table(alice())
        sit(table, bob(), carol())
        assert services.start_match(table, starter, None).seats.count() == 2


def test_only_who_looks_after_the_table_removes_somebody_and_by_the_row() -> None:
    table = opened_table(alice())
    mine, bobs, carols = sit(table, alice(), bob(), carol())
    for person, place in ((bob(), carols), (mallory(), carols)):
        with pytest.raises(NotNow):
            services.remove_place(table, person, place.pk)
    services.remove_place(table, alice(), bobs.pk)
    services.remove_place(table, alice(), mine.pk)
    services.remove_place(table, alice(), 10**9)
    assert [place.user.display_name for place in table.places.all()] == ["Alice", "Carol"]
    assert sit(table, bob())[0].number == 1


def test_a_place_of_another_table_is_not_removed() -> None:
    table, other = opened_table(alice()), opened_table(bob())
    (place,) = sit(other, carol())
    services.remove_place(table, alice(), place.pk)
    assert other.places.count() == 1


def test_every_change_is_told_and_a_removal_checks_who_may_listen(published: list[tuple[str, int, bool]]) -> None:
    table = opened_table(alice())
    sit(table, alice(), bob(), bob())
    topic = f"table {table.pk}"
    assert published == [(topic, 1, False), (topic, 2, False)]
    services.remove_place(table, alice(), table.places.get(user=bob()).pk)
    services.leave_place(table, carol())
    sit(table, carol())
    services.start_match(table, alice(), None)
    services.start_match(table, alice(), None)
    assert published[2:] == [(topic, 3, True), (topic, 4, False), (topic, 5, False)]
    table.refresh_from_db()
    assert table.version == 5


def test_one_match_at_a_time_and_another_after_it() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    match = services.start_match(table, alice(), "a" * 16)
    assert services.start_match(table, alice(), "b" * 16) == match
    sit(table, carol())
    finish(match)
    assert services.start_match(table, alice(), "a" * 16) == match
    again = services.start_match(table, carol(), "c" * 16)
    assert (again.pk != match.pk, [seat.name for seat in again.seats.all()]) == (True, ["Alice", "Bob", "Carol"])
    finish(again)
    services.leave_place(table, bob())
    with pytest.raises(NotNow):
        services.start_match(table, bob(), "d" * 16)
    assert [seat.name for seat in services.start_match(table, alice(), None).seats.all()] == ["Alice", "Carol"]


def test_the_key_of_another_match_deals_one_all_the_same() -> None:
    for _table in range(2):
        table = opened_table(alice())
        sit(table, alice(), bob())
        services.start_match(table, alice(), "a" * 16)
    assert Match.objects.count() == 2


@pytest.mark.parametrize(
    ("people", "strength", "rules", "says"),
    [
        (1, "", NINETY_NINE, "Two players are needed to start."),
        (2, "", NINETY_NINE, ""),
        (1, "steady", NINETY_NINE, ""),
        (0, "steady", NINETY_NINE, "Two players are needed to start."),
        (
            3,
            "",
            {"preset": "ninety-eight", "variants": ["teams"]},
            "Teams need an even number of players, four or more.",
        ),
        (3, "steady", {"preset": "ninety-eight", "variants": ["teams"]}, ""),
    ],
)
def test_a_match_starts_when_enough_sit_there(people: int, strength: str, rules: dict[str, Any], says: str) -> None:
    table = opened_table(alice(), strength=strength, rules=rules)
    sit(table, *[alice(), bob(), carol()][:people])
    assert gathering_of(table, alice(), timezone.now()).why_not == says
    if says:
        with pytest.raises(BadRules):
            services.start_match(table, alice(), None)
    else:
        assert services.start_match(table, alice(), None).seats.count() == (4 if strength else people)


def test_too_few_cards_are_said() -> None:
    rules = RuleSet.from_spec({"preset": "ninety-nine", "set": {"decks": 1, "hand_size": 5}})
    assert (why_not(rules, 10), why_not(rules, 11)) == ("", "Two players are needed to start.")
    wide = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["five-cards"], "set": {"decks": 1, "jokers": 0}})
    assert why_not(wide, 10) == ""


def test_a_request_opens_one_table_and_a_person_has_so_many_at_most() -> None:
    settings = TableSettings(NINETY_NINE)
    tables = {services.open_table(settings, 4, "", alice(), "a" * 16).pk for _click in range(10)}
    assert len(tables) == 1
    others = services.open_table(settings, 4, "", bob(), "a" * 16)
    assert others.pk not in tables
    for _table in range(TABLES_OF_ONE - 1):
        opened_table(alice())
    with pytest.raises(TooManyTables):
        opened_table(alice())
    assert services.open_table(settings, 4, "", alice(), "a" * 16).pk in tables
    Table.objects.filter(opener=alice()).update(touched_at=timezone.now() - timedelta(hours=13))
    assert opened_table(alice()) in open_tables(timezone.now())


def test_a_code_in_use_is_not_given_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["BCD347", "BCD347", "BCD349"])
    monkeypatch.setattr("ninety.selectors.codes.new_code", lambda: next(codes))
    assert [opened_table(alice()).code for _table in range(2)] == ["BCD347", "BCD349"]


def test_one_device_has_the_seats_of_all_who_share_it() -> None:
    settings = TableSettings(NINETY_NINE, bots=("steady",))
    match = services.open_passed_round(settings, ["Bob", "Ana", "Iñaki"], bob(), "a" * 16)
    seats = list(match.seats.select_related("user"))
    assert [(seat.name, seat.keeper == bob()) for seat in seats[:3]] == [("Bob", True), ("Ana", True), ("Iñaki", True)]
    assert [seat.user.kind for seat in seats if seat.user] == ["pupil", "guest", "guest"]
    assert (seats[0].user, seats[3].strength, seats[3].keeper) == (bob(), "steady", None)
    assert services.open_passed_round(settings, ["Bob", "Ana", "Iñaki"], bob(), "a" * 16) == match
    assert User.objects.filter(kind="guest").count() == 2
    assert services.open_passed_round(settings, ["Bob", "Ana"], mallory(), "a" * 16) != match


def at_once(count: int, act: Callable[[int], object]) -> list[object]:
    """Do something from as many threads, and return what came of it in order."""

    def run(number: int) -> object:
        try:
            return act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_on_join_seat_one_visitor_once() -> None:
    table = opened_table(alice())
    key = Client().get(f"/table/{table.slug}/").context["gathering"].key

    def click(_number: int) -> int:
        return Client().post(f"/table/{table.slug}/seat/", {"nickname": "Ana", "key": key}).status_code

    assert at_once(10, click) == [302] * 10
    assert [place.name for place in table.places.all()] == ["Ana"]
    assert User.objects.filter(kind="visitor").count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_seat_and_one_name_are_given_once_to_many_at_once() -> None:
    table = opened_table(alice(), seat_count=2)
    sit(table, alice())

    def click(number: int) -> str:
        nickname = "Ana" if number % 2 else f"Player {number}"
        answered = Client().post(f"/table/{table.slug}/seat/", {"nickname": nickname, "key": f"{number:016x}"})
        return "seated" if answered.status_code == 302 else answered.context["notice"]

    answers = at_once(8, click)
    assert sorted(map(str, answers)) == ["The last seat has just been taken."] * 7 + ["seated"]
    assert (table.places.count(), User.objects.filter(kind="visitor").count()) == (2, 1)


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_on_start_by_two_people_deal_one_match() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    first = services.start_match(table, alice(), None)
    finish(first)
    people = [alice(), bob()]

    def click(number: int) -> int:
        return services.start_match(table, people[number % 2], f"{number:016x}").pk

    assert len(set(at_once(10, click))) == 1
    assert Match.objects.count() == 2
    assert Seat.objects.filter(match__table=table).count() == 4


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_on_open_by_nobody_yet_open_one_table() -> None:
    key = Client().get("/play/?company=devices").context["key"]

    def click(_number: int) -> str:
        sent = {"company": "devices", "starting_point": "starter", "key": key}
        return Client().post("/play/", sent)["Location"]

    assert len(set(at_once(10, click))) == 1
    assert (Table.objects.count(), User.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_on_dealing_to_one_device_deal_one_match() -> None:
    key = Client().get("/play/?company=device").context["key"]
    sent = {"company": "device", "starting_point": "starter", "name_1": "Ana", "name_2": "Leo", "key": key}

    def click(_number: int) -> str:
        return Client().post("/play/", sent)["Location"]

    assert len(set(at_once(10, click))) == 1
    assert (Match.objects.count(), User.objects.filter(kind="guest").count()) == (1, 2)
