"""Keep every byte that is sent to everybody at live tables, and look for what they must not know."""

import re
from collections import defaultdict
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from ninety.engine.cards import Card
from ninety.faces import face_of
from ninety.models import Match
from ninety.selectors import phase_of, rules_of, state_of
from ninety.services import changes
from tests.factories import alice, bob, carol, live_match
from trainer.models import Answer, Judgement
from trainer.services import run_due

pytestmark = [pytest.mark.django_db, pytest.mark.repeats]

HTMX = {"HX-Request": "true"}
HANDS = ["8H KS TD", "7H 8S 2D", "6H 6S 5D"]
FOUR_HANDS = [*HANDS, "JC QC QD"]
NOON = "2026-11-30T12:00:00Z"
KEYS = (f"{number:016x}" for number in count(1))
PAGES = ("", "watch/")
SELDOM = ("?seen=0", "?seen=1", "?seen=2", "coach/", "review/", "record/", "rules/")
"""What else may be asked for while a match runs."""
PEOPLE = ("alice", "bob", "carol")
WAYS = [("retry", False), ("show", True), ("stand", True)]
OTHERS = ("bob", "carol", "watcher")


class Recorder:
    """A table of Alice, Bob and Carol, perhaps a bot, and somebody who looks on; all that is sent to each is kept."""

    def __init__(self, clock: Any, monkeypatch: pytest.MonkeyPatch, **table: Any) -> None:
        self.clock = clock
        table = {"total": 48, "watching": True, "coach": True} | table
        self.match = live_match([alice(), bob(), carol()], table.pop("hands", HANDS), **table)
        self.match.seats.filter(user=None).update(name="Kim")
        self.clients = {name: Client() for name in (*PEOPLE, "watcher")}
        for name, person in zip(PEOPLE, (alice(), bob(), carol()), strict=True):
            self.clients[name].force_login(person)
        self.sent: defaultdict[str, list[str]] = defaultdict(list)
        self.turns: dict[str, Any] = {}
        monkeypatch.setattr(changes, "publish", self.publish)

    def publish(self, _topic: str, number: int, **_kind: bool) -> None:
        """Keep what the streams of everybody tell."""
        for name in self.clients:
            self.sent[name].append(f"event: version {number}")

    def fresh(self) -> Match:
        self.match = Match.objects.get(pk=self.match.pk)
        return self.match

    def keep(self, name: str, reply: Any) -> Any:
        """Keep status, headers, cookies and body of an answer, but for its tokens."""
        text = f"{reply.status_code}\n{reply.headers}\n{reply.cookies.output()}\n{reply.content.decode()}"
        text = text.replace(self.match.slug, "MATCH")
        text = re.sub(r'name="key" value="[0-9a-f]{16}"', "KEY", text)
        text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "TOKEN", text)
        text = re.sub(r'data-person="\w+"', "PERSON", text)
        text = re.sub(r"'Content-Length': '\d+'", "LENGTH", text)
        text = re.sub(r"'X-Request-ID': '\w+'", "REQUEST", text)
        self.sent[name].append(re.sub(r"(ninety_csrf|ninety_session)=\w+", "COOKIE", text))
        return reply

    def look(self, *more: str) -> None:
        """Let everybody ask for the table a while later, and for more."""
        self.clock.shift(timedelta(seconds=2))
        for name, client in self.clients.items():
            for page in (*PAGES, *more):
                reply = client.get(f"/match/{self.match.slug}/{page}", headers=HTMX)
                self.keep(name, reply)
                if page == "" and name in PEOPLE:
                    self.turns[name] = reply.context["turn"]

    def send(self, name: str, action: str, **data: Any) -> Any:
        """Send what somebody does as the own page would, and let everybody look."""
        match = self.fresh()
        fields = {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": next(KEYS)}
        reply = self.clients[name].post(f"/match/{match.slug}/{action}/", fields | data, headers=HTMX)
        self.keep(name, reply)
        self.look()
        return reply

    def wait(self, seconds: float) -> None:
        """Let the server do what is due after a while, and let everybody look."""
        self.clock.shift(timedelta(seconds=seconds))
        run_due()
        self.look()

    def step_of(self, name: str) -> str:
        """Return what somebody is asked to do on the page that they have looked at last."""
        return str(self.turns[name].step)


type Play = Callable[[Recorder], None]


@pytest.fixture
def told(clock: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, list[str]]]:
    """Play at a table that is forgotten afterwards, and return what was sent to everybody."""

    def play(script: Play, **table: Any) -> dict[str, list[str]]:
        clock.move_to(NOON)
        with transaction.atomic():
            recorder = Recorder(clock, monkeypatch, **table)
            recorder.look()
            script(recorder)
            recorder.look(*SELDOM)
            transaction.set_rollback(True)
        return recorder.sent

    return play


