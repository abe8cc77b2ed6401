"""What parents read, on paper."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from classrooms.selectors.home_words import activity_for, sum_for_parents
from classrooms.services import add_pupil
from classrooms.services.guests import come_in
from classrooms.services.pupils import remove_pupils
from tests.classrooms.answered import answered
from tests.factories import alice, mallory
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.models import SetAside
from trainer.selectors.matrix import SUMS

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol")


def printed(client, classroom, **asked):
    return client.get(reverse("print_reports", args=[classroom.slug]), asked).text


def paper(text, name):
    """Return the page of one pupil."""
    start = text.rindex("<article", 0, text.index(f"<h2><bdi>{name}</bdi></h2>"))
    return text[start : text.index("</article>", start)].replace("\N{NO-BREAK SPACE}", " ")


def part(text, title):
    """Return what stands below a heading of a page."""
    return text[text.index(f"<h3>{title}") :].split("</section>")[0]


def test_a_report_says_what_goes_well_what_is_being_learned_and_how_much_was_practised(classroom, teacher):
    bob = pupil_of(classroom, "Bob")
    answered(bob, *[58] * 9, 48, change=10)
    answered(bob, *[55] * 3, *[45] * 3, now=timezone.now() - timedelta(days=3))
    page = paper(printed(teacher, classroom), "Bob")
    assert re.findall(r"<li>(.*?) <", part(page, "What goes well")) == ["adding 10, such as 34 + 10"]
    assert "(9 of 10 right)" in part(page, "What goes well")
    assert re.findall(r"<li>(.*?) <", part(page, "What is being learned")) == ["adding across a ten, such as 48 + 7"]
    assert "(3 of 6 right)" in part(page, "What is being learned")
    assert "<p>16 sums on 2 days, in 15 minutes; 12 of them were right at the first try.</p>" in page
    assert "One thing to do at home: A stop at the ten" in page


@pytest.mark.parametrize(
    ("before", "lately", "says"),
    [
        ((10, 20), (19, 20), "In the second half of this time more was right than in the first."),
        ((19, 20), (10, 20), "In the second half of this time less was right than in the first."),
        ((14, 20), (16, 20), "Between the first and the second half of this time there is no clear difference."),
        ((0, 0), (16, 20), ""),
    ],
)
def test_it_says_whether_more_is_right_than_before_and_no_more_than_the_figures(
    classroom, teacher, before, lately, says
):
    bob = pupil_of(classroom, "Bob")
    for (right, sums), ago in ((before, 70), (lately, 1)):
        answered(bob, *[55] * right, *[45] * (sums - right), now=timezone.now() - timedelta(days=ago))
    shown = part(paper(printed(teacher, classroom), "Bob"), "How much was practised")
    [told] = re.findall(r"first try\. ?(.*?)</p>", shown)
    assert told == says


def test_whoever_can_do_all_that_was_practised_is_to_play(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 10)
    page = paper(printed(teacher, classroom), "Bob")
    assert "nothing is open at the moment" in part(page, "What is being learned")
    assert "Play a round together" in page


def test_no_sum_is_broken_over_two_lines(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 6)
    assert "48\N{NO-BREAK SPACE}+\N{NO-BREAK SPACE}7" in printed(teacher, classroom)
    assert not re.search(r"\d [+−] \d", printed(teacher, classroom).split("parent-rules")[0])


def test_below_the_minimum_a_report_is_silent_and_kind(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[45] * 4)
    text = printed(teacher, classroom)
    for name in ("Bob", "Carol"):
        page = paper(text, name)
        assert "There is too little to tell yet." in page
        assert "What goes well" not in page
        assert "Play a round together" in page
    assert "<p>4 sums on 1 day, in 4 minutes.</p>" in paper(text, "Bob")
    assert "How much was practised" not in paper(text, "Carol")


def test_a_report_compares_with_nobody_and_has_no_times(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 10)
    answered(pupil_of(classroom, "Carol"), *[45] * 10)
    before = paper(printed(teacher, classroom), "Bob")
    assert not re.search(r"\d s\b|second|quick|fast|Carol", before)
    answered(pupil_of(classroom, "Carol"), *[55] * 50)
    assert paper(printed(teacher, classroom), "Bob") == before


def test_what_was_set_aside_counts_nowhere(classroom, teacher):
    made = answered(pupil_of(classroom, "Bob"), *[55] * 5, 45)
    assert "(5 of 6 right)" in printed(teacher, classroom)
    SetAside.objects.create(answer=made[-1])
    assert "(5 of 5 right)" in printed(teacher, classroom)


def test_the_period_is_chosen(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 6, now=timezone.now() - timedelta(days=200))
    assert "There is too little to tell yet." in paper(printed(teacher, classroom), "Bob")
    assert "(6 of 6 right)" in paper(printed(teacher, classroom, period="year"), "Bob")
    usual = paper(printed(teacher, classroom), "Bob")
    assert paper(printed(teacher, classroom, period="for ever"), "Bob") == usual


def test_reports_are_in_the_language_of_the_class_or_another(teacher):
    classroom = classroom_of(alice(), "Bob", name="Groep 5", language="nl")
    answered(pupil_of(classroom, "Bob"), *[55] * 6)
    assert "Wat goed gaat" in paper(printed(teacher, classroom), "Bob")
    spanish = paper(printed(teacher, classroom, language="es"), "Bob")
    assert 'lang="es"' in spanish
    assert "Lo que va bien" in spanish
    assert "Wat goed gaat" in paper(printed(teacher, classroom, language="xx"), "Bob")


def test_the_rules_are_those_of_the_class_for_a_real_pack_of_cards(classroom, teacher):
    classroom.settings = {"rules": {"preset": "ninety-nine"}}
    classroom.save()
    page = paper(printed(teacher, classroom), "Bob")
    assert "with a pack of cards: Ninety-Nine" in page
    assert "Sets the total to 99" in page
    assert "Show them, so that everybody can check." in page
    assert "Press" not in page


def test_all_of_a_class_or_those_ticked_are_printed_and_nobody_else(classroom, teacher):
    come_in_open(classroom)
    gone = add_pupil(classroom, "Dan")
    remove_pupils([gone], timezone.now())
    assert names(printed(teacher, classroom)) == ["Bob", "Carol"]
    assert names(printed(teacher, classroom, pupil=member_of(classroom, "Carol").pk)) == ["Carol"]
    other = classroom_of(mallory(), "Zoe", name="other")
    for nobody in (gone.pk, member_of(other, "Zoe").pk, "x", "9" * 30):
        assert names(printed(teacher, classroom, pupil=nobody)) == []
    assert "There is no pupil to report on." in printed(teacher, classroom, pupil="x")


def come_in_open(classroom):
    classroom.guests = True
    classroom.save()
    come_in(classroom, "Fox")


def names(text):
    return re.findall(r"<h2><bdi>(.*?)</bdi></h2>", text)


def test_reports_are_offered_from_the_review_and_from_a_pupils_page(classroom, teacher):
    offered = reverse("reports", args=[classroom.slug])
    assert offered in teacher.get(reverse("class_review", args=[classroom.slug])).text
    bob = member_of(classroom, "Bob").pk
    assert f"{offered}?pupil={bob}" in teacher.get(reverse("pupil", args=[classroom.slug, bob])).text
    assert f"{offered}?pupil={bob}" in teacher.get(reverse("pupil_review", args=[classroom.slug, bob])).text
    page = teacher.get(offered, {"pupil": bob}).text
    assert re.findall(r'value="(\d+)" checked', page) == [str(bob)]


def test_a_class_without_pupils_says_what_will_be_here(teacher):
    classroom = classroom_of(alice(), name="empty")
    assert "Once pupils are in the class" in teacher.get(reverse("reports", args=[classroom.slug])).text


def test_every_sort_of_sum_has_plain_words_and_something_to_do_in_every_language():
    for language in ("en", "es", "pt", "nl"):
        with translation.override(language):
            assert len({sum_for_parents(skill) for skill in SUMS}) == len(SUMS) == 12
            for skill in (None, *SUMS):
                activity = activity_for(skill)
                assert activity.title
                assert activity.says.endswith((".", "?"))
    with translation.override("en"):
        assert len({activity_for(skill).title for skill in (None, *SUMS)}) == 11


def test_all_of_a_class_takes_as_many_queries_as_one(classroom, teacher, django_assert_num_queries):
    bob = member_of(classroom, "Bob").pk
    with django_assert_num_queries(8):
        printed(teacher, classroom, pupil=bob)
    for each in range(38):
        answered(add_pupil(classroom, f"P{each}").user, *[55] * 6)
    with django_assert_num_queries(8):
        assert len(names(printed(teacher, classroom))) == 40
