"""What every change of a class has in common."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from classrooms.access import classroom_or_404
from classrooms.models import Classroom
from ninety.requests import Request

type ClassView[**P] = Callable[Concatenate[Request, Classroom, P], HttpResponse]


def in_open_class[**P](view: ClassView[P]) -> Callable[..., HttpResponse]:
    """Give a view the class of its address, which the asking person teaches; an archived one is not changed."""

    @wraps(view)
    def answer(request: Request, /, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        classroom = classroom_or_404(request, slug)
        if classroom.is_archived:
            messages.error(request, _("This class is archived and cannot be changed. Please restore it first."))
            return redirect("roster", slug=slug)
        return view(request, classroom, *args, **kwargs)

    return answer
