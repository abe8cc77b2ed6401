"""Classes: make, change, archive, copy into a new year, delete."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms import services
from classrooms.access import (
    classroom_or_404,
    open_classroom_or_404,
    own_classroom_or_404,
    teacher_or_404,
)
from classrooms.forms import ClassForm, CopyForm, DeletionForm, EndForm
from classrooms.models import Classroom
from classrooms.permissions import is_teacher
from classrooms.requests import is_loopback, posted_to_class
from classrooms.selectors import class_page, classes_of, sign_in_links_for, what_goes
from classrooms.selectors.class_summary import class_summary
from ninety.access import person_of
from ninety.codes import shown, spelt
from ninety.inventory import days_says
from ninety.requests import Request


@never_cache
@require_safe
def classes(request: Request) -> HttpResponse:
    """Show a teacher the classes; whoever has not signed in is led to where that is done."""
    person = person_of(request)
    if person is None or not is_teacher(person):
        return redirect_to_login(request.get_full_path())
    context = {"lists": classes_of(person), "links": sign_in_links_for(person, timezone.now())}
    return render(request, "classrooms/classes.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_classroom(request: Request) -> HttpResponse:
    """Make a class."""
    person = teacher_or_404(request)
    form = ClassForm(request.POST or None, initial={"language": get_language()})
    if form.is_valid():
        made = services.create_once(person, form.cleaned_data["name"], form.cleaned_data["language"])
        return redirect("classroom", slug=made.slug)
    return render(request, "classrooms/new_classroom.html", {"form": form}, status=_status(form))


@never_cache
@require_safe
def classroom(request: Request, slug: str) -> HttpResponse:
    """Show the first page of a class."""
    return show_classroom(request, classroom_or_404(request, slug))


def show_classroom(request: Request, found: Classroom, *, status: int = 200, **more: Any) -> HttpResponse:
    """Answer with the first page of a class, and with what has just been made there."""
    context = {
        "classroom": found,
        "tab": "class",
        "page": class_page(found, teacher_or_404(request), timezone.now()),
        "summary": None if found.is_archived else class_summary(found, timezone.now()),
        "code": shown(found.code),
        "spelt": spelt(found.code),
        "form": ClassForm(initial={"name": found.name, "language": found.language}),
        "end": EndForm(initial={"ends_on": found.ends_on}),
        "site": request.get_host(),
        "is_loopback": is_loopback(request),
        "answers_kept": days_says(settings.KEEP_ANSWERS_DAYS),
    }
    return render(request, "classrooms/classroom.html", context | more, status=status)


@never_cache
@posted_to_class
def change_classroom(request: Request, slug: str) -> HttpResponse:
    """Give a class another name or language."""
    found, form = open_classroom_or_404(request, slug), ClassForm(request.POST)
    if not form.is_valid():
        return show_classroom(request, found, form=form, status=422)
    services.change_classroom(found, form.cleaned_data["name"], form.cleaned_data["language"])
    messages.success(request, _("Saved."))
    return redirect("classroom", slug=slug)


@never_cache
@posted_to_class
def change_end(request: Request, slug: str) -> HttpResponse:
    """Let a class go on until another day."""
    found, form = open_classroom_or_404(request, slug), EndForm(request.POST)
    if not form.is_valid():
        return show_classroom(request, found, end=form, status=422)
    services.change_end(found, form.cleaned_data["ends_on"])
    messages.success(request, _("Saved."))
    return redirect("classroom", slug=slug)


@never_cache
@posted_to_class
def renew_code(request: Request, slug: str) -> HttpResponse:
    """Give a class another code."""
    services.renew_code(open_classroom_or_404(request, slug))
    messages.success(request, _("This is the new code. The one before leads nowhere now."))
    return redirect("classroom", slug=slug)


@never_cache
@posted_to_class
def archive_classroom(request: Request, slug: str) -> HttpResponse:
    """Let a class be read only."""
    services.archive_classroom(own_classroom_or_404(request, slug))
    return redirect("classroom", slug=slug)


@never_cache
@posted_to_class
def restore_classroom(request: Request, slug: str) -> HttpResponse:
    """Let an archived class be changed again."""
    if services.restore_classroom(own_classroom_or_404(request, slug)):
        messages.success(request, _("The class is back."))
    else:
        messages.error(request, _("The names of this class have gone for good, so it stays in the archive."))
    return redirect("classroom", slug=slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def copy_classroom(request: Request, slug: str) -> HttpResponse:
    """Begin a new year: a new class with the same settings, and the pupils who come along."""
    found = own_classroom_or_404(request, slug)
    form = CopyForm(found, request.POST or None)
    if form.is_valid():
        copied = services.copy_classroom(found, form.cleaned_data["name"], form.numbers())
        messages.success(request, _("This is the new class. The old one is among the archived ones."))
        return redirect("classroom", slug=copied.slug)
    context = {"classroom": found, "tab": "class", "form": form}
    return render(request, "classrooms/copy_classroom.html", context, status=_status(form))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete_classroom(request: Request, slug: str) -> HttpResponse:
    """Say what a deletion takes along, and delete the class once its name has been typed."""
    found = own_classroom_or_404(request, slug)
    form = DeletionForm(found, request.POST or None)
    if form.is_valid():
        services.delete_classroom(found)
        messages.success(request, _("The class is deleted."))
        return redirect("classes")
    context = {"classroom": found, "tab": "class", "form": form, "goes": what_goes(found)}
    return render(request, "classrooms/delete_classroom.html", context, status=_status(form))


def _status(form: ClassForm | CopyForm | DeletionForm) -> int:
    return 422 if form.is_bound else 200
