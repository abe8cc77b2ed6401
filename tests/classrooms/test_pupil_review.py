"""One pupil as a teacher reviews them."""

import re
from datetime import date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from classrooms.models import Classroom
from classrooms.periods import RECENT_DAYS
from classrooms.selectors.pupil_page import weeks_of
from classrooms.services import add_pupil
from classrooms.services.assignments import begin_drill, set_drill
from classrooms.services.ending import take_names
from classrooms.services.guests import come_in
from classrooms.services.pupils import move_pupil, remove_pupils
from ninety.models import User
from tests.classrooms.answered import answered
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.drills import Options
from trainer.figures import Period
from trainer.models import Drill, SetAside
from trainer.selectors import progress

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol", "Dan")


def page(client, classroom, name="Bob", **query):
    return client.get(reverse("pupil_review", args=[classroom.slug, member_of(classroom, name).pk]), query)


def first(pattern, text):
    return re.findall(pattern, text, re.S)[0]


def section(text, title):
    """Return the part of a page whose heading has an id."""
    return first(rf'<section[^>]*aria-labelledby="{title}-title".*?</section>', text)


def row(text, head):
    """Return the cells of the row of a table with a head, as text."""
    found = first(rf'<th scope="row">{re.escape(head)}</th>(.*?)</tr>', text)
    return [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?</td>", found, re.S)]


def test_the_window_of_tendencies_is_a_period_to_choose():
    assert RECENT_DAYS == progress.RECENT_DAYS


def test_figures_are_those_of_the_matrix_beside_the_rest_of_the_class(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 55, 55, 55, 45, None, 55)
    answered(pupil_of(classroom, "Carol"), *[55] * 4)
    answered(pupil_of(classroom, "Dan"), *[55] * 2, 45, 45)
    figures = section(page(teacher, classroom).text, "figures")
    assert row(figures, "all sums") == ["80 %", "5", "2.2 s", "1", "75 %"]
    assert row(figures, "to and over a ten") == ["80 %", "5", "2.2 s", "1", "75 %"]
    assert row(figures, "taking away") == ["–", "0", "", "", ""]
    assert row(section(page(teacher, classroom, "Carol").text, "figures"), "all sums") == [
        *("too little", "4", "", "", "67 %")
    ]


@pytest.mark.parametrize(
    ("before", "lately", "says"),
    [
        ((10, 20), (19, 20), "Better than before. Since November 2, 95 % were right at the first try "
         "(interval: 76 % to 99 %), in the weeks before 50 % (30 % to 70 %)."),
        ((19, 20), (10, 20), "Less is right than before. Since November 2, 50 %"),
        ((14, 20), (16, 20), "No clear change. Since November 2, 80 %"),
        ((0, 0), (16, 20), "Too little to tell whether it gets better."),
    ],
)  # fmt: skip
def test_the_trend_is_said_in_words_that_go_no_further_than_its_figures(classroom, teacher, before, lately, says):
    bob, now = pupil_of(classroom, "Bob"), timezone.now()
    for (right, sums), ago in ((before, 40), (lately, 1)):
        answered(bob, *[55] * right, *[45] * (sums - right), now=now - timedelta(days=ago))
    trend = section(page(teacher, classroom).text, "trend").replace("\N{NO-BREAK SPACE}", " ")
    told = says.replace("November 2", date_format(timezone.localdate(now) - timedelta(days=21 + now.weekday()), "F j"))
    assert f"<p>{told}" in trend


def test_a_figure_opens_as_many_answers(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), 55, 55, 55, 45, None, 55)
    text = page(teacher, classroom, role="own").text
    links = re.findall(r'href="([^"]*answers/\?[^"]*)"', section(text, "figures"))
    assert len(links) == 4
    for link in links:
        assert "5 first tries." in teacher.get(link.replace("&amp;", "&")).text
    whole, of_skill = re.findall(r'href="([^"]*answers/\?[^"]*kind=[^"]*)"', section(text, "mistakes"))
    for mistake in (whole, of_skill):
        assert "1 first try." in teacher.get(mistake.replace("&amp;", "&")).text


def test_roles_stand_beside_each_other(classroom, teacher):
    bob = pupil_of(classroom, "Bob")
    answered(bob, *[55] * 5)
    answered(bob, *[45] * 5, role="checker")
    said = re.sub(r"<[^>]+>", "", first(r'<p class="roles">.*?</p>', page(teacher, classroom).text))
    assert " ".join(said.split()) == "on their own: 100 % of 5 checking: 0 % of 5"


