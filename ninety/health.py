"""Say whether this process can serve: what a proxy, a container or a load balancer asks every few seconds.

The address is answered before all else, whatever name the asker calls this machine by, and asks the database once.
"""

from collections.abc import Callable
from functools import cache

from django.db import Error, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed

from ninety.outages import RETRY_AFTER

ADDRESS = "/health/"


class Health:
    """A middleware that answers the health address, and leaves everything else alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        if request.path_info != ADDRESS:
            return self.get_response(request)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponseNotAllowed(["GET", "HEAD"])
        fault = why_not_ready()
        headers = {"Cache-Control": "no-store"} | ({"Retry-After": str(RETRY_AFTER)} if fault else {})
        says = f"not ready: {fault}\n" if fault else "ready\n"
        return HttpResponse(says, "text/plain; charset=utf-8", 503 if fault else 200, headers=headers)


def why_not_ready() -> str:
    """Say why nobody should be sent here now; an empty text where all is well."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
    except (Error, OSError):
        return "the database does not answer"
    return "" if known_migrations() <= applied.keys() else "the database is not up to date, run migrate"


@cache
def known_migrations() -> frozenset[tuple[str, str]]:
    """Return every migration that this program has, by app and name; read from the disk once."""
    return frozenset(MigrationLoader(None, ignore_no_migrations=True).disk_migrations)
