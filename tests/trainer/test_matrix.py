"""Figures of many people at once equal those of each alone."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ninety.models import User
from tests.factories import UserFactory
from trainer.figures import Figure, Period, figures_of
from trainer.marking import CARD_RULES, GROUPS
from trainer.models import Answer, SetAside, TypingSpeed
from trainer.selectors.matrix import (
    RANGES,
    Filters,
    cell_answers,
    counts_by_role,
    counts_of_people,
    figures_of_people,
    mistakes_by_skill,
    together,
)
from trainer.selectors.progress import report_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
SUMS = [
    ("add-over-ten", 48, 7, "8+7"),
    ("add-ten", 48, 10, "10"),
    ("subtract-over-ten", 43, -7, "3-7"),
    ("add-within-ten", 12, 5, "2+5"),
    ("over-hundred", 97, 8, ""),
    ("no-change", 48, 0, ""),
    ("below-zero", 3, -10, ""),
]


@pytest.fixture
def people() -> list[User]:
    """Give six people with some hundred answers each, in every role."""
    chance, made = random.Random(7), []
    pupils = [UserFactory.create(times_judged=number != 3) for number in range(6)]
    for number, pupil in enumerate(pupils[:5]):
        for answer in range(40 * number):
            skill, prior, change, fact = chance.choice(SUMS)
            announced = chance.choice([prior + change, prior + change, prior + change - 10, None])
            role = chance.choice(["player", "checker", "challenger", "own", "untimed"])
            made.append(
                Answer(
                    user=pupil,
                    play_number=answer + 1,
                    seat_number=0,
                    role=role,
                    try_number=chance.choice([1, 1, 1, 2]),
                    prior=prior,
                    card="7C",
                    change=change,
                    expected=prior + change,
                    announced=announced,
                    right=announced == prior + change,
                    skill=skill,
                    kinds=[] if announced == prior + change else ["ten-off"] if announced else ["no-answer"],
                    fact=fact,
                    effect="plain",
                    limit=98,
                    countdown=False,
                    policy="retry",
                    choosing_ms=0,
                    computing_ms=chance.randrange(800, 9000),
                    answered_at=NOON - timedelta(hours=answer),
                )
            )
    Answer.objects.bulk_create(made)
    SetAside.objects.bulk_create(SetAside(answer=answer) for answer in Answer.objects.all()[::7])
    return pupils


def test_figures_of_many_are_those_of_each(people):
    keys = [person.pk for person in people]
    for period in (Period(), Period(NOON - timedelta(days=2), NOON)):
        alone = {person: report.figures for person, report in report_of(keys, period).items()}
        assert figures_of_people(keys, Filters(period)) == alone
        for role in ("own", "playing", "checking"):
            by_role = {person: report.roles[role] for person, report in report_of(keys, period).items()}
            assert figures_of_people(keys, Filters(period, role)) == by_role


def test_counts_are_the_figures_without_any_time(people, django_assert_num_queries):
    keys = [person.pk for person in people]
    figures = figures_of_people(keys, Filters())
    with django_assert_num_queries(1):
        counts = counts_of_people(keys, Filters())
    for person in keys:
        for group in GROUPS:
            assert counts[person].groups[group] == replace(figures[person].groups[group], times=0, median_ms=None)
        assert counts[person].overall == together(counts_by_role(person, Filters()).values())
        for role, figure in counts_by_role(person, Filters()).items():
            alone = figures_of_people([person], Filters(role=role))[person].overall
            assert figure == replace(alone, times=0, median_ms=None)


def test_nothing_together_is_nothing():
    assert together([]) == Figure(0, 0, 0, 0, None)


def test_ranges_of_the_total_part_all_answers(people):
    keys = [person.pk for person in people]
    whole = sum(each.overall.answers for each in figures_of_people(keys, Filters()).values())
    parts = [figures_of_people(keys, Filters(span=span)) for span in RANGES]
    assert whole == sum(each.overall.answers for part in parts for each in part.values())
    assert all(any(each.overall.answers for each in part.values()) for part in parts)


def test_every_cell_opens_the_answers_that_it_counts(people):
    keys = [person.pk for person in people]
    figures = figures_of_people(keys, Filters(role="own"))
    for person in keys:
        for group, skills in GROUPS.items():
            assert cell_answers([person], Filters(role="own"), skills).count() == figures[person].groups[group].answers
        assert cell_answers([person], Filters(role="own")).count() == figures[person].overall.answers


def test_kinds_of_mistakes_open_the_answers_that_they_count(people):
    keys = [person.pk for person in people]
    kinds = mistakes_by_skill(keys, Filters())
    assert kinds.keys() == {"ten-off"}
    for skill, number in kinds["ten-off"].items():
        assert cell_answers(keys, Filters(), [skill], "ten-off").count() == number


def test_what_was_set_aside_is_in_no_figure(people):
    keys = [person.pk for person in people]
    before = figures_of_people(keys, Filters())[keys[4]].overall.answers
    aside = Answer.objects.filter(user=keys[4], try_number=1, announced__isnull=False, set_aside=None)
    SetAside.objects.create(answer=aside.exclude(skill__in=CARD_RULES)[0])
    assert figures_of_people(keys, Filters())[keys[4]].overall.answers == before - 1


def test_typing_is_taken_off_the_times_as_on_ones_own_page(people):
    person = people[4]
    before = figures_of_people([person.pk], Filters())[person.pk].overall
    TypingSpeed.objects.create(user=person, median_ms=500, numbers=8)
    after = figures_of_people([person.pk], Filters())[person.pk].overall
    assert before.median_ms is not None
    assert after == replace(before, median_ms=before.median_ms - 500)


def test_as_many_queries_for_many_as_for_one(people, django_assert_num_queries):
    keys = [person.pk for person in people]
    for some in (keys[:1], keys):
        with django_assert_num_queries(3):
            figures_of_people(some, Filters())


def test_nobody_has_no_figures():
    assert figures_of_people([], Filters()) == {}
    assert figures_of([]).overall.answers == 0