def test_period_role_total_and_sort_narrow_what_is_shown(classroom, teacher):
    bob = pupil_of(classroom, "Bob")
    answered(bob, 45)
    answered(bob, 45, role="checker")
    answered(bob, 57, change=10)
    answered(bob, 45, now=timezone.now() - timedelta(days=100))
    for query, wrong in (
        ({}, 3),
        ({"period": "year"}, 4),
        ({"role": "checking"}, 1),
        ({"group": "tens-elevens"}, 1),
        ({"group": "over-ten"}, 2),
        ({"span": "to-20"}, 0),
        ({"group": "poker"}, 3),
        ({"until": "2001-01-01"}, 0),
    ):
        found = re.search(r"(\d+) first tr", section(page(teacher, classroom, **query).text, "wrong"))
        assert (int(found[1]) if found else 0) == wrong, query


def test_wrong_answers_come_with_their_working_a_page_at_a_time(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[45] * 41)
    shown = section(page(teacher, classroom).text, "wrong")
    assert "41 first tries were wrong" in shown
    assert shown.count("48 + 2 = 50") == 20
    assert shown.count("forgot the ten") == 20
    last = section(page(teacher, classroom, page=3).text, "wrong")
    assert last.count("48 + 2 = 50") == 1
    assert section(page(teacher, classroom, page="x").text, "wrong") == shown


def test_an_answer_set_aside_is_nowhere(classroom, teacher):
    made = answered(pupil_of(classroom, "Bob"), *[55] * 5, 45)
    SetAside.objects.create(answer=made[-1], teacher=alice())
    text = page(teacher, classroom).text
    assert row(section(text, "figures"), "all sums")[:2] == ["100 %", "5"]
    assert "No first try was wrong." in section(text, "wrong")


def test_minutes_stand_beside_the_weeks(classroom, teacher):
    now = timezone.now()
    answered(pupil_of(classroom, "Bob"), *[55] * 10, now=now - timedelta(days=7))
    trend = section(page(teacher, classroom).text, "trend")
    assert "10 minutes of practice in these weeks." in trend
    rows = re.findall(r'<th scope="row">.*?</tr>', trend, re.S)
    assert [re.findall(r">([^<>]+)</td>", each) for each in rows] == [
        *[["0", "–", "0"]] * 6,
        ["10", "100 %", "10"],
        ["0", "–", "0"],
    ]
    assert trend.count("<svg") == 2


def test_a_long_period_is_shown_in_spans_of_four_weeks():
    now = datetime(2026, 11, 30, 12, tzinfo=ZoneInfo("Europe/Madrid"))
    for back, count, each in ((1, 8, 1), (56, 8, 1), (57, 9, 1), (91, 13, 1), (92, 13, 4), (364, 13, 4)):
        weeks, together = weeks_of(Period(now - timedelta(days=back)), now)
        assert (len(weeks.firsts), together) == (count, each)
        assert weeks.end >= now > weeks.begins[-1]
        assert {later - first for first, later in pairwise(weeks.firsts)} == {timedelta(days=7 * each)}
        assert weeks.firsts[-1] == date(2026, 11, 30) - timedelta(days=7 * (each - 1))
    assert weeks_of(Period(), now)[1] == 4


def test_tendencies_come_with_their_sums_in_words_for_a_teacher(classroom, teacher):
    bob = pupil_of(classroom, "Bob")
    for prior in (48, 36, 57, 65, 29, 18):
        answered(bob, prior - 3, prior=prior)
    found = section(page(teacher, classroom).text, "tendencies")
    assert "<h3>forgot the ten</h3>" in found
    assert "It explains 6 of the 6 mistakes where it could happen." in found
    assert found.count(", said ") == 6
    assert "you said" not in found


