"""Deal matches: for a person and bots, for people at a table, for bots alone."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.models import Q
from django.utils import timezone

from ninety.engine import rules
from ninety.engine.rulesets import RuleSet
from ninety.locks import writing
from ninety.models import Action, Match, Seat, Table, User
from ninety.selectors import due_of
from ninety.services.changes import Shuffler, shuffle_well

BOT_NAMES = ("Kim", "Noor", "Leo", "Mila", "Sam", "Zoe", "Ravi", "Inés", "Tomás", "Ada")
"""As many as a table has seats at most: where people bear some of them, those that are left are enough."""
REPEATED_WITHIN = timedelta(minutes=10)


@dataclass(frozen=True)
class TableSettings:
    """Everything a match is dealt with; `rules` as the record format has them, limits and waits in seconds."""

    rules: dict[str, Any]
    bots: Sequence[str] = ("steady", "steady")
    answer_policy: str = Match.AnswerPolicy.RETRY
    penalty: bool = False
    memory: bool = False
    choosing_limit: int = 0
    computing_limit: int = 0
    everyone_computes: bool = False
    reveal_wait: int = 8
    bot_mistakes: int = 0
    away_limit: int = 60
    watching: bool = False
    hands_shown: bool = False
    escape_panel: bool = True
    coach: bool = True
    dim: bool = False
    read_aloud: bool = False
    pace: str = Match.Pace.NORMAL
    guided_turns: int = 0


@dataclass(frozen=True)
class Sitter:
    """Somebody who is to sit at a match, or a team of a name (`user` None).

    `keeper` has the device, where one is passed round.
    """

    user: User | None
    name: str = ""
    keeper: User | None = None


def open_match(
    settings: TableSettings,
    person: User | None = None,
    *,
    people: Sequence[Sitter] = (),
    table: Table | None = None,
    key: str | None = None,
    shuffle: rules.Shuffle = shuffle_well,
    now: datetime | None = None,
) -> Match:
    """Deal a match for a person, or for `people` in their order, and bots after them; or for bots alone.

    Raises BadRules, and IntegrityError for the key of a request that has opened a match before.
    """
    now = now or timezone.now()
    if person is not None:
        people = [Sitter(person, person.display_name)]
    ruleset = RuleSet.from_spec(settings.rules)
    shuffler = Shuffler(shuffle)
    state = rules.start(ruleset, len(people) + len(settings.bots), shuffler)
    copied = {name: getattr(settings, name) for name in TableSettings.__dataclass_fields__ if name != "bots"}
    with writing():
        match = Match(
            **copied,
            state=state.to_json(),
            exhibition=not people,
            opening_key=key,
            table=table,
            step_since=now,
            touched_at=now,
            moved_at=now,
            created_at=now,
        )
        seats = _seats(match, people, settings.bots)
        for seat in seats:
            seat.seen_at = now if seat.is_person else None
        match.due_at = due_of(match, ruleset.clock, state, seats, now)
        match.save(force_insert=True)
        Seat.objects.bulk_create(seats)
        sitting = [sitter.user for sitter in people if sitter.user is not None]
        for guided in (each for each in sitting if settings.guided_turns and not each.was_guided):
            guided.was_guided = True
            guided.save(update_fields=["was_guided"])
        Action.objects.create(
            match=match, number=0, shuffles=shuffler.orders, total=state.total, round=1, reset=True, created_at=now
        )
    return match


def _seats(match: Match, people: Sequence[Sitter], bots: Sequence[str]) -> list[Seat]:
    """Seat the people in their order and the bots after them, under names that no person has."""
    taken = {sitter.name for sitter in people}
    names = random.Random(match.slug).sample([name for name in BOT_NAMES if name not in taken], len(bots))
    sitting = [
        Seat(
            match=match,
            number=number,
            user=sitter.user,
            is_team=sitter.user is None,
            name=sitter.name,
            keeper=sitter.keeper,
        )
        for number, sitter in enumerate(people)
    ]
    return sitting + [
        Seat(match=match, number=number, strength=strength, name=name)
        for number, (strength, name) in enumerate(zip(bots, names, strict=True), start=len(people))
    ]


def open_once(settings: TableSettings, person: User, key: str | None, people: Sequence[Sitter] = ()) -> Match:
    """Open a match for a person, or for the `people` on the person's device; a repeated request gets the first."""
    sitting = people or [Sitter(person, person.display_name)]
    try:
        return open_match(settings, people=sitting, key=key)
    except IntegrityError:
        opened = Match.objects.filter(Q(seats__user=person) | Q(seats__keeper=person), opening_key=key).first()
        return opened or open_match(settings, people=sitting)


def open_for_visitor(settings: TableSettings, key: str | None) -> tuple[Match, User]:
    """Make a visitor with a first match; a repeated request gets the visitor and the match of the first.

    The key is known to nobody but the page that it was made for, so whoever sends it soon is that visitor; a log-in for
    good it must not be.
    """
    try:
        with writing():
            visitor = User.objects.create_visitor()
            return open_match(settings, visitor, key=key), visitor
    except IntegrityError:
        seats = Seat.objects.select_related("match", "user").filter(user__kind=User.Kind.VISITOR)
        recent = timezone.now() - REPEATED_WITHIN
        seat = seats.filter(match__opening_key=key, match__created_at__gte=recent).first()
        return (seat.match, seat.person) if seat else open_for_visitor(settings, None)


def settings_of(match: Match) -> TableSettings:
    """Return what a match was dealt with, for another like it; the guided turns are not repeated."""
    copied = {
        name: getattr(match, name)
        for name in TableSettings.__dataclass_fields__
        if name not in {"bots", "guided_turns"}
    }
    return TableSettings(**copied, bots=tuple(seat.strength for seat in match.seats.all() if seat.is_bot))
