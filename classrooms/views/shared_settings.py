"""Saved settings: anybody who has the link reads their rules, teachers take them over, their owner looks after them."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import teacher_or_404
from classrooms.class_settings import ClassSettings
from classrooms.forms.saving import SettingNameForm, TakeOverForm
from classrooms.models import SavedSetting
from classrooms.permissions import is_teacher
from classrooms.selectors.settings import classrooms_to_set, rule_card
from classrooms.services.settings import SettingNameTaken, change_settings, delete_setting, rename_setting
from classrooms.views.settings import remember
from ninety.access import person_of
from ninety.requests import Request, posted


@never_cache
@require_safe
def shared_setting(request: Request, slug: str) -> HttpResponse:
    """Show the rules of saved settings on a page to print, and what a teacher may do with them."""
    return _page(request, get_object_or_404(SavedSetting, slug=slug))


@posted("shared_setting")
def take_over(request: Request, slug: str) -> HttpResponse:
    """Let a class play by saved settings."""
    saved = get_object_or_404(SavedSetting, slug=slug)
    taking = TakeOverForm(classrooms_to_set(teacher_or_404(request)), request.POST)
    if not taking.is_valid():
        return _page(request, saved, taking=taking, status=422)
    classroom = taking.cleaned_data["classroom"]
    remember(request, classroom)
    change_settings(classroom, ClassSettings.from_json(saved.settings))
    messages.success(request, _("The next match of this class is dealt with these settings."))
    return redirect("class_settings", slug=classroom.slug)


@posted("shared_setting")
def rename_saved(request: Request, slug: str) -> HttpResponse:
    """Give saved settings another name."""
    saved, naming = _own_or_404(request, slug), SettingNameForm(request.POST)
    if naming.is_valid():
        try:
            rename_setting(saved, naming.cleaned_data["name"])
        except SettingNameTaken:
            naming.add_error("name", _("You have saved other settings under this name."))
        else:
            return redirect("shared_setting", slug=slug)
    return _page(request, saved, naming=naming, status=422)


@posted("shared_setting")
def delete_saved(request: Request, slug: str) -> HttpResponse:
    """Forget saved settings."""
    delete_setting(_own_or_404(request, slug))
    messages.success(request, _("Deleted. Classes that have taken these settings over keep them."))
    classroom = classrooms_to_set(teacher_or_404(request)).first()
    return redirect("class_settings", slug=classroom.slug) if classroom else redirect("front")


def _own_or_404(request: Request, slug: str) -> SavedSetting:
    return get_object_or_404(SavedSetting, slug=slug, owner=teacher_or_404(request))


def _page(
    request: Request,
    saved: SavedSetting,
    *,
    taking: TakeOverForm | None = None,
    naming: SettingNameForm | None = None,
    status: int = 200,
) -> HttpResponse:
    person = person_of(request)
    teacher = person if person is not None and is_teacher(person) else None
    settings = ClassSettings.from_json(saved.settings)
    context = {
        "saved": saved,
        "card": rule_card(settings, get_language() or "en"),
        "teacher": teacher,
        "is_owner": teacher is not None and saved.owner_id == teacher.pk,
        "taking": taking or (TakeOverForm(classrooms_to_set(teacher)) if teacher else None),
        "naming": naming or SettingNameForm(initial={"name": saved.name}),
        "link": request.build_absolute_uri(request.path),
    }
    return render(request, "classrooms/shared_setting.html", context, status=status)
