"""What nobody means well: broken requests, foreign matches, odd clocks, and people who peep."""

import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from ninety.models import Match
from ninety.selectors import state_of
from ninety.services import note_presence
from tests.factories import bob, mallory, seated_match
from trainer.models import Answer
from trainer.services import run_due

pytestmark = pytest.mark.django_db

HANDS = ["8H KS TD", "7H 8S 2D"]
STUCK = ["8H QS JD", "7H 8S 2D"]
HTMX = {"HX-Request": "true"}
NOON = "2026-11-30T12:00:00Z"
NUMBERS = count(1000)
POSTS = ("play/", "announce/", "stuck/", "step/", "go-on/", "pace/", "skip-guide/", "leave/", "again/")
PAGES = ("", "coach/", "review/", "record/", "rules/")
ON_POSTGRESQL = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")


@pytest.fixture
def browser() -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(bob())
    return client


def address(match: Match, action: str = "") -> str:
    return f"/match/{match.slug}/{action}"


def seen(match: Match, key: int = 0) -> dict[str, Any]:
    match.refresh_from_db()
    number = key or next(NUMBERS)
    return {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": f"{number:016x}"}


def send(browser: Client, match: Match, action: str, **data: Any) -> Any:
    return browser.post(address(match, action), seen(match) | data, headers=HTMX)


def bytes_of(page: Any, match: Match | None = None) -> tuple[int, str, str]:
    """Return all that a page sends, but for the tokens and the address of the match."""
    headers = {name: value for name, value in page.headers.items() if name != "X-Request-ID"}
    text = page.content.decode() + str(sorted(headers.items()))
    if match is not None:
        text = text.replace(match.slug, "0" * 18)
    text = re.sub(r'(name="key"|name="csrfmiddlewaretoken") value="\w+"', r"\1", text)
    return page.status_code, text, str(page.cookies.keys())


@pytest.mark.parametrize("method", ["get", "head", "put", "patch", "delete", "options"])
def test_what_changes_a_match_is_posted(browser: Client, method: str) -> None:
    match = seated_match(bob(), HANDS)
    codes = {path: getattr(browser, method)(address(match, path)).status_code for path in POSTS}
    assert codes == dict.fromkeys(POSTS, 302 if method in {"get", "head"} else 405)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete", "options"])
def test_what_is_read_is_only_read(browser: Client, method: str) -> None:
    match = seated_match(bob(), HANDS)
    paths = [address(match, path) for path in PAGES] + ["/", "/rules/", "/rules/ninety-nine/", "/about/"]
    assert {path: getattr(browser, method)(path).status_code for path in paths} == dict.fromkeys(paths, 405)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/plain", b"x"),
        ("application/json", b'{"version": 0}'),
        ("multipart/form-data; boundary=x", b"--x\r\nnothing"),
        ("application/x-www-form-urlencoded; charset=utf-16", b"version=0"),
        ("application/x-www-form-urlencoded", b"version=%ff&key=%00&card=%f0&total=%00&pace=%00"),
        ("application/x-www-form-urlencoded", b"a=1&" * 2000),
        ("application/x-www-form-urlencoded", b"total=" + b"9" * 3_000_000),
    ],
)
@pytest.mark.parametrize("path", ["play/", "announce/", "stuck/", "step/", "pace/", "leave/"])
def test_a_body_of_any_kind_is_answered_and_changes_nothing(browser: Client, path: str, kind: str, body: bytes) -> None:
    match = seated_match(bob(), HANDS, total=48)
    answered = browser.post(address(match, path), body, content_type=kind, headers=HTMX)
    assert answered.status_code in {200, 400, 409, 413, 422}
    assert answered.content != b""
    match.refresh_from_db()
    assert (match.version, match.pace, match.ended_at) == (0, "normal", None)


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Cookie", "ninety_session=" + "z" * 5000),
        ("Cookie", 'ninety_csrf="\\000"; ninety_language="\\000"; cards="\\"><script>"; keys=;;='),
        ("Cookie", "ninety_language=" + "x" * 5000),
        ("Accept-Language", "nl;q=1e999, *, xx;q=abc"),
        ("Accept-Language", "en" * 5000),
        ("HX-Current-URL", "http://[broken"),
        ("HX-Target", "\N{SNOWMAN}"),
    ],
)
@pytest.mark.parametrize("path", ["/", "/play/", "/rules/ninety-nine/?variant=%00&variant=%ff"])
def test_odd_headers_are_no_matter(path: str, header: str, value: str) -> None:
    page = Client(raise_request_exception=False).get(path, headers={header: value})
    assert page.status_code == (422 if "variant" in path else 200)
    assert "<script>" not in page.content.decode()


