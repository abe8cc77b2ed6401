"""What is shown when something fails."""

import sys

from django.http import HttpResponse
from django.template.loader import render_to_string

from ninety.outages import RETRY_AFTER, is_outage
from ninety.requests import Request


def failed(request: Request) -> HttpResponse:
    """Say that the database is away and when to try again or, for a fault of ours, that something broke.

    The page is made without the request, whose person or session might have to be read from the database.
    """
    if not is_outage(sys.exception()):
        return HttpResponse(render_to_string("500.html"), status=500)
    page = render_to_string("503.html", {"was_sent": request.method == "POST"})
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"})
