"""The queries behind figures, facts and tendencies; ratings from the log; the log marked anew."""

import random
import re
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from tests.factories import bob, carol
from trainer.figures import Period, days
from trainer.marking import CARD_RULES, mark
from trainer.models import Answer, Rating, RatingState
from trainer.rating import Ability, Difficulties, Sum, score
from trainer.selectors.progress import progress_of, report_of, rules_of_answer, tendencies_of_people
from trainer.services.ratings import SETTLED, bring_up_ratings, rate_anew, rating_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
RULES = {
    "ninety-nine": RuleSet.from_spec({"preset": "ninety-nine"}),
    "countdown": RuleSet.from_spec({"preset": "ninety-eight", "variants": ["countdown"]}),
    "negatives": RuleSet.from_spec({"preset": "ninety-nine", "variants": ["negatives"]}),
}


def logged(person: User, prior: int, card: str, announced: int | None = None, **more) -> Answer:
    """Log an answer, right where nothing else is announced, a minute ago where nothing else is said."""
    rules, choice = RULES[more.pop("rules", "ninety-nine")], more.pop("choice", None)
    said = rules.total_after(prior, Card(card), choice) if announced is None else announced
    marked = mark(rules, prior, Card(card), choice, None if more.pop("late", False) else said, more.get("earlier", ()))
    fields = {
        "user": person,
        "play_number": 1,
        "seat_number": 0,
        "role": "checker",
        "try_number": 1,
        "effect": str(rules.effect(card[0])),
        "limit": rules.limit,
        "floor": rules.floor,
        "countdown": rules.countdown,
        "policy": "retry",
        "choosing_ms": 0,
        "computing_ms": 4000,
        "answered_at": NOW - MINUTE,
        "prior": prior,
        "card": card,
        "choice": choice,
        "change": marked.change,
        "expected": marked.expected,
        "announced": marked.announced,
        "right": marked.right,
        "skill": marked.skill,
        "kinds": list(marked.kinds),
        "fact": marked.fact or "",
    }
    return Answer.objects.create(**fields | more)


def some_log(people: list[User], count: int, seed: int = 1) -> list[Answer]:
    dice, answers = random.Random(seed), []
    for number in range(count):
        prior, rank = dice.randrange(85), dice.choice("2567JKT94")
        answers.append(
            logged(
                dice.choice(people),
                prior,
                rank + "S",
                prior + dice.randrange(12) if dice.random() < 0.3 else None,
                choice=10 if rank == "T" else None,
                late=dice.random() < 0.05,
                role=dice.choice(("player", "checker", "challenger")),
                try_number=dice.choice((1, 1, 1, 2)),
                computing_ms=dice.randrange(1000, 25_000),
                answered_at=NOW - (count - number) * timedelta(hours=3),
            )
        )
    return answers


class TestReport:
    def test_a_period_has_its_start_and_not_its_end(self):
        person = bob()
        for minutes in (-1, 0, 59, 60):
            logged(person, 48, "7S", answered_at=NOW + minutes * MINUTE)
        report = report_of([person.pk], Period(NOW, NOW + 60 * MINUTE))[person.pk]
        assert report.figures.overall.answers == 2

    def test_days_of_a_school_in_its_own_zone(self):
        person, zone = bob(), ZoneInfo("Europe/Madrid")
        for hour in (21, 22, 46, 47):  # 25 October has 25 hours there, from 22:00 to 23:00 in UTC
            logged(person, 48, "7S", answered_at=datetime(2026, 10, 24, tzinfo=UTC) + timedelta(hours=hour))
        answers = [
            report_of([person.pk], days(date(2026, 10, day), date(2026, 10, day), zone))[
                person.pk
            ].figures.overall.answers
            for day in (24, 25, 26)
        ]
        assert answers == [1, 2, 1]

    def test_everybody_has_figures_of_their_own_in_two_queries(self, django_assert_num_queries):
        people = [bob(), carol(), User.objects.create_visitor()]
        answers = some_log(people[:2], 200)
        with django_assert_num_queries(2):
            reports = report_of([person.pk for person in people], Period())
        for person in people:
            mine = [a for a in answers if a.user == person and a.try_number == 1 and a.skill not in CARD_RULES]
            said = [a for a in mine if a.announced is not None]
            overall = reports[person.pk].figures.overall
            assert (overall.answers, overall.no_answers) == (len(said), len(mine) - len(said))
            assert overall.right == len([a for a in said if a.announced == a.expected])
            checks = [a for a in said if a.role != "player"]
            assert reports[person.pk].roles["checking"].overall.answers == len(checks)

    def test_an_answer_whose_match_is_gone_still_counts(self):
        person = bob()
        assert logged(person, 48, "7S").match is None
        assert report_of([person.pk], Period())[person.pk].figures.overall.answers == 1