@pytest.mark.usefixtures("clock")
def test_a_foreign_match_is_to_the_byte_like_one_that_does_not_exist(browser: Client) -> None:
    match = seated_match(mallory(), HANDS)
    for client in (browser, Client()):
        for path in PAGES:
            there, nowhere = client.get(address(match, path)), client.get(f"/match/{'0' * 18}/{path}")
            assert bytes_of(there, match) == bytes_of(nowhere)
            assert there.status_code == 404
        for path in POSTS:
            there, nowhere = client.post(address(match, path)), client.post(f"/match/{'0' * 18}/{path}")
            assert bytes_of(there, match) == bytes_of(nowhere)
    match.refresh_from_db()
    assert match.version == 0


def test_a_session_lost_in_the_middle_takes_nothing_with_it(browser: Client) -> None:
    match = seated_match(bob(), HANDS, total=48)
    send(browser, match, "play/", card="8H")
    browser.cookies.clear()
    assert send(browser, match, "announce/", total="56").status_code == 404
    browser.force_login(bob())
    assert send(browser, match, "announce/", total="56").context["turn"].said_right == "48 + 8 = 56"


def test_before_a_card_is_laid_a_covered_total_shows_nowhere(browser: Client) -> None:
    pages = []
    for total in (21, 34):
        with time_machine.travel(NOON, tick=False) as clock:
            match = seated_match(bob(), HANDS, total=total, memory=True)
            Match.objects.filter(pk=match.pk).update(rules={"preset": "ninety-nine"})
            match.seats.filter(number=1).update(name="Kim")
            clock.shift(timedelta(seconds=6))
            pages.append([bytes_of(browser.get(address(match, path)), match) for path in PAGES])
            pages[-1].append(bytes_of(send(browser, match, "play/", card="2D"), match))
            pages[-1].append(bytes_of(send(browser, match, "stuck/", version=9), match))
    assert pages[0] == pages[1]


def test_a_limit_that_has_run_out_has_one_outcome_however_often_the_page_is_read(browser: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), HANDS, total=48, choosing_limit=10, computing_limit=10)
        clock.shift(timedelta(seconds=12))
        assert [run_due(), run_due()] == [1, 0]
        steps = [browser.get(address(match)).context["turn"].step for _time in range(3)]
        assert steps == ["announce"] * 3
        clock.shift(timedelta(seconds=12))
        assert [run_due(), run_due()] == [1, 0]
        steps = [browser.get(address(match)).context["turn"].step for _time in range(3)]
        assert steps == ["explain"] * 3
    match.refresh_from_db()
    assert (match.version, list(Answer.objects.values_list("announced", "kinds"))) == (2, [(None, ["no-answer"])])


def test_the_match_clock_runs_out_in_the_turn_of_a_bot_too(browser: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), HANDS, total=48, rules={"preset": "ninety-nine", "set": {"clock": 60}})
        send(browser, match, "play/", card="8H")
        send(browser, match, "announce/", total="56")
        send(browser, match, "step/")
        for _second in range(61):
            clock.shift(timedelta(seconds=1))
            run_due()
        assert browser.get(address(match)).context["turn"].step == "over"
    assert [set(action.data) for action in match.actions.all()[2:]] == [{"seat", "card"}, {"clock"}]


# What follows once went wrong: each test is about one fault that has been put right.


def test_a_clock_that_is_set_back_breaks_nothing(browser: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), HANDS, total=48)
        clock.shift(timedelta(seconds=-1))
        assert send(browser, match, "play/", card="8H").status_code == 200


@pytest.mark.parametrize("path", ["announce/", "play/"])
def test_a_match_left_for_a_month_goes_on(browser: Client, path: str) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), HANDS if path == "announce/" else STUCK, total=48 if path == "announce/" else 95)
        clock.shift(timedelta(days=30))
        browser.force_login(bob())
        laid = send(browser, match, "play/", card="8H")
        assert laid.status_code == 200
        assert send(browser, match, "announce/", total="56").status_code == 200


def test_a_session_key_with_a_nul_is_nobodys() -> None:
    page = Client(raise_request_exception=False).get("/", headers={"Cookie": 'ninety_session="aaaaaaaaaaaa\\000"'})
    assert page.status_code == 200


