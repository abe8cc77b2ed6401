"""Reports for parents: to print for some pupils or all, and by links that teachers make and parents open."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, open_classroom_or_404, teacher_or_404
from classrooms.forms.reports import ReportForm
from classrooms.models import Classroom
from classrooms.requests import is_loopback
from classrooms.selectors.door import pupils_in_order
from classrooms.selectors.parent_reports import parent_reports, usual_period
from classrooms.selectors.report_links import links_of, usable_link
from classrooms.services.report_links import (
    TooManyLinks,
    make_report_links,
    revoke_report_link,
    revoke_report_links,
)
from ninety.requests import Request, posted


@never_cache
@require_safe
def reports(request: Request, slug: str) -> HttpResponse:
    """Offer the reports of a class, to print or by links, and list the links that work."""
    classroom = classroom_or_404(request, slug)
    return _page(request, classroom, ReportForm(classroom, request.GET))


@never_cache
@require_safe
def print_reports(request: Request, slug: str) -> HttpResponse:
    """Show the reports of some pupils, or of all, as pages to print."""
    classroom = classroom_or_404(request, slug)
    form = ReportForm(classroom, request.GET)
    pupils = form.chosen_of(pupils_in_order(classroom))
    made = parent_reports(classroom, pupils, form.chosen_period(), form.chosen_language(), timezone.now())
    return render(request, "classrooms/print_reports.html", {"classroom": classroom, "tab": "review", "made": made})


@posted("reports")
def link_reports(request: Request, slug: str) -> HttpResponse:
    """Make links to the reports of some pupils, or of all, and show them this once."""
    classroom = open_classroom_or_404(request, slug)
    form, teacher = ReportForm(classroom, request.POST), teacher_or_404(request)
    pupils = form.chosen_of(pupils_in_order(classroom))
    language, days = form.chosen_language(), form.days()
    try:
        tokens = make_report_links(classroom, pupils, teacher, language=language, days=days, now=timezone.now())
    except TooManyLinks:
        messages.error(request, _("So many links are open for a pupil that one of them will do. Take some back first."))
        return redirect("reports", slug=slug)
    made = [
        (pupil, request.build_absolute_uri(reverse("parent_report", args=[tokens[pupil.pk]])))
        for pupil in pupils
        if pupil.pk in tokens
    ]
    return _page(request, classroom, form, made=made)


@posted("reports")
def revoke_links(request: Request, slug: str) -> HttpResponse:
    """Take a link back, or all links of the class."""
    classroom = open_classroom_or_404(request, slug)
    number = request.POST.get("link", "")
    if "all" in request.POST:
        revoke_report_links(classroom)
        messages.success(request, _("No link to a report of this class works any more."))
    elif number.isdecimal() and len(number) < 19:
        revoke_report_link(classroom, int(number))
        messages.success(request, _("The link no longer works."))
    return redirect("reports", slug=slug)


@never_cache
@require_safe
def parent_report(request: Request, token: str) -> HttpResponse:
    """Show the report of a link to whoever has it; one that does not work, for whatever reason, is like none."""
    now = timezone.now()
    link = usable_link(token, now)
    if link is None:
        return _apart(render(request, "classrooms/report_gone.html", status=404))
    asked = request.GET.get("language", "")
    language = asked if asked in dict(settings.LANGUAGES) else link.language
    pupil = link.membership
    made = parent_reports(pupil.classroom, [pupil], usual_period(), language, now)
    with translation.override(language):
        context = {"made": made, "report": made.reports[0], "link": link}
        return _apart(render(request, "classrooms/parent_report.html", context))


def _apart(response: HttpResponse) -> HttpResponse:
    """Keep a page with a secret address out of search engines, and its address from wherever somebody goes next."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    return response


def _page(request: Request, classroom: Classroom, form: ReportForm, **more: Any) -> HttpResponse:
    context = {
        "classroom": classroom,
        "tab": "review",
        "form": form,
        "pupils": pupils_in_order(classroom),
        "ticked": form.asked.getlist("pupil"),
        "site": request.get_host(),
        "is_loopback": is_loopback(request),
        "links": links_of(classroom, timezone.now()),
        **more,
    }
    return render(request, "classrooms/reports.html", context)
