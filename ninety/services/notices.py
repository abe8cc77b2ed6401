"""Tell the pages of a table or a match that something has changed beside the play."""

from datetime import datetime

from django.db.models import F

from ninety.broadcast import match_topic, publish, table_topic
from ninety.models import Match, Table


def table_changed(table_pk: int, now: datetime, *, recheck: bool = False) -> None:
    """Give a table its next version, in the transaction of the change; `recheck` when somebody may see less now."""
    table = Table.objects.filter(pk=table_pk)
    table.update(version=F("version") + 1, touched_at=now)
    publish(table_topic(table_pk), table.values_list("version", flat=True).get(), recheck=recheck)


def match_changed(match: Match) -> None:
    """Give a match that is over its next version, so that whoever still looks at it hears of the one that follows."""
    match.version += 1
    match.save(update_fields=["version"])
    publish(match_topic(match.pk), match.version)
