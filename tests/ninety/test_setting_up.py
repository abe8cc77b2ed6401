"""From the front page to a match: by one click, by a starting point, or in detail."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from ninety.engine.rulesets import PRESETS
from ninety.models import Match, Seat, User
from ninety.selectors import record_of, state_of
from ninety.services import TableSettings, open_match, play_bots_to_the_end
from ninety.starting_points import STARTING_POINTS
from tests.factories import bob, mallory, seated_match, signed_in

pytestmark = pytest.mark.django_db

CHOSEN = {
    "preset": "ninety-nine",
    "seats": "3",
    "strength": "steady",
    "answer_policy": "retry",
    "pace": "normal",
}


def posted(client: Client, **fields: Any) -> Any:
    return client.post("/play/", CHOSEN | fields)


def test_one_click_starts_a_match_without_an_account() -> None:
    client = Client()
    opened = client.post("/play/quick/")
    match = Match.objects.get()
    assert opened["Location"] == f"/match/{match.slug}/"
    assert [(seat.number, seat.strength, seat.user_id is not None) for seat in match.seats.all()] == [
        (0, "", True),
        (1, "steady", False),
        (2, "steady", False),
    ]
    assert (match.rules, match.guided_turns) == (STARTING_POINTS["starter"].rules, 3)
    assert User.objects.get().kind == "visitor"
    assert client.get(opened["Location"]).status_code == 200


def test_the_same_browser_is_the_same_visitor_and_needs_no_guide_again() -> None:
    client = Client()
    client.post("/play/quick/")
    client.post("/play/quick/")
    assert User.objects.count() == 1
    assert [match.guided_turns for match in Match.objects.order_by("pk")] == [3, 0]


def test_a_match_left_open_is_offered_again() -> None:
    client = Client()
    client.post("/play/quick/")
    match = Match.objects.get()
    assert [each["slug"] for each in client.get("/").context["resumable"]] == [match.slug]
    assert Client().get("/").context["resumable"] == []


@pytest.mark.parametrize("code", STARTING_POINTS)
def test_every_starting_point_opens_its_match(code: str) -> None:
    Client().post("/play/", {"starting_point": code})
    assert Match.objects.get().rules == STARTING_POINTS[code].rules


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_chosen(preset: str) -> None:
    assert posted(Client(), preset=preset).status_code == 302
    assert Match.objects.get().rules == {"preset": preset}


def test_everything_chosen_is_copied_into_the_match() -> None:
    answered = posted(
        Client(),
        variants=["countdown", "pot"],
        seats="4",
        strength="expert",
        strength_2="beginner",
        answer_policy="show",
        penalty="on",
        memory="on",
        choosing_seconds="30",
        computing_seconds="20",
        lives="2",
        clock_minutes="8",
        dim="on",
        guide="on",
        pace="fast",
    )
    assert answered.status_code == 302
    match = Match.objects.get()
    assert match.rules == {
        "preset": "ninety-nine",
        "variants": ["countdown", "pot"],
        "set": {"lives": 2, "clock": 480},
    }
    assert [seat.strength for seat in match.seats.all()] == ["", "expert", "beginner", "expert"]
    stored = (match.answer_policy, match.penalty, match.memory, match.choosing_limit, match.computing_limit)
    assert stored == ("show", True, True, 30, 20)
    helps = (match.dim, match.coach, match.escape_panel, match.guided_turns, match.pace)
    assert helps == (True, False, False, 3, "fast")


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"seats": "1"}, "seats", "Ensure this value is greater than or equal to 2."),
        ({"seats": "many"}, "seats", "Enter a whole number."),
        ({"preset": "poker"}, "preset", "Select a valid choice. poker is not one of the available choices."),
        ({"variants": ["teams"]}, "variants", "One of these changes does not belong to this game."),
        (
            {"preset": "ninety-eight", "variants": ["teams"]},
            "seats",
            "Teams need an even number of players, four or more.",
        ),
        (
            {"preset": "ninety-eight", "variants": ["teams", "ante"], "seats": "4"},
            "variants",
            "Counters do not go with these rules.",
        ),
        (
            {"variants": ["countdown", "negatives"]},
            "variants",
            "A countdown stops at 0, so the total cannot go below zero.",
        ),
        ({"variants": ["speed", "start-75"]}, "variants", "The round would start beyond the limit."),
        (
            {"variants": ["lives-2", "lives-5"]},
            "variants",
            "These do not go together: Two lives, Five lives. Please choose one.",
        ),
        ({"lives": "10"}, "lives", "Ensure this value is less than or equal to 9."),
        ({"choosing_seconds": "1e9"}, "choosing_seconds", "Enter a whole number."),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field_and_nothing_is_lost(
    fields: dict[str, Any], field: str, sentence: str
) -> None:
    answered = posted(Client(), **fields)
    assert answered.status_code == 422
    assert answered.context["form"].errors[field] == [sentence]
    assert answered.context["form"]["answer_policy"].value() == "retry"
    assert (Match.objects.count(), User.objects.count()) == (0, 0)


@pytest.mark.parametrize("sent", [{}, {"starting_point": "poker"}, {"preset": ""}, {"seats": "3"}])
def test_half_a_form_is_answered_with_the_page(sent: dict[str, str]) -> None:
    assert Client().post("/play/", sent).status_code in {200, 422}
    assert Match.objects.count() == 0


def test_the_minutes_follow_what_is_chosen() -> None:
    client = Client()
    short = client.post("/play/minutes/", CHOSEN | {"lives": "1", "clock_minutes": "1"})
    assert short.context["minutes"] == 1
    longer = client.post("/play/minutes/", CHOSEN | {"lives": "9"})
    assert longer.context["minutes"] > 5
    assert client.post("/play/minutes/", CHOSEN | {"seats": "11"}).context["minutes"] is None


def test_play_again_takes_the_same_table_without_the_guide() -> None:
    person = bob()
    match = seated_match(person, ["8H KS TD", "7H 8S 2D"], memory=True, bot="expert", guided_turns=3)
    client = signed_in(person)
    client.post(f"/match/{match.slug}/again/")
    again = Match.objects.latest("pk")
    assert again.pk != match.pk
    assert (again.rules, again.memory, again.guided_turns) == (match.rules, True, 0)
    assert [seat.strength for seat in again.seats.all()] == ["", "expert"]


def test_bots_play_a_match_for_everybody_to_look_at() -> None:
    match = open_match(TableSettings({"preset": "ninety-eight"}, bots=("beginner", "steady", "expert")))
    assert Client().get(f"/match/{match.slug}/review/").status_code == 404
    play_bots_to_the_end(match)
    match.refresh_from_db()
    assert state_of(match).over
    page = Client().get(f"/match/{match.slug}/review/")
    assert (page.status_code, page.context["review"].watching) == (200, True)
    assert [each["slug"] for each in Client().get("/").context["exhibition"]] == [match.slug]


def test_the_rules_of_a_match_lead_back_to_what_their_reader_may_see() -> None:
    match = open_match(TableSettings({"preset": "ninety-nine"}, bots=("beginner", "steady")))
    play_bots_to_the_end(match)
    rules = Client().get(f"/match/{match.slug}/rules/")
    assert rules.context["back"] == f"/match/{match.slug}/review/"
    assert Client().get(rules.context["back"]).status_code == 200
    downloaded = Client().get(f"/match/{match.slug}/record/")
    assert downloaded.json() == record_of(match)
    assert Client().get(f"/match/{match.slug}/").status_code == 404


def test_a_seat_is_a_persons_or_a_bots() -> None:
    match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"])
    assert str(match.seats.get(number=0)) == "Bob"
    assert Seat.objects.filter(match=match, user__isnull=True).get().is_bot


def test_the_front_page_asks_as_much_of_the_database_for_many_matches_as_for_one(
    django_assert_num_queries: Any,
) -> None:
    def front() -> None:
        with django_assert_num_queries(2):
            Client().get("/")

    for _match in range(2):
        play_bots_to_the_end(open_match(TableSettings({"preset": "ninety-nine"}, bots=("steady", "steady"))))
        front()


def test_copies_of_one_request_open_one_match_for_a_visitor_too() -> None:
    page = Client().get("/")
    first, copy = Client(), Client()
    addresses = {
        client.post("/play/quick/", {"key": page.context["key"]})["Location"] for client in (first, first, copy)
    }
    assert (len(addresses), Match.objects.count(), User.objects.count()) == (1, 1, 1)
    assert copy.get(addresses.pop()).status_code == 200


def test_the_key_of_somebody_else_opens_a_match_of_ones_own() -> None:
    bobs, mallorys = Client(), Client()
    bobs.force_login(bob())
    mallorys.force_login(mallory())
    opened = [client.post("/play/quick/", {"key": "a" * 16})["Location"] for client in (bobs, mallorys, Client())]
    assert len(set(opened)) == 3


def test_a_key_that_is_no_longer_new_logs_nobody_in() -> None:
    page = Client().get("/")
    Client().post("/play/quick/", {"key": page.context["key"]})
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    late = Client()
    late.post("/play/quick/", {"key": page.context["key"]})
    assert (Match.objects.count(), User.objects.count()) == (2, 2)


def test_the_guided_turns_wait_for_a_match_that_has_time_for_them() -> None:
    client = Client()
    client.post("/play/", {"starting_point": "speed"})
    client.post("/play/quick/")
    client.post("/play/quick/")
    assert [match.guided_turns for match in Match.objects.order_by("pk")] == [0, 3, 0]


def test_no_minutes_means_no_clock() -> None:
    posted(Client(), preset="speed-98", clock_minutes="0")
    assert Match.objects.get().rules == {"preset": "speed-98", "set": {"clock": 0}}


def test_an_operator_can_read_and_not_change() -> None:
    operator = User.objects.create_superuser("operator", "a-long-pass-phrase")
    client = signed_in(operator)
    match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"])
    for action, status in (("change", 200), ("delete", 403)):
        assert client.get(f"/operator/ninety/match/{match.pk}/{action}/").status_code == status
    page = client.get(f"/operator/ninety/match/{match.pk}/change/").content.decode()
    assert match.state["stock"][:8] not in page
    assert client.post(f"/operator/ninety/match/{match.pk}/delete/", {"post": "yes"}).status_code == 403