def test_drills_that_were_set_say_what_became_of_them(classroom, teacher):
    now = timezone.now()
    bob = member_of(classroom, "Bob")
    done = set_drill(classroom, alice(), Options.usual("flash"), target=3, due_on=timezone.localdate(), now=now)
    other = member_of(classroom, "Carol")
    set_drill(classroom, alice(), Options.usual("speed"), due_on=timezone.localdate(), now=now, pupils=[other])
    set_drill(classroom, alice(), Options.usual("practice"), due_on=timezone.localdate(), now=now, pupils=[bob])
    begin_drill(done, bob.user, None, now)
    Drill.objects.update(right=4, sums=5, why="time", ended_at=now)
    drills = section(page(teacher, classroom).text, "drills")
    assert re.findall(r'<a href="[^"]*">(.*?)</a>', drills) == ["Practice", "Flash"]
    assert ">done<" in drills
    assert "not begun" in drills
    assert "was set" in drills
    carols = section(page(teacher, classroom, "Carol").text, "drills")
    assert re.findall(r'<a href="[^"]*">(.*?)</a>', carols) == ["Speed 98", "Flash"]


def test_what_was_due_before_somebody_came_is_not_held_against_them(classroom, teacher):
    yesterday = timezone.localdate() - timedelta(days=1)
    set_drill(classroom, alice(), Options.usual("flash"), due_on=yesterday, now=timezone.now() - timedelta(days=9))
    assert "none was set" in section(page(teacher, classroom).text, "drills")


def test_flash_drills_have_a_growth_line(classroom, teacher):
    for place in range(3):
        drill = Drill.objects.create(
            user=pupil_of(classroom, "Bob"), kind="flash", settings=Options.usual("flash").to_json(), seconds=60,
            deal={}, standing={}, sums=20, right=10 + place, why="time",
            started_at=timezone.now() - timedelta(days=9 - place), ended_at=timezone.now(),
        )  # fmt: skip
    drills = section(page(teacher, classroom).text, "drills")
    assert drills.count("<circle") == 3
    assert drill.right == 12


def test_pupils_stand_in_the_order_of_the_class(classroom, teacher):
    middle = page(teacher, classroom, "Carol", period="year", role="own").text
    links = re.findall(r'rel="(\w+)" aria-keyshortcuts="(.*?)" href=".*?/pupils/(\d+)/\?(.*?)"', middle)
    query = "period=year&amp;role=own"
    assert links == [
        ("prev", "Alt+Shift+ArrowLeft", str(member_of(classroom, "Bob").pk), query),
        ("next", "Alt+Shift+ArrowRight", str(member_of(classroom, "Dan").pk), query),
    ]
    assert re.findall(r'rel="(\w+)" aria', page(teacher, classroom, "Bob").text) == ["next"]
    assert re.findall(r'rel="(\w+)" aria', page(teacher, classroom, "Dan").text) == ["prev"]


def test_without_an_answer_there_is_nothing_and_no_fault(classroom, teacher):
    text = page(teacher, classroom).text
    assert "No first try was wrong." in text
    assert "<svg" not in text
    assert "0 minutes of practice" in text


def test_a_guest_has_a_page(classroom, teacher):
    classroom.guests = True
    classroom.save()
    guest = come_in(classroom, "Fox")
    answered(guest.user, *[55] * 5)
    text = page(teacher, classroom, "Fox").text
    assert '<span class="tag is-info">guest</span>' in text
    assert row(section(text, "figures"), "all sums")[0] == "100 %"


def test_who_was_removed_keeps_a_page_and_its_figures_open(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 5)
    remove_pupils([member_of(classroom, "Bob")], timezone.now())
    text = page(teacher, classroom).text
    assert '<span class="tag is-not-yet">removed</span>' in text
    assert 'rel="next"' not in text
    link = first(r'href="([^"]*answers/\?[^"]*)"', section(text, "figures")).replace("&amp;", "&")
    assert "5 first tries." in teacher.get(link).text


def test_who_has_moved_is_with_the_new_class_alone_until_the_old_one_is_archived(classroom, teacher):
    now = timezone.now()
    answered(pupil_of(classroom, "Bob"), 45, now=now - timedelta(hours=3))
    other = classroom_of(alice(), "Eve", name="5a")
    member = member_of(classroom, "Bob")
    move_pupil(member, other, "Bob", now - timedelta(hours=2))
    answered(member.user, 45, 45)
    old = reverse("pupil_review", args=[classroom.slug, member.pk])
    assert teacher.get(old).status_code == 404
    assert "3 first tries were wrong" in page(teacher, other).text
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=now)
    archived = teacher.get(old)
    assert "1 first try was wrong" in archived.text
    assert "1 minute of practice in these weeks." in archived.text
    link = first(r'href="([^"]*answers/\?[^"]*)"', section(archived.text, "mistakes")).replace("&amp;", "&")
    assert "1 first try." in teacher.get(link).text
    matrix = teacher.get(reverse("class_review", args=[classroom.slug]), {"period": "recent"}).text
    assert re.findall(r"(\d+) so far", matrix) == ["1", "1"]
    minutes = teacher.get(reverse("practice_minutes", args=[classroom.slug])).text
    assert re.findall(r"<strong>(\d+)</strong>", minutes) == ["1"]
    assert "Bob" not in teacher.get(reverse("needs_help", args=[classroom.slug])).text


