"""Find before pupils come that a database is a demo: `manage.py check --deploy`."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DatabaseError

from classrooms.models import DemoSchool


@register(Tags.security, deploy=True)
def no_demo(app_configs: Sequence[AppConfig] | None = None, **_: Any) -> list[CheckMessage]:  # noqa: ARG001
    """Check that nobody can come in as the teacher of the demo."""
    try:
        if not DemoSchool.objects.exists():
            return []
    except DatabaseError:
        # Whether the database is there and up to date is said elsewhere.
        return []
    says = "This database is a demo: anybody may come in as its teacher, and all its pupils are made up."
    return [Warning(says, hint="Set DATABASE_URL to another database, and run migrate.", id="ninety.W030")]
