"""Tell the pages of a table that it has changed."""

from datetime import datetime

from django.db.models import F

from ninety.broadcast import publish, table_topic
from ninety.models import Table


def table_changed(table_pk: int, now: datetime, *, recheck: bool = False) -> None:
    """Give a table its next version, in the transaction of the change; `recheck` when somebody may see less now."""
    table = Table.objects.filter(pk=table_pk)
    table.update(version=F("version") + 1, touched_at=now)
    publish(table_topic(table_pk), table.values_list("version", flat=True).get(), recheck=recheck)
