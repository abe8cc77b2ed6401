"""Who plays: alone with bots, each on an own device, or several on one that is passed round."""

from typing import Any

import pytest
from django.test import Client

from ninety.engine.rulesets import PRESETS
from ninety.models import Match, Table, User
from ninety.services.tables import TABLES_OF_ONE
from ninety.starting_points import STARTING_POINTS
from tests.factories import bob, signed_in
from tests.factories.tables import opened_table

pytestmark = pytest.mark.django_db

OWN = {"preset": "ninety-nine", "answer_policy": "retry", "pace": "normal", "strength": "steady"}
DEVICES = OWN | {"company": "devices", "seats": "4"}
DEVICE = OWN | {"company": "device", "name_1": "Ana", "name_2": "Leo"}


def sent(fields: dict[str, Any]) -> Any:
    return Client().post("/play/", fields)


@pytest.mark.parametrize(
    ("query", "company"),
    [
        ("", "bots"),
        ("?company=bots", "bots"),
        ("?company=devices", "devices"),
        ("?company=device", "device"),
        ("?company=x", "bots"),
    ],
)
def test_each_company_has_a_page(query: str, company: str) -> None:
    page = Client().get(f"/play/{query}")
    assert (page.status_code, page.context["company"]) == (200, company)
    assert page.content.decode().count('aria-current="page"') == 1


@pytest.mark.parametrize("code", STARTING_POINTS)
def test_one_click_opens_a_table_of_four_with_bots(code: str) -> None:
    answered = sent({"company": "devices", "starting_point": code})
    table = Table.objects.get()
    assert answered["Location"] == f"/table/{table.slug}/"
    assert (table.seat_count, table.strength, table.settings["rules"]) == (4, "steady", STARTING_POINTS[code].rules)
    assert (table.opener.kind, table.places.count(), Match.objects.count()) == ("visitor", 0, 0)


@pytest.mark.parametrize("code", STARTING_POINTS)
def test_one_click_deals_to_those_who_share_a_device(code: str) -> None:
    sent({"company": "device", "starting_point": code, "name_1": "Ana", "name_4": "Leo"})
    match = Match.objects.get()
    assert ([seat.name for seat in match.seats.all()], match.guided_turns) == (["Ana", "Leo"], 0)
    assert (match.rules, match.table) == (STARTING_POINTS[code].rules, None)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_can_be_played_in_each_company(preset: str) -> None:
    assert sent(DEVICES | {"preset": preset})["Location"] == f"/table/{Table.objects.get().slug}/"
    assert sent(DEVICE | {"preset": preset})["Location"] == f"/match/{Match.objects.get().slug}/"


def test_everything_chosen_is_kept_at_the_table() -> None:
    more = {"everyone_computes": "on", "reveal_wait": "0", "watching": "on", "away_limit": "120", "bot_mistakes": "25"}
    sent(DEVICES | more | {"seats": "6", "strength": "", "answer_policy": "stand", "memory": "on"})
    table = Table.objects.get()
    kept = {name: table.settings[name] for name in (*more, "answer_policy", "memory")}
    assert kept == {
        "everyone_computes": True,
        "reveal_wait": 0,
        "watching": True,
        "away_limit": 120,
        "bot_mistakes": 25,
        "answer_policy": "stand",
        "memory": True,
    }
    assert (table.seat_count, table.strength) == (6, "")


def test_what_is_left_empty_is_as_usual() -> None:
    sent(DEVICES | {"reveal_wait": "", "away_limit": "", "bot_mistakes": ""})
    settings = Table.objects.get().settings
    assert (settings["reveal_wait"], settings["away_limit"], settings["bot_mistakes"]) == (8, 60, 0)


def test_bots_err_only_where_others_may_disagree() -> None:
    for policy, mistakes in (("retry", 0), ("show", 0), ("stand", 30)):
        Client().post("/play/", OWN | {"seats": "3", "answer_policy": policy, "bot_mistakes": "30"})
        match = Match.objects.latest("pk")
        assert (match.answer_policy, match.bot_mistakes) == (policy, mistakes)


def test_only_a_table_of_devices_has_what_needs_them() -> None:
    needs_devices = {"everyone_computes": "on", "watching": "on", "reveal_wait": "3", "away_limit": "30"}
    sent(DEVICE | needs_devices | {"guide": "on"})
    Client().post("/play/", OWN | {"seats": "3"} | needs_devices)
    for match in Match.objects.all():
        stored = (match.everyone_computes, match.watching, match.reveal_wait, match.away_limit, match.guided_turns)
        assert stored == (False, False, 8, 60, 0)


def test_bots_may_play_with_those_who_share_a_device() -> None:
    sent(DEVICE | {"bot_count": "2", "strength": "expert"})
    seats = list(Match.objects.get().seats.all())
    assert [(seat.name, seat.strength) for seat in seats[:2]] == [("Ana", ""), ("Leo", "")]
    assert [seat.strength for seat in seats] == ["", "", "expert", "expert"]
    assert {seat.keeper_id for seat in seats[:2]} == {User.objects.get(kind="visitor").pk}
    assert {seat.keeper_id for seat in seats[2:]} == {None}


