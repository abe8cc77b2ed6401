"""Where a code leads: to a table, or to what another app gives codes to."""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string

from ninety.codes import new_code
from ninety.models import Table
from ninety.selectors.gathering import open_tables


def address_of(code: str, now: datetime) -> str:
    """Return the address that a code leads to, "" for one that leads nowhere now."""
    return next((address for address in _owners(code, now) if address), "")


def free_code() -> str:
    """Return a code that nothing has, be it closed for now."""
    now, code = timezone.now(), new_code()
    while any(address is not None for address in _owners(code, now)):
        code = new_code()
    return code


def table_by_code(code: str, now: datetime) -> str | None:
    """Return the address of the table of a code, "" where it is not open any more, None where there is none."""
    table = Table.objects.filter(code=code).first()
    if table is None:
        return None
    return reverse("gathering", args=[table.slug]) if open_tables(now).filter(pk=table.pk).exists() else ""


def _owners(code: str, now: datetime) -> Iterator[str | None]:
    """Ask all whose codes there are; each answers like `table_by_code`."""
    for lead in settings.CODES_LEAD:
        yield import_string(lead)(code, now)
