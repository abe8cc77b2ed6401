"""Who needs help, with what shows it, a drill that fits, and what is put away."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Assignment, Classroom, Membership, PutAway
from classrooms.periods import period_of
from classrooms.selectors.assignments import to_do
from classrooms.selectors.needs_help import needs_help
from classrooms.services import add_pupil
from classrooms.services.assignments import close_assignment
from classrooms.services.guests import come_in
from classrooms.services.helping import put_away, set_for, show_again
from classrooms.services.pupils import remove_pupils
from tests.classrooms.answered import answered, practised
from tests.factories import UserFactory, alice, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.drills import Options
from trainer.models import Drill, SetAside
from trainer.selectors.matrix import Filters

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

LOST = (48, 36, 57, 65, 29, 18)
"""Totals at which +7 crosses a ten."""


@pytest.fixture
def classroom():
    made = classroom_of(alice(), "Bob", "Carol", "Dan", "Eve")
    Membership.objects.update(joined_at=timezone.now() - timedelta(days=60))
    return made


def loses_tens(person, *priors, now=None):
    for prior in priors:
        answered(person, prior - 3, prior=prior, now=now or timezone.now())


def found(classroom, *, period="recent", now=None, hidden=False):
    """Return the reasons by pupil."""
    now = now or timezone.now()
    filters = Filters(period_of(period, timezone.localdate(now), timezone.get_current_timezone()))
    page = needs_help(classroom, filters, now)
    chosen = page.put_away if hidden else page.pupils
    return {pupil.name: [reason.code for reason in pupil.reasons] for pupil in chosen}


class TestReasons:
    def test_where_all_is_well_nobody_is_named(self, classroom):
        practised(classroom, "Bob", "Carol", "Dan", "Eve")
        assert found(classroom) == {}

    def test_a_tendency(self, classroom):
        practised(classroom, "Bob", "Carol", "Dan", "Eve")
        loses_tens(pupil_of(classroom, "Bob"), *LOST[:4])
        assert found(classroom) == {"Bob": ["tendency-carry-missed"]}

    def test_well_below_the_class(self, classroom):
        practised(classroom, "Carol", "Dan", "Eve")
        answered(pupil_of(classroom, "Bob"), *[55] * 4, 51, 61, 56, 52, 59, 54, 53, 62)
        assert found(classroom) == {"Bob": ["below-over-ten"]}
        (pupil,) = needs_help(classroom, Filters(), timezone.now()).pupils
        (reason,) = pupil.reasons
        assert reason.evidence == "4 of 12 sums right at the first try (33 %); the rest of the class: 100 %."

    def test_below_the_minimum_it_is_silent(self, classroom):
        practised(classroom, "Carol", "Dan", "Eve")
        answered(pupil_of(classroom, "Bob"), 51, 61, 56, 52, 59, 54, 53, 62, 50)
        assert found(classroom) == {}

    def test_no_practice(self, classroom):
        practised(classroom, "Bob", now=timezone.now() - timedelta(days=20))
        practised(classroom, "Carol", "Dan", "Eve")
        assert found(classroom) == {"Bob": ["idle"]}
        assert found(classroom, period="today") == {"Bob": ["idle"]}
        assert found(classroom, now=timezone.now() - timedelta(days=10)) == {}

    def test_in_the_holidays_nobody_is_idle(self, classroom):
        practised(classroom, "Bob", "Carol", "Dan", "Eve", now=timezone.now() - timedelta(days=20))
        practised(classroom, "Carol", "Dan")
        assert found(classroom) == {}

    def test_of_a_large_class_half_must_have_practised(self, classroom):
        for number in range(4):
            add_pupil(classroom, f"P{number}")
        Membership.objects.update(joined_at=timezone.now() - timedelta(days=60))
        practised(classroom, "Carol", "Dan", "Eve")
        assert found(classroom) == {}
        practised(classroom, "P0")
        assert found(classroom) == {"Bob": ["idle"], "P1": ["idle"], "P2": ["idle"], "P3": ["idle"]}

    def test_who_has_just_come_is_not_idle(self, classroom):
        practised(classroom, "Carol", "Dan", "Eve")
        Membership.objects.filter(user__display_name="Bob").update(joined_at=timezone.now() - timedelta(days=13))
        assert found(classroom) == {}

    def test_guests_are_never_idle_and_removed_ones_nowhere(self, classroom):
        practised(classroom, "Carol", "Dan", "Eve")
        loses_tens(pupil_of(classroom, "Bob"), *LOST)
        Classroom.objects.update(guests=True)
        come_in(classroom, "Fox")
        Membership.objects.update(joined_at=timezone.now() - timedelta(days=60))
        remove_pupils([member_of(classroom, "Bob")], timezone.now())
        assert found(classroom) == {}

    def test_answers_set_aside_are_no_evidence(self, classroom):
        practised(classroom, "Bob", "Carol", "Dan", "Eve")
        loses_tens(pupil_of(classroom, "Bob"), *LOST[:3])
        assert found(classroom) == {"Bob": ["tendency-carry-missed"]}
        SetAside.objects.create(answer=pupil_of(classroom, "Bob").answers.filter(right=False)[0])
        assert found(classroom) == {}

    def test_an_empty_class_and_one_pupil_are_no_fault(self):
        empty = classroom_of(alice(), name="empty")
        assert found(empty) == {}
        alone = classroom_of(alice(), "Zoe", name="one")
        loses_tens(pupil_of(alone, "Zoe"), *LOST)
        assert found(alone) == {"Zoe": ["tendency-carry-missed"]}

    def test_who_has_most_reasons_stands_first(self, classroom):
        practised(classroom, "Bob", "Dan", "Eve")
        practised(classroom, "Carol", right=2)
        loses_tens(pupil_of(classroom, "Bob"), *LOST[:4])
        loses_tens(pupil_of(classroom, "Carol"), *LOST * 2)
        assert list(found(classroom).items()) == [
            ("Carol", ["tendency-carry-missed", "below-over-ten"]),
            ("Bob", ["tendency-carry-missed"]),
        ]


class TestPuttingAway:
    def test_a_tendency_comes_again_with_as_many_new_answers_as_it_takes(self, classroom):
        now = timezone.now()
        bob = member_of(classroom, "Bob")
        practised(classroom, "Bob", "Carol", "Dan", "Eve")
        loses_tens(bob.user, *LOST[:4], now=now - timedelta(hours=2))
        put_away(bob, "tendency-carry-missed", alice(), now - timedelta(hours=1))
        assert (found(classroom), found(classroom, hidden=True)) == ({}, {"Bob": ["tendency-carry-missed"]})
        loses_tens(bob.user, 28, 39)
        assert found(classroom) == {}
        loses_tens(bob.user, 47)
        assert found(classroom) == {"Bob": ["tendency-carry-missed"]}

    def test_a_group_comes_again_when_the_new_answers_alone_show_it(self, classroom):
        now, bob = timezone.now(), member_of(classroom, "Bob")
        practised(classroom, "Carol", "Dan", "Eve")
        wrong = (51, 61, 56, 52, 59, 54, 53, 62)
        answered(bob.user, *[55] * 4, *wrong, now=now - timedelta(hours=2))
        put_away(bob, "below-over-ten", alice(), now - timedelta(hours=1))
        assert (found(classroom), found(classroom, hidden=True)) == ({}, {"Bob": ["below-over-ten"]})
        answered(bob.user, *[55] * 6, now=now - timedelta(minutes=30))
        assert found(classroom, hidden=True) == {"Bob": ["below-over-ten"]}
        answered(bob.user, *wrong * 2)
        assert found(classroom) == {"Bob": ["below-over-ten"]}

    def test_no_practice_comes_again_after_two_more_weeks(self, classroom):
        now = timezone.now()
        practised(classroom, "Carol", "Dan", "Eve")
        put_away(member_of(classroom, "Bob"), "idle", alice(), now)
        assert (found(classroom), found(classroom, hidden=True)) == ({}, {"Bob": ["idle"]})
        later = now + timedelta(days=14)
        practised(classroom, "Carol", "Dan", "Eve", now=later)
        assert found(classroom, now=later) == {"Bob": ["idle"]}

    def test_it_is_undone_and_done_again(self, classroom):
        practised(classroom, "Carol", "Dan", "Eve")
        bob = member_of(classroom, "Bob")
        for _ in range(2):
            put_away(bob, "idle", alice(), timezone.now())
        assert PutAway.objects.count() == 1
        show_again(bob, "idle")
        show_again(bob, "idle")
        assert found(classroom) == {"Bob": ["idle"]}

    def test_one_reason_put_away_leaves_the_others(self, classroom):
        practised(classroom, "Carol", "Dan", "Eve")
        bob = member_of(classroom, "Bob")
        loses_tens(bob.user, *LOST * 2)
        put_away(bob, "tendency-carry-missed", alice(), timezone.now())
        assert found(classroom) == {"Bob": ["below-over-ten"]}

    def test_on_the_page_it_says_by_whom_and_is_shown_again(self, classroom, teacher):
        practised(classroom, "Carol", "Dan", "Eve")
        page, bob = reverse("needs_help", args=[classroom.slug]), member_of(classroom, "Bob")
        sent = teacher.post(reverse("put_away", args=[classroom.slug, bob.pk]), {"reason": "idle"})
        assert sent["Location"] == f"{page}?period=recent"
        assert re.search(
            r"<bdi>Bob</bdi>: No practice\s*<span[^>]*>put away on .* by Alice</span>", teacher.get(page).text
        )
        teacher.post(reverse("show_again", args=[classroom.slug, bob.pk]), {"reason": "idle"})
        assert not PutAway.objects.exists()

    @pytest.mark.parametrize("reason", ["", "x", "below-card-rules", "tendency-", "idle' OR 1=1"])
    def test_what_is_no_reason_is_not_put_away(self, classroom, teacher, reason):
        bob = member_of(classroom, "Bob")
        teacher.post(reverse("put_away", args=[classroom.slug, bob.pk]), {"reason": reason})
        assert not PutAway.objects.exists()


class TestSettingADrill:
    def drill_button(self, text):
        """Return where a click leads, and what it sends."""
        action = re.findall(r'action="([^"]*/help/\d+/drill/[^"]*)"', text)[0].replace("&amp;", "&")
        form = re.findall(r'/drill/[^"]*">(.*?)</form>', text, re.S)[0]
        sent = dict(re.findall(r'name="(kind|countdown)" value="(\w+)"', form))
        return action, sent

    def test_one_click_sets_it_for_that_pupil_alone(self, classroom, teacher):
        practised(classroom, "Bob", "Carol", "Dan", "Eve")
        loses_tens(pupil_of(classroom, "Bob"), *LOST)
        page = reverse("needs_help", args=[classroom.slug])
        action, sent = self.drill_button(teacher.get(page).text)
        assert sent == {"kind": "practice"}
        for _ in range(2):
            teacher.post(action, sent)
        assignment = Assignment.objects.get()
        assert assignment.due_on == timezone.localdate() + timedelta(days=7)
        assert [len(to_do(pupil_of(classroom, name), timezone.now()).due) for name in ("Bob", "Carol")] == [1, 0]
        shown = teacher.get(page).text
        assert "not begun" in shown
        assert "/drill/" not in shown

    def test_taking_away_is_practised_by_a_drill_that_runs_down(self, classroom, teacher):
        for name in ("Carol", "Dan", "Eve"):
            answered(pupil_of(classroom, name), *[36] * 12, prior=43, change=-7)
        answered(pupil_of(classroom, "Bob"), *[36] * 3, *[30, 44, 39, 32, 35, 31, 38, 29, 41], prior=43, change=-7)
        _action, sent = self.drill_button(teacher.get(reverse("needs_help", args=[classroom.slug])).text)
        assert sent == {"kind": "practice", "countdown": "on"}

    def test_who_does_not_practise_gets_a_flash_drill(self, classroom, teacher):
        practised(classroom, "Carol", "Dan", "Eve")
        _action, sent = self.drill_button(teacher.get(reverse("needs_help", args=[classroom.slug])).text)
        assert sent == {"kind": "flash"}

    def test_done_taken_back_or_overdue_it_can_be_set_again(self, classroom):
        now, bob, options = timezone.now(), member_of(classroom, "Bob"), Options.usual("flash")
        today = timezone.localdate()
        first = set_for(bob, alice(), options, due_on=today, now=now)
        assert set_for(bob, alice(), options, due_on=today, now=now) == first
        assert set_for(bob, alice(), Options.usual("practice"), due_on=today, now=now) != first
        assert set_for(member_of(classroom, "Carol"), alice(), options, due_on=today, now=now) != first
        close_assignment(first, now)
        second = set_for(bob, alice(), options, due_on=today, now=now)
        assert second != first
        third = set_for(bob, alice(), options, due_on=today + timedelta(days=9), now=now + timedelta(days=1))
        assert third != second
        Drill.objects.create(
            user=bob.user, kind="flash", settings=options.to_json(), seconds=60, deal={}, standing={}, sums=9, right=9,
            why="time", ended_at=now,
        )  # fmt: skip
        third.drills.create(drill=Drill.objects.get())
        assert set_for(bob, alice(), options, due_on=today + timedelta(days=9), now=now + timedelta(days=1)) != third

    @pytest.mark.parametrize("sent", [{}, {"kind": "poker"}, {"kind": "flash", "seconds": "7"}])
    def test_what_is_no_drill_sets_nothing(self, classroom, teacher, sent):
        address = reverse("set_help_drill", args=[classroom.slug, member_of(classroom, "Bob").pk])
        assert teacher.post(address, sent).status_code == 302
        assert not Assignment.objects.exists()


def test_the_page_names_the_very_sums_and_opens_figures(classroom, teacher):
    practised(classroom, "Carol", "Dan", "Eve")
    loses_tens(pupil_of(classroom, "Bob"), *LOST * 2)
    text = teacher.get(reverse("needs_help", args=[classroom.slug])).text
    assert text.count(", said ") == 12
    assert "<bdi>Bob</bdi>" in text
    (link,) = re.findall(r'href="([^"]*answers/\?[^"]*column=over-ten)"', text)
    assert "12 first tries." in teacher.get(link.replace("&amp;", "&")).text


def test_without_answers_or_reasons_it_says_so(classroom, teacher):
    page = reverse("needs_help", args=[classroom.slug])
    assert "No sums have been answered in this period." in teacher.get(page).text
    practised(classroom, "Bob", "Carol", "Dan", "Eve")
    assert "Nobody stands out in this period." in teacher.get(page).text


def test_the_first_page_of_the_review_has_it_shortly(classroom, teacher):
    practised(classroom, "Carol", "Dan", "Eve")
    loses_tens(pupil_of(classroom, "Bob"), *LOST * 2)
    page = reverse("needs_help", args=[classroom.slug])
    assert f'hx-get="{page}"' in teacher.get(reverse("class_review", args=[classroom.slug])).text
    short = teacher.get(page, headers={"HX-Request": "true"}).text
    assert short.startswith('<div id="needs-help"')
    assert "forgot the ten · well below the class: to and over a ten" in short


def test_an_archived_class_is_read_and_not_changed(classroom, teacher):
    practised(classroom, "Carol", "Dan", "Eve")
    loses_tens(pupil_of(classroom, "Bob"), *LOST)
    Classroom.objects.update(archived_at=timezone.now())
    text = teacher.get(reverse("needs_help", args=[classroom.slug])).text
    assert "forgot the ten" in text
    assert not re.findall(r'action="[^"]*/help/', text)
    for name in ("set_help_drill", "put_away", "show_again"):
        address = reverse(name, args=[classroom.slug, member_of(classroom, "Bob").pk])
        assert teacher.post(address, {"kind": "flash", "reason": "idle"}).status_code == 403
    assert (Assignment.objects.count(), PutAway.objects.count()) == (0, 0)


def test_it_is_nobody_elses(classroom):
    other = classroom_of(mallory(), "Zoe", name="other")
    bob, zoe = member_of(classroom, "Bob").pk, member_of(other, "Zoe").pk
    mine = signed_in(alice())
    for name in ("set_help_drill", "put_away", "show_again"):
        for address in ((classroom.slug, zoe), (other.slug, zoe), (other.slug, bob)):
            assert mine.post(reverse(name, args=address), {"kind": "flash", "reason": "idle"}).status_code == 404
    for person in (mallory(), pupil_of(classroom, "Bob")):
        client = signed_in(person)
        assert client.get(reverse("needs_help", args=[classroom.slug])).status_code == 404
        assert client.get(reverse("practice_minutes", args=[classroom.slug])).status_code == 404
    assert (Assignment.objects.count(), PutAway.objects.count()) == (0, 0)


def test_a_co_teacher_acts_in_their_own_name(classroom):
    helper = UserFactory.create(username="carla", display_name="Carla", kind="teacher")
    classroom.co_teachers.add(helper)
    client = signed_in(helper)
    client.post(reverse("put_away", args=[classroom.slug, member_of(classroom, "Bob").pk]), {"reason": "idle"})
    assert PutAway.objects.get().teacher == helper


def test_as_many_queries_for_forty_pupils_as_for_four(classroom, teacher):
    def queries(name):
        with CaptureQueriesContext(connection) as seen:
            assert teacher.get(reverse(name, args=[classroom.slug])).status_code == 200
        return len(seen)

    def live(names):
        practised(classroom, *names[1:])
        for name in names[1:3]:
            loses_tens(pupil_of(classroom, name), *LOST * 3)
            set_for(
                member_of(classroom, name),
                alice(),
                Options.usual("flash"),
                due_on=timezone.localdate(),
                now=timezone.now(),
            )
            put_away(member_of(classroom, name), "below-over-ten", alice(), timezone.now())

    live(["Bob", "Carol", "Dan", "Eve"])
    few = {name: queries(name) for name in ("needs_help", "practice_minutes")}
    names = [f"P{number}" for number in range(36)]
    for name in names:
        add_pupil(classroom, name)
    Membership.objects.update(joined_at=timezone.now() - timedelta(days=60))
    live(names)
    assert {name: queries(name) for name in few} == few
    assert few == {"needs_help": 12, "practice_minutes": 5}
