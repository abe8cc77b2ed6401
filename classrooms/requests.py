"""What the addresses of a class share."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.http import HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect

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
