"""What every request goes through."""

from collections.abc import Callable

from django.core.exceptions import DisallowedRedirect
from django.http import HttpRequest, HttpResponse
from django.views.defaults import bad_request


class Redirects:
    """Answer a request that can be led nowhere as one that is not clear, which is no fault to log.

    An address that is led back to after signing in may be longer than what Django redirects to.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        """Say that the request was not clear."""
        return bad_request(request, failure) if isinstance(failure, DisallowedRedirect) else None
