"""The sheet of sums to talk about: on a lesson's page, and for any period."""

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from classrooms.models import AssignedDrill, Assignment
from classrooms.services import add_pupil
from classrooms.services.lessons import arrive_at, end_lesson, start_lesson
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.models import Match
from tests.classrooms.answered import answered
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.models import Answer, Drill, SetAside

pytestmark = pytest.mark.django_db
NAMES = ("Bob", "Carol", "Dan")


@pytest.fixture
def classroom():
    return classroom_of(alice(), *NAMES)


@pytest.fixture
def lesson(classroom):
    """Begin a lesson with one match of all."""
    now = timezone.now()
    lesson = start_lesson(classroom, alice(), now)
    for name in NAMES:
        arrive_at(lesson, pupil_of(classroom, name), now)
    seat_all(lesson, 3, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    return lesson


def at_match(person, *said, role="checker", **fields):
    """Log answers of a person at the match of the lesson."""
    made = answered(person, *said, role=role, **fields)
    Answer.objects.filter(pk__in=[each.pk for each in made]).update(match=Match.objects.get())
    return made


def sheet(client, lesson):
    return client.get(reverse("lesson_sheet", args=[lesson.slug]))


def paper(response):
    """Return what is printed for pupils."""
    text = response.text
    return text[text.index("<article") : text.index("</article>")]


def test_a_finished_lesson_opens_on_its_telling_sums(classroom, lesson, teacher):
    for name in ("Bob", "Carol"):
        at_match(pupil_of(classroom, name), 45, 55)
    end_lesson(lesson, timezone.now())
    text = teacher.get(reverse("lesson", args=[lesson.slug])).text
    assert text.index("Sums to talk about") < text.index("Who did what")
    assert "48 + 7 = <span" in text
    assert '<strong class="number">45</strong>' in text
    assert "2 pupils made this mistake at this sum. A mistake of this kind was made by 2 pupils." in text
    assert reverse("lesson_sheet", args=[lesson.slug]) in text


def test_the_page_of_a_lesson_leads_to_all_of_its_mistakes_and_to_no_others(classroom, lesson, teacher):
    at_match(pupil_of(classroom, "Bob"), 45, 55, 54)
    Answer.objects.filter(announced=54).update(skill="to-limit")
    answered(pupil_of(classroom, "Dan"), 45)
    assigned = Assignment.objects.create(classroom=classroom, lesson=lesson, options={})
    carol = pupil_of(classroom, "Carol")
    drill = Drill.objects.create(user=carol, kind="flash", settings={}, seconds=60, deal={}, standing={})
    AssignedDrill.objects.create(assignment=assigned, drill=drill)
    Answer.objects.filter(pk=answered(carol, 45)[0].pk).update(drill=drill)
    end_lesson(lesson, timezone.now())
    text = teacher.get(reverse("lesson", args=[lesson.slug])).text
    [address] = re.findall(r'href="([^"]*)">Look at all 3 mistakes</a>', text)
    answers = teacher.get(html.unescape(address)).text
    assert "3 first tries." in answers
    assert "<bdi>Dan</bdi>" not in answers
    assert f'<a href="{reverse("lesson", args=[lesson.slug])}">Back to the lesson</a>' in answers
    other = start_lesson(classroom_of(mallory(), name="5a"), mallory(), timezone.now())
    foreign = reverse("class_answers", args=[classroom.slug])
    assert teacher.get(foreign, {"lesson": other.slug}).status_code == 404


def test_the_sheet_asks_and_leaves_room_and_gives_neither_the_total_nor_a_name(classroom, lesson, teacher):
    for name in ("Bob", "Carol"):
        at_match(pupil_of(classroom, name), 45)
    page = sheet(teacher, lesson)
    shown = paper(page)
    assert "Which ten do you come past on the way up?" in shown
    assert shown.count('class="talk-rule"') == 3
    assert "55" not in shown
    assert "<details" not in shown
    assert not re.search("Bob|Carol|Dan", page.text)
    assert "48 + 7 = 55" in page.text


def test_the_sheet_speaks_as_the_class_does(teacher):
    classroom = classroom_of(alice(), *NAMES, language="nl", name="Groep 5")
    for name in ("Bob", "Carol"):
        answered(pupil_of(classroom, name), 45)
    shown = paper(teacher.get(reverse("class_sheet", args=[classroom.slug])))
    assert 'lang="nl"' in shown
    assert "Langs welk tiental kom je op de weg omhoog?" in shown


def test_only_the_lesson_counts_its_drills_too(classroom, lesson, teacher):
    bob, carol = pupil_of(classroom, "Bob"), pupil_of(classroom, "Carol")
    at_match(bob, 45)
    answered(carol, 45)
    assert "No mistake was made by several" in sheet(teacher, lesson).text
    assigned = Assignment.objects.create(classroom=classroom, lesson=lesson, options={})
    drill = Drill.objects.create(user=carol, kind="flash", settings={}, seconds=60, deal={}, standing={})
    AssignedDrill.objects.create(assignment=assigned, drill=drill)
    Answer.objects.filter(user=carol).update(drill=drill)
    assert "48 + 7" in paper(sheet(teacher, lesson))


def test_slips_second_tries_card_rules_and_what_was_set_aside_are_never_told(classroom, teacher):
    bob, carol = pupil_of(classroom, "Bob"), pupil_of(classroom, "Carol")
    mine, hers = answered(bob, 45), answered(carol, 45)
    address = reverse("class_sheet", args=[classroom.slug])
    assert "48 + 7" in paper(teacher.get(address))
    aside = SetAside.objects.create(answer=mine[0])
    assert "48 + 7" not in paper(teacher.get(address))
    aside.delete()
    for changed in ({"kinds": ["slip"]}, {"try_number": 2}, {"skill": "no-change"}):
        before = {name: getattr(hers[0], name) for name in changed}
        Answer.objects.filter(pk=hers[0].pk).update(**changed)
        assert "48 + 7" not in paper(teacher.get(address))
        Answer.objects.filter(pk=hers[0].pk).update(**before)
    assert "48 + 7" in paper(teacher.get(address))


def test_the_turn_of_one_whom_all_saw_play_alone_is_not_told(classroom, lesson, teacher):
    at_match(pupil_of(classroom, "Bob"), 45, role="player")
    at_match(pupil_of(classroom, "Carol"), 35, role="player", prior=38)
    Match.objects.update(everyone_computes=True)
    assert "48 + 7" in paper(sheet(teacher, lesson))
    Match.objects.update(everyone_computes=False)
    assert "No mistake was made by several" in sheet(teacher, lesson).text
    at_match(pupil_of(classroom, "Dan"), 45)
    assert "48 + 7" in paper(sheet(teacher, lesson))


def test_without_anything_to_talk_about_the_page_is_kind(classroom, lesson, teacher):
    assert "No sums yet." in paper(sheet(teacher, lesson))
    at_match(pupil_of(classroom, "Bob"), 55)
    assert "Every sum was right at the first try." in paper(sheet(teacher, lesson))
    at_match(pupil_of(classroom, "Carol"), 45)
    assert "No mistake was made by several" in paper(sheet(teacher, lesson))
    end_lesson(lesson, timezone.now())
    assert "No mistake was made by several" in teacher.get(reverse("lesson", args=[lesson.slug])).text


def test_any_period_has_a_sheet_that_says_which(classroom, teacher):
    for name in ("Bob", "Carol"):
        answered(pupil_of(classroom, name), 45, now=timezone.now() - timedelta(days=40))
    address = reverse("class_sheet", args=[classroom.slug])
    assert "48 + 7" not in teacher.get(address, {"period": "today"}).text
    assert "48 + 7" in paper(teacher.get(address, {"period": "term"}))
    assert "48 + 7" in paper(teacher.get(address, {"until": "2100-01-01"}))
    assert "up to Jan. 1, 2100" in paper(teacher.get(address, {"until": "2100-01-01"}))
    assert "from Jan. 1, 2020 on" in paper(teacher.get(address, {"since": "2020-01-01"}))
    assert "Jan. 1, 2020 to Jan. 2, 2020" in paper(teacher.get(address, {"since": "2020-01-01", "until": "2020-01-02"}))
    assert address in teacher.get(reverse("class_review", args=[classroom.slug])).text


def test_sheets_are_for_those_who_teach_the_class(classroom, lesson):
    for person in (mallory(), pupil_of(classroom, "Bob")):
        client = signed_in(person)
        assert sheet(client, lesson).status_code == 404
        assert client.get(reverse("class_sheet", args=[classroom.slug])).status_code == 404


def test_a_sheet_takes_as_many_queries_for_many_pupils_as_for_few(classroom, teacher, django_assert_num_queries):
    address = reverse("class_sheet", args=[classroom.slug])
    for name in ("Bob", "Carol"):
        answered(pupil_of(classroom, name), 45)
    with django_assert_num_queries(7):
        teacher.get(address)
    for number in range(20):
        answered(add_pupil(classroom, f"P{number}").user, *[55, 45] * 6)
    with django_assert_num_queries(7):
        teacher.get(address)