class TestProgress:
    def test_nobody_yet(self):
        progress = progress_of(bob(), NOW)
        assert (progress.total, progress.mistakes, progress.tendencies, progress.due) == (0, (), (), ())
        assert [week.figure.answers for week in progress.weeks] == [0] * 8

    @pytest.mark.parametrize("count", [1, 300])
    def test_two_queries_however_many_answers(self, count, django_assert_num_queries):
        person = bob()
        some_log([person], count)
        logged(person, 48, "7S", 45)
        with django_assert_num_queries(2):
            progress = progress_of(person, NOW)
            assert [answer.match for answer in progress.mistakes] == [None] * len(progress.mistakes)

    def test_now_and_before(self):
        person = bob()
        for days_ago in (1, 56, 57, 364, 365):
            logged(person, 48, "7S", answered_at=NOW - days_ago * DAY)
        logged(person, 48, "7S", answered_at=NOW)
        progress = progress_of(person, NOW)
        assert (progress.total, progress.figures.overall.answers, progress.before.overall.answers) == (4, 2, 2)

    def test_weeks_begin_on_mondays_where_the_page_is(self):
        person = bob()
        for text in (
            "2026-11-29T22:59Z",
            "2026-11-29T23:01Z",
            "2026-11-30T10:00Z",
            "2026-10-11T21:59Z",
            "2026-10-11T22:00Z",
        ):
            logged(person, 48, "7S", answered_at=datetime.fromisoformat(text))
        with timezone.override("Europe/Madrid"):
            weeks = progress_of(person, NOW).weeks
        assert [week.first for week in weeks] == [date(2026, 10, 12) + number * 7 * DAY for number in range(8)]
        assert [week.figure.answers for week in weeks] == [1, 0, 0, 0, 0, 0, 1, 2]

    def test_mistakes_are_wrong_first_tries_newest_first(self):
        person = bob()
        wrong = [
            logged(person, 48, "7S", 40 + number, answered_at=NOW - (30 - number) * MINUTE) for number in range(25)
        ]
        late = logged(person, 48, "7S", late=True)
        logged(person, 48, "7S", 45, try_number=2)
        logged(carol(), 48, "7S", 45)
        logged(person, 48, "7S")
        right = [answer for answer in wrong if answer.right]
        expected = [late, *[answer for answer in reversed(wrong) if answer not in right]][:20]
        assert progress_of(person, NOW).mistakes == tuple(expected)

    def test_a_tendency_brings_the_answers_behind_it(self):
        person = bob()
        lost = [
            logged(person, prior, card, announced, answered_at=NOW - ago * MINUTE)
            for prior, card, announced, ago in (
                (48, "7S", 45, 9),
                (36, "8H", 34, 8),
                (57, "5S", 52, 7),
                (28, "6S", 24, 6),
            )
        ]
        logged(person, 20, "5S", 32)
        (tendency,) = progress_of(person, NOW).tendencies
        assert (tendency.kind, tendency.answers, tendency.possible) == ("carry-missed", tuple(reversed(lost)), 4)
        assert progress_of(person, NOW + 56 * DAY).tendencies == ()

    def test_of_several_people_at_once_they_are_the_same_in_one_query(self, django_assert_num_queries):
        for person in (bob(), carol()):
            for number, prior in enumerate((48, 36, 57, 28) * 16):
                logged(person, prior, "7S", prior - 3, play_number=number, answered_at=NOW - (number + 1) * MINUTE)
            logged(person, 20, "5S", 32)
        logged(carol(), 48, "7S", 45, answered_at=NOW - 60 * DAY)
        people = [bob().pk, carol().pk, 10**6]
        with django_assert_num_queries(1):
            found = tendencies_of_people(people, NOW)
        assert found == {person.pk: progress_of(person, NOW).tendencies for person in (bob(), carol())}
        assert {len(tendency.answers) for each in found.values() for tendency in each} == {59}

    def test_the_grid_and_what_is_due(self):
        person = bob()
        logged(person, 48, "7S", answered_at=NOW - 2 * DAY)
        logged(person, 38, "7S", 35, answered_at=NOW - DAY)
        progress = progress_of(person, NOW)
        answered = [(cell.name, cell.answers) for row in progress.grid for cell in row.cells if cell.answers]
        assert (answered, [fact.name for fact in progress.due]) == ([("8+7", 2)], ["8+7"])

    def test_the_index_answers_alone(self):
        """Nothing but indexes is read; PostgreSQL is told not to prefer another way for so few rows."""
        person = bob()
        some_log([person, carol()], 300)
        with CaptureQueriesContext(connection) as queries:
            report_of([person.pk], Period(NOW - 9 * DAY, NOW))
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
            cursor.execute(
                ("EXPLAIN " if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN ") + queries[-1]["sql"]
            )
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert re.findall(r"USING COVERING INDEX \w+|Index Only Scan using \w+|SORT|Sort|TEMP", plan) in (
            ["USING COVERING INDEX answer_figures"],
            ["Index Only Scan using answer_figures", "Index Only Scan using trainer_setaside_answer_id_key"],
        )


class TestRules:
    @pytest.mark.parametrize("rules", RULES)
    def test_a_row_alone_can_be_judged_again(self, rules):
        person = bob()
        for rank in "A2356789TJQK4":
            changes = RULES[rules].changes(rank)
            answer = logged(person, 40, rank + "S", rules=rules, choice=changes[0] if len(changes) > 1 else None)
            again = rules_of_answer(answer)
            assert again.total_after(answer.prior, Card(answer.card), answer.choice) == answer.expected
            assert again.changes(rank) == changes


class TestRatings:
    def test_only_first_tries_at_sums_with_a_time_are_rated(self):
        person = bob()
        logged(person, 48, "7S", role="player")
        logged(person, 48, "7S", role="challenger")
        logged(person, 48, "7S", try_number=2)
        logged(person, 48, "KS")
        logged(person, 48, "9S")
        logged(person, 48, "7S", late=True)
        assert (bring_up_ratings(NOW), Rating.objects.count()) == (0, 0)
        assert rating_of(person, NOW) == Ability()

    def test_they_are_what_the_formulas_say(self):
        person = bob()
        given = [(48, "7S", None, 4000, 3), (42, "5S", 46, 9000, 2), (20, "8S", None, 30_000, 2)]
        ability, sums, at = Ability(), Difficulties(), None
        for prior, card, announced, took, days_ago in given:
            answer = logged(person, prior, card, announced, computing_ms=took, answered_at=NOW - days_ago * DAY)
            each = Sum(prior, answer.change, answer.fact)
            rested = ability if at is None else ability.rested((answer.answered_at - at) / DAY)
            scored = score(right=answer.right, took_ms=took)
            ability, at = rested.after(scored, sums.of(each)), answer.answered_at
            sums.learn(each, scored, rested)
        assert rating_of(person, NOW) == ability.rested(2)
        assert RatingState.objects.get().difficulties == sums.to_json()

    def test_a_log_gives_the_same_ratings_whenever_they_are_brought_up(self):
        people = [bob(), carol()]
        for seed in range(3):
            some_log(people, 60, seed)
            rating_of(people[seed % 2], NOW)
        step_by_step = list(Rating.objects.order_by("user").values_list("user", "value", "variance", "answers"))
        state = RatingState.objects.values().get()
        assert rate_anew(NOW) == sum(answers for *_, answers in step_by_step)
        assert list(Rating.objects.order_by("user").values_list("user", "value", "variance", "answers")) == step_by_step
        assert RatingState.objects.values().get() == state

    def test_nothing_is_rated_twice(self):
        person = bob()
        logged(person, 48, "7S")
        assert [bring_up_ratings(NOW), bring_up_ratings(NOW)] == [1, 0]
        assert Rating.objects.get().answers == 1

    def test_what_may_still_be_on_its_way_is_waited_for(self):
        person = bob()
        logged(person, 48, "7S", answered_at=NOW - SETTLED + timedelta(milliseconds=1))
        logged(person, 48, "7S", answered_at=NOW - DAY)
        assert [bring_up_ratings(NOW), bring_up_ratings(NOW + timedelta(seconds=1))] == [0, 2]

    def test_an_answer_that_comes_late_does_not_turn_time_back(self):
        person = bob()
        logged(person, 48, "7S", answered_at=NOW - DAY)
        logged(person, 48, "7S", answered_at=NOW - 9 * DAY)
        bring_up_ratings(NOW)
        assert Rating.objects.get().answered_at == NOW - DAY


class TestRemark:
    def remark(self) -> str:
        out = StringIO()
        call_command("remark", stdout=out)
        return out.getvalue()

    def test_a_log_that_is_marked_as_today_stays_as_it_is(self):
        some_log([bob()], 120)
        before = list(Answer.objects.order_by("pk").values())
        checks = Answer.objects.filter(role="checker", try_number=1, announced__isnull=False)
        rated = checks.exclude(skill__in=CARD_RULES).count()
        assert self.remark() == f"120 answers: 0 marked otherwise than before, {rated} rated.\n"
        assert list(Answer.objects.order_by("pk").values()) == before

    def test_what_was_marked_otherwise_is_put_right_and_nothing_else(self):
        person = bob()
        answers = some_log([person], 60)
        old = logged(person, 53, "6S", 49, rules="countdown", earlier=[60, 55])
        before = list(Answer.objects.order_by("pk").values())
        Answer.objects.filter(pk=old.pk).update(skill="add-within-ten", kinds=["other"], fact="")
        Answer.objects.filter(pk=answers[3].pk).update(fact="9+9")
        assert self.remark().startswith("61 answers: 2 marked otherwise than before, ")
        assert list(Answer.objects.order_by("pk").values()) == before

    def test_batch_after_batch(self, monkeypatch):
        monkeypatch.setattr("trainer.services.remarking.BATCH", 7)
        monkeypatch.setattr("trainer.services.ratings.BATCH", 7)
        some_log([bob()], 30)
        Answer.objects.update(fact="9+9")
        assert self.remark().startswith("30 answers: 30 marked otherwise than before, ")

    def test_an_empty_log(self):
        assert self.remark() == "0 answers: 0 marked otherwise than before, 0 rated.\n"