def test_a_seat_of_the_own_is_kept_as_well() -> None:
    client = signed_in(bob())
    assert client.get("/play/?company=device").context["form"]["name_1"].value() == "Bob"
    client.post("/play/", DEVICE | {"name_1": "bob"})
    assert [(seat.user == bob(), seat.keeper == bob()) for seat in Match.objects.get().seats.all()] == [
        (True, True),
        (False, True),
    ]


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"name_2": ""}, "name_2", "Please write at least two names."),
        ({"name_1": "\u200b", "name_2": " "}, "name_1", "Please write at least two names."),
        ({"name_2": "\u0410na"}, "name_2", "“\u0410na” is taken. How about “\u0410na 2”?"),
        ({"name_2": "x" * 21}, "name_2", "A name has 20 letters at the most."),
        ({"bot_count": "9"}, "bot_count", "Ensure this value is less than or equal to 8."),
        (
            {f"name_{n}": f"P{n}" for n in range(1, 9)} | {"bot_count": "3"},
            "bot_count",
            "Two to ten can play, bots included.",
        ),
        (
            {"preset": "ninety-eight", "variants": ["teams"], "bot_count": "1"},
            "bot_count",
            "Teams need an even number of players, four or more.",
        ),
    ],
)
def test_what_does_not_work_on_one_device_is_said_and_nothing_is_lost(
    fields: dict[str, Any], field: str, sentence: str
) -> None:
    answered = sent(DEVICE | {"variants": ["countdown", "pot"], "memory": "on"} | fields)
    form = answered.context["form"]
    assert (answered.status_code, form.errors) == (422, {field: [sentence]})
    assert form["memory"].value() is True
    assert form["variants"].value() == fields.get("variants", ["countdown", "pot"])
    assert (Match.objects.count(), User.objects.count()) == (0, 0)


def test_a_name_that_is_taken_gets_a_free_one_that_is_filled_in() -> None:
    answered = sent(DEVICE | {"name_2": "ANA", "name_3": "ana"})
    form = answered.context["form"]
    assert [form[f"name_{n}"].value() for n in (1, 2, 3)] == ["Ana", "ANA 2", "ana 3"]


def test_one_click_without_names_asks_for_them() -> None:
    answered = sent(DEVICE | {"starting_point": "starter", "name_2": ""})
    assert (answered.status_code, answered.context["form"].errors) == (
        422,
        {"name_2": ["Please write at least two names."]},
    )
    assert 'value="Ana"' in answered.content.decode()


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"reveal_wait": "61"}, "reveal_wait", "Ensure this value is less than or equal to 60."),
        ({"away_limit": "19"}, "away_limit", "Ensure this value is greater than or equal to 20."),
        ({"bot_mistakes": "51"}, "bot_mistakes", "Ensure this value is less than or equal to 50."),
        ({"seats": "11"}, "seats", "Ensure this value is less than or equal to 10."),
        ({"strength": "cruel"}, "strength", "Select a valid choice. cruel is not one of the available choices."),
    ],
)
def test_what_a_table_cannot_have_is_refused_at_its_field(fields: dict[str, str], field: str, sentence: str) -> None:
    answered = sent(DEVICES | fields)
    assert (answered.status_code, answered.context["form"].errors) == (422, {field: [sentence]})
    assert (answered.context["company"], Table.objects.count(), User.objects.count()) == ("devices", 0, 0)


def test_too_many_tables_are_refused_with_a_sentence() -> None:
    for _table in range(TABLES_OF_ONE):
        opened_table(bob())
    client = signed_in(bob())
    answered = client.post("/play/", DEVICES | {"memory": "on"})
    assert (answered.status_code, answered.context["form"]["memory"].value()) == (422, True)
    assert answered.context["notice"] == "You have opened many tables today. Please play at one of them."
    assert Table.objects.count() == TABLES_OF_ONE


@pytest.mark.parametrize("fields", [{}, {"starting_point": "poker"}])
@pytest.mark.parametrize("company", ["devices", "device"])
def test_half_a_form_is_answered_with_the_page_it_came_from(company: str, fields: dict[str, str]) -> None:
    answered = sent({"company": company} | fields)
    assert (answered.status_code, answered.context["company"]) == (422, company)
    assert answered.context["notice"] == "Please choose one of these matches."


def test_the_minutes_follow_how_many_people_play() -> None:
    def minutes(fields: dict[str, str]) -> int:
        found: int = Client().post("/play/minutes/", fields).context["minutes"]
        return found

    assert minutes(DEVICE | {"bot_count": "2"}) < minutes(DEVICE | {"name_3": "Mo", "name_4": "Bo"})
    assert minutes(DEVICES | {"seats": "4"}) == minutes(DEVICE | {"name_3": "Mo", "name_4": "Bo"})
