"""Give somebody another name at the tables too."""

from datetime import datetime

from ninety.locks import writing
from ninety.models import Match, User
from ninety.names import free_name, key_of
from ninety.services.changes import NotNow, changing
from ninety.services.notices import table_changed


def rename(person: User, name: str, now: datetime) -> None:
    """Call a person by another clean name, where they play now and where they have played."""
    with writing():
        person.display_name = name
        person.save(update_fields=["display_name"])
        for place in list(person.places.select_related("table")):
            taken = set(place.table.places.exclude(pk=place.pk).values_list("name_key", flat=True))
            place.name = free_name(name, taken) if key_of(name) in taken else name
            place.name_key = key_of(place.name)
            place.save(update_fields=["name", "name_key"])
            table_changed(place.table_id, now)
        person.seats.update(name=name)
        running = Match.objects.filter(seats__user=person, ended_at=None).order_by("pk")
        for pk in list(running.values_list("pk", flat=True)):
            _show_seats(pk, now)


def _show_seats(match_pk: int, now: datetime) -> None:
    """Let all who look at a match see its seats anew."""
    try:
        with changing(match_pk, version=None, now=now, is_pause_fine=True) as change:
            change.seats_changed = True
    except NotNow:
        return
