"""Tell the pages of a table or a match that something has changed beside the play."""

from datetime import datetime

from django.db.models import F

from ninety.broadcast import match_topic, publish, room_topic, table_topic
from ninety.models import Match, Room, Table
from ninety.selectors import moment_of


def table_changed(table_pk: int, now: datetime, *, recheck: bool = False) -> None:
    """Give a table its next version, in the transaction of the change; `recheck` when somebody may see less now."""
    table = Table.objects.filter(pk=table_pk)
    table.update(version=F("version") + 1, touched_at=now)
    version, room = table.values_list("version", "room").get()
    publish(table_topic(table_pk), version, recheck=recheck)
    if room is not None:
        # The room's own row would be one that all its tables wait for: a match that ends says when by itself.
        publish(room_topic(room), moment_of(now))


def room_changed(room_pk: int, now: datetime, *, quiet: bool = False) -> None:
    """Tell those who follow a room that something in it is new, in the transaction of the change.

    A `quiet` change is none for those who only wait there.
    """
    # Whoever had to wait for the database comes later than they know, and what is shown must never seem older.
    Room.objects.filter(pk=room_pk, changed_at__lt=now).update(changed_at=now)
    publish(room_topic(room_pk), moment_of(now), quiet=quiet)


def match_changed(match: Match) -> None:
    """Give a match that is over its next version, so that whoever still looks at it hears of the one that follows."""
    match.version += 1
    match.save(update_fields=["version"])
    publish(match_topic(match.pk), match.version)
