"""On the pages of a class: answers under the wrong name go to whoever gave them, and back."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import AssignedDrill, Classroom, Lesson
from classrooms.services import add_pupil, archive_classroom
from classrooms.services.assignments import set_drill
from classrooms.services.erasing import erase_person
from classrooms.services.guests import come_in
from classrooms.services.lessons import arrive_at, end_lesson, start_lesson
from classrooms.services.pupils import merge_guest, remove_pupils
from classrooms.services.seating import Order, seat_all, start_tables
from ninety.models import Match, Seat, User
from ninety.selectors import state_of
from tests.classrooms.answered import answered
from tests.factories import alice, live_match, mallory, signed_in
from tests.factories.classes import classroom_of, member_of, pupil_of
from trainer.drills import Options
from trainer.models import Answer, Drill, Moved, SetAside
from trainer.services import announce_total, commit_play

pytestmark = pytest.mark.django_db
HANDS = ["8H KS TD", "7H 8S 2D"]


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol", "Dan")


def drilled(person: User, *said: int, **fields: Any) -> Drill:
    """Log a drill of somebody that is over."""
    now = timezone.now()
    ended = {"ended_at": now, "why": "time"} | fields
    options = Options.usual("flash").to_json()
    drill = Drill.objects.create(
        user=person, kind="flash", settings=options, seconds=60, deal={}, standing={}, sums=len(said), **ended
    )
    Answer.objects.filter(pk__in=[answer.pk for answer in answered(person, *said)]).update(drill=drill)
    return drill


def played(*people: User) -> Match:
    """Let somebody say a total at a match with others, and end it."""
    match = live_match(people, HANDS[: len(people)] if len(people) > 1 else HANDS, total=48)
    seat = match.seats.get(number=0)
    commit_play(seat, state_of(match).hands[0][0], None, version=0, key="a" * 16)
    announce_total(seat, 56, version=1, key="b" * 16)
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now(), committed=None)
    return match


def address(classroom: Classroom, what: str, number: int) -> str:
    return reverse("move_answers", args=[classroom.slug, what, number])


def move(client: Client, classroom: Classroom, what: Drill | Seat, owner: str, heir: str) -> Any:
    kind = "drill" if isinstance(what, Drill) else "seat"
    sent = {"owner": member_of(classroom, owner).pk, "heir": member_of(classroom, heir).pk}
    return client.post(address(classroom, kind, what.pk), sent, follow=True)


def page(client: Client, classroom: Classroom, name: str = "class_answers", **query: Any) -> str:
    text: str = client.get(reverse(name, args=[classroom.slug]), query).text
    return text


def owners(drill: Drill) -> set[str]:
    drill.refresh_from_db()
    return {drill.user.display_name, *drill.answers.values_list("user__display_name", flat=True)}


def test_from_the_list_of_answers_a_drill_is_moved_and_the_page_says_by_whom(
    classroom: Classroom, teacher: Client
) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), *[55] * 6)
    asked = address(classroom, "drill", drill.pk)
    assert page(teacher, classroom, pupil=member_of(classroom, "Bob").pk).count(f'href="{asked}"') == 6
    form = teacher.get(asked).text
    assert "6 answers under the name of Bob." in form
    assert form.count("<option") == 3
    done = move(teacher, classroom, drill, "Bob", "Carol").text
    assert "These answers are Carol’s now, and Bob’s no more." in done
    assert "<td>Alice, <time" in done
    assert owners(drill) == {"Carol"}
    assert "6 first tries" in page(teacher, classroom, pupil=member_of(classroom, "Carol").pk)
    assert "0 first tries" in page(teacher, classroom, pupil=member_of(classroom, "Bob").pk)


def test_what_was_just_done_can_be_undone_and_later_moved_back(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55, 45)
    move(teacher, classroom, drill, "Bob", "Carol")
    done = move(teacher, classroom, drill, "Carol", "Dan")
    undo = done.context["undo"]
    teacher.post(undo.address, {name: values[0] for name, values in undo.fields.items()})
    assert owners(drill) == {"Carol"}
    listed = page(teacher, classroom, "moved")
    assert "Move back to Bob: Flash" in listed
    move(teacher, classroom, drill, "Carol", "Bob")
    assert owners(drill) == {"Bob"}
    assert "None so far." in page(teacher, classroom, "moved")


def test_undo_is_offered_once(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55)
    assert ">Undo</button>" in move(teacher, classroom, drill, "Bob", "Carol").text
    assert ">Undo</button>" not in page(teacher, classroom, "moved")


def test_a_seat_is_moved_from_the_list_of_answers(classroom: Classroom, teacher: Client) -> None:
    match = played(pupil_of(classroom, "Bob"))
    seat = match.seats.get(number=0)
    listed = page(teacher, classroom)
    assert f'href="{address(classroom, "seat", seat.pk)}"' in listed
    move(teacher, classroom, seat, "Bob", "Carol")
    seat.refresh_from_db()
    assert (seat.user, seat.name) == (pupil_of(classroom, "Carol"), "Carol")
    assert signed_in(pupil_of(classroom, "Carol")).get(reverse("review", args=[match.slug])).status_code == 200
    assert signed_in(pupil_of(classroom, "Bob")).get(reverse("review", args=[match.slug])).status_code == 404


def test_two_of_one_table_change_places_and_the_page_says_so_before(classroom: Classroom, teacher: Client) -> None:
    match = played(pupil_of(classroom, "Bob"), pupil_of(classroom, "Carol"))
    seat = match.seats.get(number=0)
    form = teacher.get(address(classroom, "seat", seat.pk)).text
    assert ">Carol (was at this table, so the two change places)</option>" in form
    assert ">Dan</option>" in form
    done = move(teacher, classroom, seat, "Bob", "Carol").text
    assert "Bob and Carol have changed places in this match, with all answers." in done
    assert list(match.seats.values_list("number", "name")) == [(0, "Carol"), (1, "Bob")]


def lesson_of(classroom: Classroom, *names: str) -> tuple[Lesson, Match]:
    """Let pupils play a match of a lesson to its end."""
    now = timezone.now()
    lesson = start_lesson(classroom, alice(), now)
    for name in names:
        arrive_at(lesson, pupil_of(classroom, name), now)
    seat_all(lesson, 4, Order.RANDOM, now)
    start_tables(lesson, alice(), now)
    match = Match.objects.get()
    Match.objects.filter(pk=match.pk).update(ended_at=now, committed=None)
    return lesson, match


def test_from_a_match_of_a_lesson_whoever_was_really_there_is_in_its_report(
    classroom: Classroom, teacher: Client
) -> None:
    lesson, match = lesson_of(classroom, "Bob", "Carol")
    end_lesson(lesson, timezone.now())
    seat = match.seats.get(user__display_name="Bob")
    shown = teacher.get(reverse("lesson_match", args=[lesson.slug, match.pk]), {"seat": seat.number}).text
    assert f'href="{address(classroom, "seat", seat.pk)}"' in shown
    assert "Somebody else than Bob has played here" in shown
    move(teacher, classroom, seat, "Bob", "Dan")
    report = teacher.get(reverse("lesson", args=[lesson.slug])).context["report"]
    assert [(line.name, line.matches) for line in report.pupils] == [("Bob", 0), ("Carol", 1), ("Dan", 1)]
    assert "Dan" in {name for line in report.matches for name in line.names}


def test_a_table_that_may_be_dealt_to_again_keeps_its_people(classroom: Classroom, teacher: Client) -> None:
    """The devices there show the match that is over, and are led from it to the next."""
    lesson, match = lesson_of(classroom, "Bob", "Carol")
    seat = match.seats.get(user__display_name="Bob")
    refused = move(teacher, classroom, seat, "Bob", "Dan")
    assert refused.status_code == 409
    assert "This match or its lesson still goes on." in refused.text
    assert "<select" not in teacher.get(address(classroom, "seat", seat.pk)).text
    end_lesson(lesson, timezone.now())
    assert move(teacher, classroom, seat, "Bob", "Dan").status_code == 200


def test_a_drill_that_goes_on_stays(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55, ended_at=None, why="")
    refused = move(teacher, classroom, drill, "Bob", "Carol")
    assert refused.status_code == 409
    assert "This drill still goes on." in refused.text
    assert owners(drill) == {"Bob"}


def test_a_drill_that_was_set_counts_for_whoever_has_done_it(classroom: Classroom, teacher: Client) -> None:
    now = timezone.now()
    due = timezone.localdate()
    assignment = set_drill(classroom, alice(), Options.usual("flash"), target=1, due_on=due, now=now)
    drill = drilled(pupil_of(classroom, "Bob"), 55, 55, right=2, longest_run=2)
    AssignedDrill.objects.create(assignment=assignment, drill=drill)
    there = reverse("assignment", args=[assignment.slug])
    assert f'href="{address(classroom, "drill", drill.pk)}"' in teacher.get(there).text

    def standings() -> list[tuple[str, str]]:
        return [(line.name, str(line.standing)) for line in teacher.get(there).context["page"].lines]

    assert standings() == [("Bob", "done"), ("Carol", "open"), ("Dan", "open")]
    move(teacher, classroom, drill, "Bob", "Dan")
    assert standings() == [("Bob", "open"), ("Carol", "open"), ("Dan", "done")]


def test_a_page_that_is_out_of_date_moves_nothing(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55)
    move(teacher, classroom, drill, "Bob", "Carol")
    late = move(teacher, classroom, drill, "Bob", "Dan")
    assert late.status_code == 409
    assert "Meanwhile these answers have been moved." in late.text
    assert "1 answer under the name of Carol." in late.text
    assert owners(drill) == {"Carol"}


@pytest.mark.parametrize("heir", ["", "x", "0", "9" * 30, "-1"])
def test_whoever_is_no_other_of_the_class_gets_nothing(classroom: Classroom, teacher: Client, heir: str) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55)
    bobs, dans = member_of(classroom, "Bob").pk, member_of(classroom, "Dan").pk
    for sent in ({"owner": bobs, "heir": heir}, {"owner": bobs, "heir": bobs}, {"heir": dans}):
        assert teacher.post(address(classroom, "drill", drill.pk), sent).status_code == 422
    assert owners(drill) == {"Bob"}


def test_removed_and_erased_pupils_get_nothing(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55)
    dan, carol = member_of(classroom, "Dan"), member_of(classroom, "Carol")
    remove_pupils([dan], timezone.now())
    erase_person(carol.user)
    for gone in (dan, carol):
        sent = {"owner": member_of(classroom, "Bob").pk, "heir": gone.pk}
        assert teacher.post(address(classroom, "drill", drill.pk), sent).status_code == 422
    assert "There is nobody else in this class." in teacher.get(address(classroom, "drill", drill.pk)).text


def test_what_was_moved_away_from_somebody_who_is_erased_stays_where_it_is(
    classroom: Classroom, teacher: Client
) -> None:
    drill, match = drilled(pupil_of(classroom, "Bob"), 55), played(pupil_of(classroom, "Bob"))
    move(teacher, classroom, drill, "Bob", "Carol")
    move(teacher, classroom, match.seats.get(number=0), "Bob", "Carol")
    erase_person(pupil_of(classroom, "Bob"))
    assert owners(drill) == {"Carol"}
    assert not Moved.objects.exists()
    assert match.answers.get().user == pupil_of(classroom, "Carol")


def test_what_was_moved_to_somebody_who_is_erased_goes_along(classroom: Classroom, teacher: Client) -> None:
    drill, match = drilled(pupil_of(classroom, "Bob"), 55), played(pupil_of(classroom, "Bob"))
    move(teacher, classroom, drill, "Bob", "Carol")
    move(teacher, classroom, match.seats.get(number=0), "Bob", "Carol")
    erase_person(pupil_of(classroom, "Carol"))
    assert not Answer.objects.exists()
    assert match.seats.get(number=0).name == ""
    assert "None so far." in page(teacher, classroom, "moved")


def test_guests_give_and_get_answers_and_once_merged_nothing_was_moved(classroom: Classroom, teacher: Client) -> None:
    classroom.guests = True
    classroom.save()
    guest = come_in(classroom, "Fox")
    drill = drilled(guest.user, 55)
    move(teacher, classroom, drill, "Fox", "Bob")
    merge_guest(guest, member_of(classroom, "Bob"), timezone.now())
    assert owners(drill) == {"Bob"}
    assert not Moved.objects.exists()


def test_whoever_has_left_the_class_gets_nothing_back(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55)
    move(teacher, classroom, drill, "Bob", "Carol")
    remove_pupils([member_of(classroom, "Bob")], timezone.now())
    listed = page(teacher, classroom, "moved")
    assert "<bdi>Bob</bdi>" in listed
    assert "Move back to" not in listed


def test_an_archived_class_is_read_and_not_changed(classroom: Classroom, teacher: Client) -> None:
    drill = drilled(pupil_of(classroom, "Bob"), 55)
    move(teacher, classroom, drill, "Bob", "Carol")
    archive_classroom(classroom)
    assert move(teacher, classroom, drill, "Carol", "Dan").status_code == 403
    assert "<select" not in teacher.get(address(classroom, "drill", drill.pk)).text
    assert "Move back to" not in page(teacher, classroom, "moved")
    assert address(classroom, "drill", drill.pk) not in page(teacher, classroom)


def test_what_is_not_of_the_class_does_not_exist(classroom: Classroom, teacher: Client) -> None:
    other = classroom_of(mallory(), "Zoe", name="other")
    foreign, seat = drilled(pupil_of(other, "Zoe"), 55), played(pupil_of(other, "Zoe")).seats.get(number=0)
    mine = drilled(pupil_of(classroom, "Bob"), 55)
    for what, number in (("drill", foreign.pk), ("seat", seat.pk), ("drill", 10**30), ("match", seat.match_id)):
        assert teacher.get(address(classroom, what, number)).status_code == 404
    for sent in ({"owner": member_of(classroom, "Bob").pk, "heir": member_of(other, "Zoe").pk},):
        assert teacher.post(address(classroom, "drill", mine.pk), sent).status_code == 422
    for person in (mallory(), pupil_of(classroom, "Bob")):
        assert signed_in(person).get(address(classroom, "drill", mine.pk)).status_code == 404
        assert move(signed_in(person), classroom, mine, "Bob", "Carol").status_code == 404
        assert signed_in(person).get(reverse("moved", args=[classroom.slug])).status_code == 404
    assert (owners(foreign), owners(mine)) == ({"Zoe"}, {"Bob"})


def test_answers_of_neither_a_drill_nor_a_match_are_not_moved(classroom: Classroom, teacher: Client) -> None:
    answered(pupil_of(classroom, "Bob"), 55)
    assert "/review/move/" not in page(teacher, classroom)


def test_pages_take_as_many_queries_for_many_as_for_one(
    classroom: Classroom, teacher: Client, django_assert_num_queries: Any
) -> None:
    drills = [drilled(add_pupil(classroom, f"P{number}").user, 55) for number in range(8)]
    for count in (1, 8):
        for number, drill in enumerate(drills[:count]):
            if owners(drill) != {"Carol"}:
                move(teacher, classroom, drill, f"P{number}", "Carol")
        with django_assert_num_queries(6):
            page(teacher, classroom, "moved")
        carol = member_of(classroom, "Carol").pk
        with django_assert_num_queries(8):
            page(teacher, classroom, pupil=carol)


class TestAside:
    """A word and a way back after answers were set aside, or put back."""

    def press(self, client: Client, classroom: Classroom, name: str, answers: list[Answer], query: str = "") -> Any:
        sent = {"answers": [answer.pk for answer in answers]}
        return client.post(reverse(name, args=[classroom.slug]) + query, sent, follow=True)

    def test_it_says_how_many_and_undo_leads_back_to_the_page(self, classroom: Classroom, teacher: Client) -> None:
        made = answered(pupil_of(classroom, "Bob"), 55, 45, 45)
        cell = f"?period=today&pupil={member_of(classroom, 'Bob').pk}"
        done = self.press(teacher, classroom, "set_answers_aside", made[1:], cell)
        assert "2 answers are set aside now." in done.text
        assert "1 first try." in done.text
        undo = done.context["undo"]
        back = teacher.post(undo.address, undo.fields, follow=True)
        assert "2 answers count again." in back.text
        assert "3 first tries." in back.text
        assert not SetAside.objects.exists()

    def test_where_none_was_ticked_it_asks_for_some(self, classroom: Classroom, teacher: Client) -> None:
        answered(pupil_of(classroom, "Bob"), 55)
        asked = self.press(teacher, classroom, "set_answers_aside", [])
        assert "Please tick the answers that were slips of the finger." in asked.text
        assert ">Undo</button>" not in asked.text
        asked = self.press(teacher, classroom, "put_answers_back", [])
        assert "Please tick the answers that are to count again." in asked.text

    def test_from_the_list_of_those_set_aside_the_way_leads_there(self, classroom: Classroom, teacher: Client) -> None:
        made = answered(pupil_of(classroom, "Bob"), 55)
        self.press(teacher, classroom, "set_answers_aside", made)
        back = self.press(teacher, classroom, "put_answers_back", made)
        assert back.redirect_chain == [(reverse("aside", args=[classroom.slug]), 302)]
        assert "1 answer counts again." in back.text

    def test_what_was_answered_long_ago_is_put_back_as_well(self, classroom: Classroom, teacher: Client) -> None:
        made = answered(pupil_of(classroom, "Bob"), 45, now=timezone.now() - timedelta(days=200))
        cell = "?since=2020-01-01"
        done = self.press(teacher, classroom, "set_answers_aside", made, cell)
        undo = done.context["undo"]
        teacher.post(undo.address, undo.fields)
        assert not SetAside.objects.exists()
