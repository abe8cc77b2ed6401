"""Figures: what counts, with which interval, in which time; each compared with a count of its own."""

import random
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from math import isclose, sqrt
from zoneinfo import ZoneInfo

import pytest

from trainer.figures import (
    ENOUGH_ANSWERS,
    ROLES,
    Figure,
    Given,
    Period,
    days,
    figures_by_role,
    figures_of,
    wilson,
)
from trainer.marking import CARD_RULES, GROUPS, SKILLS

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def given(skill="add-over-ten", role="checker", *, right=True, answered=True, ms=4000, try_number=1):
    return Given(role, try_number, skill, "", right, answered, ms, NOON)


def no_answer(role="player"):
    return given(role=role, right=False, answered=False)


class TestFigure:
    def test_counts_and_shares(self):
        figure = Figure.of([given(), given(), given(right=False), given(), no_answer(), no_answer()])
        assert (figure.answers, figure.right, figure.no_answers, figure.accuracy) == (4, 3, 2, None)
        figure = Figure.of([*[given()] * 4, given(right=False), no_answer()])
        assert (figure.answers, figure.right, figure.no_answers, figure.accuracy) == (5, 4, 1, 0.8)

    def test_time_is_the_median_of_checks_right_or_wrong(self):
        checks = [given(ms=ms, right=ms < 6000) for ms in (9000, 1000, 5000, 3000)]
        others = [given(role="player", ms=1)] * 9 + [given(role="challenger", ms=2)] * 9
        assert (Figure.of(checks + others).times, Figure.of(checks + others).median_ms) == (4, None)
        assert Figure.of([*checks, *others, given(ms=6000)]).median_ms == 5000
        assert Figure.of([*checks, *others, given(ms=6000), given(ms=6000)]).median_ms == 5500

    def test_a_player_has_no_time_however_many_answers(self):
        assert Figure.of([given(role="player")] * 100).median_ms is None

    @pytest.mark.parametrize(
        ("right", "answers", "standing"),
        [(0, 0, "new"), (4, 4, "little"), (5, 5, "can"), (9, 10, "can"), (8, 10, "learning"), (0, 5, "learning")],
    )
    def test_standing(self, right, answers, standing):
        assert Figure.of([given()] * right + [given(right=False)] * (answers - right)).standing == standing

    def test_below_the_minimum_there_is_no_guess(self):
        figure = Figure.of([given()] * (ENOUGH_ANSWERS - 1))
        assert (figure.accuracy, figure.interval, figure.median_ms) == (None, None, None)


