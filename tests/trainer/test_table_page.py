"""The table as it reaches the browser: what is sent, what is refused, and what never leaves the server."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from ninety.models import Match
from ninety.selectors import rules_of, state_of
from tests.factories import bob, mallory, seated_match, signed_in
from trainer.models import Answer, Judgement

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "7H 8S 2D"]
HTMX = {"HX-Request": "true"}
TURN_BYTES = 6000
LAYING_A_CARD = 10 if settings.DATABASES["default"]["ENGINE"].endswith("postgresql") else 9
"""Two of them open and close a savepoint, in place of the transaction; PostgreSQL is told to notify the others."""


@pytest.fixture
def browser() -> Client:
    return signed_in(bob())


def address(match: Match, action: str = "") -> str:
    return f"/match/{match.slug}/{action}"


def fields(html: str) -> dict[str, str]:
    """Return what the first form of a page sends besides what a person chooses."""
    return dict(re.findall(r'<input type="hidden" name="(version|tries|play|key)" value="([^"]*)"', html))


def send(browser: Client, match: Match, action: str, *, htmx: bool = True, **data: Any) -> Any:
    page = browser.get(address(match)).content.decode()
    return browser.post(address(match, action), fields(page) | data, headers=HTMX if htmx else None)


def test_a_turn_in_two_requests(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    laid = send(browser, match, "play/", card="8H")
    assert laid.status_code == 200
    assert "trainer/table.html" in [template.name for template in laid.templates]
    assert "<html" not in laid.content.decode()
    assert laid.context["turn"].step == "announce"
    assert laid.context["turn"].sum.text == "48 + 8"
    said = send(browser, match, "announce/", total="56")
    assert said.context["turn"].step == "wait"
    assert said.context["turn"].said_right == "48 + 8 = 56"
    assert said.context["table"].total == 56


def test_without_javascript_a_turn_ends_on_the_table_again(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    laid = send(browser, match, "play/", htmx=False, card="8H")
    assert (laid.status_code, laid["Location"]) == (302, address(match))


@pytest.mark.parametrize(
    ("typed", "read"), [("٥٦", 56), (" 56 ", 56), ("056", 56), ("+56", 56), ("−56", -56), ("–56", -56), ("-56", -56)]
)
def test_a_total_is_read_as_people_write_it(browser: Client, typed: str, read: int) -> None:
    match = seated_match(bob(), HANDS, total=48)
    send(browser, match, "play/", card="8H")
    send(browser, match, "announce/", total=typed)
    assert Answer.objects.get().announced == read


@pytest.mark.parametrize(
    "typed", ["", "  ", "5 6", "56.0", "5e1", "fifty", "½", "1234567", "9" * 10_000, "\x00", "--5"]
)
def test_what_is_no_number_is_asked_for_again_and_is_no_mistake(browser: Client, typed: str) -> None:
    match = seated_match(bob(), HANDS, total=48)
    send(browser, match, "play/", card="8H")
    answered = send(browser, match, "announce/", total=typed)
    assert answered.status_code == 422
    assert answered.context["turn"].error == "Please type a number."
    assert answered.context["turn"].typed == typed[:12]
    assert Answer.objects.count() == 0
    match.refresh_from_db()
    assert match.version == 1


@pytest.mark.parametrize("action", ["play/", "announce/", "stuck/", "step/", "skip-guide/", "leave/"])
@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"version": "-1", "key": "0" * 16},
        {"version": "0", "key": "<script>"},
        {"version": "9" * 400, "key": "0" * 16},
        {"version": "0", "key": "0" * 16, "card": "ZZ", "choice": "1e9", "total": "x" * 100_000},
        {"version": "0", "key": "0" * 16, "card": "8H" * 5000},
        {"version": "0", "key": "0" * 16, "card": "8H", "choice": "99999999999999999999"},
    ],
)
def test_hostile_values_are_answered_with_a_table(browser: Client, action: str, sent: dict[str, str]) -> None:
    match = seated_match(bob(), HANDS, total=48)
    answered = browser.post(address(match, action), sent, headers=HTMX)
    assert answered.status_code in {200, 409, 422}
    assert answered.context["table"].match == match
    assert Answer.objects.count() == 0


def test_five_copies_of_one_request_have_one_effect(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    send(browser, match, "play/", card="8H")
    sent = fields(browser.get(address(match)).content.decode()) | {"total": "46"}
    answered = [browser.post(address(match, "announce/"), sent, headers=HTMX) for _copy in range(5)]
    assert [each.status_code for each in answered] == [200] * 5
    assert [each.context["notice"] for each in answered] == [""] * 5
    assert Answer.objects.count() == 1


def test_a_stale_page_gets_the_table_as_it_stands_and_keeps_what_was_typed(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    send(browser, match, "play/", card="8H")
    stale = {"version": "0", "key": "1" * 16, "total": "56"}
    answered = browser.post(address(match, "announce/"), stale, headers=HTMX)
    assert answered.status_code == 409
    assert answered.context["notice"] == "The table had moved on. Here it is as it stands now."
    assert answered.context["turn"].typed == "56"
    assert Answer.objects.count() == 0


def test_a_card_that_does_not_fit_is_refused_without_its_number(browser: Client) -> None:
    match = seated_match(bob(), ["8H QS TD", "7H 8S 2D"], total=95)
    page = send(browser, match, "play/", card="8H")
    assert page.context["turn"].refusal == "That does not fit: the 8 goes past 99."
    assert [card.refused for card in page.context["turn"].hand] == [True, False, False]
    assert "103" not in page.content.decode()
    send(browser, match, "play/", card="QS")
    send(browser, match, "play/", card="TD", choice="10")
    page = browser.get(address(match))
    assert page.context["turn"].all_refused is False
    assert Judgement.objects.count() == 3


def test_when_every_play_was_refused_the_page_says_so(browser: Client) -> None:
    match = seated_match(bob(), ["8H QS JD", "7H 8S 2D"], total=95)
    for card in ("8H", "QS", "JD"):
        send(browser, match, "play/", card=card)
    assert browser.get(address(match)).context["turn"].all_refused is True
    told = send(browser, match, "stuck/")
    assert told.context["table"].plays[0].text == "You are stuck."


def test_a_card_with_two_values_needs_one(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    page = send(browser, match, "play/", card="TD")
    assert page.status_code == 422
    assert page.context["notice"] == "Choose which value this card is to have."
    assert [card.lifted for card in page.context["turn"].hand] == [False, False, True]


def test_the_second_try_has_a_hint_and_then_the_working(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    send(browser, match, "play/", card="8H")
    first = send(browser, match, "announce/", total="46").context["turn"]
    assert (first.step, first.try_number, first.first_said, first.nearly) == ("announce", 2, "46", True)
    assert first.hint == "How far is 48 from 50?"
    second = send(browser, match, "announce/", total="46").context["turn"]
    assert second.step == "explain"
    assert [line.digits for line in second.explanation.working.lines] == ["48 + 2 = 50", "50 + 6 = 56"]
    assert second.explanation.question == "Did the ten get lost?"
    assert browser.get(address(match)).context["turn"].step == "explain"
    send(browser, match, "go-on/")
    assert browser.get(address(match)).context["turn"].step == "wait"


def test_other_peoples_matches_do_not_exist(browser: Client) -> None:
    match = seated_match(mallory(), HANDS)
    for action in ("", "coach/", "review/", "record/", "rules/"):
        assert browser.get(address(match, action)).status_code == 404
        assert Client().get(address(match, action)).status_code == 404
        assert browser.get(f"/match/nothing-here/{action}").status_code == 404
    for action in ("play/", "announce/", "stuck/", "step/", "go-on/", "pace/", "skip-guide/", "leave/", "again/"):
        assert browser.post(address(match, action)).status_code == 404
        assert browser.get(address(match, action), follow=True).status_code == 404


def everything_sent(browser: Client, match: Match) -> str:
    """Return every byte of the pages that a person can ask for while a match runs, headers too."""
    pages = [browser.get(address(match, action)) for action in ("", "coach/", "rules/", "review/", "record/")]
    pages.append(browser.get(address(match), headers=HTMX))
    return "".join(page.content.decode() + str(page.headers) for page in pages)


def codes_in(text: str) -> set[str]:
    return set(re.findall(r"\b[A2-9TJQK][SHDC]\b", text))


def test_no_card_of_another_hand_and_none_of_the_stock_is_ever_sent(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=10)
    seen: set[str] = set()
    for _turn in range(4):
        match.refresh_from_db()
        state = state_of(match)
        laid = {match.committed["card"]} if match.committed else set()
        known = {card.code for card in (*state.hands[0], *state.discard)} | laid
        sent = codes_in(everything_sent(browser, match))
        assert sent <= known | seen
        seen |= known
        if state.turn == 0 and match.committed is None:
            card = next(card for card in state.hands[0] if not rules_of(match).offers_choice(card.rank))
            send(browser, match, "play/", card=card.code)
        elif state.turn == 0:
            send(browser, match, "announce/", total="1")
            send(browser, match, "announce/", total="1")
            send(browser, match, "go-on/")
        else:
            send(browser, match, "step/")
    assert codes_in(" ".join(state_of(match).to_json()["hands"])), "there was something that could leak"


def test_open_hands_show_in_guided_turns_only_and_never_the_stock(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=10, guided_turns=3)
    page = browser.get(address(match))
    shown = [face.code for face in page.context["table"].seats[1].hand]
    assert shown == ["7H", "8S", "2D"]
    page = send(browser, match, "skip-guide/")
    assert page.context["table"].seats[1].hand is None


def without_tokens(page: Any, match: Match) -> str:
    text = page.content.decode().replace(match.slug, "MATCH")
    text = re.sub(r'name="key" value="[0-9a-f]{16}"', "KEY", text)
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "TOKEN", text)


def test_before_the_answer_nothing_depends_on_the_right_total(browser: Client) -> None:
    """In memory mode the prior total is hidden: two matches can be made to differ in nothing but the right total."""
    pages = []
    for total in (43, 58):
        match = seated_match(bob(), HANDS, rules={"preset": "ninety-nine"}, total=total, memory=True, coach=False)
        Match.objects.filter(pk=match.pk).update(rules={"preset": "ninety-nine", "set": {"start": 48}})
        match.seats.filter(number=1).update(name="Kim")
        send(browser, match, "play/", card="8H")
        pages.append(without_tokens(browser.get(address(match)), match))
    assert pages[0] == pages[1]


def test_memory_mode_covers_the_total_the_track_and_the_sum(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48, memory=True)
    page = send(browser, match, "play/", card="8H")
    table, turn = page.context["table"], page.context["turn"]
    assert (table.total, table.covered, table.track.marker, table.track.jump) == (None, True, None, None)
    assert turn.sum.text == "? + 8"


def test_special_cards_are_explained_once(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    assert [face.name for face in browser.get(address(match)).context["turn"].new_cards] == [
        "king of spades",
        "10 of diamonds",
    ]
    send(browser, match, "play/", card="8H")
    again = seated_match(bob(), HANDS, total=48)
    assert browser.get(address(again)).context["turn"].new_cards == ()


def test_the_coach_speaks_only_when_a_card_is_to_be_chosen(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=95)
    assert browser.get(address(match, "coach/"), headers=HTMX).context["advice"] != ""
    send(browser, match, "play/", card="KS")
    assert browser.get(address(match, "coach/"), headers=HTMX).context["advice"] == ""
    quiet = seated_match(bob(), HANDS, total=95, coach=False)
    assert browser.get(address(quiet, "coach/"), headers=HTMX).context["advice"] == ""


def test_a_turn_takes_no_more_queries_late_in_a_match_than_early(
    browser: Client, django_assert_num_queries: Any
) -> None:
    match = seated_match(bob(), ["KH 4S KC", "KD 4D 4H"], total=48, pace="instant")
    for number in range(12):
        match.refresh_from_db()
        state = state_of(match)
        if state.turn == 0 and match.committed is None and state.hands[0][0].rank in "K4":
            sent = {"version": match.version, "key": f"{number:016x}", "card": state.hands[0][0].code}
            browser.get(address(match), headers=HTMX)
            with django_assert_num_queries(LAYING_A_CARD):
                browser.post(address(match, "play/"), sent, headers=HTMX)
        elif state.turn == 0:
            break
        send(browser, match, "announce/", total=str(state.total))
        send(browser, match, "step/")
    assert number > 1


@pytest.mark.parametrize("total", ["0", "1234"])
def test_the_heaviest_turn_is_small_enough_for_bad_wifi(browser: Client, total: str) -> None:
    hands = ["KH KS KC KD QH", *["2H 3H 4H 5H 6H"] * 4, *["2S 3S 4S 5S 6S"] * 4, "2D 3D 4D 5D 6D"]
    ring = {"preset": "ring-299", "set": {"decks": 4}}
    match = seated_match(bob(), hands, total=48, rules=ring, answer_policy="show", guided_turns=3)
    for action, sent in (("play/", {"card": "KH"}), ("announce/", {"total": total})):
        match.refresh_from_db()
        data = {"version": match.version, "key": "0" * 15 + str(match.version), **sent}
        answered = browser.post(address(match, action), data, headers={**HTMX, "Accept-Encoding": "gzip"})
        assert answered["Content-Encoding"] == "gzip"
        assert len(answered.content) < TURN_BYTES
