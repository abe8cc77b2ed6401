"""The board while a whole class plays: what everybody sees, and what its teachers send."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Lesson
from classrooms.selectors.class_match import class_match_of
from classrooms.services.lessons import end_lesson, pause_lesson, start_lesson
from classrooms.services.settings import save_setting
from ninety.models import Match
from ninety.selectors import new_key
from tests.classrooms.class_matches import HTMX, board, carla, dealt, played, send, start
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.models import Answer, Judgement

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom():
    made = classroom_of(alice(), "Bob", "Carol")
    made.co_teachers.add(carla())
    return made


@pytest.fixture
def lesson(classroom):
    return start_lesson(classroom, alice(), timezone.now())


def test_a_teacher_begins_without_any_device_and_is_led_to_the_board(classroom):
    teacher = signed_in(alice())
    assert "The whole class on the board" in teacher.get(reverse("lessons", args=[classroom.slug])).text
    led = start(teacher, classroom)
    lesson = Lesson.objects.get()
    assert led.url == reverse("board", args=[lesson.room.slug])
    page = teacher.get(led.url).text
    assert page.index(">Foxes<") < page.index(">Owls<")
    assert 'name="card"' in page


def test_it_begins_in_the_lesson_that_goes_on(classroom, lesson):
    start(signed_in(carla()), classroom)
    assert Lesson.objects.count() == 1
    assert class_match_of(Lesson.objects.get()) is not None


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ({}, ["Foxes", "Owls"]),
        ({"left": "", "right": ""}, ["Left half", "Right half"]),
        ({"against": "bot"}, ["The class"]),
        ({"against": "bot", "left": "Same", "right": "Same"}, ["The class"]),
    ],
)
def test_the_teacher_names_the_sides(classroom, sent, names):
    start(signed_in(alice()), classroom, **sent)
    assert [seat.name for seat in Match.objects.get().seats.filter(is_team=True)] == names


@pytest.mark.parametrize(
    "sent",
    [
        {"against": "nobody"},
        {"left": "Foxes", "right": "FOXES"},
        {"left": "x" * 21},
        {"game": "poker"},
        {"game": "saved-nothing"},
    ],
)
def test_what_cannot_be_read_is_asked_for_again_and_begins_nothing(classroom, sent):
    refused = start(signed_in(alice()), classroom, **sent)
    assert (refused.status_code, Match.objects.count(), Lesson.objects.count()) == (422, 0, 0)
    assert "errorlist" in refused.text


def test_a_starting_point_or_saved_settings_are_played_where_they_are_chosen(classroom):
    teacher = signed_in(alice())
    start(teacher, classroom, game="classic-ninety-nine")
    assert Match.objects.get().rules == {"preset": "ninety-nine"}
    Match.objects.all().delete()
    saved = save_setting(alice(), "ours", ClassSettings(rules={"preset": "speed-98"}))
    start(teacher, classroom, game=f"saved-{saved.slug}")
    assert Match.objects.get().rules == {"preset": "speed-98"}
    foreign = save_setting(carla(), "hers", ClassSettings())
    assert start(teacher, classroom, game=f"saved-{foreign.slug}").status_code == 422


def test_rules_that_two_cannot_play_are_refused_with_a_sentence(classroom):
    saved = save_setting(alice(), "pairs", ClassSettings(rules={"preset": "ninety-nine", "set": {"teams": True}}))
    refused = start(signed_in(alice()), classroom, game=f"saved-{saved.slug}")
    assert (refused.status_code, Match.objects.count()) == (422, 0)
    assert "Two cannot play by these rules. Please choose another game." in refused.text


def test_everybody_sees_the_hands_and_nobody_but_a_teacher_can_send(lesson):
    dealt(lesson)
    for client in (Client(), signed_in(pupil_of(lesson.classroom, "Bob"))):
        page = board(client, lesson)
        assert [name in page for name in ("8 of hearts", "2 of diamonds")] == [True, True]
        assert "<form" not in page.split('id="board"')[1].split("</section>\n")[0]
        assert send(client, lesson, "lay", card="8H").status_code == 404
    assert Match.objects.get().committed is None


def test_a_class_plays_a_turn_and_the_log_stays_empty(lesson):
    dealt(lesson)
    teacher = signed_in(alice())
    assert "48 + 8 =" in send(teacher, lesson, "lay", card="8H").text
    assert "Not yet.</strong> You said 46." not in board(teacher, lesson)
    tried = send(teacher, lesson, "say", total="46")
    assert "Nearly." in tried.text
    assert "How far is 48 from 50?" in board(Client(), lesson)
    told = send(teacher, lesson, "say", total="66").text
    assert "Is there one ten too many?" in told
    assert "Is there one ten too many?" in board(Client(), lesson)
    assert "Owls: which card?" in send(teacher, lesson, "go_on").text
    assert (Answer.objects.count(), Judgement.objects.count()) == (0, 0)


def test_no_page_knows_the_total_before_it_is_said(lesson):
    dealt(lesson, total=79)
    teacher = signed_in(alice())
    send(teacher, lesson, "lay", card="8H")
    for client in (teacher, Client()):
        page = re.sub(r'name="key" value="\w+"|name="csrf.*?>|/static/\S+|/board/\S+', "", board(client, lesson))
        assert [bool(re.search(rf"(?<![\d.]){total}(?![\d.])", page)) for total in (79, 87)] == [True, False]


def test_a_card_with_a_choice_is_laid_as_one_of_its_values(lesson):
    dealt(lesson)
    teacher = signed_in(alice())
    asked = send(teacher, lesson, "lay", card="AS")
    assert (asked.status_code, "Choose which value this card is to have." in asked.text) == (422, True)
    assert "48 + 11 =" in send(teacher, lesson, "lay", card="AS", choice="11").text


@pytest.mark.parametrize(
    ("name", "sent", "says"),
    [
        ("lay", {"card": "8H"}, "That does not fit: the 8 goes past 99."),
        ("lay", {"card": "KD"}, "The table had moved on."),
        ("lay", {}, "Choose a card first."),
        ("lay", {"card": "ZZ"}, "Choose a card first."),
        ("stuck", {}, "There is a card in your hand that fits. Try them one by one."),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(lesson, name, sent, says):
    dealt(lesson, total=95)
    refused = send(signed_in(alice()), lesson, name, **sent)
    assert (refused.status_code, says in refused.text) == (422, True)
    assert played(lesson).version == 0


@pytest.mark.parametrize("typed", ["", "many", "5.5", "9" * 60, "\x00"])
def test_what_is_no_number_is_asked_for_again(lesson, typed):
    dealt(lesson)
    teacher = signed_in(alice())
    send(teacher, lesson, "lay", card="8H")
    refused = send(teacher, lesson, "say", total=typed)
    assert (refused.status_code, "Please type a number." in refused.text) == (422, True)


@pytest.mark.parametrize("sent", [{"version": "x"}, {"version": "-1"}, {"key": "short"}, {"key": ""}])
def test_what_no_page_sends_finds_the_board_as_it_is(lesson, sent):
    dealt(lesson)
    teacher = signed_in(alice())
    for name in ("lay", "say", "stuck", "agree", "go_on"):
        whole = {"version": "0", "key": new_key(), "card": "8H", "total": "56"} | sent
        refused = teacher.post(reverse(f"{name}_for_class", args=[lesson.room.slug]), whole, headers=HTMX)
        assert (refused.status_code, "The table had moved on." in refused.text) == (409, True)


def test_two_teachers_type_the_total_and_the_first_one_counts(lesson):
    dealt(lesson, answer_policy="show")
    first, second = signed_in(alice()), signed_in(carla())
    send(first, lesson, "lay", card="8H")
    version = played(lesson).version
    assert send(first, lesson, "say", total="56", version=version).status_code == 200
    late = send(second, lesson, "say", total="57", version=version)
    assert (late.status_code, "The table had moved on." in late.text) == (409, True)
    assert "Owls: which card?" in board(second, lesson)


def test_two_teachers_disagree_about_the_first_try_and_what_the_second_typed_is_still_there(lesson):
    dealt(lesson)
    first, second = signed_in(alice()), signed_in(carla())
    send(first, lesson, "lay", card="8H")
    version = played(lesson).version
    send(first, lesson, "say", total="46", version=version)
    late = send(second, lesson, "say", total="56", version=version)
    assert (late.status_code, 'value="56"' in late.text) == (409, True)
    assert played(lesson).committed["tried"] == [46]


def test_without_a_script_every_step_leads_back_to_the_board(lesson):
    dealt(lesson)
    teacher, address = signed_in(alice()), reverse("board", args=[lesson.room.slug])
    for name, sent in (("lay", {"card": "8H"}), ("say", {"total": "46"}), ("say", {"total": "46"}), ("go_on", {})):
        assert send(teacher, lesson, name, htmx=False, **sent).url == address


def test_the_same_total_is_no_disagreement(lesson):
    dealt(lesson, answer_policy="stand")
    teacher = signed_in(alice())
    send(teacher, lesson, "lay", card="8H")
    asked = send(teacher, lesson, "say", total="46").text
    assert "Foxes says 46. Owls, do you agree?" in asked
    same = send(teacher, lesson, "say", total="46")
    assert (same.status_code, "That is the total that was said." in same.text) == (422, True)
    assert "46?" in send(teacher, lesson, "agree").text


def test_a_match_is_ended_played_again_and_put_away(lesson):
    dealt(lesson)
    teacher = signed_in(alice())
    end, again = (reverse(name, args=[lesson.room.slug]) for name in ("end_class_match", "play_class_match_again"))
    seen = {"match": played(lesson).slug}
    assert f'name="match" value="{seen["match"]}"' in board(teacher, lesson)
    assert "Play again" in teacher.post(end, seen, headers=HTMX).text
    # A second click, or that of the other teacher, must not take the result away that a class has not seen yet.
    assert "Play again" in teacher.post(end, seen, headers=HTMX).text
    assert "which card?" in teacher.post(again, seen, headers=HTMX).text
    assert "which card?" in teacher.post(end, seen | {"over": "1"}, headers=HTMX).text
    for unread in ({}, {"match": "a\0b"}, {"match": "x" * 5000}):
        assert "which card?" in teacher.post(end, unread, headers=HTMX).text
    seen = {"match": played(lesson).slug}
    teacher.post(end, seen)
    put_away = seen | {"over": "1"}
    assert "Come in" in teacher.post(end, put_away, headers=HTMX).text
    assert "Come in" in teacher.post(end, put_away, headers=HTMX).text
    assert "Come in" in teacher.post(again, seen, headers=HTMX).text


def test_nothing_is_sent_when_there_is_no_match_or_no_lesson_any_more(lesson):
    teacher = signed_in(alice())
    refused = teacher.post(
        reverse("say_for_class", args=[lesson.room.slug]), {"version": 0, "key": new_key(), "total": 5}, headers=HTMX
    )
    assert (refused.status_code, "Come in" in refused.text) == (409, True)
    dealt(lesson)
    end_lesson(lesson, timezone.now())
    assert 'name="card"' not in board(teacher, lesson)
    assert teacher.post(reverse("play_class_match_again", args=[lesson.room.slug])).status_code == 302


@pytest.mark.parametrize(
    ("preset", "drawn", "says"),
    [("ninety-nine", "lives", "2 lives of 3"), ("ninety-eight", "lives is-faults", "1 fault of 3")],
)
def test_the_board_draws_lives_as_the_tables_do(lesson, preset, drawn, says):
    dealt(lesson, rules={"preset": preset})
    match = played(lesson)
    Match.objects.filter(pk=match.pk).update(state={**match.state, "lives": [2, 3]})
    [first, _second] = re.findall(r'<p class="half-lives">(.*?)\s*</p>', board(signed_in(alice()), lesson), re.DOTALL)
    [(dots, words)] = re.findall(
        r'^<span class="([^"]*)" aria-hidden="true">.*</span><span class="sr">(.*)</span>$', first
    )
    assert (dots, first.count("<i></i>"), first.count('<i class="gone">'), words) == (drawn, 2, 1, says)


def test_a_pause_takes_the_cards_from_the_board(lesson):
    dealt(lesson)
    pause_lesson(lesson, timezone.now())
    page = board(signed_in(alice()), lesson)
    assert ("Eyes on your teacher" in page, "8 of hearts" in page) == (True, False)


def test_a_board_is_read_with_as_many_queries_however_long_a_match_is(lesson, django_assert_num_queries):
    dealt(lesson)
    teacher, address = signed_in(alice()), reverse("board", args=[lesson.room.slug])
    teacher.get(address)
    with django_assert_num_queries(9):
        teacher.get(address)
    for card, total in (("8H", "56"), ("7H", "63"), ("TC", "73")):
        send(teacher, lesson, "lay", card=card, **({"choice": "10"} if card == "TC" else {}))
        send(teacher, lesson, "say", total=total)
    teacher.get(address)
    with django_assert_num_queries(9):
        teacher.get(address)


def test_the_report_of_a_lesson_and_its_pupils_know_nothing_of_it(lesson):
    dealt(lesson)
    end_lesson(lesson, timezone.now())
    match = Match.objects.get()
    teacher = signed_in(alice())
    assert "Foxes" not in teacher.get(reverse("lesson", args=[lesson.slug])).text
    assert teacher.get(reverse("lesson_match", args=[lesson.slug, match.pk])).status_code == 404
    assert teacher.get(reverse("table", args=[match.slug])).status_code == 404


def test_the_board_says_how_long_the_match_may_last_or_the_lesson_where_that_is_shorter(lesson):
    dealt(lesson, clock=480)
    assert "8 minutes left" in board(Client(), lesson)
    lesson.ends_at = timezone.now() + timedelta(seconds=150)
    lesson.save()
    assert "3 minutes left" in board(Client(), lesson)
    end_lesson(lesson, timezone.now())
    Match.objects.update(ended_at=timezone.now())
    assert "left</p>" not in board(Client(), lesson)
