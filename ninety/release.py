"""The release that pages come from, by the names of its styles and scripts.

A page that was open while Ninety was replaced gets fragments of the new release: each says which it is of, so that the
page can load itself anew where that costs nobody a digit.
"""

from collections.abc import Callable

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponseBase

HEADER = "Ninety-Release"


def release() -> str:
    """Return a short text that changes with any style or script; empty where they have no hashed names."""
    found: str = getattr(staticfiles_storage, "manifest_hash", "")
    return found


class Release:
    """A middleware that says with each fragment which release it is of."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        response = self.get_response(request)
        if "HX-Request" in request.headers and (now := release()):
            response.headers[HEADER] = now
        return response
