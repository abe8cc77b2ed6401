"""Whole matches through the browser's addresses, played badly and rudely: what is left must replay and mark alike."""

import json
import random
import re
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from ninety.chance import throwing
from ninety.engine import record
from ninety.engine.cards import Card
from ninety.engine.rules import legal_plays
from ninety.engine.rulesets import PRESETS
from ninety.engine.state import State
from ninety.models import Match
from ninety.selectors import record_of, rules_of, state_of
from trainer.marking import earlier_after, mark
from trainer.models import Answer, Judgement

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
CODE = re.compile(r"(?<![\w#.])[A2-9TJQK][SHDC](?!\w)")
RUDE_PATHS = ("play/", "announce/", "stuck/", "step/", "skip-guide/", "leave/")
GUARDED_PATHS = [path for path in RUDE_PATHS if path not in {"leave/", "go-on/"}]
"""What an out-of-date page may not do; leaving and having read do not depend on what has happened since."""
PAGES = ("", "coach/", "rules/", "record/", "review/")
MOST_REQUESTS = 600


class Table:
    """A visitor's match and the browser it is played in; every answer is looked at on its way in."""

    def __init__(self, dice: random.Random, **chosen: Any) -> None:
        self.dice = dice
        self.browser = Client(raise_request_exception=False)
        default = {"seats": "3", "strength": "beginner", "answer_policy": "retry", "pace": "instant", "lives": "1"}
        opened = self.browser.post("/play/", default | chosen)
        assert opened.status_code == 302, chosen
        self.address = opened["Location"]
        self.match = Match.objects.get()
        self.rules = rules_of(self.match)

    @property
    def state(self) -> State:
        self.match.refresh_from_db()
        return state_of(self.match)

    def may_be_shown(self) -> set[str]:
        """Name the cards that the visitor may see now: the own hand, what lies open, and the last plays."""
        state = self.state
        shown = {card.code for card in (*state.hands[0], *state.discard)}
        if self.match.guided_turns:
            shown |= {card.code for hand in state.hands for card in hand}
        if self.match.committed:
            shown.add(self.match.committed["card"])
        return shown | {action.data.get("card", "") for action in self.match.actions.order_by("-number")[:10]}

    def looked_at(self, page: Any) -> Any:
        assert page.status_code < 500
        if self.match.ended_at is None and page.status_code != 302:
            sent = page.content.decode() + str(page.headers) + str(page.cookies)
            assert set(CODE.findall(sent)) <= self.may_be_shown()
        return page

    def get(self, page: str = "") -> Any:
        return self.looked_at(self.browser.get(self.address + page))

    def post(self, action: str, **sent: Any) -> Any:
        self.match.refresh_from_db()
        match = self.match
        seen = {"version": match.version, "tries": match.tries, "play": match.steps + 1, "key": self.key()}
        return self.looked_at(self.browser.post(self.address + action, seen | sent, headers=HTMX))

    def key(self) -> str:
        return f"{self.dice.getrandbits(64):016x}"

    def everything(self) -> tuple[Any, ...]:
        self.match.refresh_from_db()
        counts = (Answer.objects.count(), Judgement.objects.count(), self.match.actions.count())
        match = self.match
        return (match.version, match.tries, match.state, match.committed, match.ended_at, counts)

    def be_rude(self) -> None:
        """Send something that must change nothing."""
        before, state, dice = self.everything(), self.state, self.dice
        plain = [card.code for card in state.hands[0] if not self.rules.offers_choice(card.rank)]
        others = [card.code for hand in state.hands[1:] for card in hand if card not in state.hands[0]]
        match dice.randrange(8):
            case 0:
                path, is_over = dice.choice(GUARDED_PATHS), self.match.ended_at is not None
                refused = self.post(path, version=self.match.version + 1, card="8H", total="5")
                assert refused.status_code == (200 if is_over else 409)
            case 1 if self.match.request_keys:
                repeated = self.post(dice.choice(RUDE_PATHS), key=self.match.request_keys[-1], card="8H", total="5")
                assert repeated.status_code == 200
            case 2 if others:
                self.post("play/", card=dice.choice(others))
            case 3 if plain:
                self.post("play/", card=dice.choice(plain), choice=dice.choice(["1", "11", "-10"]))
            case 4 if self.match.committed is None:
                self.post("announce/", total="5")
            case 5:
                assert self.browser.get(self.address + dice.choice(RUDE_PATHS)).status_code == 302
            case 6:
                rude = self.post(dice.choice(RUDE_PATHS), version="x", key="\0", card="\0", choice="\0", total="\0")
                assert rude.status_code in {409, 422}
            case _:
                assert self.get(dice.choice(PAGES)).status_code in {200, 302, 404}
        assert self.everything() == before

    def move(self) -> str:
        """Do what the page asks for, well or badly, and return the step that it was; every step has its way on."""
        page = self.get()
        turn, state = page.context["turn"], self.state
        ways = {"choose": "play/", "announce": "announce/", "explain": "go-on/", "wait": "step/", "over": "again/"}
        assert f'action="{self.address}{ways[turn.step]}"' in page.content.decode()
        if turn.step == "choose":
            self.choose(state)
        elif turn.step == "announce":
            self.announce(state)
        elif turn.step != "over":
            assert self.post(ways[turn.step]).status_code == 200
        return str(turn.step)

    def choose(self, state: State) -> None:
        fitting = legal_plays(state)
        if self.dice.random() < (0.1 if fitting else 0.7):
            assert self.post("stuck/").status_code == 200
            judged = Judgement.objects.latest("pk")
            assert (judged.kind, judged.right) == (("false-bust", False) if fitting else ("bust", True))
            return
        card = self.dice.choice(state.hands[0])
        choice = self.dice.choice(self.rules.changes(card.rank)) if self.rules.offers_choice(card.rank) else None
        sent = {"card": card.code} if choice is None else {"card": card.code, "choice": choice}
        assert self.post("play/", **sent).status_code == 200
        self.match.refresh_from_db()
        assert (self.match.committed is not None) == ((card, choice) in {(play.card, play.choice) for play in fitting})

    def announce(self, state: State) -> None:
        assert self.match.committed is not None
        laid = self.match.committed
        right = self.rules.total_after(state.total, Card(laid["card"]), laid["choice"])
        wrong = [right + 1, right - 10, state.total, -3, 999_999, int(str(abs(right))[::-1])]
        said = right if self.dice.random() < 0.6 else self.dice.choice(wrong)
        before = Answer.objects.count()
        assert self.post("announce/", total=str(said).replace("-", "−")).status_code == 200
        answer = Answer.objects.latest("pk")
        assert (Answer.objects.count(), answer.announced, answer.right) == (before + 1, said, said == right)
        self.match.refresh_from_db()
        is_last = answer.right or answer.try_number == 2 or self.match.answer_policy == "show"
        assert (self.match.steps >= answer.play_number) == is_last


