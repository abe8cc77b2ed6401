"""What a class has answered: the matrix, the answers behind its cells, and answers set aside."""

from dataclasses import dataclass

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, open_classroom_or_404, reviewed_or_404, teacher_or_404
from classrooms.forms.review import CellForm, ReviewForm
from classrooms.models import Classroom, Lesson
from classrooms.selectors.export_rows import files_offered
from classrooms.selectors.review import SHOWN, answer_line, answers_behind, aside_of, cell_name, listed, matrix_of
from classrooms.undoing import Undo, offer_undo, undo_offered
from ninety.requests import Request, posted
from trainer.models import Answer
from trainer.services.setting_aside import put_back, set_aside


@never_cache
@require_safe
def class_review(request: Request, slug: str) -> HttpResponse:
    """Show the matrix of a class."""
    classroom = classroom_or_404(request, slug)
    form = ReviewForm(request.GET, classroom)
    filters = form.filters()
    context = {
        "classroom": classroom,
        "tab": "review",
        "part": "figures",
        "form": form,
        "matrix": matrix_of(classroom, filters, group=form.part("group"), sort=form.part("sort")),
        "group": form.part("group"),
        "sort": form.part("sort"),
        "query": form.query(),
        "query_unsorted": form.query(sort=""),
        "query_closed": form.query(group=""),
        "files": files_offered(),
    }
    return render(request, "classrooms/review.html", context)


@never_cache
@require_safe
def class_answers(request: Request, slug: str) -> HttpResponse:
    """Show the very answers behind a cell."""
    classroom = classroom_or_404(request, slug)
    opened = _opened(request, classroom)
    page = Paginator(opened.answers.values_list("pk", flat=True), SHOWN).get_page(request.GET.get("page"))
    context = {
        "classroom": classroom,
        "tab": "review",
        "opened": opened,
        "page": page,
        "lines": [answer_line(answer) for answer in listed(list(page))],
        "undo": undo_offered(request),
    }
    return render(request, "classrooms/answers.html", context)


@never_cache
@require_safe
def aside(request: Request, slug: str) -> HttpResponse:
    """List the answers of a class that were set aside."""
    classroom = classroom_or_404(request, slug)
    page = Paginator(aside_of(classroom).values_list("pk", flat=True), SHOWN).get_page(request.GET.get("page"))
    context = {"classroom": classroom, "tab": "review", "part": "aside", "page": page}
    context["lines"] = [answer_line(answer) for answer in listed(list(page))]
    return render(request, "classrooms/aside.html", context)


@posted("class_answers")
def set_answers_aside(request: Request, slug: str) -> HttpResponse:
    """Set answers aside that were chosen on a page of answers."""
    classroom = open_classroom_or_404(request, slug)
    opened = _opened(request, classroom)
    chosen = _chosen(request, opened.answers)
    count = set_aside(chosen, teacher_or_404(request), timezone.now())
    if count:
        says = ngettext("%(count)s answer is set aside now.", "%(count)s answers are set aside now.", count)
        messages.success(request, says % {"count": number_format(count)})
        address = f"{reverse('put_answers_back', args=[slug])}?{opened.query}"
        offer_undo(request, Undo(address, {"answers": [str(each) for each in chosen]}))
    else:
        messages.warning(request, _("Please tick the answers that were slips of the finger."))
    return redirect(f"{reverse('class_answers', args=[slug])}?{opened.query}")


@posted("aside")
def put_answers_back(request: Request, slug: str) -> HttpResponse:
    """Let answers count again; with a cell in the address, lead back to its answers."""
    classroom = open_classroom_or_404(request, slug)
    count = put_back(_chosen(request, aside_of(classroom)))
    if count:
        says = ngettext("%(count)s answer counts again.", "%(count)s answers count again.", count)
        messages.success(request, says % {"count": number_format(count)})
    else:
        messages.warning(request, _("Please tick the answers that are to count again."))
    if request.GET:
        return redirect(f"{reverse('class_answers', args=[slug])}?{_opened(request, classroom).query}")
    return redirect("aside", slug=slug)


@dataclass(frozen=True)
class _Opened:
    """The answers that an address names: the query that names them, and the one that leads back to the figures.

    `says` is from which days they are.
    """

    answers: QuerySet[Answer]
    title: str
    says: str
    query: str
    back: str
    lesson: Lesson | None


def _opened(request: Request, classroom: Classroom) -> _Opened:
    """Return the answers behind the cell, or of the lesson, that an address names."""
    form = ReviewForm(request.GET, classroom)
    filters, cell = form.filters(), CellForm(request.GET)
    if not cell.is_valid():
        raise Http404
    chosen = cell.cleaned_data
    pupil = reviewed_or_404(classroom, chosen["pupil"]).user if chosen["pupil"] else None
    lesson = get_object_or_404(classroom.lessons, slug=chosen["lesson"]) if chosen["lesson"] else None
    return _Opened(
        answers=answers_behind(classroom, filters, **{**chosen, "lesson": lesson}),
        title=cell_name(pupil, chosen["column"], chosen["kind"], lesson),
        says=form.says,
        query=form.query(**chosen),
        back=form.query(),
        lesson=lesson,
    )


def _chosen(request: Request, offered: QuerySet[Answer]) -> list[int]:
    """Return the answers that were ticked, of those that the page offers."""
    ticked = [int(each) for each in request.POST.getlist("answers") if each.isdecimal() and len(each) < 19]
    return list(offered.filter(pk__in=ticked).values_list("pk", flat=True))
