"""The sheet of sums to talk about, as a page to print."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, lesson_or_404
from classrooms.forms.review import ReviewForm
from classrooms.models import Classroom
from classrooms.selectors.talk_sheets import TalkSheet, sheet_of_class, sheet_of_lesson
from ninety.requests import Request


@never_cache
@require_safe
def lesson_sheet(request: Request, slug: str) -> HttpResponse:
    """Show the sheet of a lesson."""
    lesson = lesson_or_404(request, slug)
    return _page(request, lesson.classroom, sheet_of_lesson(lesson), reverse("lesson", args=[slug]), tab="lessons")


@never_cache
@require_safe
def class_sheet(request: Request, slug: str) -> HttpResponse:
    """Show the sheet of a period of a class."""
    classroom = classroom_or_404(request, slug)
    form = ReviewForm(request.GET, classroom)
    sheet = sheet_of_class(classroom, form.filters())
    back = f"{reverse('class_review', args=[slug])}?{form.query()}"
    return _page(request, classroom, sheet, back, tab="review", form=form)


def _page(
    request: Request, classroom: Classroom, sheet: TalkSheet, back: str, *, tab: str, form: ReviewForm | None = None
) -> HttpResponse:
    context = {"classroom": classroom, "tab": tab, "sheet": sheet, "back": back, "form": form}
    return render(request, "classrooms/talk_sheet.html", context)
