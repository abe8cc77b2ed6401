"""A lesson for the teacher who gives it: seat the class, start, follow every table, steer, end."""

from collections.abc import Callable
from datetime import timedelta

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from classrooms.access import classroom_or_404, lesson_or_404, open_classroom_or_404, teacher_or_404
from classrooms.forms.assignments import ClassDrillForm
from classrooms.forms.class_match import ClassMatchForm
from classrooms.forms.games import settings_chosen
from classrooms.forms.lessons import (
    DealForm,
    EndForm,
    LessonForms,
    PupilForm,
    SeatAllForm,
    SeatForm,
    ShareForm,
    TablesForm,
)
from classrooms.models import Attendance, Classroom, Lesson, Membership
from classrooms.selectors.assignments import class_drill_of
from classrooms.selectors.class_match import class_match_of
from classrooms.selectors.lesson_reports import lesson_report, matches_of_lesson
from classrooms.selectors.lessons import lesson_page, lessons_of, numbers_of
from classrooms.selectors.review import reviewed
from classrooms.selectors.settings import saved_names_of
from classrooms.selectors.talk_sheets import sheet_of_lesson
from classrooms.services import assignments as class_drills
from classrooms.services import lessons as services
from classrooms.services import seating
from ninety.engine.errors import BadRules
from ninety.requests import Request, layout_of, posted
from ninety.services import TableFull
from trainer.selectors import review_of


@never_cache
@require_safe
def lessons(request: Request, slug: str) -> HttpResponse:
    """List the lessons of a class."""
    return lessons_page(request, classroom_or_404(request, slug))


def lessons_page(
    request: Request, classroom: Classroom, *, class_match_form: ClassMatchForm | None = None, status: int = 200
) -> HttpResponse:
    """Show the lessons of a class, and what a teacher can begin."""
    given = list(lessons_of(classroom))
    context = {
        "classroom": classroom,
        "tab": "lessons",
        "lessons": given,
        "going": any(lesson.ended_at is None and not lesson.for_board for lesson in given),
        "on_board": next((lesson for lesson in given if lesson.ended_at is None and lesson.for_board), None),
        "class_match_form": class_match_form or ClassMatchForm(saved=saved_names_of(teacher_or_404(request))),
    }
    return render(request, "classrooms/lessons.html", context, status=status)


@posted("lessons")
def start_lesson(request: Request, slug: str) -> HttpResponse:
    """Begin a lesson, or go on with the one that has begun."""
    classroom = open_classroom_or_404(request, slug)
    lesson = services.start_lesson(classroom, teacher_or_404(request), timezone.now())
    return redirect("lesson", slug=lesson.slug)


@never_cache
@require_safe
def lesson(request: Request, slug: str) -> HttpResponse:
    """Show a lesson as it goes on, or what became of one that is over."""
    found = lesson_or_404(request, slug)
    if found.ended_at is not None:
        sheet = sheet_of_lesson(found)
        context = {"classroom": found.classroom, "tab": "lessons", "report": lesson_report(found), "sheet": sheet}
        return render(request, "classrooms/lesson_report.html", context)
    return _page(request, found)


@never_cache
@require_safe
def lesson_match(request: Request, slug: str, number: int) -> HttpResponse:
    """Show a match of a lesson that is over, play by play, with the answers of one of its pupils."""
    found = lesson_or_404(request, slug)
    match = next((each for each in matches_of_lesson(found) if each.pk == number and each.ended_at), None)
    if match is None:
        raise Http404
    seats = [seat for seat in match.seats.all() if not seat.is_bot]
    asked = request.GET.get("seat", "")
    seat = next((each for each in seats if str(each.number) == asked), None) if asked else next(iter(seats), None)
    if seat is None:
        raise Http404
    context = {
        "review": review_of(match, seat, is_own=False),
        "others": seats,
        "seat": seat,
        "lesson": found,
        "may_move": not found.classroom.is_archived and reviewed(found.classroom).filter(user=seat.person).exists(),
    }
    return render(request, "classrooms/lesson_match.html", context)


@posted("lesson")
def seat_all(request: Request, slug: str) -> HttpResponse:
    """Seat everybody who waits."""
    found, form = lesson_or_404(request, slug), SeatAllForm(request.POST)

    def act() -> str:
        chosen = form.cleaned_data
        seating.seat_all(found, chosen["size"], seating.Order(chosen["order"]), timezone.now())
        return ""

    return _acted(request, found, form, act)


@posted("lesson")
def clear_seats(request: Request, slug: str) -> HttpResponse:
    """Let everybody stand up where nobody plays."""
    found = lesson_or_404(request, slug)
    return _acted(request, found, None, lambda: seating.clear_seats(found, timezone.now()))


@posted("lesson")
def seat_one(request: Request, slug: str) -> HttpResponse:
    """Seat one pupil by hand."""
    found, form = lesson_or_404(request, slug), SeatForm(request.POST)

    def act() -> None:
        pupil = _attendance_or_404(found, form.cleaned_data["pupil"])
        seating.seat_one(found, pupil, form.cleaned_data["table"], timezone.now())

    return _acted(request, found, form, act)


@posted("lesson")
def share_device(request: Request, slug: str) -> HttpResponse:
    """Seat a pupil who has no device at the table, and on the device, of one who has."""
    found, form = lesson_or_404(request, slug), ShareForm(request.POST)

    def act() -> None:
        member = get_object_or_404(
            Membership.objects.select_related("user"),
            pk=form.cleaned_data["member"],
            classroom=found.classroom_id,
            state=Membership.State.IN,
        )
        lender = _attendance_or_404(found, form.cleaned_data["lender"])
        seating.seat_beside(found, member.user, lender, timezone.now())

    return _acted(request, found, form, act)


