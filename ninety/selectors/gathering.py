"""Which tables are open, who looks after one, and what people see there before a match and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ninety.codes import shown, spelt
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import RuleSet
from ninety.models import Match, Place, Seat, Table, User
from ninety.selectors.matches import new_key

OPEN_FOR = timedelta(hours=12)
"""How long the code of a table where nothing happens still leads to it; its link does as long as it is kept."""
GONE_AFTER = timedelta(seconds=60)
"""How long somebody at a table may not be seen before another may look after it."""


def open_tables(now: datetime) -> QuerySet[Table]:
    """Return the tables where people meet by themselves and something happened lately."""
    return Table.objects.filter(touched_at__gte=now - OPEN_FOR, room=None)


def waiting_tables(person: User, now: datetime) -> QuerySet[Table]:
    """Return the open tables that a person opened or sits at and where no match is being played, newest first."""
    mine = open_tables(now).filter(Q(places__user=person) | Q(opener=person))
    return mine.exclude(match__isnull=False, match__ended_at__isnull=True).distinct().order_by("-touched_at")


def is_gone(place: Place, now: datetime) -> bool:
    """Return whether the person of a place has not been seen for a while."""
    return now - place.seen_at > GONE_AFTER


def is_host(table: Table, places: Sequence[Place], person: User, now: datetime) -> bool:
    """Return whether a person looks after a table: its opener or, unless that one sits here, the first who does.

    An opener who has not sat down may start as well, so nobody waits for somebody who is not there.
    """
    return table.opener_id == person.pk or _first_here(table, places, now) == person.pk


def _first_here(table: Table, places: Sequence[Place], now: datetime) -> int | None:
    """Return who of those that sit here looks after the table: the opener or else the first."""
    here = [place.user_id for place in places if not is_gone(place, now)]
    return table.opener_id if table.opener_id in here else next(iter(here), None)


@dataclass(frozen=True)
class PlaceRow:
    """A place at a table; a free one has no name, and a bot's only the word for it."""

    number: int
    pk: int | None
    name: str
    is_me: bool
    is_host: bool
    is_gone: bool
    seen_at: datetime | None


@dataclass(frozen=True)
class Gathering:
    """A table before, between and during its matches, as one person sees it."""

    table: Table
    key: str
    rules: RuleSet
    places: tuple[PlaceRow, ...]
    me: PlaceRow | None
    is_host: bool
    is_running: bool
    plays_now: bool
    why_not: str

    @property
    def people(self) -> int:
        return sum(place.pk is not None for place in self.places)

    @property
    def host_name(self) -> str:
        """The name of who looks after the table, "" while nobody who sits here does."""
        return next((place.name for place in self.places if place.is_host), "")

    @property
    def is_full(self) -> bool:
        return self.people == self.table.seat_count

    @property
    def may_start(self) -> bool:
        """Whether this person is the one, or one of those, who may start the next match."""
        return not self.is_running and (self.is_host or (self.table.match is not None and self.me is not None))

    @property
    def may_watch(self) -> bool:
        return self.is_running and not self.plays_now and self.table.match is not None and self.table.match.watching

    @property
    def code(self) -> str:
        return shown(self.table.code)

    @property
    def spelt_code(self) -> str:
        return spelt(self.table.code)


def gathering_of(table: Table, person: User | None, now: datetime) -> Gathering:
    """Return a table, with its match at hand, as a person sees it."""
    places = list(table.places.all())
    rows = {place.number: _row(table, places, place, person, now) for place in places}
    free = PlaceRow(number=0, pk=None, name="", is_me=False, is_host=False, is_gone=False, seen_at=None)
    mine = next((row for row in rows.values() if row.is_me), None)
    rules = RuleSet.from_spec(table.settings["rules"])
    is_running = table.match is not None and table.match.ended_at is None
    return Gathering(
        table=table,
        key=new_key(),
        rules=rules,
        places=tuple(rows.get(number, free) for number in range(table.seat_count)),
        me=mine,
        is_host=person is not None and is_host(table, places, person, now),
        is_running=is_running,
        plays_now=is_running and mine is not None and _plays(table.match, person),
        why_not=why_not(rules, table.seat_count if table.strength and places else len(places)),
    )


def why_not(rules: RuleSet, seats: int) -> str:
    """Say why so many cannot play by these rules, "" if they can."""
    try:
        rules.check_seats(seats)
    except BadRules as refused:
        sentences = {
            "teams": _("Teams need an even number of players, four or more."),
            "decks": _("There are too few cards for so many players."),
        }
        return sentences.get(refused.field, _("Two players are needed to start."))
    return ""


def settings_say(chosen: Mapping[str, Any], strength: str) -> list[str]:
    """Say in whole sentences how a table with settings plays, beside the rules of the game."""
    policies = {
        Match.AnswerPolicy.RETRY: _("After a total that is not right there is a hint and one more try."),
        Match.AnswerPolicy.SHOW: _("After a total that is not right its working is shown at once."),
        Match.AnswerPolicy.STAND: _("What was said stands, until somebody disagrees."),
    }
    found = [
        policies[chosen["answer_policy"]],
        _("Everybody may type each total; all are shown together.") if chosen["everyone_computes"] else "",
        _("Memory mode: the total is hidden.") if chosen["memory"] else "",
        _("A first total that is not right costs a life.") if chosen["penalty"] else "",
        _seconds_say(chosen["choosing_limit"], chosen["computing_limit"]),
        _fill_says(strength),
        _("Others may look on.") if chosen["watching"] else "",
    ]
    return [sentence for sentence in found if sentence]


def _seconds_say(choosing: int, computing: int) -> str:
    if choosing and computing:
        says = _("There are %(choosing)s seconds to choose a card and %(computing)s to say the total.")
        return says % {"choosing": choosing, "computing": computing}
    if choosing:
        return ngettext(
            "There is one second to choose a card.", "There are %(count)s seconds to choose a card.", choosing
        ) % {"count": choosing}
    if computing:
        return ngettext(
            "There is one second to say the total.", "There are %(count)s seconds to say the total.", computing
        ) % {"count": computing}
    return ""


def _fill_says(strength: str) -> str:
    says = {
        Seat.Strength.BEGINNER: _("Bots take the free seats and play like beginners."),
        Seat.Strength.STEADY: _("Bots take the free seats and play steadily."),
        Seat.Strength.EXPERT: _("Bots take the free seats and play like experts."),
    }
    return says.get(Seat.Strength(strength), "") if strength else ""


def _row(table: Table, places: Sequence[Place], place: Place, person: User | None, now: datetime) -> PlaceRow:
    return PlaceRow(
        number=place.number,
        pk=place.pk,
        name=place.name,
        is_me=person is not None and place.user_id == person.pk,
        is_host=place.user_id == _first_here(table, places, now),
        is_gone=is_gone(place, now),
        seen_at=place.seen_at,
    )


def _plays(match: Match | None, person: User | None) -> bool:
    """Return whether a person has a seat at a match."""
    return Seat.objects.filter(match=match, user=person).exists()
