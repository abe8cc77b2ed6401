"""The pages of a lesson: the teacher's, the lobby, the board."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.help import drill_lines
from classrooms.models import Attendance, Lesson
from classrooms.selectors.lesson_reports import lesson_report
from classrooms.services.erasing import erase_person
from classrooms.services.lessons import arrive_at, end_lesson, start_lesson
from classrooms.services.seating import Order, deal_with, seat_all, seat_beside, start_tables
from ninety import qr
from ninety.chance import throwing
from ninety.engine.cards import Card
from ninety.models import Match, Seat
from tests.classrooms.sittings import HTMX, act, played, there
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from trainer.services import announce_total, commit_play

pytestmark = pytest.mark.django_db
NAMES = ("Bob", "Carol", "Dan", "Eve")


@pytest.fixture
def lesson():
    return start_lesson(classroom_of(alice(), *NAMES), alice(), timezone.now())


def test_a_teacher_starts_a_lesson_and_the_pupils_who_come_appear(client):
    classroom = classroom_of(alice(), *NAMES)
    client.force_login(alice())
    started = client.post(reverse("start_lesson", args=[classroom.slug]))
    lesson = Lesson.objects.get()
    assert started.url == reverse("lesson", args=[lesson.slug])
    bob = signed_in(pupil_of(classroom, "Bob"))
    assert "You are here" in bob.get(reverse("lobby")).text
    page = client.get(started.url).text
    assert 'id="pupil-' in page
    assert "3 not here" in page


def test_everybody_is_seated_dealt_and_led_to_their_match(lesson):
    teacher, people = signed_in(alice()), [signed_in(pupil_of(lesson.classroom, name)) for name in NAMES]
    for each in people:
        each.get(reverse("lobby"))
    assert "Start all tables" in act(teacher, lesson, "seat_all", size="2", order="random").text
    assert "You sit at table" in people[0].get(reverse("lobby")).text
    act(teacher, lesson, "start_tables")
    assert Match.objects.count() == 2
    for each in people:
        led = each.get(reverse("lobby"))
        assert led.status_code == 302
        assert each.get(led["Location"]).status_code == 200


def test_the_page_shows_each_answer_as_a_fresh_page_would(lesson):
    with throwing(Random(7)):
        played(lesson, "Bob", "Carol", size=2)
    teacher, match = signed_in(alice()), Match.objects.get()
    seat = Seat.objects.select_related("user").get(number=match.state["turn"])
    Match.objects.filter(pk=match.pk).update(everyone_computes=False)
    before = teacher.get(reverse("lesson", args=[lesson.slug])).text
    assert "No sums yet." in before
    card = Card(next(code for code in match.state["hands"][seat.number].split() if code[0] in "23456789"))
    commit_play(seat, card, None, version=match.version, key="")
    version = Match.objects.get().version
    announce_total(seat, int(card.rank), version=version, key="")
    whole = teacher.get(reverse("lesson", args=[lesson.slug])).text
    part = teacher.get(reverse("lesson", args=[lesson.slug]), headers=HTMX).text
    assert "1 of 1 sum right at the first try" in whole

    def shown(text):
        return re.sub(
            r'csrfmiddlewaretoken" value="\w+"|data-version="\d+"', "", text[text.index('<section id="lesson') :]
        )

    assert shown(part).strip() == shown(whole)[: len(shown(part).strip())]


def test_no_page_of_a_lesson_tells_cards_of_a_hand(lesson):
    played(lesson, *NAMES)
    hands = Match.objects.get().state["hands"]
    assert any(hands)
    pages = [
        signed_in(alice()).get(reverse("lesson", args=[lesson.slug])).text,
        Client().get(reverse("board", args=[lesson.room.slug])).text,
    ]
    for text in pages:
        assert not re.search(r"\b(?:[2-9TJQKA][CDHS])\b", text)


def test_the_board_shows_the_code_while_joining_then_totals_and_whose_turn_it_is(lesson):
    board = reverse("board", args=[lesson.room.slug])
    joining = Client().get(board).text
    code = lesson.classroom.code
    assert f"{code[:3]} {code[3:]}" in joining
    played(lesson, *NAMES)
    playing = Client().get(board).text
    assert f"{code[:3]} {code[3:]}" not in playing
    assert re.search(r'<p class="board-total number">0</p>', playing)


def test_the_code_to_scan_leads_to_the_names_and_holds_no_code_to_type(lesson):
    door = reverse("door", args=[lesson.classroom.slug])
    page = Client().get(reverse("board", args=[lesson.room.slug]))
    assert page.context["qr"]["path"] == qr.path_of(f"http://testserver{door}")[0]
    assert "Bob" in Client().get(door).text


def test_the_board_covers_the_total_in_memory_mode(lesson):
    played(lesson, *NAMES)
    Match.objects.update(memory=True)
    assert '<p class="board-total number">?</p>' in Client().get(reverse("board", args=[lesson.room.slug])).text


def test_who_was_wrong_is_nowhere_on_the_board(lesson):
    played(lesson, "Bob", size=2)
    page = Client().get(reverse("board", args=[lesson.room.slug])).text
    assert "tally" not in page
    assert "≈" not in page


def test_the_teacher_moves_sends_out_and_lets_back(lesson):
    teacher = signed_in(alice())
    played(lesson, *NAMES, size=2)
    bob = there(lesson, "Bob")
    full = act(teacher, lesson, "seat_one", pupil=bob.pk, table=3 - bob.table.number)
    assert full.status_code == 409
    assert "There is no room at that table." in full.text
    act(teacher, lesson, "seat_one", pupil=bob.pk, table=0)
    assert there(lesson, "Bob").table.number == 3
    act(teacher, lesson, "send_out", pupil=bob.pk)
    assert "You are not in this lesson" in signed_in(bob.user).get(reverse("lobby")).text
    act(teacher, lesson, "let_back", pupil=bob.pk)
    assert there(lesson, "Bob").removed_at is None


def test_whoever_is_sent_out_is_led_away_from_the_table_and_back_to_the_own_seat(lesson):
    played(lesson, *NAMES, size=2)
    teacher, bob = signed_in(alice()), there(lesson, "Bob")
    seat = Seat.objects.select_related("match__table").get(user=bob.user)
    assert seat.match.table is not None
    table, pupil = reverse("table", args=[seat.match.slug]), signed_in(bob.user)
    act(teacher, lesson, "send_out", pupil=bob.pk)
    pupil.post(reverse("take_back", args=[seat.match.slug]), {"version": seat.match.version + 1, "key": "0" * 16})
    assert Seat.objects.get(pk=seat.pk).held == Seat.Held.HANDED_OVER
    led = pupil.get(table, headers=HTMX)
    assert led.headers["HX-Redirect"] == reverse("gathering", args=[seat.match.table.slug])
    assert "You are not in this lesson" in pupil.get(table, follow=True).text
    act(teacher, lesson, "let_back", pupil=bob.pk)
    assert pupil.get(reverse("lobby"), follow=True).request["PATH_INFO"] == table
    assert Seat.objects.get(pk=seat.pk).held == ""


def test_whoever_plays_on_the_device_of_another_waits_in_the_lobby(lesson):
    played(lesson, "Bob", "Carol", size=2)
    Seat.objects.filter(user__display_name="Bob").update(keeper=there(lesson, "Carol").user)
    assert "You sit at table" in signed_in(there(lesson, "Bob").user).get(reverse("lobby")).text


def test_a_bot_plays_for_a_pupil_and_gives_the_seat_back(lesson):
    teacher = signed_in(alice())
    played(lesson, *NAMES)
    bob = there(lesson, "Bob")
    assert "bot plays" in act(teacher, lesson, "hold_seat", pupil=bob.pk).text
    assert "bot plays" not in act(teacher, lesson, "give_seat_back", pupil=bob.pk).text


def test_eyes_on_me_is_said_everywhere(lesson):
    teacher = signed_in(alice())
    played(lesson, *NAMES)
    assert "All tables stand still" in act(teacher, lesson, "pause_lesson").text
    assert "Eyes on your teacher" in Client().get(reverse("board", args=[lesson.room.slug])).text
    assert "All tables stand still" not in act(teacher, lesson, "resume_lesson").text


def test_the_lesson_goes_on_as_it_was_on_another_device_of_the_teacher(lesson):
    played(lesson, *NAMES)
    one, other = (signed_in(alice()).get(reverse("lesson", args=[lesson.slug])).text for _ in range(2))
    assert one.count("table-card") == other.count("table-card") == 1


def test_when_a_lesson_is_over_its_page_says_who_did_what(lesson):
    played(lesson, *NAMES)
    end_lesson(lesson, timezone.now() + timedelta(minutes=7))
    report = signed_in(alice()).get(reverse("lesson", args=[lesson.slug])).text
    assert "7 minutes." in report
    assert all(name in report for name in NAMES)
    assert "too little to tell" in report


@pytest.mark.parametrize(
    ("preset", "language", "says"),
    [
        ("ninety-nine", "en", "2 lives"),
        ("ninety-nine", "nl", "2 levens"),
        ("ninety-eight", "en", "1 fault"),
        ("ninety-eight", "nl", "1 strafpunt"),
    ],
)
def test_live_tables_count_as_their_game_does(lesson, preset, language, says):
    now = timezone.now()
    for name in ("Bob", "Carol"):
        arrive_at(lesson, pupil_of(lesson.classroom, name), now)
    seat_all(lesson, 4, Order.RANDOM, now)
    deal_with(lesson, ClassSettings(rules={"preset": preset}), now)
    start_tables(lesson, alice(), now)
    match = Match.objects.get()
    Match.objects.update(state={**match.state, "lives": [2] * len(match.state["lives"])})
    page = signed_in(alice()).get(reverse("lesson", args=[lesson.slug]), headers={"Accept-Language": language}).text
    assert set(re.findall(r'<span class="small soft number lives">(.*?)</span>', page)) == {says}


def test_a_seat_whose_person_was_erased_goes_by_its_number_in_the_report_and_at_its_match(lesson):
    played(lesson, "Bob", "Carol")
    match, number = Match.objects.get(), Seat.objects.get(name="Bob").number
    Match.objects.update(ended_at=timezone.now(), due_at=None, state={**match.state, "winners": [number]})
    end_lesson(lesson, timezone.now())
    erase_person(pupil_of(lesson.classroom, "Bob"))
    called = [seat.name or f"Player {number + 1}" for seat in match.seats.filter(strength="")]
    [line] = lesson_report(Lesson.objects.get()).matches
    assert (sorted(called), list(line.names), list(line.winners)) == (
        ["Carol", f"Player {number + 1}"],
        called,
        [f"Player {number + 1}"],
    )
    page = signed_in(alice()).get(reverse("lesson_match", args=[lesson.slug, match.pk])).text
    assert re.findall(r'href="\?seat=[^>]*><bdi>(.*?)</bdi>', page) == called


def test_the_report_leads_to_a_match_once_its_last_turn_is_over(lesson):
    played(lesson, *NAMES)
    end_lesson(lesson, timezone.now())
    match, client = Match.objects.get(), signed_in(alice())
    address = reverse("lesson_match", args=[lesson.slug, match.pk])
    report = reverse("lesson", args=[lesson.slug])
    assert address not in client.get(report).text
    Match.objects.update(ended_at=timezone.now(), due_at=None)
    assert address in client.get(report).text
    assert client.get(address).status_code == 200


def test_a_match_that_is_over_can_be_followed_by_another_at_the_same_table(lesson):
    played(lesson, *NAMES)
    Match.objects.update(ended_at=timezone.now(), due_at=None)
    bob = signed_in(pupil_of(lesson.classroom, "Bob"))
    assert "Play another match at this table" in bob.get(reverse("lobby")).text
    bob.post(reverse("play_again"))
    assert Match.objects.filter(ended_at=None).count() == 1
    end_lesson(lesson, timezone.now())
    Match.objects.update(ended_at=timezone.now(), due_at=None)
    bob.post(reverse("play_again"))
    assert not Match.objects.filter(ended_at=None).exists()


@pytest.mark.parametrize(
    "sent",
    [
        ("seat_all", {"size": "1000", "order": "random"}),
        ("seat_all", {"size": "4", "order": "by-name"}),
        ("seat_one", {"pupil": "x", "table": "1"}),
        ("close_lesson", {"minutes": "-3"}),
        ("close_lesson", {"minutes": "9" * 40}),
        ("deal_with", {"game": "poker"}),
        ("start_tables", {"table": "eleven"}),
        ("share_device", {"member": "", "lender": ""}),
    ],
)
def test_what_does_not_fit_gets_a_sentence(lesson, sent):
    name, fields = sent
    refused = act(signed_in(alice()), lesson, name, **fields)
    assert refused.status_code == 422
    assert "That did not fit" in refused.text


def test_pupils_of_another_class_do_not_exist_here(lesson):
    other = start_lesson(classroom_of(alice(), "Zoe", name="other"), alice(), timezone.now())
    zoe = arrive_at(other, pupil_of(other.classroom, "Zoe"), timezone.now())
    assert act(signed_in(alice()), lesson, "seat_one", pupil=zoe.pk, table=0).status_code == 404
    assert act(signed_in(alice()), lesson, "seat_one", pupil=zoe.pk + 1000, table=0).status_code == 404


def test_a_lesson_is_nobody_elses(lesson):
    for client in (Client(), signed_in(mallory()), signed_in(pupil_of(lesson.classroom, "Bob"))):
        assert client.get(reverse("lesson", args=[lesson.slug])).status_code == 404
        assert act(client, lesson, "end_lesson").status_code == 404
    assert Client().get(reverse("lobby")).status_code == 404


def test_only_tables_with_room_are_offered(lesson):
    played(lesson, *NAMES, size=2)
    arrive_at(lesson, pupil_of(lesson.classroom, "Bob"), timezone.now())
    page = signed_in(alice()).get(reverse("lesson", args=[lesson.slug])).text
    menu = page.split(f'id="pupil-{there(lesson, "Bob").pk}"')[1].split("</select>")[0]
    own = there(lesson, "Bob").table.number
    assert re.findall(r"<option value=\"(\d+)\"", menu) == [str(own), "0"]


@pytest.mark.parametrize("is_on_a_friends_device", [False, True])
def test_whoever_is_seated_where_a_match_is_played_hears_that_it_is_for_the_next_one(lesson, is_on_a_friends_device):
    dan, now = pupil_of(lesson.classroom, "Dan"), timezone.now()
    played(lesson, "Bob", "Carol")
    if is_on_a_friends_device:
        seat_beside(lesson, dan, there(lesson, "Bob"), now)
    else:
        arrive_at(lesson, dan, now)
        Attendance.objects.filter(user=dan).update(table=there(lesson, "Carol").table)
    page = signed_in(dan).get(reverse("lobby")).text
    assert "Your table is playing. You join in the next match." in page
    assert "It begins in a moment." not in page


def test_the_report_of_a_lesson_without_sums_promises_none(lesson):
    end_lesson(lesson, timezone.now())
    page = signed_in(alice()).get(reverse("lesson", args=[lesson.slug])).text
    assert "There are no sums to talk about from this lesson." in page
    assert "After the next match" not in page


def test_the_class_page_says_that_a_lesson_goes_on(client):
    classroom = classroom_of(alice(), *NAMES)
    client.force_login(alice())

    def says():
        return re.findall("Start a lesson|Go on with the lesson", client.get(f"/classes/{classroom.slug}/").text)

    assert says() == ["Start a lesson"]
    lesson = start_lesson(classroom, alice(), timezone.now())
    assert says() == ["Go on with the lesson"]
    end_lesson(lesson, timezone.now())
    assert says() == ["Start a lesson"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (ClassSettings(), "Game: Starter. Bots fill the free seats, up to 4 at a table."),
        (ClassSettings(strength="", seats=3), "Game: Starter. No bots: seats that stay free are left out."),
    ],
)
def test_the_lobby_names_the_game_and_says_who_fills_the_seats(settings, says):
    classroom = classroom_of(alice(), *NAMES)
    classroom.settings = settings.to_json()
    classroom.save()
    lesson = start_lesson(classroom, alice(), timezone.now())
    assert says in signed_in(alice()).get(reverse("lesson", args=[lesson.slug])).text
    assert '<p class="soft">Starter</p>' in signed_in(pupil_of(classroom, "Bob")).get(reverse("lobby")).text


def test_each_kind_of_drill_is_explained_where_one_is_chosen(lesson):
    teacher = signed_in(alice())
    for address in (
        reverse("lesson", args=[lesson.slug]),
        reverse("assignments", args=[lesson.classroom.slug]),
    ):
        text = teacher.get(address).text
        for line in drill_lines():
            assert f"<li><b>{line.name}</b>: {line.says} {line.about}</li>" in text
