"""What is kept of people, said to adults and to children."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ninety.inventory import Whose, kept_of
from ninety.requests import Request


@require_safe
def privacy(request: Request) -> HttpResponse:
    """Say what is kept of whom, why, how long, and who sees it."""
    titles = {
        Whose.PUPIL: _("Pupils and guests of a class"),
        Whose.VISITOR: _("Whoever plays without a class"),
        Whose.TEACHER: _("Teachers"),
    }
    context = {
        "lists": [(title, kept_of(whose)) for whose, title in titles.items()],
        "school": settings.SCHOOL_NAME,
        "contact": settings.PRIVACY_CONTACT,
    }
    return render(request, "classrooms/privacy.html", context)


@require_safe
def privacy_for_children(request: Request) -> HttpResponse:
    """Say the same to children, on one screen."""
    return render(request, "classrooms/privacy_for_children.html")
