"""The match of a whole class: begun by a teacher, who sends from the board or another device what the class calls."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from classrooms.access import board_lesson_or_404, open_classroom_or_404, teacher_or_404
from classrooms.forms.class_match import ClassMatchForm, SeenMatchForm
from classrooms.forms.games import settings_chosen
from classrooms.models import Lesson
from classrooms.selectors.class_match import class_match_of
from classrooms.selectors.settings import saved_names_of
from classrooms.services import class_match as services
from classrooms.services.lessons import lesson_for_board
from classrooms.services.seating import LessonOver
from classrooms.views.board import board_page
from classrooms.views.lessons import lessons_page
from ninety.engine.errors import BadRules, CanStillPlay, MustLower, PastTheLimit, Refusal
from ninety.forms import RequestForm
from ninety.models import Match
from ninety.requests import Request, posted
from ninety.selectors import rules_of, state_of
from ninety.services import Stale, Unchanged
from trainer import services as answers
from trainer.forms import PlayForm, TotalForm
from trainer.selectors import why_it_does_not_fit
from trainer.services import SameTotal
from trainer.wording import out_of_date

TYPED_SHOWN = 12


@posted("lessons")
def start_class_match(request: Request, slug: str) -> HttpResponse:
    """Deal a match to the whole class, in the lesson that goes on or a new one, and lead to the board."""
    classroom, teacher = open_classroom_or_404(request, slug), teacher_or_404(request)
    form = ClassMatchForm(request.POST, saved=saved_names_of(teacher))
    if form.is_valid():
        now = timezone.now()
        lesson = lesson_for_board(classroom, teacher, now)
        settings = settings_chosen(classroom, teacher, form.cleaned_data["game"])
        try:
            services.start_class_match(lesson, settings, form.teams(), teacher, now)
        except BadRules:
            form.add_error("game", _("Two cannot play by these rules. Please choose another game."))
        else:
            return redirect("board", slug=lesson.room.slug)
    return lessons_page(request, classroom, class_match_form=form, status=422)


@posted("board")
def lay_for_class(request: Request, slug: str) -> HttpResponse:
    """Lay the card that a team chooses."""
    form = PlayForm(request.POST)

    def act(match: Match, seen: dict[str, Any]) -> bool:
        card, choice = form.cleaned_data["card"], form.cleaned_data["choice"]
        return answers.lay_for_team(match.pk, card, choice, **seen)

    return _sent(request, slug, form, act, unread=_("Choose a card first.") if "card" in form.errors else "")


@posted("board")
def say_for_class(request: Request, slug: str) -> HttpResponse:
    """Take the total that a team calls."""
    form = TotalForm(request.POST)
    unread = " ".join(str(sentence) for sentence in form.errors.get("total", []))
    return _sent(
        request,
        slug,
        form,
        lambda match, seen: answers.say_for_team(match.pk, form.cleaned_data["total"], **seen),
        unread=unread,
        typed=request.POST.get("total", "")[:TYPED_SHOWN],
    )


@posted("board")
def stuck_for_class(request: Request, slug: str) -> HttpResponse:
    """Take a team's word that no card fits, and check it."""
    form = RequestForm(request.POST)
    return _sent(request, slug, form, lambda match, seen: answers.stuck_for_team(match.pk, **seen))


@posted("board")
def agree_for_class(request: Request, slug: str) -> HttpResponse:
    """Take a team's word that the total of the other is right."""
    form = RequestForm(request.POST)
    return _sent(request, slug, form, lambda match, seen: answers.agree_for_team(match.pk, **seen))


@posted("board")
def go_on_for_class(request: Request, slug: str) -> HttpResponse:
    """Put the working away that all have seen."""
    form = RequestForm(request.POST)
    return _sent(request, slug, form, lambda match, seen: answers.go_on_for_team(match.pk, **seen))


@posted("board")
def play_class_match_again(request: Request, slug: str) -> HttpResponse:
    """Deal another match to the same teams."""
    lesson, seen, now = board_lesson_or_404(request, slug), SeenMatchForm(request.POST).slug, timezone.now()
    return _steered(request, lesson, lambda: services.play_class_match_again(lesson, seen, now))


@posted("board")
def end_class_match(request: Request, slug: str) -> HttpResponse:
    """End the match of the class, or put away one that was seen to be over."""
    lesson, seen, now = board_lesson_or_404(request, slug), SeenMatchForm(request.POST).slug, timezone.now()
    act = services.put_class_match_away if "over" in request.POST else services.end_class_match
    return _steered(request, lesson, lambda: act(lesson, seen, now))


def _steered(request: Request, lesson: Lesson, act: Callable[[], None]) -> HttpResponse:
    try:
        act()
    except LessonOver:
        return redirect("board", slug=lesson.room.slug)
    lesson.refresh_from_db()
    return _answer(request, lesson)


def _sent(
    request: Request,
    slug: str,
    form: forms.Form,
    act: Callable[[Match, dict[str, Any]], bool],
    *,
    unread: str = "",
    typed: str = "",
) -> HttpResponse:
    """Carry out what a class has called, and answer with the board as it is then."""
    lesson, now = board_lesson_or_404(request, slug), timezone.now()
    match = class_match_of(lesson)
    if not form.is_valid():
        status = 422 if unread else 409
        return board_page(request, lesson, notice=unread or out_of_date(), typed=typed, status=status)
    if match is None:
        return board_page(request, lesson, notice=out_of_date(), status=409)
    seen = {"version": form.cleaned_data["version"], "key": form.cleaned_data["key"], "now": now}
    try:
        was_in_time = act(match, seen)
    except Stale:
        return board_page(request, lesson, notice=out_of_date(), typed=typed, status=409)
    except SameTotal:
        notice = _("That is the total that was said. Type another one, or agree.")
        return board_page(request, lesson, notice=notice, typed=typed, status=422)
    except Unchanged:
        return _answer(request, lesson)
    except Refusal as refusal:
        return board_page(request, lesson, notice=_why(match, form, refusal), status=422)
    if not was_in_time:
        return board_page(request, lesson, notice=_("The time was up before that."))
    return _answer(request, lesson)


def _answer(request: Request, lesson: Lesson) -> HttpResponse:
    """Answer with the board as it stands."""
    return board_page(request, lesson) if request.htmx else redirect("board", slug=lesson.room.slug)


def _why(played: Match, form: forms.Form, refusal: Refusal) -> str:
    """Say why a card, or being stuck, was refused."""
    match refusal:
        case PastTheLimit() | MustLower():
            total, sent = state_of(played).total, form.cleaned_data
            return why_it_does_not_fit(rules_of(played), total, sent["card"], sent["choice"])
        case CanStillPlay():
            return _("There is a card in your hand that fits. Try them one by one.")
    return _("Choose which value this card is to have.") if refusal.code == "choice-needed" else out_of_date()