@posted("lesson")
def start_tables(request: Request, slug: str) -> HttpResponse:
    """Deal a match at all tables that wait, or at one."""
    found, form = lesson_or_404(request, slug), TablesForm(request.POST)

    def act() -> str:
        refused = seating.start_tables(found, teacher_or_404(request), timezone.now(), form.numbers())
        if not refused:
            return ""
        numbers = ", ".join(str(number) for number, _reason in refused)
        return _("So many cannot play by these rules at table %(numbers)s.") % {"numbers": numbers}

    return _acted(request, found, form, act)


@posted("lesson")
def deal_with(request: Request, slug: str) -> HttpResponse:
    """Choose by which rules the next matches are dealt."""
    found, teacher = lesson_or_404(request, slug), teacher_or_404(request)
    form = DealForm(request.POST, saved=saved_names_of(teacher), numbers=numbers_of(found))

    def act() -> None:
        chosen = settings_chosen(found.classroom, teacher, form.cleaned_data["game"])
        seating.deal_with(found, chosen, timezone.now(), form.numbers())

    return _acted(request, found, form, act)


@posted("lesson")
def start_class_drill(request: Request, slug: str) -> HttpResponse:
    """Begin a drill for everybody who is there."""
    found, form = lesson_or_404(request, slug), ClassDrillForm(request.POST)

    def act() -> None:
        services.open_lobby(found, timezone.now())
        class_drills.start_class_drill(found, teacher_or_404(request), form.options(), timezone.now())

    return _acted(request, found, form, act)


@posted("lesson")
def end_class_drill(request: Request, slug: str) -> HttpResponse:
    """End the drill of everybody; whoever is in the midst of it may finish."""
    found = lesson_or_404(request, slug)

    def act() -> None:
        if (going := class_drill_of(found)) is not None:
            class_drills.close_assignment(going, timezone.now())

    return _acted(request, found, None, act)


@posted("lesson")
def pause_lesson(request: Request, slug: str) -> HttpResponse:
    """Let all tables stand still."""
    found = lesson_or_404(request, slug)
    return _acted(request, found, None, lambda: services.pause_lesson(found, timezone.now()))


@posted("lesson")
def resume_lesson(request: Request, slug: str) -> HttpResponse:
    """Let all tables go on."""
    found = lesson_or_404(request, slug)
    return _acted(request, found, None, lambda: services.resume_lesson(found, timezone.now()))


@posted("lesson")
def close_lesson(request: Request, slug: str) -> HttpResponse:
    """Set when the lesson ends, or that it ends at no set time."""
    found, form = lesson_or_404(request, slug), EndForm(request.POST)

    def act() -> None:
        now, minutes = timezone.now(), form.cleaned_data["minutes"]
        services.close_lesson_by(found, now + timedelta(minutes=minutes) if minutes else None, now)

    return _acted(request, found, form, act)


@posted("lesson")
def end_lesson(request: Request, slug: str) -> HttpResponse:
    """End the lesson after the turns that stand."""
    services.end_lesson(lesson_or_404(request, slug), timezone.now())
    return redirect("lesson", slug=slug)


@posted("lesson")
def send_out(request: Request, slug: str) -> HttpResponse:
    """Send a pupil out of the lesson."""
    return _with_pupil(request, slug, seating.remove_from_lesson)


@posted("lesson")
def let_back(request: Request, slug: str) -> HttpResponse:
    """Let a pupil come back who was sent out."""
    return _with_pupil(request, slug, seating.let_back)


@posted("lesson")
def hold_seat(request: Request, slug: str) -> HttpResponse:
    """Let a bot play for a pupil, who keeps the seat."""
    return _with_pupil(request, slug, seating.let_bot_play)


@posted("lesson")
def give_seat_back(request: Request, slug: str) -> HttpResponse:
    """Give a pupil the seat back that a bot has held."""
    return _with_pupil(request, slug, seating.give_seat_back)


def _attendance_or_404(found: Lesson, pk: int) -> Attendance:
    return get_object_or_404(found.attendances, pk=pk)


def _with_pupil(request: Request, slug: str, change: Callable[..., object]) -> HttpResponse:
    found, form = lesson_or_404(request, slug), PupilForm(request.POST)

    def act() -> None:
        change(found, _attendance_or_404(found, form.cleaned_data["pupil"]), timezone.now())

    return _acted(request, found, form, act)


def _acted(request: Request, found: Lesson, form: forms.Form | None, act: Callable[[], object]) -> HttpResponse:
    """Carry something out, and answer with the lesson as it is then, or with what stands against it."""
    if form is not None and not form.is_valid():
        return _page(
            request, found, notice=_("That did not fit the lesson as it stands now."), refused=form, status=422
        )
    try:
        notice = act()
    except seating.LessonOver:
        return redirect("lesson", slug=found.slug)
    except seating.NotThere:
        return _page(request, found, notice=_("That did not fit the lesson as it stands now."), status=409)
    except TableFull:
        return _page(request, found, notice=_("There is no room at that table."), status=409)
    except BadRules:
        return _page(request, found, notice=_("So many cannot play by these rules."), status=409)
    if not request.htmx:
        return redirect("lesson", slug=found.slug)
    found.refresh_from_db()
    return _page(request, found, notice=str(notice or ""))


def _page(
    request: Request, found: Lesson, *, notice: str = "", refused: forms.Form | None = None, status: int = 200
) -> HttpResponse:
    context = {
        "layout": layout_of(request),
        "classroom": found.classroom,
        "tab": "lessons",
        "page": lesson_page(found, timezone.now()),
        "notice": notice,
        "class_match": class_match_of(found),
        "forms": LessonForms(saved_names_of(teacher_or_404(request)), refused),
    }
    return render(request, "classrooms/lesson.html", context, status=status)
