"""What has happened in a room last."""

from datetime import UTC, datetime, timedelta

from django.db.models import Max

from ninety.models import Room

_MILLISECOND = timedelta(milliseconds=1)
_BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)


def moment_of(when: datetime) -> int:
    """Return a moment as a room's version: whole milliseconds."""
    return (when - _BEGINNING) // _MILLISECOND


def room_version(pk: int) -> int | None:
    """Return when something happened in a room last, at its tables or beside them; None where the room is gone."""
    room = Room.objects.filter(pk=pk).annotate(touched_at=Max("tables__matches__touched_at")).first()
    if room is None:
        return None
    return moment_of(max(room.changed_at, room.touched_at or room.changed_at))
