"""What every request of a pupil or guest goes through."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.defaults import page_not_found
from django_htmx.http import HttpResponseClientRedirect

from classrooms.models import Membership
from classrooms.services.members import Gone
from ninety.models import User

ACCOUNTS = (User.Kind.TEACHER, User.Kind.VISITOR)
OPEN_TO_ALL = {"not_me", "set_language", "join", "privacy", "privacy_for_children"}
DOORS = ("class/", "card/")


class Pupils:
    """Keep pages with a name on them out of every cache, and lead whoever was sent away to one neutral page.

    Who is sent away may be let back in: the session stays, and with it the seat on the same device. Who was erased, or
    has lost the name with the whole class, never is: the device is a stranger's from then on.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        person = request.user
        if isinstance(person, User) and person.kind != User.Kind.VISITOR:
            add_never_cache_headers(response)
        return response

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        """Answer for somebody whom another teacher has taken away meanwhile as for somebody who does not exist."""
        return page_not_found(request, failure) if isinstance(failure, Gone) else None

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Answer for a view that is not for somebody who was sent away."""
        if request.user.is_authenticated or SESSION_KEY not in request.session:
            return None
        match = request.resolver_match
        if match is None or match.url_name in OPEN_TO_ALL or match.route.startswith(DOORS):
            return None
        person = request.session[SESSION_KEY]
        if User.objects.filter(pk=person, kind__in=ACCOUNTS).exists():
            return None
        if not Membership.objects.filter(user=person, classroom__names_gone_at=None).exists():
            logout(request)
            return _led(request, "front")
        return None if match.url_name == "ask_teacher" else _led(request, "ask_teacher")


def _led(request: HttpRequest, page: str) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return HttpResponseClientRedirect(reverse(page))
    return redirect(page)
