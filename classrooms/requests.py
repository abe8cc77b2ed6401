"""What the addresses of a class share."""

from collections.abc import Callable, Iterable
from functools import wraps
from ipaddress import ip_address
from typing import Concatenate

from django.http import HttpResponse, HttpResponseNotAllowed, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header

from ninety.requests import Request


def posted_to_class[**P](
    view: Callable[Concatenate[Request, str, P], HttpResponse],
) -> Callable[..., HttpResponse]:
    """Make a view answer POST alone; whoever only reads its address, as after a reload, is led to the class."""

    @wraps(view)
    def answer(request: Request, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.method == "POST":
            return view(request, slug, *args, **kwargs)
        if request.method in {"GET", "HEAD"}:
            return redirect("classroom", slug=slug)
        return HttpResponseNotAllowed(["POST"])

    return answer


def handed_out(pieces: Iterable[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    """Answer with a file in pieces, to be kept under a name in any script."""
    response = StreamingHttpResponse(pieces, content_type=content_type)
    response["Content-Disposition"] = str(content_disposition_header(as_attachment=True, filename=name))
    return response


def is_loopback(request: Request) -> bool:
    """Return whether Ninety was opened under an address that means this machine alone, which no phone gets to."""
    name = request.get_host().rpartition(":")[0].strip("[]") or request.get_host()
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
