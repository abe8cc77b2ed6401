"""What a teacher allows one pupil."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from classrooms.access import classroom_or_404, membership_or_404, open_classroom_or_404
from classrooms.forms.needs import NeedsForm
from classrooms.services.settings import allow
from ninety.requests import Request


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accommodations(request: Request, slug: str, number: int) -> HttpResponse:
    """Show what a pupil is allowed, and change it."""
    is_sent = request.method == "POST"
    classroom = (open_classroom_or_404 if is_sent else classroom_or_404)(request, slug)
    membership = membership_or_404(classroom, number)
    form = NeedsForm(membership.user, request.POST if is_sent else None)
    if is_sent and form.is_valid():
        allow(membership.user, **form.needs())
        messages.success(request, _("Saved. It counts from the next turn on."))
        return redirect("accommodations", slug=slug, number=number)
    context = {"classroom": classroom, "membership": membership, "form": form, "tab": "pupils"}
    return render(request, "classrooms/needs.html", context, status=422 if is_sent else 200)
