"""The settings of a class: choosing them, seeing their rules in words, keeping them under a name."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from classrooms.access import classroom_or_404, open_classroom_or_404, teacher_or_404
from classrooms.class_settings import ClassSettings
from classrooms.forms.saving import SettingNameForm
from classrooms.forms.settings import ClassSettingsForm
from classrooms.models import Classroom
from classrooms.selectors.settings import rule_card, saved_settings_of, settings_of
from classrooms.services.settings import SettingNameTaken, change_settings, save_setting
from ninety.estimates import minutes_of
from ninety.forms import StartingPointForm
from ninety.requests import Request, posted
from ninety.starting_points import STARTING_POINTS

BEFORE = "settings_before"
"""Where a session keeps what a class played by before the last change: its slug, and the settings."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def class_settings(request: Request, slug: str) -> HttpResponse:
    """Show what a class plays by, and change it."""
    if request.method != "POST":
        return _page(request, classroom_or_404(request, slug))
    classroom, form = open_classroom_or_404(request, slug), ClassSettingsForm(request.POST)
    if not form.is_valid():
        return _page(request, classroom, form, status=422)
    return _changed(request, classroom, form.settings())


@posted("class_settings")
def preview_settings(request: Request, slug: str) -> HttpResponse:
    """Say the rules that are being chosen in words; without a script, on the whole page."""
    classroom, form = classroom_or_404(request, slug), ClassSettingsForm(request.POST)
    if not request.htmx:
        return _page(request, classroom, form)
    chosen = form.settings() if form.is_valid() else None
    return render(request, "classrooms/settings.html#preview", _preview(classroom, form, chosen))


@posted("class_settings")
def start_settings(request: Request, slug: str) -> HttpResponse:
    """Let a class play by a starting point."""
    classroom, chosen = open_classroom_or_404(request, slug), StartingPointForm(request.POST)
    if not chosen.is_valid():
        return _page(request, classroom, notice=_("Please choose one of these."), status=422)
    point = STARTING_POINTS[chosen.cleaned_data["starting_point"]]
    return _changed(request, classroom, settings_of(classroom).starting_from(point))


@posted("class_settings")
def undo_settings(request: Request, slug: str) -> HttpResponse:
    """Let a class play as it did before this teacher's last change."""
    classroom = open_classroom_or_404(request, slug)
    before = _before(request, classroom)
    if before is None:
        return _page(request, classroom, notice=_("There is nothing to undo."), status=409)
    return _changed(request, classroom, before)


@posted("class_settings")
def save_settings(request: Request, slug: str) -> HttpResponse:
    """Keep what a class plays by under a name."""
    classroom, naming = classroom_or_404(request, slug), SettingNameForm(request.POST)
    if naming.is_valid():
        try:
            save_setting(teacher_or_404(request), naming.cleaned_data["name"], settings_of(classroom))
        except SettingNameTaken:
            naming.add_error("name", _("You have saved other settings under this name."))
        else:
            messages.success(request, _("Saved. You can use these settings in any of your classes."))
            return redirect("class_settings", slug=slug)
    return _page(request, classroom, naming=naming, status=422)


@never_cache
@require_safe
def class_rule_card(request: Request, slug: str) -> HttpResponse:
    """Show the rules that a class plays by on a page to print, in the language of the class."""
    classroom = classroom_or_404(request, slug)
    card = rule_card(settings_of(classroom), classroom.language)
    return render(request, "classrooms/rule_card.html", {"classroom": classroom, "card": card, "tab": "settings"})


def remember(request: Request, classroom: Classroom) -> None:
    """Keep what a class plays by until now, for an undo."""
    request.session[BEFORE] = [classroom.slug, classroom.settings]


def _before(request: Request, classroom: Classroom) -> ClassSettings | None:
    slug, kept = request.session.get(BEFORE, ("", None))
    return ClassSettings.from_json(kept) if slug == classroom.slug else None


def _changed(request: Request, classroom: Classroom, settings: ClassSettings) -> HttpResponse:
    remember(request, classroom)
    change_settings(classroom, settings)
    messages.success(request, _("The next match of this class is dealt with these settings."))
    return redirect("class_settings", slug=classroom.slug)


def _page(
    request: Request,
    classroom: Classroom,
    form: ClassSettingsForm | None = None,
    *,
    naming: SettingNameForm | None = None,
    notice: str = "",
    status: int = 200,
) -> HttpResponse:
    settings = settings_of(classroom)
    chosen: ClassSettings | None = settings
    if form is None:
        form = ClassSettingsForm(initial=ClassSettingsForm.initial_of(settings))
    else:
        chosen = form.settings() if form.is_valid() else None
    context = {
        "tab": "settings",
        "notice": notice,
        "naming": naming or SettingNameForm(),
        "saved": saved_settings_of(teacher_or_404(request)),
        "may_undo": _before(request, classroom) is not None and not classroom.is_archived,
        "starting_points": [_starting_point(code, settings) for code in STARTING_POINTS],
        **_preview(classroom, form, chosen),
    }
    return render(request, "classrooms/settings.html", context, status=status)


def _preview(classroom: Classroom, form: ClassSettingsForm, chosen: ClassSettings | None) -> dict[str, Any]:
    """Return the form and what it says in words; nothing of that while it cannot be played."""
    return {
        "classroom": classroom,
        "form": form,
        "card": rule_card(chosen, classroom.language) if chosen else None,
        "minutes": _minutes(chosen) if chosen else None,
    }


def _minutes(settings: ClassSettings) -> int:
    """Return how long a match takes at a table where people have all seats."""
    return minutes_of(settings.table_settings(settings.seats), settings.seats)


def _starting_point(code: str, settings: ClassSettings) -> dict[str, Any]:
    point = STARTING_POINTS[code]
    minutes = _minutes(settings.starting_from(point))
    is_chosen = settings == settings.starting_from(point)
    return {"code": code, "name": point.name, "says": point.says, "minutes": minutes, "is_chosen": is_chosen}
