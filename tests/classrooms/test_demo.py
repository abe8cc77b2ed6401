"""The demo: a database with something to look at, all of it really played."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from random import Random
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from classrooms.demonstration import make_school, may_make_school, steps_left
from classrooms.demonstration.company import STAYS, Company
from classrooms.demonstration.plan import CLASSES, WEEKS, Kind, Step, last_day, steps, weeks_of
from classrooms.demonstration.story import Chapter
from classrooms.models import AssignedDrill, Assignment, Attendance, Classroom, DemoSchool, Lesson, Membership
from classrooms.selectors.demo import forget_what_is_known, is_demo
from classrooms.services.assignments import start_class_drill
from classrooms.services.erasing import erase_person
from classrooms.services.lessons import end_lesson, pause_lesson, start_lesson
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.engine.record import Record, replay
from ninety.models import Match, User
from ninety.selectors import record_of, state_of
from tests.factories import alice
from tests.factories.classes import classroom_of
from trainer.drills import Options
from trainer.models import Answer, Drill, SetAside

pytestmark = pytest.mark.django_db

MONDAY = datetime(2026, 11, 30, 14, 0, tzinfo=UTC)
SMALL = ("--weeks", "2", "--pupils", "4")
EXHIBITED = "Bots have played 4 matches to look at.\n"
MADRID = ZoneInfo("Europe/Madrid")


def prepare(*options: str) -> str:
    printed = StringIO()
    call_command("demo", "--no-server", *options, stdout=printed)
    return printed.getvalue()


def password() -> str:
    return DemoSchool.objects.get().password


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever is made meanwhile."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def told() -> list[object]:
    """Return all that was said and done, by whom, when, and with what."""
    answers = Answer.objects.order_by("pk").values_list(
        *("user__display_name", "role", "try_number", "prior", "card", "choice", "announced", "kinds"),
        *("choosing_ms", "computing_ms", "answered_at"),
    )
    drills = Drill.objects.order_by("pk").values_list("user__display_name", "kind", "sums", "right", "ended_at", "deal")
    return [list(answers), list(drills), list(Lesson.objects.order_by("pk").values_list("started_at", "ended_at"))]


def test_the_demo_shows_matches_and_classes_that_were_really_played() -> None:
    lines = prepare(*SMALL).splitlines(keepends=True)
    assert lines[0] == EXHIBITED
    assert lines[1:] == [
        "Two made-up classes play a term of lessons now. This takes up to a minute, once.\n",
        "  Week 1 of 2 is played.\n",
        "  Week 2 of 2 is played.\n",
        f"This is a demo: its teacher is “demo”, password “{password()}”.\n",
    ]
    for match in Match.objects.all():
        *_steps, (_number, _action, state) = replay(Record.from_json(record_of(match)))
        assert state == state_of(match)
        assert match.ended_at is not None
    assert Match.objects.filter(exhibition=False).count() == 2
    assert Lesson.objects.filter(ended_at=None).count() == Drill.objects.filter(ended_at=None).count() == 0
    printed = StringIO()
    call_command("verify", stdout=printed)
    assert printed.getvalue().startswith("No fault in 6 matches")


def test_a_second_start_keeps_what_is_there() -> None:
    prepare("--weeks", "1", "--pupils", "2")
    before = told()
    assert prepare() == f"This is a demo: its teacher is “demo”, password “{password()}”.\n"
    assert told() == before
    assert (Classroom.objects.count(), DemoSchool.objects.get().weeks, steps_left()) == (2, 1, 0)


def test_whoever_stops_the_making_is_told_that_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as stopped:
        stopped.setattr("classrooms.demonstration.lesson.end_lesson", interrupted)
        assert prepare("--weeks", "1", "--pupils", "2").endswith("Stopped. The next start goes on from here.\n")
    assert steps_left() == len(steps(1)) - 1
    prepare()
    assert steps_left() == 0


def interrupted(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.fixture(scope="class")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), undone():
        list(make_school(2, 4, MONDAY))
        yield
    forget_what_is_known()


@pytest.fixture
def school(made: None, no_demo: None) -> None:
    forget_what_is_known()


@pytest.mark.usefixtures("school")
class TestSchool:
    """A school of two weeks that is made once; what is done in it is taken back."""

    def test_everybody_has_done_something_of_every_sort(self) -> None:
        assert set(Answer.objects.values_list("role", flat=True)) == {"player", "checker", "own", "untimed"}
        assert set(Drill.objects.values_list("why", flat=True)) <= {"time", "done"}
        assert Drill.objects.filter(doubtful=True).count() == Drill.objects.filter(sent_late=True).count() == 0
        assert Attendance.objects.count() > Lesson.objects.count() == 4
        assert Answer.objects.filter(right=False).count() > 10
        assert SetAside.objects.count() == 2
        assert {str(each) for each in Classroom.objects.get(name="Demo class 3a").co_teachers.all()} == {
            "Demo colleague"
        }
        due = Assignment.objects.filter(due_on__gt=date(2026, 11, 30))
        assert due.count() == 2
        assert AssignedDrill.objects.filter(assignment__in=due).count() < 8

    def test_all_lies_in_the_past_and_on_days_of_school(self) -> None:
        assert Answer.objects.filter(answered_at__gte=MONDAY).count() == 0
        assert Lesson.objects.filter(ended_at__lt=MONDAY).count() == 4
        assert {lesson.started_at.date() for lesson in Lesson.objects.all()} == {date(2026, 11, 23), date(2026, 11, 30)}
        assert Membership.objects.filter(joined_at__gte=Lesson.objects.earliest("started_at").started_at).count() == 0

    def test_one_click_leads_into_the_demo_as_its_teacher(self) -> None:
        visitor = Client()
        assert ways_in(visitor) == ["Look round as the demo teacher", "Look round as a demo pupil"]
        assert visitor.post("/demo/teacher/")["Location"] == "/classes/"
        for name in ("Demo class 3a", "Demogroep 6b"):
            slug = Classroom.objects.get(name=name).slug
            page = visitor.get(f"/classes/{slug}/review/?period=year").content.decode()
            assert len(re.findall(r"\bof \d+\b|\b\d+ so far\b", page)) >= 12
            assert 'demo-mark">Demo</span>' in page
        assert ways_in(visitor) == ["Look round as a demo pupil"]

    def test_one_click_leads_into_the_demo_as_a_pupil_in_the_language_of_the_device(self) -> None:
        visitor = Client(headers={"Accept-Language": "es"})
        assert visitor.post("/demo/pupil/")["Location"] == "/home/"
        page = visitor.get("/home/").content.decode()
        assert ('<html lang="es"' in page, "Mia" in page) == (True, True)
        assert ways_in(visitor) == ["Entrar como docente de la demo"]

    def test_a_pupil_who_is_gone_is_nobody_to_look_round_as(self) -> None:
        User.objects.filter(display_name="Mia").update(is_active=False)
        assert Client().post("/demo/pupil/").status_code == 404
        erase_person(User.objects.get(display_name="Mia"))
        assert Client().post("/demo/pupil/").status_code == 404

    def test_the_page_to_sign_in_says_the_password_and_it_works(self) -> None:
        visitor = Client()
        assert f"<strong>{password()}</strong>" in visitor.get("/account/login/").content.decode()
        answered = visitor.post("/account/login/", {"login": "demo", "password": password()})
        assert answered["Location"] == "/classes/"

    def test_the_pupil_to_look_round_as_is_no_company_and_a_pause_is_kept(self) -> None:
        lesson = start_lesson(Classroom.objects.get(name="Demo class 3a"), demo_teacher(), MONDAY)
        company = Company(Random(1))
        now = passes(company, MONDAY, 25)
        assert names(lesson) == {"Ava", "Ben", "Chloe"}
        seat_all(lesson, 4, Order.RANDOM, now)
        start_tables(lesson, demo_teacher(), now)
        pause_lesson(lesson, now)
        assert sum(company.attend(now + timedelta(seconds=each)) for each in range(60)) == 0


def test_it_is_the_same_each_time_and_when_it_was_cut_short() -> None:
    with undone():
        list(make_school(2, 2, MONDAY))
        whole = told()
    with undone():
        making = make_school(2, 2, MONDAY)
        for _step in range(4):
            next(making)
        making.close()
        assert steps_left() == len(steps(2)) - 4
        # The next start is days later, and asks for something else.
        list(make_school(12, 12, MONDAY + timedelta(days=3)))
        assert steps_left() == 0
        assert told() == whole


def test_a_step_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    making = make_school(1, 2, MONDAY)
    next(making)
    before = told()
    monkeypatch.setattr("classrooms.demonstration.lesson.end_lesson", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        next(making)
    assert (told(), DemoSchool.objects.get().steps_done) == (before, 1)


@pytest.mark.parametrize(
    ("now", "day"),
    [
        ("2026-11-30T08:55+00:00", "2026-11-30"),
        ("2026-11-30T08:54+01:00", "2026-11-27"),
        ("2026-12-01T00:10+01:00", "2026-11-30"),
        ("2026-12-05T14:00+01:00", "2026-12-04"),
        ("2026-12-06T14:00+01:00", "2026-12-04"),
        ("2026-11-30T09:54+01:00", "2026-11-27"),
    ],
)
def test_the_last_lesson_is_today_or_on_the_day_of_school_before(now: str, day: str) -> None:
    assert last_day(datetime.fromisoformat(now), MADRID).isoformat() == day


def test_any_number_of_weeks_has_a_game_from_the_first() -> None:
    for plan in CLASSES:
        assert len(plan.weeks) == WEEKS
        for weeks in range(1, WEEKS + 1):
            told_of = weeks_of(plan, weeks)
            assert (len(told_of), bool(told_of[0].point)) == (weeks, True)


@pytest.mark.parametrize("asked", [("--weeks", "0"), ("--weeks", "13"), ("--pupils", "1"), ("--pupils", "many")])
def test_no_other_size_is_made(asked: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="must be a whole number from"):
        prepare(*asked)


def test_a_database_with_a_teacher_of_its_own_is_left_alone() -> None:
    alice()
    assert prepare() == EXHIBITED + (
        "This database has teachers or classes of its own, so no demo school is made in it.\n"
    )
    forget_what_is_known()
    assert (may_make_school(), is_demo(), Classroom.objects.count()) == (False, False, 0)
    for who in ("teacher", "pupil"):
        assert Client().post(f"/demo/{who}/").status_code == 404
    for address in ("/", "/account/login/"):
        assert "demo" not in Client().get(address).content.decode().lower()


def test_whoever_reads_these_addresses_is_led_to_the_front_page() -> None:
    for who in ("teacher", "pupil"):
        assert Client().get(f"/demo/{who}/")["Location"] == "/"


def test_the_check_before_a_deployment_warns_of_a_demo() -> None:
    assert "ninety.W030" not in deployment_check()
    list(make_school(1, 2, MONDAY))
    assert "(ninety.W030) This database is a demo: anybody may come in as its teacher" in deployment_check()


def deployment_check() -> str:
    said = StringIO()
    try:
        call_command("check", "--deploy", stdout=said, stderr=said)
    except SystemCheckError as errors:
        return said.getvalue() + str(errors)
    return said.getvalue()


def test_pupils_come_to_a_lesson_of_the_demo_and_play_and_drill_as_it_goes() -> None:
    list(make_school(1, 4, MONDAY))
    before, classroom, teacher = Answer.objects.count(), Classroom.objects.get(name="Demogroep 6b"), demo_teacher()
    other = classroom_of(alice(), "Bob")
    now, company = MONDAY, Company(Random(1))
    assert company.attend(now) == 0
    lesson, beside = start_lesson(classroom, teacher, now), start_lesson(other, other.owner, now)
    now = passes(company, now, 25)
    assert names(lesson) == {"Anouk", "Bram", "Daan", "Eva"}
    assert (names(beside), Answer.objects.count()) == (set(), before)
    seat_all(lesson, 4, Order.RANDOM, now)
    start_tables(lesson, teacher, now)
    now = passes(company, now, 90)
    match = Match.objects.get(table__lesson_table__lesson=lesson)
    assert match.steps > 3
    assert {"player", "checker"} == set(match.answers.values_list("role", flat=True))
    assert match.seats.exclude(held="").count() == 0
    played = Answer.objects.count()
    drills = start_class_drill(lesson, teacher, Options.usual("flash"), now)
    now = passes(company, now, 130)
    assert [drill.drill.why for drill in drills.drills.all()] == ["time"] * 4
    assert Answer.objects.filter(drill__assigned__assignment=drills).count() > 20
    assert Drill.objects.filter(doubtful=True).count() == Drill.objects.filter(sent_late=True).count() == 0
    assert Answer.objects.exclude(drill__assigned__assignment=drills).count() == played
    end_lesson(lesson, now)
    passes(company, now, 30)
    assert Match.objects.filter(ended_at=None).count() == 0
    # After a while they go: nothing is done any more in a lesson that nobody has ended.
    lesson = start_lesson(classroom, teacher, now)
    assert company.attend(lesson.started_at + STAYS) == 0


def ways_in(visitor: Client) -> list[str]:
    """Return the buttons of the front page that lead into the demo."""
    front = visitor.get("/").content.decode()
    return re.findall(r'action="/demo/\w+/">.*?<button[^>]*>([^<]+)</button>', front)


def demo_teacher() -> User:
    return DemoSchool.objects.get().teacher


def names(lesson: Lesson) -> set[str]:
    return set(lesson.attendances.values_list("user__display_name", flat=True))


def passes(company: Company, now: datetime, seconds: int) -> datetime:
    """Let seconds pass, in each of which the company looks once; return what time it is then."""
    for second in range(seconds):
        company.attend(now + timedelta(seconds=second))
    return now + timedelta(seconds=seconds)


def test_who_is_away_for_weeks_does_nothing_then() -> None:
    away = next(character for plan in CLASSES for character in plan.characters if character.away)
    (plan,) = [plan for plan in CLASSES if away in plan.characters]
    school = DemoSchool(weeks=WEEKS, teacher=alice())
    classroom_of(school.teacher, away.name, "Eva", name=plan.name)
    there = {
        week: [
            each.name for _user, each in Chapter(school, Step(Kind.LESSON, week, CLASSES.index(plan)), Random()).pupils
        ]
        for week in (WEEKS - away.away - 1, WEEKS - away.away, WEEKS - 1)
    }
    assert list(there.values()) == [["Eva", away.name], ["Eva"], ["Eva"]]
