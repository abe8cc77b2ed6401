"""What changes a match; each change is one transaction, guarded by the version that its sender saw."""

import random
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.utils import timezone

from ninety.engine import actions, bots, record, rules
from ninety.engine.actions import UNSAID, Unsaid
from ninety.engine.cards import Card, print_cards
from ninety.engine.referee import check
from ninety.engine.rulesets import RuleSet
from ninety.engine.state import Cards, State
from ninety.engine.view import view
from ninety.models import Action, Match, Seat, User
from ninety.selectors import rules_of, time_running

BOT_NAMES = ("Kim", "Noor", "Leo", "Mila", "Sam", "Zoe", "Ravi", "Inés", "Tomás")
KEYS_KEPT = 16
REPEATED_WITHIN = timedelta(minutes=10)
MILLISECOND = timedelta(milliseconds=1)
A_DAY = timedelta(days=1)

dice = secrets.SystemRandom()


class Unchanged(Exception):
    """The request changes nothing: the table that stands is the answer."""


class Stale(Unchanged):
    """The table has moved on since the version that the request saw."""


class Repeated(Unchanged):
    """The same request was carried out before."""


class NotNow(Unchanged):
    """The request does not fit where the turn stands, as from a page that is out of date."""


@dataclass(frozen=True)
class TableSettings:
    """Everything a table is opened with; `rules` as the record format has them."""

    rules: dict[str, Any]
    bots: Sequence[str] = ("steady", "steady")
    answer_policy: str = Match.AnswerPolicy.RETRY
    penalty: bool = False
    memory: bool = False
    choosing_limit: int = 0
    computing_limit: int = 0
    escape_panel: bool = True
    coach: bool = True
    dim: bool = False
    pace: str = Match.Pace.NORMAL
    guided_turns: int = 0


def shuffle_well(cards: Cards) -> Cards:
    """Shuffle by the operating system's generator, which nobody can foresee."""
    return tuple(dice.sample(cards, len(cards)))


class _Shuffler:
    """Shuffles, and keeps every order that came out."""

    def __init__(self, shuffle: rules.Shuffle) -> None:
        self.shuffle = shuffle
        self.orders: list[str] = []

    def __call__(self, cards: Cards) -> Cards:
        order = self.shuffle(cards)
        self.orders.append(print_cards(order))
        return order


@dataclass
class Change:
    """One transaction's work on a match: read the state, apply actions, and all is saved when it ends well."""

    match: Match
    now: datetime
    rules: RuleSet = field(init=False)
    state: State = field(init=False)

    def __post_init__(self) -> None:
        self.rules = rules_of(self.match)
        self.state = State.from_json(self.rules, self.match.state)

    @property
    def next_step(self) -> int:
        """The number in the record of the action that comes next."""
        return self.match.steps + 1

    @property
    def waited_ms(self) -> int:
        """Milliseconds since the present step of the turn began, a day at the most."""
        return round(min(max(self.now - self.match.step_since, timedelta()), A_DAY) / MILLISECOND)

    def commit_card(self, seat: int, card: Card, choice: int | None) -> None:
        """Lay a card for all to see; its total is announced later. Raises an engine refusal for an illegal play."""
        if self.match.committed is not None:
            raise NotNow
        check(self.state, actions.Play(seat, card, choice))
        self.match.committed = {"seat": seat, "card": card.code, "choice": choice, "choosing_ms": self.waited_ms}
        self.restart_step()

    def committed_play(self) -> actions.Play:
        """Return the play that lies on the table and waits for its total."""
        if self.match.committed is None:
            raise NotNow
        committed = self.match.committed
        return actions.Play(committed["seat"], Card(committed["card"]), committed["choice"])

    def finish_play(self, announced: int | Literal[Unsaid.UNSAID] | None = UNSAID) -> None:
        """End the turn of the committed card; what was announced is for the record, None for no answer in time."""
        play = replace(self.committed_play(), announced=announced)
        self.match.committed = None
        self._apply(play)

    def apply(self, action: actions.Action) -> None:
        """Carry out a bust, penalty, leave or the end of time; a card that lies committed is applied first."""
        if self.match.committed is not None:
            self.finish_play()
        self._apply(action)

    def _apply(self, action: actions.Action) -> None:
        before, shuffler = self.state, _Shuffler(shuffle_well)
        self.state = rules.apply(before, action, shuffler)
        self.match.steps += 1
        is_bust = isinstance(action, actions.Bust)
        Action.objects.create(
            match=self.match,
            number=self.match.steps,
            data=action.to_json(),
            shuffles=shuffler.orders,
            total=self.state.total,
            round=self.state.round,
            reset=not self.state.over and (is_bust or self.state.round != before.round),
            created_at=self.now,
        )
        if self.state.over:
            self.match.ended_at = self.now
        self.restart_step()

    def restart_step(self) -> None:
        """Begin to count the time of the next step of the turn."""
        self.match.step_since = self.now

    def save(self, key: str) -> None:
        """Write the match under a new version; raises Stale when another change came first."""
        match, seen = self.match, self.match.version
        match.clock_used_ms += round(time_running(match, self.now) / MILLISECOND)
        match.touched_at = self.now
        match.version += 1
        match.request_keys = [*match.request_keys, key][-KEYS_KEPT:] if key else match.request_keys
        match.state = self.state.to_json()
        fields = (
            "state", "steps", "committed", "version", "request_keys", "guided_turns",
            "step_since", "touched_at", "clock_used_ms", "ended_at",
        )  # fmt: skip
        values = {name: getattr(match, name) for name in fields}
        if not Match.objects.filter(pk=match.pk, version=seen).update(**values):
            raise Stale


