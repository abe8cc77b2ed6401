"""A person's own progress; whose it is, the session alone says."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ninety.access import person_of
from ninety.requests import Request
from ninety.selectors import new_key
from trainer.selectors import own_page_of


@never_cache
@require_safe
def progress(request: Request) -> HttpResponse:
    """Show the person who is asking what they can do, and what to try next."""
    person = person_of(request)
    page = None if person is None else own_page_of(person, timezone.now(), request.GET.get("page", ""))
    return render(request, "trainer/progress.html", {"page": page, "key": new_key()})
