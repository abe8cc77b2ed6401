"""What has happened in a room last."""

from datetime import UTC, datetime, timedelta

from django.db.models import Max

from ninety.models import Room
from ninety.prepared import Number, Prepared

_MILLISECOND = timedelta(milliseconds=1)
_ROOM = Prepared(
    lambda: (
        Room.objects.filter(pk=Number("pk"))
        .annotate(touched_at=Max("tables__matches__touched_at"))
        .values_list("changed_at", "touched_at")
    )
)
_BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)


def moment_of(when: datetime) -> int:
    """Return a moment as a room's version: whole milliseconds."""
    return (when - _BEGINNING) // _MILLISECOND


def room_version(pk: int) -> int | None:
    """Return when something happened in a room last, at its tables or beside them; None where the room is gone."""
    room = _ROOM.first(pk=pk)
    if room is None:
        return None
    changed_at, touched_at = room
    return moment_of(max(changed_at, touched_at or changed_at))
