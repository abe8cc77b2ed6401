"""The page after a match: figures that can be counted again from the log, and every play with its answer."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from ninety.models import Match, Seat
from tests.factories import bob, seated_match, signed_in
from trainer.marking import CARD_RULES
from trainer.models import Answer, Judgement
from trainer.selectors import review_of
from trainer.services import leave

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def act(client: Client, match: Match, action: str, **data: Any) -> None:
    match.refresh_from_db()
    number = 1000 * match.version + match.tries
    sent = {"version": match.version, "tries": match.tries, "key": f"{number:016x}", **data}
    assert client.post(f"/match/{match.slug}/{action}/", sent, headers=HTMX).status_code == 200


def seat_of(match: Match) -> Seat:
    return match.seats.get(number=0)


@pytest.fixture
def played() -> Match:
    """Bob lays an 8 (46, then 56: right at the second try), and a king (right), and leaves."""
    rules = {"preset": "ninety-nine", "set": {"limit": 60}}
    match = seated_match(bob(), ["8H KS 9D", "KD KC KH"], total=48, rules=rules)
    client = signed_in(bob())
    act(client, match, "play", card="8H")
    act(client, match, "announce", total="46")
    act(client, match, "announce", total="56")
    for _step in range(2):
        act(client, match, "step")
    act(client, match, "play", card="KS")
    act(client, match, "announce", total="56")
    match.refresh_from_db()
    leave(match.seats.get(number=0), key="")
    match.refresh_from_db()
    return match


def test_figures_are_of_first_tries_at_sums_and_card_rules_stand_apart(played: Match) -> None:
    figures = review_of(played, seat_of(played)).figures
    assert (figures.answers, figures.right, figures.second_try, figures.card_rules) == (1, 0, 1, (1, 1))


def test_too_few_sums_make_no_percentage(played: Match) -> None:
    assert figures_after(played, 3) == (4, None)
    assert figures_after(played, 1) == (5, 80)


def figures_after(match: Match, more: int) -> tuple[int, int | None]:
    """Log some more sums that were right at the first try, and return what the figures say then."""
    for number in range(more):
        answer = Answer.objects.get(match=match, try_number=2)
        answer.pk, answer.try_number = None, 1
        answer.play_number = 100 + 10 * more + number
        answer.save()
    figures = review_of(match, seat_of(match)).figures
    return figures.answers, figures.accuracy_percent


def test_a_second_try_makes_no_first_one_right(played: Match) -> None:
    mistake = review_of(played, seat_of(played)).mistakes
    assert [(line.step, line.answer and line.answer.tries) for line in mistake] == [(1, ((46, False), (56, True)))]
    assert mistake[0].answer is not None
    assert mistake[0].answer.working is not None
    assert [line.digits for line in mistake[0].answer.working.lines] == ["48 + 2 = 50", "50 + 6 = 56"]
    assert mistake[0].answer.question == "Did the ten get lost?"
    assert mistake[0].answer.skill_name == "over a ten (48 + 7)"


@pytest.mark.parametrize(("judged", "panels"), [(False, 0), (True, 1)])
def test_a_panel_of_figures_is_drawn_only_where_there_are_some(
    played: Match, client: Client, judged: bool, panels: int
) -> None:
    client.force_login(seat_of(played).person)
    Answer.objects.filter(match=played, skill__in=CARD_RULES).delete()
    Judgement.objects.all().delete()
    if judged:
        Judgement.objects.create(
            match=played,
            user=seat_of(played).person,
            play_number=9,
            seat_number=0,
            kind="bust",
            total=9,
            right=True,
            choosing_ms=1,
        )
    page = client.get(f"/match/{played.slug}/review/").text
    assert (page.count('class="strip"'), page.count('class="facts panel"')) == (1, panels)


def test_every_play_stands_in_its_round(played: Match) -> None:
    rounds = review_of(played, seat_of(played)).rounds
    told = [(line.step, line.is_me, line.prior, line.change_label, line.total, line.text) for line in rounds[0].plays]
    assert [each.number for each in rounds] == [1]
    assert told == [
        (1, True, "48", "+8", "56", ""),
        (2, False, "56", "+0", "56", ""),
        (3, True, "56", "+0", "56", ""),
        (4, True, "56", "", "", "You stop here."),
    ]


def test_no_answer_is_no_answer_at_a_sum(played: Match) -> None:
    Answer.objects.filter(try_number=1, play_number=1).update(announced=None)
    figures = review_of(played, seat_of(played)).figures
    assert (figures.answers, figures.accuracy_percent) == (0, None)


@pytest.mark.parametrize(("language", "written"), [("en", "2.5"), ("es", "2,5"), ("pt", "2,5"), ("nl", "2,5")])
def test_seconds_are_written_as_the_language_does(played: Match, language: str, written: str) -> None:
    Answer.objects.update(computing_ms=2500)
    with translation.override(language):
        answer = review_of(played, seat_of(played)).mistakes[0].answer
    assert answer is not None
    assert answer.seconds == written


def test_a_running_match_shows_its_table_instead() -> None:
    match = seated_match(bob(), ["8H KS 9D", "KD KC KH"])
    client = signed_in(bob())
    answered = client.get(f"/match/{match.slug}/review/")
    assert (answered.status_code, answered["Location"]) == (302, f"/match/{match.slug}/")


def test_the_page_takes_a_fixed_number_of_queries(played: Match, django_assert_num_queries: Any) -> None:
    client = signed_in(bob())
    with django_assert_num_queries(7):
        client.get(f"/match/{played.slug}/review/")