class TestWilson:
    @pytest.mark.parametrize("answers", [1, 5, 80, 10_000])
    def test_its_bounds_are_the_shares_whose_score_is_the_quantile(self, answers):
        """The interval holds the shares p with |right/n - p| <= z sqrt(p(1 - p)/n): its bounds solve that equation."""
        for right in {0, 1, answers // 2, answers}:
            for bound in wilson(right, answers):
                off = abs(right / answers - bound)
                assert isclose(off, 1.959963984540054 * sqrt(bound * (1 - bound) / answers), abs_tol=1e-9)

    def test_a_known_one(self):
        assert [round(bound, 4) for bound in wilson(81, 263)] == [0.2553, 0.3662]

    def test_it_never_leaves_the_shares_there_are(self):
        assert (wilson(0, 5)[0], wilson(5, 5)[1]) == (0, 1)


class TestFigures:
    def test_second_tries_count_nowhere(self):
        assert figures_of([given(try_number=2)] * 9) == figures_of([])

    def test_card_rules_stand_apart(self):
        figures = figures_of([given("to-limit", right=False), given("no-change"), given()])
        assert (figures.overall.answers, figures.overall.right) == (1, 1)
        assert (figures.groups["card-rules"].answers, figures.groups["card-rules"].right) == (2, 1)

    def test_every_group_and_skill_has_its_own(self):
        figures = figures_of([])
        assert (list(figures.groups), list(figures.skills)) == (list(GROUPS), list(SKILLS))

    def test_the_roles(self):
        by_role = figures_by_role([given(), given(role="challenger", right=False), given(role="player")])
        assert {role: (each.overall.answers, each.overall.right) for role, each in by_role.items()} == {
            "own": (0, 0),
            "playing": (1, 1),
            "checking": (2, 1),
        }
        assert tuple(by_role) == ROLES

    @pytest.mark.parametrize("seed", range(5))
    def test_random_logs_counted_another_way(self, seed):
        dice = random.Random(seed)
        log = []
        for _ in range(600):
            answered = dice.random() < 0.95
            log.append(
                given(
                    dice.choice(SKILLS),
                    dice.choice(("player", "checker", "challenger")),
                    right=answered and dice.random() < 0.7,
                    answered=answered,
                    ms=dice.randrange(500, 20_000),
                    try_number=dice.choice((1, 1, 2)),
                )
            )
        figures = figures_of(log)
        skills_of = {"overall": [s for s in SKILLS if s not in CARD_RULES], **GROUPS, **{s: [s] for s in SKILLS}}
        for name, figure in {"overall": figures.overall, **figures.groups, **figures.skills}.items():
            mine = [g for g in log if g.try_number == 1 and g.skill in skills_of[name]]
            said = [g for g in mine if g.answered]
            times = sorted(g.computing_ms for g in said if g.role == "checker")
            middle = Fraction(times[(len(times) - 1) // 2] + times[len(times) // 2], 2) if len(times) >= 5 else None
            assert (figure.answers, figure.right) == (len(said), len([g for g in said if g.right]))
            assert (figure.no_answers, figure.times) == (len(mine) - len(said), len(times))
            assert figure.median_ms == middle
            assert figure.accuracy == (figure.right / figure.answers if figure.answers >= 5 else None)


class TestPeriods:
    def test_they_have_their_start_and_not_their_end(self):
        period = Period(NOON, NOON + timedelta(hours=1))
        inside = [minute for minute in (-1, 0, 59, 60) if NOON + timedelta(minutes=minute) in period]
        assert inside == [0, 59]

    def test_open_ends(self):
        assert [NOON in Period(None, NOON), NOON in Period(NOON, None), NOON in Period()] == [False, True, True]

    def test_a_time_without_a_zone_is_refused(self):
        with pytest.raises(ValueError, match="has no time zone"):
            Period(datetime(2026, 11, 30), None)

    @pytest.mark.parametrize(
        ("zone", "day", "hours"),
        [
            ("Europe/Madrid", date(2026, 3, 29), 23),
            ("Europe/Madrid", date(2026, 10, 25), 25),
            ("Europe/Lisbon", date(2026, 10, 25), 25),
            ("Europe/Amsterdam", date(2026, 11, 30), 24),
            ("America/Santiago", date(2026, 9, 6), 23),  # midnight itself is skipped
            ("Australia/Lord_Howe", date(2026, 10, 4), 23.5),
        ],
    )
    def test_days_are_as_long_as_they_are(self, zone, day, hours):
        period = days(day, day, ZoneInfo(zone))
        assert period.start is not None
        assert period.end is not None
        assert (period.end - period.start) / timedelta(hours=1) == hours

    def test_every_moment_of_a_year_is_in_one_day(self):
        zone = ZoneInfo("Europe/Madrid")
        periods = [
            days(date(2026, 1, 1) + timedelta(days=n), date(2026, 1, 1) + timedelta(days=n), zone) for n in range(365)
        ]
        assert [a.end for a in periods[:-1]] == [b.start for b in periods[1:]]
        assert periods[0].start == datetime(2025, 12, 31, 23, tzinfo=UTC)
        assert periods[-1].end == datetime(2026, 12, 31, 23, tzinfo=UTC)

    def test_the_hour_that_comes_twice_is_in_order(self):
        zone = ZoneInfo("Europe/Madrid")
        first = datetime(2026, 10, 25, 2, 30, tzinfo=zone)
        second = first.replace(fold=1)
        period = Period(first + timedelta(0), second)
        assert [first in period, second in period, datetime(2026, 10, 25, 1, 0, tzinfo=UTC) in period] == [
            True,
            False,
            True,
        ]
