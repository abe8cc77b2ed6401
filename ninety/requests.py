"""Requests as this project's middleware leaves them."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from ninety.models import User


class Request(HttpRequest):
    """A request with htmx's details, from a person or from nobody yet."""

    htmx: HtmxDetails
    user: User | AnonymousUser


def layout_of(request: Request) -> str:
    """Return the base template: a whole page, or the bare fragment for htmx."""
    return "_fragment.html" if request.htmx else "base.html"
