"""The page of a table: who sits there, how others come, and what each may do; no code ever in an address."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from ninety import services
from ninety.codes import shown
from ninety.models import Match, Place, Table, User
from ninety.selectors import state_of
from tests.factories import UserFactory, alice, bob, carol, mallory, signed_in
from tests.factories.tables import opened_table, sit
from trainer.services import leave

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def address(table: Table, action: str = "") -> str:
    return f"/table/{table.slug}/{action}"


def finish(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), committed=None, due_at=None)


def test_a_code_leads_to_its_table_however_it_is_typed() -> None:
    table = opened_table(alice())
    for typed in (table.code, shown(table.code).lower(), f" {table.code[:2]}-{table.code[2:]} "):
        assert Client().post("/join/", {"code": typed})["Location"] == address(table)
    assert table.code not in address(table)


def test_a_code_that_leads_nowhere_does_not_say_why() -> None:
    closed = opened_table(alice())
    Table.objects.update(touched_at=timezone.now() - timedelta(hours=13))
    answers = [Client().post("/join/", {"code": code}) for code in (closed.code, "BCD347", "nonsense", "A" * 3000)]
    assert {answer.status_code for answer in answers} == {422}
    assert {tuple(answer.context["form"].errors["code"]) for answer in answers} == {
        ("This code leads nowhere now. Please look at it once more.",)
    }
    assert Client().get(address(closed)).status_code == 200
    empty = Client().post("/join/", {"code": ""})
    assert (empty.status_code, empty.context["form"].errors["code"]) == (
        422,
        ["Please type the code: six letters and digits."],
    )


def test_what_was_typed_as_a_code_is_still_there() -> None:
    assert 'value="bcd 347"' in Client().post("/join/", {"code": "bcd 347"}).content.decode()


def test_the_page_has_the_code_the_link_and_a_qr_code() -> None:
    table = opened_table(alice())
    page = Client().get(address(table), headers={"host": "localhost"}).content.decode()
    assert f'aria-hidden="true">{shown(table.code)}</span>' in page
    assert f'value="http://localhost{address(table)}"' in page
    assert 'aria-label="QR code of the link to this table"' in page
    title = re.search("<title>(.*)</title>", page)
    assert title is not None
    assert title[1] == "A table for Ninety-Eight – Ninety"


def test_a_nickname_is_all_it_takes() -> None:
    table, client = opened_table(alice()), Client()
    answered = client.post(address(table, "seat/"), {"nickname": "  Zoe\u0301 \u200b", "key": "a" * 16})
    assert answered["Location"] == address(table)
    page = client.get(address(table))
    assert [place.name for place in page.context["gathering"].places if place.is_me] == ["Zoé"]
    assert User.objects.get(kind="visitor").display_name == "Zoé"
    assert Client().get(address(table)).context["gathering"].me is None


def test_whoever_is_new_loads_the_whole_page_as_the_secret_of_forms_has_changed() -> None:
    table, client = opened_table(alice()), Client()
    answered = client.post(address(table, "seat/"), {"nickname": "Zoe"}, headers=HTMX)
    assert answered["HX-Redirect"] == address(table)
    again = signed_in(bob()).post(address(table, "seat/"), {"nickname": "Bob"}, headers=HTMX)
    assert "HX-Redirect" not in again
    assert again.content.decode().lstrip().startswith('<section id="gathering"')


@pytest.mark.parametrize(
    ("nickname", "error"),
    [
        ("", "Please write a name."),
        ("\u200d\u3164", "Please write a name."),
        ("x" * 21, "A name has 20 letters at the most."),
        ("ana", "“ana” is taken here. How about “ana 2”?"),
    ],
)
def test_a_name_that_cannot_be_is_refused_with_a_sentence_and_leaves_no_trace(nickname: str, error: str) -> None:
    table = opened_table(alice())
    services.take_place(table, alice(), "Ana")
    answered = Client().post(address(table, "seat/"), {"nickname": nickname})
    assert (answered.status_code, answered.context["form"].errors["nickname"]) == (422, [error])
    assert answered.context["form"]["nickname"].value() == ("ana 2" if nickname == "ana" else nickname)
    assert (table.places.count(), User.objects.filter(kind="visitor").count()) == (1, 0)


def test_names_are_never_markup() -> None:
    table = opened_table(alice())
    services.take_place(table, bob(), "<i>Bob</i>")
    page = Client().get(address(table)).content.decode()
    assert ("<i>Bob" in page, "&lt;i&gt;Bob" in page) == (False, True)


def test_a_full_table_says_so() -> None:
    table = opened_table(alice(), seat_count=2)
    sit(table, alice(), bob())
    page = Client().get(address(table)).content.decode()
    assert ("All seats are taken." in page, 'id="sit"' in page) == (True, False)
    answered = Client().post(address(table, "seat/"), {"nickname": "Zoe"})
    assert (answered.status_code, answered.context["notice"]) == (422, "The last seat has just been taken.")


def test_each_sees_what_they_may_do() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob(), carol())

    def seen(client: Client) -> tuple[int, int, int, int]:
        page = client.get(address(table)).content.decode()
        actions = ("seat/", "stand-up/", "remove/", "start/")
        return tuple(page.count(f'action="{address(table, action)}"') for action in actions)  # type: ignore[return-value]

    assert seen(signed_in(alice())) == (0, 1, 2, 1)
    assert seen(signed_in(bob())) == (0, 1, 0, 0)
    assert seen(signed_in(mallory())) == (1, 0, 0, 0)
    assert seen(Client()) == (1, 0, 0, 0)
    assert "Alice starts the match." in signed_in(bob()).get(address(table)).content.decode()


def test_the_opener_removes_somebody_who_may_come_back() -> None:
    table = opened_table(alice())
    _mine, bobs = sit(table, alice(), bob())
    refused = signed_in(bob()).post(address(table, "remove/"), {"place": bobs.pk})
    assert (refused.status_code, table.places.count()) == (422, 2)
    assert signed_in(alice()).post(address(table, "remove/"), {"place": bobs.pk}).status_code == 302
    assert table.places.count() == 1
    assert Client().post(address(table, "remove/"), {"place": "all"}).status_code == 302
    assert signed_in(bob()).post(address(table, "seat/"), {"nickname": "Bob"}).status_code == 302


def test_standing_up_frees_the_seat_also_twice() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    for _click in range(2):
        assert signed_in(bob()).post(address(table, "stand-up/"))["Location"] == address(table)
    assert Client().post(address(table, "stand-up/")).status_code == 302
    assert [place.name for place in table.places.all()] == ["Alice"]


def test_everybody_seated_is_led_to_the_match_and_others_to_the_next() -> None:
    table = opened_table(alice(), watching=True)
    sit(table, alice(), bob())
    started = signed_in(alice()).post(address(table, "start/"), {"key": "a" * 16})
    match = Match.objects.get()
    assert started["Location"] == f"/match/{match.slug}/"
    assert signed_in(bob()).get(address(table))["Location"] == f"/match/{match.slug}/"
    assert signed_in(bob()).get(address(table), headers=HTMX)["HX-Redirect"] == f"/match/{match.slug}/"
    late = signed_in(carol())
    page = late.get(address(table)).content.decode()
    assert ("Take a free seat for the next one." in page, f"/match/{match.slug}/watch/" in page) == (True, True)
    late.post(address(table, "seat/"), {"nickname": "Carol"})
    assert "You play in the next one." in late.get(address(table)).content.decode()
    assert late.post(address(table, "start/"), {"key": "c" * 16}).status_code == 302
    assert Match.objects.count() == 1


def test_nobody_is_led_to_watch_where_that_is_not_allowed() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    match = services.start_match(table, alice(), None)
    assert f"/match/{match.slug}/watch/" not in Client().get(address(table)).content.decode()
    assert match.slug not in Client().get(address(table)).content.decode()


def test_places_are_kept_after_a_match_and_anybody_seated_starts_the_next() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    first = services.start_match(table, alice(), None)
    finish(first)
    page = signed_in(bob()).get(address(table)).content.decode()
    assert ("Play again" in page, f"/match/{first.slug}/review/" in page) == (True, True)
    assert signed_in(mallory()).post(address(table, "start/")).status_code == 422
    again = signed_in(bob()).post(address(table, "start/"), {"key": "b" * 16})
    assert again["Location"] == f"/match/{Match.objects.latest('pk').slug}/"


def test_whoever_leaves_a_match_for_good_frees_the_seat_for_the_next() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob(), carol())
    match = services.start_match(table, alice(), None)
    leave(match.seats.get(user=bob()), key="b" * 16)
    assert [place.name for place in table.places.all()] == ["Alice", "Carol"]
    assert signed_in(bob()).get(address(table)).status_code == 200


def test_the_end_of_a_match_is_told_to_those_who_wait() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    match = services.start_match(table, alice(), None)
    before = Table.objects.get(pk=table.pk).version
    sit(table, carol())
    with_carol = Table.objects.get(pk=table.pk).version
    leave(match.seats.get(user=bob()), key="b" * 16)
    match.refresh_from_db()
    assert (match.ended_at is not None, with_carol) == (True, before + 1)
    # Once for the seat that is free, once for the match that is over.
    assert Table.objects.get(pk=table.pk).version == before + 3


def test_a_page_that_has_seen_it_all_gets_nothing() -> None:
    table = opened_table(alice())
    sit(table, bob())
    assert Client().get(address(table, "?seen=1"), headers=HTMX).status_code == 204
    assert Client().get(address(table, "?seen=0"), headers=HTMX).status_code == 200


def test_whoever_looks_is_here_again() -> None:
    table = opened_table(alice())
    sit(table, alice(), bob())
    Place.objects.update(seen_at=timezone.now() - timedelta(minutes=5))
    page = signed_in(bob()).get(address(table))
    assert [place.is_gone for place in page.context["gathering"].places if place.pk] == [True, True]
    assert [place.is_gone for place in Client().get(address(table)).context["gathering"].places if place.pk] == [
        True,
        False,
    ]
    assert Client().get(address(table)).context["gathering"].host_name == "Bob"


def test_too_few_are_told_so_and_nothing_is_dealt() -> None:
    table = opened_table(alice())
    sit(table, alice())
    answered = signed_in(alice()).post(address(table, "start/"), {"key": "a" * 16})
    assert (answered.status_code, answered.context["notice"]) == (422, "Two players are needed to start.")
    assert Client().post(address(table, "start/")).status_code == 404
    assert Match.objects.count() == 0


@pytest.mark.parametrize("action", ["seat/", "stand-up/", "remove/", "start/"])
def test_only_known_tables_and_known_methods_answer(action: str) -> None:
    table = opened_table(alice())
    assert Client().post(f"/table/nothing/{action}").status_code == 404
    assert Client().get(address(table, action))["Location"] == address(table)
    assert Client().put(address(table, action)).status_code == 405


def test_the_rules_of_a_table_can_be_read() -> None:
    table = opened_table(alice(), rules={"preset": "ninety-eight", "variants": ["countdown"]})
    page = Client().get(address(table, "rules/"))
    assert (page.status_code, page.context["back"]) == (200, address(table))
    assert page.context["book"].changes == ("Countdown",)
    assert Client().get("/table/nothing/rules/").status_code == 404


def test_settings_are_said_in_words() -> None:
    plain = Client().get(address(opened_table(alice())))
    assert plain.context["settings"] == ["After a total that is not right there is a hint and one more try."]
    rich = opened_table(
        bob(),
        strength="beginner",
        answer_policy="stand",
        everyone_computes=True,
        memory=True,
        penalty=True,
        choosing_limit=30,
        computing_limit=20,
        watching=True,
    )
    assert Client().get(address(rich)).context["settings"] == [
        "What was said stands, until somebody disagrees.",
        "Everybody may type each total; all are shown together.",
        "Memory mode: the total is hidden.",
        "A first total that is not right costs a life.",
        "There are 30 seconds to choose a card and 20 to say the total.",
        "Bots take the free seats and play like beginners.",
        "Others may look on.",
    ]


def test_no_hand_is_on_the_page_of_a_table() -> None:
    table = opened_table(alice(), watching=True)
    sit(table, alice(), bob())
    match = services.start_match(table, alice(), None)
    page = Client().get(address(table)).content.decode()
    assert not any(f'value="{card.code}"' in page for hand in state_of(match).hands for card in hand)


def test_the_front_page_leads_back_to_a_table_and_takes_a_code() -> None:
    table = opened_table(alice())
    sit(table, bob())
    for person in (alice(), bob()):
        assert list(signed_in(person).get("/").context["tables"]) == [table]
    assert list(signed_in(mallory()).get("/").context["tables"]) == []
    assert 'action="/join/"' in Client().get("/").content.decode()


@pytest.mark.parametrize("people", [1, 10])
def test_a_table_of_ten_asks_as_much_of_the_database_as_one_of_one(people: int, django_assert_num_queries: Any) -> None:
    table = opened_table(alice(), seat_count=10)
    sit(table, *[UserFactory.create() for _person in range(people - 1)], alice())
    client = signed_in(alice())
    with django_assert_num_queries(4):
        client.get(address(table))
    if people > 1:
        services.start_match(table, alice(), None)
        with django_assert_num_queries(5):
            client.get(address(table))


def test_addresses_are_within_the_site() -> None:
    table = opened_table(alice())
    page = Client().get(address(table), headers={"host": "localhost"}).content.decode()
    links = re.findall(r'(?:href|src|action)="([^"]+)"', page)
    assert links
    assert {urlsplit(link).netloc for link in links} == {""}
