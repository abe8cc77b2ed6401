"""A person's own page: what the log says of them, in kind words, and of nobody else."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from ninety.starting_points import STARTING_POINTS
from tests.factories import bob, carol, mallory, seated_match, signed_in
from trainer.facts import Fact
from trainer.figures import figures_of
from trainer.marking import mark
from trainer.models import Answer, Drill
from trainer.selectors import OwnPage, own_page_of
from trainer.selectors.fact_tables import fact_text
from trainer.selectors.practice import practice_of
from trainer.selectors.progress import rules_of_answer

pytestmark = pytest.mark.django_db

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["countdown"]})
PAGE = "/progress/"
MOST_QUERIES = 15


def log(person: User, prior: int, card: str, announced: int | None, **more: Any) -> Answer:
    """Log a first try of a person; `rules`, `choice`, `days_ago`, and fields of the row, can be given."""
    rules, choice = more.pop("rules", NINETY_NINE), more.pop("choice", None)
    marked = mark(rules, prior, Card(card), choice, announced)
    row: dict[str, Any] = {
        "user": person,
        "play_number": Answer.objects.count() + 1,
        "seat_number": 0,
        "try_number": 1,
        "prior": prior,
        "card": card,
        "choice": choice,
        "change": marked.change,
        "expected": marked.expected,
        "announced": announced,
        "right": marked.right,
        "skill": marked.skill,
        "kinds": list(marked.kinds),
        "fact": marked.fact or "",
        "effect": str(rules.effect(card[0])),
        "limit": rules.limit,
        "floor": rules.floor,
        "countdown": rules.countdown,
        "policy": "retry",
        "choosing_ms": 1000,
        "computing_ms": 3100,
        "answered_at": timezone.now() - timedelta(days=more.pop("days_ago", 1)),
    }
    return Answer.objects.create(**{**row, **more})


def page_of(person: User, number: str = "1") -> OwnPage:
    return own_page_of(person, timezone.now(), number)


class TestBeforeTheFirstAnswer:
    def test_nobody_is_told_what_will_be_here_and_is_not_made_a_visitor(self, client: Client) -> None:
        answered = client.get(PAGE)

        assert "What will be here" in answered.text
        assert 'action="/play/quick/"' in answered.text
        assert (User.objects.count(), settings.SESSION_COOKIE_NAME in answered.cookies) == (0, False)

    def test_somebody_new_sees_the_same(self) -> None:
        assert "What will be here" in signed_in(bob()).get(PAGE).text


class TestWhoseItIs:
    def test_it_is_the_session_that_says_whose_page_it_is(self) -> None:
        log(bob(), 48, "7S", 45)

        assert "you said 45" in signed_in(bob()).get(PAGE).text
        assert "What will be here" in signed_in(mallory()).get(PAGE).text

    @pytest.mark.parametrize("asked", ["?user={}", "?person={}", "?id={}", "?page={}"])
    def test_no_address_leads_to_anybody_else(self, asked: str) -> None:
        log(bob(), 48, "7S", 45)
        log(carol(), 42, "5S", 48)
        text = signed_in(carol()).get(PAGE + asked.format(bob().pk)).text

        assert ("you said 48" in text, "you said 45" in text) == (True, False)
        assert signed_in(carol()).get(f"{PAGE}{bob().pk}/").status_code == 404

    def test_it_is_read_only_and_never_kept_by_a_cache(self) -> None:
        client = signed_in(bob())

        assert client.post(PAGE).status_code == 405
        assert "no-store" in client.get(PAGE)["Cache-Control"]


class TestSkills:
    """Nine in ten right is a skill that one can, less is one that is being learnt, few answers say nothing."""

    def test_what_one_can_and_what_one_is_learning(self) -> None:
        for _number in range(9):
            log(bob(), 42, "5S", 47)
        log(bob(), 42, "5S", 48)
        for _number in range(4):
            log(bob(), 48, "7S", 55)
        log(bob(), 48, "7S", 45)
        log(bob(), 43, "7S", 50)
        page = page_of(bob())

        assert page.summary == "In the last eight weeks: 14 of 16 sums right at the first try."
        assert [(line.name, line.percent, line.sums) for line in page.can] == [
            ("inside a ten (42 + 5)", "90 %", "10 sums")
        ]
        assert {(line.name, line.percent, line.sums) for line in page.learning} == {
            ("over a ten (48 + 7)", "80 %", "5 sums"),
            ("up to a ten (43 + 7)", "", "1 sum"),
        }
        assert "1 sum · too little to tell" in signed_in(bob()).get(PAGE).text

    def test_times_are_those_of_sums_computed_along_and_written_as_people_do(self) -> None:
        for _number in range(5):
            log(bob(), 42, "5S", 47, role="checker")
            log(bob(), 48, "7S", 55)

        assert [line.seconds for line in page_of(bob()).can] == ["usually 3.1 s", ""]
        with translation.override("nl"):
            assert "3,1" in page_of(bob()).can[0].seconds

    def test_only_wrong_ones_are_met_with_kind_words(self) -> None:
        log(bob(), 48, "7S", 45)

        assert page_of(bob()).summary == (
            "Below you find a way to do each of your sums. The first right one will stand here."
        )

    def test_a_long_absence_is_no_reproach(self) -> None:
        log(bob(), 48, "7S", 55, days_ago=100)

        assert page_of(bob()).summary == "No sums in the last eight weeks. Welcome back!"


class TestPractice:
    def test_the_group_with_the_least_accuracy_comes_next(self) -> None:
        for _number in range(5):
            log(bob(), 48, "7S", 55)
            log(bob(), 42, "5S", 47)
            log(bob(), 53, "7S", 54, rules=COUNTDOWN)
        log(bob(), 53, "7S", 46, rules=COUNTDOWN)
        practice = page_of(bob()).practice

        assert (practice.view, practice.button) == ("start_drill", "Practise: taking away")
        assert practice.fields == (("kind", "practice"), ("countdown", "on"))
        assert practice.reason == "Next comes “taking away”: 1 of 6 were right at the first try so far."

    def test_a_group_hardly_met_comes_next_where_all_others_go_well(self) -> None:
        for _number in range(5):
            log(bob(), 42, "5S", 47)

        assert page_of(bob()).practice.reason == "You have met few sums of the sort “to and over a ten” so far."

    def test_where_all_goes_well_there_is_another_game(self) -> None:
        figures = figures_of([])
        well = replace(figures.overall, answers=20, right=20)
        all_well = replace(figures, groups=dict.fromkeys(figures.groups, well))

        assert practice_of(all_well).fields == (("starting_point", "classic-ninety-nine"),)
        assert "classic-ninety-nine" in STARTING_POINTS

    def test_one_click_opens_the_drill(self) -> None:
        client = signed_in(bob())
        for _number in range(5):
            log(bob(), 53, "7S", 54, rules=COUNTDOWN)
        page = client.get(PAGE)
        shown = page.context["page"]
        assert page.text.count('action="/drills/start/"') == 2
        assert shown.repeating.does == ("1 sum that was not right lately. It comes again until it is right twice.")
        for practice in (shown.practice, shown.repeating):
            client.post("/drills/start/", {**dict(practice.fields), "key": page.context["key"]})
            page = client.get(PAGE)

        assert [(drill.user, drill.kind) for drill in Drill.objects.order_by("pk")] == [
            (bob(), "practice"),
            (bob(), "again"),
        ]
        assert Drill.objects.latest("pk").deal["cards"] == [["7D", None, 53, 0]]

    def test_where_nothing_is_left_to_repeat_the_mistakes_lead_to_practice(self) -> None:
        for _number in range(5):
            log(bob(), 53, "7S", 54, rules=COUNTDOWN, days_ago=70)
        page = page_of(bob())

        assert (page.repeating, page.mistakes != ()) == (page.practice, True)


class TestFactTables:
    def test_each_box_has_a_sign_and_words(self) -> None:
        for _number in range(5):
            log(bob(), 48, "7S", 55, role="checker")
            log(bob(), 42, "5S", 48)
        log(bob(), 30, "QS", 40)
        (adding,) = page_of(bob()).tables
        boxes = {row.label: row.cells for row in adding.rows}

        assert adding.title == "Adding"
        assert list(boxes) == [f"+{change}" for change in range(1, 12)]
        assert (boxes["+7"][8].sign, boxes["+7"][8].says) == ("✓", "8 + 7: by heart, 5 of 5 right")
        assert (boxes["+5"][2].sign, boxes["+5"][2].says) == ("≈", "2 + 5: to practise, 0 of 5 right")
        assert (boxes["+5"][3].sign, boxes["+5"][3].says) == ("", "3 + 5: not met yet")
        assert [(box.says, box.span) for box in boxes["+10"]] == [("+10: on the way, 1 of 1 right", 10)]

    def test_the_facts_stand_in_words_too(self) -> None:
        for _number in range(5):
            log(bob(), 48, "7S", 55, role="checker")
            log(bob(), 53, "7S", 54, rules=COUNTDOWN)
        states = {state.code: state.facts for state in page_of(bob()).states}

        assert states == {"fluent": ("8 + 7",), "learning": (), "shaky": ("13 − 7",), "new": ()}
        assert page_of(bob()).due == ("13 − 7",)

    @pytest.mark.parametrize(
        ("ones", "change", "text"),
        [(8, 7, "8 + 7"), (3, -7, "13 − 7"), (7, -7, "7 − 7"), (3, -25, "33 − 25"), (None, -11, "−11")],
    )
    def test_a_fact_is_written_as_a_sum_that_does_not_go_below_zero(
        self, ones: int | None, change: int, text: str
    ) -> None:
        fact = Fact("", ones, change, "new", 0, 0, None, None)

        assert fact_text(fact) == text


class TestTrend:
    def test_against_the_own_past_only(self) -> None:
        said = "In the last eight weeks 90 % were right at the first try; in the time before, 50 %. "
        for tens, more in ((1, "Whether that is a change cannot be told yet."), (2, "That is better than before.")):
            for number in range(10 * tens):
                log(bob(), 48, "7S", 55 if number % 10 else 45)
                log(bob(), 48, "7S", 55 if number % 2 else 45, days_ago=100)

            assert page_of(bob()).compared == said + more

    def test_less_than_before_is_said_kindly(self) -> None:
        for number in range(20):
            log(bob(), 48, "7S", 55 if number > 9 else 45)
            log(bob(), 48, "7S", 55 if number else 45, days_ago=100)

        assert page_of(bob()).compared.endswith("That is less than before: take your time.")

    def test_too_little_from_before(self) -> None:
        for _number in range(5):
            log(bob(), 48, "7S", 55)

        assert page_of(bob()).compared == (
            "In the last eight weeks 100 % were right at the first try. There is too little from before to compare."
        )

    def test_eight_weeks_each_with_what_can_be_told(self) -> None:
        for _number in range(5):
            log(bob(), 48, "7S", 55, days_ago=21)
        log(bob(), 48, "7S", 55, days_ago=35)
        page = page_of(bob())

        assert len(page.weeks) == 8
        assert sorted((week.sums, week.percent, week.height) for week in page.weeks if week.sums) == [
            (1, "", 0),
            (5, "100 %", 100),
        ]
        assert page.bars

    def test_roles_are_told_apart_without_a_verdict(self) -> None:
        for _number in range(5):
            log(bob(), 48, "7S", 55)
        assert page_of(bob()).by_role == ""
        for _number in range(5):
            log(bob(), 48, "7S", 45, role="checker")

        assert page_of(bob()).by_role == "With a card of your own: 100 % right. Computing along: 0 % right."


class TestMistakes:
    def test_they_are_explained_newest_first(self) -> None:
        log(bob(), 48, "7S", 45, days_ago=2)
        log(bob(), 50, "QS", 62)
        newest, older = page_of(bob()).mistakes

        assert (newest.prior, newest.change_label, newest.expected, newest.announced) == ("50", "+10", "60", "62")
        assert (newest.question, newest.reminder) == (
            "Did you take the queen as 12?",
            "In this game the queen adds 10.",
        )
        assert [line.digits for line in older.working.lines] == ["48 + 2 = 50", "50 + 5 = 55"]
        assert older.skill_name == "over a ten (48 + 7)"

    def test_no_answer_in_time_is_one_too(self) -> None:
        log(bob(), 48, "7S", None)

        assert [mistake.announced for mistake in page_of(bob()).mistakes] == [None]

    def test_page_by_page(self) -> None:
        for prior in range(20, 29):
            log(bob(), prior, "2S", prior)
        lengths = [len(page_of(bob(), number).mistakes) for number in ("1", "2", "3", "99", "none", "-1")]

        assert lengths == [4, 4, 1, 1, 4, 1]
        text = signed_in(bob()).get(PAGE, {"page": "2"}).text
        assert ("?page=1#mistakes-title" in text, "?page=3#mistakes-title" in text) == (True, True)

    @pytest.mark.parametrize(
        ("rules", "prior", "card", "choice", "announced"),
        [
            (NINETY_NINE, 48, "7S", None, 45),
            (NINETY_NINE, 48, "TS", -10, 58),
            (NINETY_NINE, 20, "9S", None, 29),
            (COUNTDOWN, 53, "AS", -11, 52),
            (RuleSet.from_spec({"preset": "ninety-eight", "variants": ["negatives"]}), -3, "TS", -10, 7),
            (RuleSet.from_spec({"preset": "ring-299"}), 98, "X", None, 97),
        ],
    )
    def test_the_row_alone_explains_it_when_the_match_is_gone(
        self, rules: RuleSet, prior: int, card: str, choice: int | None, announced: int
    ) -> None:
        answer = log(bob(), prior, card, announced, rules=rules, choice=choice)
        copied = rules_of_answer(answer)

        assert mark(copied, prior, Card(card), choice, announced) == mark(rules, prior, Card(card), choice, announced)
        assert (copied.target, copied.countdown, copied.lowest) == (rules.target, rules.countdown, rules.lowest)

    def test_nothing_to_look_at(self) -> None:
        log(bob(), 48, "7S", 55)

        assert "Nothing to look at: every first try was right." in signed_in(bob()).get(PAGE).text


class TestTendencies:
    def test_with_the_sums_that_show_them(self) -> None:
        for number in range(12):
            log(bob(), 48 + 10 * (number % 4), "7S", 45 + 10 * (number % 4))
            log(bob(), 42, "5S", 47)
        found = page_of(bob()).tendencies

        assert [line.says for line in found] == ["The ten gets lost on the way over it."]
        assert (len(found[0].newest), len(found[0].older)) == (4, 8)
        assert found[0].newest[0] == "78 + 7 is 85, you said 75"


def test_the_queries_do_not_grow_with_the_answers() -> None:
    client, match = signed_in(bob()), seated_match(bob(), ["8H KS 9D", "KD KC KH"])
    counts = []
    for many in (1, 60):
        for number in range(many):
            log(bob(), number % 90, "7S", 1, match=match)
        with CaptureQueriesContext(connection) as queries:
            client.get(PAGE)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST_QUERIES