def cards_in(texts: list[str], names: dict[str, str]) -> set[str]:
    """Return the codes of all cards that texts give away, by their code or their name."""
    text = "\n".join(texts)
    codes = set(re.findall(r"(?<![\w-])[A2-9TJQK][SHDC](?!\w)", text)) | set(re.findall(r"-([A2-9TJQK][SHDC])\b", text))
    # Most names are nowhere, and to know that takes no pattern.
    return codes | {code for name, code in names.items() if name in text and re.search(rf"\b{name}\b", text)}


def next_move(recorder: Recorder, number: int) -> None:
    """Do the next thing at a table, right or wrong by turns."""
    match = recorder.fresh()
    state = state_of(match)
    for name in PEOPLE:
        match recorder.step_of(name):
            case "choose":
                seat = PEOPLE.index(name)
                card = state.hands[seat][number % len(state.hands[seat])]
                values = list(state.rules.changes(card.rank)) if state.rules.offers_choice(card.rank) else []
                recorder.send(name, "play", card=card.code, **({"choice": values[0]} if values else {}))
            case "announce":
                recorder.send(name, "announce", total=number)
            case "check":
                recorder.send(name, "check", total=number)
            case "agree":
                recorder.send(name, "agree" if number % 2 else "disagree", total=number)
            case "explain":
                recorder.send(name, "go-on")
            case _:
                continue
        return
    recorder.wait(3)


@pytest.mark.parametrize(("policy", "everyone_computes"), WAYS)
def test_nobody_is_sent_a_card_of_another_hand_or_of_the_stock(
    clock: Any, monkeypatch: pytest.MonkeyPatch, policy: str, everyone_computes: bool
) -> None:
    table = {"hands": FOUR_HANDS, "answer_policy": policy, "everyone_computes": everyone_computes, "pace": "fast"}
    recorder = Recorder(clock, monkeypatch, total=30, **table)
    rules = rules_of(recorder.match)
    names = {face_of(rules, card).name: card.code for card in rules.pack(4)}
    known: defaultdict[str, set[str]] = defaultdict(set)
    recorder.look()
    for number in range(14):
        for at_the_table in (False, True):
            state = state_of(recorder.fresh())
            laid = {recorder.match.committed["card"]} if recorder.match.committed else set()
            for seat, name in enumerate((*PEOPLE, "bot", "watcher")):
                hand = state.hands[seat] if name in PEOPLE else ()
                known[name] |= {card.code for card in (*hand, *state.discard)} | laid
            if not at_the_table:
                next_move(recorder, number)
                recorder.keep("alice", recorder.clients["alice"].get(f"/match/{recorder.match.slug}/"))
        for name in recorder.clients:
            assert cards_in(recorder.sent.pop(name), names) <= known[name]
    state = state_of(recorder.fresh())
    assert state.stock, "there was something that could leak"
    assert all(state.hands[seat] for seat in state.active)
    assert recorder.match.steps > 0
    assert Answer.objects.exists()


def test_cards_are_found_by_their_code_and_by_their_name() -> None:
    rules = rules_of(Match(rules={"preset": "ninety-nine"}))
    names = {face_of(rules, Card("8H")).name: "8H"}
    assert cards_in(['value="KS"', "the 8 of hearts", "#committed-TD-1-20"], names) == {"KS", "8H", "TD"}
    assert cards_in(["8HX 18 of hearts in 5C0"], names) == set()


def try_wrong(recorder: Recorder) -> None:
    recorder.send("alice", "announce", total=46)
    assert Answer.objects.filter(right=False).count() == 1


def do_nothing(recorder: Recorder) -> None:
    recorder.look()


@pytest.mark.parametrize("everyone_computes", [False, True])
def test_a_wrong_try_leaves_no_trace_with_the_others(told: Any, everyone_computes: bool) -> None:
    def play(what: Play) -> Play:
        def script(recorder: Recorder) -> None:
            recorder.send("alice", "play", card="8H")
            what(recorder)
            recorder.send("alice", "announce", total=56)
            recorder.wait(9)
            recorder.send("bob", "play", card="7H")

        return script

    with_it, without = (told(play(what), everyone_computes=everyone_computes) for what in (try_wrong, do_nothing))
    assert [with_it[name] for name in OTHERS] == [without[name] for name in OTHERS]
    assert with_it["alice"] != without["alice"]


