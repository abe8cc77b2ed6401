"""The card of a pupil: its QR code leads to one question, and the answer signs in.

The address with the token is left at once, so that it stays in no history of a device that others use too; what carries
it to the question is a cookie of a few minutes. Whoever only looks at the address, as a scanner or a preview does, is
not signed in.
"""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.entry import sign_in
from classrooms.services.sign_in import pupil_by_token
from ninety.requests import Request

COOKIE = "ninety_card"
SALT = "classrooms.card"
MINUTES = 5


@never_cache
@require_safe
def card(request: Request, token: str) -> HttpResponse:
    """Take the token of a card, and lead to the question; a card that does not work any more is like none."""
    if pupil_by_token(token) is None:
        return _no_card(request)
    response = redirect("card_question")
    response.set_signed_cookie(
        COOKIE, token, salt=SALT, max_age=MINUTES * 60, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card_question(request: Request) -> HttpResponse:
    """Ask whether it is the pupil of the card, and sign in whoever says so."""
    token = request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=MINUTES * 60)
    pupil = pupil_by_token(token) if token else None
    if pupil is None:
        return _no_card(request)
    if request.method != "POST":
        return render(request, "classrooms/card.html", {"pupil": pupil})
    response = redirect("home")
    response.delete_cookie(COOKIE, samesite="Lax")
    sign_in(request, response, pupil)
    return response


def _no_card(request: Request) -> HttpResponse:
    return render(request, "classrooms/card.html", {"pupil": None}, status=404)