def test_periods_of_an_archived_class_end_with_it(classroom, teacher):
    now = timezone.now()
    answered(pupil_of(classroom, "Bob"), *[55] * 5, now=now - timedelta(days=100))
    Classroom.objects.filter(pk=classroom.pk).update(archived_at=now - timedelta(days=99))
    assert row(section(page(teacher, classroom).text, "figures"), "all sums")[:2] == ["100 %", "5"]
    matrix = teacher.get(reverse("class_review", args=[classroom.slug]), {"period": "recent"}).text
    assert ">of 5" in matrix
    today = teacher.get(reverse("class_review", args=[classroom.slug]), {"period": "today"}).text
    assert ">of 5" not in today


def test_once_the_names_are_gone_pupils_stand_under_their_numbers(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 5)
    take_names(classroom, timezone.now())
    classroom.refresh_from_db()
    matrix = teacher.get(reverse("class_review", args=[classroom.slug])).text
    assert re.findall(r"<bdi>(.*?)</bdi></a>", matrix) == ["Pupil 1", "Pupil 2", "Pupil 3"]
    shown = page(teacher, classroom, pupil_with_answers(classroom).display_name)
    assert row(section(shown.text, "figures"), "all sums")[:2] == ["100 %", "5"]


def pupil_with_answers(classroom):
    return User.objects.filter(memberships__classroom=classroom, answers__isnull=False).distinct().get()


def test_it_is_nobody_elses(classroom):
    other = classroom_of(mallory(), "Zoe", name="other")
    address = reverse("pupil_review", args=[classroom.slug, member_of(classroom, "Bob").pk])
    for person in (mallory(), pupil_of(classroom, "Bob")):
        client = signed_in(person)
        assert client.get(address).status_code == 404
    mine = signed_in(alice())
    assert mine.get(reverse("pupil_review", args=[classroom.slug, member_of(other, "Zoe").pk])).status_code == 404
    assert mine.get(reverse("pupil_review", args=[other.slug, member_of(other, "Zoe").pk])).status_code == 404


def test_no_name_is_in_the_title_or_an_address(classroom, teacher):
    text = page(teacher, classroom, "Carol").text
    assert "<title>A pupil’s answers – Ninety</title>" in text
    assert not [link for link in re.findall(r'(?:href|action)="([^"]*)"', text) if "Carol" in link or "Bob" in link]


@pytest.mark.parametrize("language", ["es", "pt", "nl"])
def test_numbers_in_the_picture_are_plain_in_every_language(classroom, teacher, language):
    answered(pupil_of(classroom, "Bob"), *[55] * 6)
    teacher.cookies["ninety_language"] = language
    trend = section(page(teacher, classroom, period="year").text, "trend")
    assert 'viewBox="-4 0 576 144"' in trend
    assert not re.findall(r' (?:x|y|width|height|d)="[^"]*,', trend)


def test_as_many_queries_for_many_answers_and_pupils_as_for_few(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 5, 45)
    set_drill(classroom, alice(), Options.usual("flash"), due_on=timezone.localdate(), now=timezone.now())
    page(teacher, classroom)
    with CaptureQueriesContext(connection) as few:
        page(teacher, classroom)
    for each in range(37):
        answered(add_pupil(classroom, f"P{each}").user, *[55] * 6)
    for prior in (36, 57, 65, 29, 18, 28):
        answered(pupil_of(classroom, "Bob"), *[prior - 3] * 5, prior=prior)
    for kind in ("flash", "speed"):
        set_drill(classroom, alice(), Options.usual(kind), due_on=timezone.localdate(), now=timezone.now())
    with CaptureQueriesContext(connection) as many:
        page(teacher, classroom)
    assert len(few) == len(many)
    assert len(many) <= 30, len(many)