def lay_too_much(recorder: Recorder) -> None:
    recorder.send("alice", "play", card="8H")
    assert Judgement.objects.get().kind == Judgement.Kind.OVERSHOOT


def say_stuck(recorder: Recorder) -> None:
    recorder.send("alice", "stuck")
    assert Judgement.objects.get().kind == Judgement.Kind.FALSE_BUST


@pytest.mark.parametrize("what", [lay_too_much, say_stuck])
def test_a_refused_card_and_a_false_word_leave_no_trace_with_the_others(told: Any, what: Play) -> None:
    def play(what: Play) -> Play:
        def script(recorder: Recorder) -> None:
            what(recorder)
            recorder.send("alice", "play", card="TD", choice=-10)
            recorder.send("alice", "announce", total=85)

        return script

    with_it, without = (told(play(each), total=95) for each in (what, do_nothing))
    assert [with_it[name] for name in OTHERS] == [without[name] for name in OTHERS]
    assert with_it["alice"] != without["alice"]


def test_what_the_player_says_is_unseen_before_the_reveal(told: Any) -> None:
    seen: list[dict[str, list[str]]] = []
    before: list[dict[str, int]] = []
    for total in (56, 77):

        def play(recorder: Recorder, total: int = total) -> None:
            recorder.send("alice", "play", card="8H")
            recorder.send("alice", "announce", total=total)
            assert phase_of(recorder.fresh()) == Match.Phase.ANSWERED
            recorder.send("bob", "check", total=56)
            before.append({name: len(recorder.sent[name]) for name in OTHERS})
            recorder.wait(9)
            assert phase_of(recorder.fresh()) == Match.Phase.SAID

        seen.append(told(play, answer_policy="stand", everyone_computes=True))
    for name in OTHERS:
        until = before[0][name]
        assert seen[0][name][:until] == seen[1][name][:until]
        assert seen[0][name][until:] != seen[1][name][until:], "there was something to see after it"


def test_what_a_checker_says_is_unseen_before_the_reveal(told: Any) -> None:
    def check(recorder: Recorder) -> None:
        recorder.send("bob", "check", total=77)
        assert Answer.objects.get().announced == 77

    def play(what: Play) -> Play:
        def script(recorder: Recorder) -> None:
            recorder.send("alice", "play", card="8H")
            what(recorder)
            recorder.send("alice", "announce", total=56)
            assert phase_of(recorder.fresh()) == Match.Phase.ANSWERED

        return script

    with_it, without = (told(play(what), everyone_computes=True) for what in (check, do_nothing))
    for name in ("alice", "carol", "watcher"):
        assert with_it[name] == without[name]
    assert with_it["bob"] != without["bob"]


@pytest.mark.parametrize(("policy", "everyone_computes"), WAYS)
def test_nothing_depends_on_the_right_total_before_it_is_said(told: Any, policy: str, everyone_computes: bool) -> None:
    """In memory mode the prior total is hidden: two matches can be made to differ in nothing but the right total."""
    seen: list[dict[str, list[str]]] = []
    before: list[dict[str, int]] = []
    for total in (43, 58):

        def play(recorder: Recorder, total: int = total) -> None:
            state = recorder.match.state | {"total": total}
            Match.objects.filter(pk=recorder.match.pk).update(state=state)
            recorder.match.actions.update(total=total)
            recorder.send("alice", "play", card="8H")
            recorder.look(*SELDOM)
            before.append({name: len(recorder.sent[name]) for name in recorder.clients})
            recorder.send("alice", "announce", total=total + 8)
            recorder.wait(9)

        memory = {"memory": True, "answer_policy": policy, "everyone_computes": everyone_computes}
        seen.append(told(play, total=48, **memory))
    for name, until in before[0].items():
        first = len(PAGES)
        assert seen[0][name][first:until] == seen[1][name][first:until]
    assert seen[0]["alice"] != seen[1]["alice"], "there was something to see after it"


def test_an_idle_person_is_asked_past_at_the_same_time_whatever_was_tried(told: Any) -> None:
    def play(what: Play) -> Play:
        def script(recorder: Recorder) -> None:
            recorder.send("alice", "play", card="8H")
            recorder.wait(30)
            what(recorder)
            recorder.wait(30)

        return script

    with_it, without = (told(play(what), away_limit=600) for what in (try_wrong, do_nothing))
    assert [with_it[name] for name in OTHERS] == [without[name] for name in OTHERS]
    assert any("ask-past" in text for text in with_it["bob"])
