"""Requests as this project's middleware leaves them, and what they may ask for."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.request import RawPostDataException
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from ninety.models import User


class Request(HttpRequest):
    """A request with htmx's details, from a person or from nobody yet."""

    htmx: HtmxDetails
    user: User | AnonymousUser


def body_of(request: HttpRequest) -> bytes:
    """Return what a request carries, as it came; nothing of one that was read as a form with files."""
    try:
        return request.body
    except RawPostDataException:
        return b""


def layout_of(request: Request) -> str:
    """Return the base template: a whole page, or the bare fragment for htmx."""
    return "_fragment.html" if request.htmx else "base.html"


def led_to(request: Request, address: str) -> HttpResponse:
    """Lead to another page as a whole, whether a page asks or a fragment."""
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


type View[**P] = Callable[Concatenate[Request, P], HttpResponse]


def posted[**P](back_to: str) -> Callable[[View[P]], View[P]]:
    """Make a view answer POST alone; whoever only reads its address, as after a reload, is led to the page it is for.

    `back_to` is the name of that page, whose address takes the same parts.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def answer(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if request.method == "POST":
                return view(request, *args, **kwargs)
            if request.method in {"GET", "HEAD"}:
                return HttpResponseRedirect(reverse(back_to, args=args, kwargs=kwargs))
            return HttpResponseNotAllowed(["POST"])

        return answer

    return decorate