@contextmanager
def changing(match_pk: int, *, version: int | None, key: str = "", now: datetime | None = None) -> Iterator[Change]:
    """Open one guarded change of a match.

    `version` is what the sender saw (None for a change by the server itself), `key` its request key. Raises Repeated,
    Stale, or NotNow for a match that has ended; the body may raise to undo everything.
    """
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_pk)
        if key and key in match.request_keys:
            raise Repeated
        if version is not None and version != match.version:
            raise Stale
        if match.ended_at is not None:
            raise NotNow
        change = Change(match, now or timezone.now())
        yield change
        change.save(key)


def open_match(
    settings: TableSettings,
    person: User | None = None,
    *,
    key: str | None = None,
    shuffle: rules.Shuffle = shuffle_well,
) -> Match:
    """Deal a match for a person and bots, or for bots alone; the person has seat 0.

    Raises BadRules, and IntegrityError for the key of a request that has opened a match before.
    """
    now = timezone.now()
    ruleset = RuleSet.from_spec(settings.rules)
    seat_count = len(settings.bots) + (person is not None)
    shuffler = _Shuffler(shuffle)
    state = rules.start(ruleset, seat_count, shuffler)
    copied = {name: getattr(settings, name) for name in TableSettings.__dataclass_fields__ if name != "bots"}
    with transaction.atomic():
        match = Match.objects.create(
            **copied,
            state=state.to_json(),
            exhibition=person is None,
            opening_key=key,
            step_since=now,
            touched_at=now,
            created_at=now,
        )
        if person is not None and settings.guided_turns and not person.was_guided:
            person.was_guided = True
            person.save(update_fields=["was_guided"])
        names = random.Random(match.slug).sample(BOT_NAMES, len(settings.bots))
        people = [] if person is None else [Seat(match=match, number=0, user=person, name=person.display_name)]
        Seat.objects.bulk_create(
            people
            + [
                Seat(match=match, number=number, strength=strength, name=name)
                for number, (strength, name) in enumerate(zip(settings.bots, names, strict=True), start=len(people))
            ]
        )
        Action.objects.create(
            match=match, number=0, shuffles=shuffler.orders, total=state.total, round=1, reset=True, created_at=now
        )
    return match


def open_once(settings: TableSettings, person: User, key: str | None) -> Match:
    """Open a match for a person, or return the one that the same request has opened before."""
    try:
        return open_match(settings, person, key=key)
    except IntegrityError:
        opened = Match.objects.filter(opening_key=key, seats__user=person).first()
        return opened or open_match(settings, person)


def open_for_visitor(settings: TableSettings, key: str | None) -> tuple[Match, User]:
    """Make a visitor with a first match; a repeated request gets the visitor and the match of the first.

    The key is known to nobody but the page that it was made for, so whoever sends it soon is that visitor; a log-in for
    good it must not be.
    """
    try:
        with transaction.atomic():
            visitor = User.objects.create_visitor()
            return open_match(settings, visitor, key=key), visitor
    except IntegrityError:
        seats = Seat.objects.select_related("match", "user").filter(user__kind=User.Kind.VISITOR)
        recent = timezone.now() - REPEATED_WITHIN
        seat = seats.filter(match__opening_key=key, match__created_at__gte=recent).first()
        return (seat.match, seat.person) if seat else open_for_visitor(settings, None)


def bot_strengths(match: Match) -> dict[int, str]:
    """Return the strength of each bot by its seat's number."""
    return {seat.number: seat.strength for seat in match.seats.all() if seat.is_bot}


def take_bot_step(change: Change, strengths: dict[int, str]) -> bool:
    """Let the bot on turn lay its card, or announce the one it laid; return whether there was anything to do."""
    state = change.state
    if state.turn not in strengths:
        return False
    if change.match.committed is not None:
        change.finish_play()
        return True
    choice = bots.choose(view(state, state.turn), strengths[state.turn], dice)
    if isinstance(choice, actions.Bust):
        change.apply(choice)
    else:
        change.commit_card(choice.seat, choice.card, choice.choice)
    return True


def play_bots_to_the_end(match: Match) -> None:
    """Play a match of bots alone from where it stands to its end."""
    strengths = bot_strengths(match)
    with changing(match.pk, version=None) as change:
        while take_bot_step(change, strengths):
            pass


def settings_of(match: Match) -> TableSettings:
    """Return what a match was opened with, for another like it; the guided turns are not repeated."""
    copied = {
        name: getattr(match, name)
        for name in TableSettings.__dataclass_fields__
        if name not in {"bots", "guided_turns"}
    }
    return TableSettings(**copied, bots=tuple(seat.strength for seat in match.seats.all() if seat.is_bot))


def record_of(match: Match) -> dict[str, Any]:
    """Return the record of a match as far as it has come; it holds every hand and the stock."""
    entries = list(match.actions.all())
    return {
        "format": record.FORMAT,
        "rules": match.rules,
        "seats": len(match.seats.all()),
        "shuffles": [order.split() for entry in entries for order in entry.shuffles],
        "actions": [entry.data for entry in entries if entry.number],
    }