def marks_of(played: record.Record) -> list[tuple[Any, ...]]:
    """Mark a record by what it says alone."""
    marks: list[tuple[Any, ...]] = []
    earlier: tuple[int, ...] = ()
    steps = record.replay(played)
    _, _, before = next(steps)
    for step, action, after in steps:
        data = played.actions[step - 1]
        assert isinstance(data, dict)
        if "announced" in data:
            card, choice = Card(data["card"]), data.get("choice")
            marked = mark(before.rules, before.total, card, choice, data["announced"], earlier)
            marks.append((step, marked.prior, marked.announced, marked.right, marked.skill, list(marked.kinds)))
        reset = "bust" in data or after.round != before.round
        earlier = earlier_after(earlier, before.total, played="card" in data, reset=reset)
        assert action is not None
        before = after
    return marks


def look_back(table: Table) -> None:
    """Compare a finished match with its record, its log and its pages."""
    state, match = table.state, table.match
    played = record.read(table.get("record/").content.decode())
    assert json.loads(table.get("record/").content) == record_of(match)
    *_, (_, _, replayed) = record.replay(played)
    assert replayed == state
    firsts = Answer.objects.filter(try_number=1).order_by("play_number")
    logged = firsts.values_list("play_number", "prior", "announced", "right", "skill", "kinds")
    assert marks_of(played) == list(logged)
    penalties = [step for step, action in enumerate(played.actions, 1) if "penalty" in action]  # type: ignore[operator]
    assert penalties == [answer.play_number + 1 for answer in firsts if match.penalty and not answer.right]
    before = table.everything()
    for path in RUDE_PATHS:
        assert table.post(path, card="8H", total="5").status_code == 200
    assert table.everything() == before
    shown = table.get("review/").context["review"]
    sums = [answer for answer in firsts if answer.skill not in {"to-limit", "no-change"}]
    assert (shown.figures.answers, shown.figures.right) == (len(sums), sum(answer.right for answer in sums))


MATCHES: list[dict[str, Any]] = [
    *({"preset": preset, "seats": "2"} for preset in PRESETS if not preset.startswith("ring")),
    {"preset": "ring-199", "seats": "2", "variants": ["start-75"]},
    {"preset": "ninety-nine", "variants": ["negatives", "pot"], "penalty": "on", "lives": "2", "memory": "on"},
    {"preset": "ninety-nine", "variants": ["strict-limit", "nine-pass"], "answer_policy": "show", "guide": "on"},
    {"preset": "ninety-eight", "variants": ["countdown", "ante"], "penalty": "on", "answer_policy": "show"},
    {"preset": "ninety-eight", "variants": ["teams", "four-reverse"], "seats": "4", "penalty": "on", "dim": "on"},
    {"preset": "ninety-eight", "variants": ["single-round", "jack-skip"], "seats": "2", "memory": "on"},
    {"preset": "speed-98", "variants": ["three-cards"], "seats": "5", "guide": "on", "penalty": "on"},
]


@pytest.mark.repeats
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_a_match_played_rudely_to_its_end(number: int) -> None:
    dice = random.Random(number)
    # The clock of a match must not run out on a slow machine, between a look and what is sent.
    with throwing(dice), time_machine.travel(timezone.now(), tick=False):
        table = Table(dice, **MATCHES[number])
        for _request in range(MOST_REQUESTS):
            if dice.random() < 0.2:
                table.be_rude()
            if table.move() == "over":
                break
    assert table.state.over
    look_back(table)


def test_a_match_left_in_the_middle_of_a_turn_is_a_whole_record() -> None:
    table = Table(random.Random(7), preset="ninety-nine")
    while table.get().context["turn"].step != "announce":
        table.move()
    assert table.post("leave/").status_code == 200
    assert [set(action) - {"choice"} for action in record_of(table.match)["actions"][-2:]] == [
        {"seat", "card"},
        {"seat", "leave"},
    ]
    look_back(table)
