"""A person's own progress; whose it is, the session alone says."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ninety.access import person_of
from ninety.arrangements import arranged_for
from ninety.requests import Request
from ninety.selectors import new_key
from trainer.facts import FLUENT_MS
from trainer.selectors import own_page_of


@never_cache
@require_safe
def progress(request: Request) -> HttpResponse:
    """Show the person who is asking what they can do, and what to try next."""
    person = person_of(request)
    arranged = arranged_for(person)
    fluent_ms = arranged.fluent_ms if arranged else FLUENT_MS
    page = None
    if person is not None:
        page = own_page_of(person, timezone.now(), request.GET.get("page", ""), fluent_ms=fluent_ms)
    return render(request, "trainer/progress.html", {"page": page, "key": new_key()})
