"""People meet at a table: they open it, take and leave places, and play one match after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone

from ninety.engine import rules
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import FEWEST_SEATS, RuleSet
from ninety.locks import writing
from ninety.models import Match, Place, Room, Table, User
from ninety.names import free_name, key_of
from ninety.selectors import free_code, is_host, open_tables
from ninety.services.changes import NotNow, shuffle_well
from ninety.services.notices import match_changed, table_changed
from ninety.services.opening import Sitter, TableSettings, open_match
from ninety.services.visitors import create_guest, visitor_for

TABLES_OF_ONE = 8
"""How many tables a person may have open."""
KEPT_BY_THE_MATCH = {"bots", "guided_turns"}


class TableFull(Exception):
    """Every place at the table is taken."""


class NameTaken(Exception):
    """Somebody at the table has a name that looks like this one; `suggestion` is free."""

    def __init__(self, suggestion: str) -> None:
        super().__init__(suggestion)
        self.suggestion = suggestion


class TooManyTables(Exception):
    """The person has as many tables open as anybody may."""


def open_table(
    settings: TableSettings,
    seat_count: int,
    strength: str,
    person: User,
    key: str | None,
    *,
    room: Room | None = None,
    now: datetime | None = None,
) -> Table:
    """Open a table for a person, or return the one that the same request has opened before.

    Bots of `strength` fill the seats that nobody takes; empty, none do. In a `room`, whoever looks after it may open as
    many as it needs; elsewhere more than `TABLES_OF_ONE` raise TooManyTables.
    """
    now = now or timezone.now()
    try:
        with writing():
            if opened := _opened_before(Table.objects.filter(opener=person), key):
                return opened
            mine = open_tables(now).filter(opener=person)
            if room is None and mine.count() >= TABLES_OF_ONE:
                raise TooManyTables
            return Table.objects.create(
                code=free_code(),
                opening_key=key,
                opener=person,
                settings=kept_settings(settings),
                seat_count=seat_count,
                strength=strength,
                room=room,
                created_at=now,
                touched_at=now,
            )
    except IntegrityError:
        # The same request a moment ago, the key of somebody else or, once in a lifetime, a code taken meanwhile.
        opened = _opened_before(Table.objects.filter(opener=person), key)
        return opened or open_table(settings, seat_count, strength, person, None, room=room, now=now)


def kept_settings(settings: TableSettings) -> dict[str, Any]:
    """Return settings as a table keeps them."""
    return {name: value for name, value in asdict(settings).items() if name not in KEPT_BY_THE_MATCH}


def open_passed_round(settings: TableSettings, names: Sequence[str], person: User, key: str | None) -> Match:
    """Deal a match for people who pass one device round, or return the one that the same request has dealt before.

    They are guests, unless it is the own name of whoever has the device, who keeps all seats.
    """
    own = key_of(person.display_name) if person.display_name else None
    try:
        with writing():
            if dealt := _opened_before(Match.objects.filter(seats__keeper=person), key):
                return dealt
            people = [
                Sitter(person if key_of(name) == own else create_guest(name), name, keeper=person) for name in names
            ]
            return open_match(settings, people=people, key=key)
    except IntegrityError:
        dealt = _opened_before(Match.objects.filter(seats__keeper=person), key)
        return dealt or open_passed_round(settings, names, person, None)


def _opened_before[Opened: (Match, Table)](mine: QuerySet[Opened], key: str | None) -> Opened | None:
    """Return what the same request has opened before."""
    return mine.filter(opening_key=key).first() if key else None


def take_place(table: Table, person: User, name: str, now: datetime | None = None) -> Place:
    """Seat a person at a table under a clean name; whoever sits there already keeps place and name.

    Raises TableFull and NameTaken.
    """
    now = now or timezone.now()
    with writing():
        table = _locked(table)
        places = list(table.places.all())
        if mine := next((place for place in places if place.user_id == person.pk), None):
            return mine
        numbers, keys = {place.number for place in places}, {place.name_key for place in places}
        free = next((number for number in range(table.seat_count) if number not in numbers), None)
        if free is None:
            raise TableFull
        if key_of(name) in keys:
            raise NameTaken(free_name(name, keys))
        place = Place.objects.create(
            table=table, number=free, user=person, name=name, name_key=key_of(name), seen_at=now
        )
        if person.kind == User.Kind.VISITOR and person.display_name != name:
            person.display_name = name
            person.save(update_fields=["display_name"])
        table_changed(table.pk, now)
        return place


def seat_visitor(table: Table, name: str, key: str | None) -> Place:
    """Seat somebody who is nobody yet; who is refused leaves no trace, and a repeated request is the same person."""
    with writing():
        return take_place(table, visitor_for(key), name)


def leave_place(table: Table, person: User) -> None:
    """Free the place of a person who stands up; whoever opened the table hands it on to the next."""
    with writing():
        table = _locked(table)
        deleted, _by_model = table.places.filter(user=person).delete()
        if deleted:
            _hand_on(table, person)
            table_changed(table.pk, timezone.now())


def remove_place(table: Table, host: User, place_pk: int) -> None:
    """Free the place of another, for the one who looks after the table; raises NotNow for anybody else."""
    now = timezone.now()
    with writing():
        table = _locked(table)
        if not is_host(table, list(table.places.all()), host, now):
            raise NotNow
        removed = table.places.filter(pk=place_pk).exclude(user=host).first()
        if removed is not None:
            removed.delete()
            _hand_on(table, removed.user)
            table_changed(table.pk, now, recheck=True)


def start_match(
    table: Table,
    person: User,
    key: str | None,
    *,
    keepers: Mapping[int, User] = MappingProxyType({}),
    shuffle: rules.Shuffle = shuffle_well,
    now: datetime | None = None,
) -> Match:
    """Deal the next match to those who sit at a table, and to bots where it has any; one that runs is the answer.

    The first match is started by the one who looks after the table, another by anybody who sits there; in a room all
    are by whoever opened the table. `keepers` are those on whose devices others play, by the primary key of who does.
    Raises NotNow for anybody else, and BadRules where so many cannot play by these rules.
    """
    now = now or timezone.now()
    with writing():
        table = _locked(table)
        if (dealt := _dealt_before(table, key)) is not None:
            return dealt
        places = list(table.places.select_related("user"))
        if not _may_start(table, places, person, now):
            raise NotNow
        people = [Sitter(place.user, place.name, keepers.get(place.user_id)) for place in places]
        return _deal(table, people, key, shuffle, now)


def start_team_match(
    table: Table,
    teams: Sequence[str],
    key: str | None,
    *,
    shuffle: rules.Shuffle = shuffle_well,
    now: datetime | None = None,
) -> Match:
    """Deal the next match at a table to teams of these names, and to bots if it has any; one that runs is the answer.

    Raises BadRules where so many cannot play by these rules.
    """
    with writing():
        table = _locked(table)
        if (dealt := _dealt_before(table, key)) is not None:
            return dealt
        return _deal(table, [Sitter(None, name) for name in teams], key, shuffle, now or timezone.now())


def _dealt_before(table: Table, key: str | None) -> Match | None:
    """Return the match that runs at a table, or that the same request has dealt before."""
    match = table.match
    return match if match and (match.ended_at is None or (key and match.opening_key == key)) else None


def _deal(table: Table, people: Sequence[Sitter], key: str | None, shuffle: rules.Shuffle, now: datetime) -> Match:
    settings = settings_for(table, len(people))
    check_seats(settings, len(people))
    is_new = key is not None and not Match.objects.filter(opening_key=key).exists()
    if table.match is not None:
        match_changed(table.match)
    match = open_match(settings, people=people, table=table, key=key if is_new else None, shuffle=shuffle, now=now)
    table.match = match
    table.save(update_fields=["match"])
    table_changed(table.pk, now)
    return match


def _may_start(table: Table, places: Sequence[Place], person: User, now: datetime) -> bool:
    if table.room_id is not None:
        return table.opener_id == person.pk
    is_seated = any(place.user_id == person.pk for place in places)
    return is_host(table, places, person, now) or (table.match_id is not None and is_seated)


def settings_for(table: Table, people: int) -> TableSettings:
    """Return what a match of so many people is dealt with at a table, bots in the free seats included."""
    settings = TableSettings(**table.settings, bots=())
    return replace(settings, bots=(table.strength,) * (table.seat_count - people)) if table.strength else settings


def check_seats(settings: TableSettings, people: int) -> None:
    """Refuse a match that so many people and the bots cannot play. Raises BadRules."""
    seats = people + len(settings.bots)
    if not people:
        raise BadRules("seats", f"must be a whole number from {FEWEST_SEATS} on, a person among them")
    RuleSet.from_spec(settings.rules).check_seats(seats)


def _locked(table: Table) -> Table:
    """Read a table again, for this transaction alone to change.

    Its match is read after it: joined, it would be the one from before the wait for others.
    """
    return Table.objects.select_for_update().get(pk=table.pk)


def _hand_on(table: Table, person: User) -> None:
    """Let the next place look after a table whose opener has left it."""
    heir = table.places.select_related("user").first()
    if table.opener_id == person.pk and heir is not None:
        table.opener = heir.user
        table.save(update_fields=["opener"])
