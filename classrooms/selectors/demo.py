"""Whether this database is a demo."""

from django.db import DatabaseError

from classrooms.models import DemoSchool

_known: dict[str, bool] = {}
"""What was found out, by this process; that a database is a demo never changes while it is served."""


def demo_school() -> DemoSchool | None:
    """Return the demo school of this database, None where it is no demo."""
    return DemoSchool.objects.select_related("teacher", "pupil").first()


def is_demo() -> bool:
    """Return whether this database is a demo, as far as this process knows; it asks once."""
    if "demo" not in _known:
        try:
            _known["demo"] = DemoSchool.objects.exists()
        except DatabaseError:
            # A page that says that the database is away has to do without.
            return False
    return _known["demo"]


def forget_what_is_known() -> None:
    """Ask again at the next page."""
    _known.clear()
