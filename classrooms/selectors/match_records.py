"""The records of the matches that a class has played, each as a file, and who sat where."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.models import Classroom
from classrooms.selectors.export_rows import names_in_files, within
from classrooms.selectors.review import members_of
from ninety.models import Match, Seat
from ninety.selectors import game_name, record_of
from trainer.selectors.matrix import Filters

AT_ONCE = 20
"""How many matches are held in memory."""


class Records:
    """The matches of a class that ended in a period, as a package has them: first the records, then who sat where."""

    def __init__(self, classroom: Classroom, filters: Filters, *, hide_names: bool = False) -> None:
        self.members = members_of(classroom)
        self.names = names_in_files(self.members, hide_names=hide_names)
        self.filters = filters
        self.seats: list[Sequence[object]] = []

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield each record under a name of its own; `replay` and `mark` read them."""
        for number, match in enumerate(self._matches(), start=1):
            name = f"records/{number:05}.record.json"
            yield name, json.dumps(record_of(match)).encode()
            self.seats.extend(self._seats(name, match))

    def seat_rows(self) -> Iterable[Sequence[object]]:
        """Return who sat where at the matches that have come so far; whoever is not of the class has no name."""
        head = [_("record"), _("begun"), _("ended"), _("game"), _("seat"), _("Name"), _("bot")]
        return chain([head], self.seats)

    def _matches(self) -> Iterator[Match]:
        """Yield matches that are over: the record of another would show cards that still lie face down."""
        seats = within(Seat.objects.filter(user__in=self.names), "match__ended_at", self.filters)
        over = Match.objects.filter(pk__in=seats.values("match"), ended_at__isnull=False)
        ordered = over.defer("state", "request_keys").order_by("ended_at", "pk")
        found = ordered.prefetch_related(Prefetch("seats", Seat.objects.order_by("number")), "actions")
        return found.iterator(chunk_size=AT_ONCE)

    def _seats(self, name: str, match: Match) -> Iterator[Sequence[object]]:
        zone = timezone.get_current_timezone()
        ended = None if match.ended_at is None else match.ended_at.astimezone(zone)
        for seat in match.seats.all():
            who = "" if seat.user_id is None else self.names.get(seat.user_id, "")
            bot = str(Seat.Strength(seat.strength).label) if seat.is_bot else ""
            yield [name, match.created_at.astimezone(zone), ended, game_name(match), seat.number, who, bot]
