"""A match for those who have no seat at it."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ninety.access import watchable_match_or_404
from ninety.requests import Request, layout_of
from ninety.selectors import table_of


@never_cache
@require_safe
def watch(request: Request, slug: str) -> HttpResponse:
    """Show a table to somebody who only looks on; no hand is shown."""
    match = watchable_match_or_404(slug)
    if request.GET.get("seen") == str(match.version):
        return HttpResponse(status=204)
    table = table_of(match, list(match.seats.all()), None, timezone.now())
    return render(request, "ninety/watch.html", {"layout": layout_of(request), "table": table})