def test_a_long_name_may_sit_down(browser: Client) -> None:
    person = bob()
    person.display_name = "B" * 60
    person.save()
    assert browser.post("/play/quick/").status_code == 302


@pytest.mark.parametrize("ending", ["leave", "clock"])
def test_a_first_try_stays_in_the_record_when_the_turn_is_cut_off(browser: Client, ending: str) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), HANDS, total=48, rules={"preset": "ninety-nine", "set": {"clock": 50}})
        send(browser, match, "play/", card="8H")
        send(browser, match, "announce/", total="46")
        if ending == "leave":
            send(browser, match, "leave/")
        else:
            clock.shift(timedelta(seconds=60))
            assert run_due() == 1
    assert Answer.objects.get().announced == 46
    assert match.actions.get(number=1).data == {"seat": 0, "card": "8H", "announced": 46}


def test_the_match_clock_does_not_wait_for_ever_for_a_total(browser: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), HANDS, total=48, rules={"preset": "ninety-nine", "set": {"clock": 60}})
        send(browser, match, "play/", card="8H")
        for _second in range(72):
            clock.shift(timedelta(seconds=1))
            note_presence([match.seats.get(number=0).pk])
            run_due()
        assert browser.get(address(match)).context["table"].over


def test_five_copies_of_play_again_open_one_match(browser: Client) -> None:
    match = seated_match(bob(), HANDS)
    send(browser, match, "leave/")
    sent = seen(match)
    goals = {browser.post(address(match, "again/"), sent)["Location"] for _copy in range(5)}
    assert (len(goals), Match.objects.count()) == (1, 2)


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options"])
def test_the_setup_page_is_read_or_posted(browser: Client, method: str) -> None:
    assert getattr(browser, method)("/play/").status_code == 405


@pytest.mark.parametrize("sent", [{"starting_point": "nothing"}, {}])
def test_a_post_that_opens_no_match_says_so(browser: Client, sent: dict[str, str]) -> None:
    assert browser.post("/play/", sent).status_code == 422


def test_reading_an_explanation_takes_no_time_to_choose(browser: Client) -> None:
    hands = ["4H KS 7D", "7H 8S 2D"]
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), hands, total=20, answer_policy="show", choosing_limit=10)
        send(browser, match, "play/", card="4H")
        assert send(browser, match, "announce/", total="24").context["turn"].step == "explain"
        clock.shift(timedelta(seconds=30))
        assert browser.get(address(match)).context["turn"].step == "explain"
        assert send(browser, match, "go-on/").context["turn"].step == "choose"


def test_a_late_copy_of_go_on_puts_no_later_explanation_away(browser: Client) -> None:
    match = seated_match(bob(), ["4H 4S 7D", "7H 8S 2D"], total=20, answer_policy="show")
    copies = []
    for card in ("4H", "4S"):
        send(browser, match, "play/", card=card)
        send(browser, match, "announce/", total="24")
        copies.append(seen(match))
        browser.post(address(match, "go-on/"), copies[0], headers=HTMX)
    assert browser.get(address(match)).context["turn"].step == "explain"


def test_in_memory_mode_the_sum_just_answered_is_covered_with_the_total(browser: Client) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = seated_match(bob(), ["4H KS 7D", "7H 8S 2D"], total=20, memory=True)
        send(browser, match, "play/", card="4H")
        send(browser, match, "announce/", total="20")
        clock.shift(timedelta(seconds=6))
        page = browser.get(address(match))
    assert (page.context["turn"].step, page.context["table"].total) == ("choose", None)
    assert page.context["turn"].said_right is None


def test_in_memory_mode_the_coach_tells_no_more_than_what_fits(browser: Client) -> None:
    advice = set()
    for total in (85, 89):
        match = seated_match(bob(), ["JH 7D QC", "7H 8S 2D"], total=total, memory=True)
        advice.add(browser.get(address(match, "coach/"), headers=HTMX).context["advice"])
    assert len(advice) == 1


def test_a_total_that_nobody_waits_for_is_refused_with_a_sentence(browser: Client) -> None:
    match = seated_match(bob(), HANDS)
    answered = send(browser, match, "announce/", total="abc")
    assert answered.status_code == 422
    assert answered.context["notice"] or answered.context["turn"].error


def test_there_is_a_state_to_leak() -> None:
    match = seated_match(bob(), HANDS)
    assert state_of(match).hands[1] != ()
