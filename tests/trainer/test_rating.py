"""The rating: its formulas against sums done otherwise, and simulated pupils who are found again."""

import random
from fractions import Fraction
from math import inf, isclose, isfinite, sinh
from statistics import fmean

import pytest

from tests.bench.rating import moved, recovered
from trainer.rating import (
    LEAST_VARIANCE,
    WEIGHTS,
    Ability,
    Difficulties,
    Sum,
    chance_right,
    expected_score,
    features_of,
    score,
    score_variance,
)


def exact_expected_score(gap):
    """Sum the series of coth(x) - 1/x in fractions: (x cosh x - sinh x) / (x sinh x)."""
    x = Fraction(gap)
    above = below = Fraction(0)
    term = Fraction(1)
    for n in range(1, 60):
        term = term * x * x / ((2 * n) * (2 * n + 1))
        above += term * 2 * n
        below += term
    return float(above / (x * (1 + below)))


class TestFormulas:
    @pytest.mark.parametrize(
        ("right", "took", "expected"),
        [(True, 0, 1), (True, 5000, 0.75), (True, 20_000, 0), (True, 10**9, 0), (False, 0, -1), (False, 15_000, -0.25)],
    )
    def test_score(self, right, took, expected):
        assert score(right=right, took_ms=took) == expected
        assert score(right=right, took_ms=2 * took, limit_ms=40_000) == expected

    def test_late_is_never_worse_than_nothing_and_early_never_better_than_at_once(self):
        assert [score(right=right, took_ms=took) for right in (True, False) for took in (20_001, -5)] == [0, 1, 0, -1]

    @pytest.mark.parametrize("gap", [1e-9, 1e-4, 0.0499, 0.05, 0.0501, 0.3, 1, 4, 9])
    def test_expected_score(self, gap):
        assert isclose(expected_score(gap), exact_expected_score(gap), rel_tol=1e-11)
        assert expected_score(-gap) == -expected_score(gap)

    @pytest.mark.parametrize("gap", [0.0499, 0.05, 0.0501, 0.3, 1, 4, 9, 30])
    def test_the_variance_of_scores(self, gap):
        assert isclose(score_variance(gap), 1 / gap**2 - 1 / sinh(gap) ** 2, rel_tol=1e-9)

    @pytest.mark.parametrize("gap", [0, 1e-320, 1e-9, 700, 710, 1e4, 1e154, 1e155, 1e308, inf])
    def test_nothing_is_too_small_or_too_large(self, gap):
        for each in (gap, -gap):
            assert -1 <= expected_score(each) <= 1
            assert 0 <= chance_right(each) <= 1
            assert 0 <= score_variance(each) <= 1 / 3
        assert (expected_score(0), chance_right(0), score_variance(0)) == (0, 0.5, 1 / 3)
        assert isclose(chance_right(gap) + chance_right(-gap), 1)

    def test_somebody_expects_what_scores_come_to(self):
        """The mean of the density exp(s * gap) over scores from -1 to 1, added up in small steps."""
        points = [(number + 0.5) / 5000 - 1 for number in range(10_000)]
        weights = [2.718281828459045 ** (1.5 * point) for point in points]
        mean = sum(w * p for w, p in zip(weights, points, strict=True)) / sum(weights)
        right = sum(w for w, p in zip(weights, points, strict=True) if p > 0) / sum(weights)
        assert isclose(expected_score(1.5), mean, rel_tol=1e-6)
        assert isclose(chance_right(1.5), right, rel_tol=1e-6)


class TestAbility:
    def test_steps_fall_with_the_number_of_answers(self):
        ability, steps = Ability(), []
        for _ in range(300):
            after = ability.after(expected_score(ability.value) + 0.1, 0.0)
            steps.append(after.value - ability.value)
            ability = after
        assert steps[:100] == sorted(steps[:100], reverse=True)
        assert (ability.answers, ability.variance) == (300, LEAST_VARIANCE)

    def test_idle_days_make_it_less_sure_and_nothing_else(self):
        known = Ability(0.7, LEAST_VARIANCE, 400)
        rests = [known.rested(days) for days in (-3, 0, 1, 30, 365, 10**6)]
        assert {(each.value, each.answers) for each in rests} == {(0.7, 400)}
        assert rests[0] == rests[1] == known
        assert [each.variance for each in rests[1:4]] == sorted(each.variance for each in rests[1:4])
        assert rests[4].variance == rests[5].variance == Ability().variance

    def test_as_expected_changes_nothing(self):
        assert Ability(0.4, 0.5, 3).after(expected_score(0.9), -0.5).value == 0.4

    def test_the_hardest_life_stays_finite(self):
        best, worst = Ability(), Ability()
        for _ in range(5000):
            best, worst = best.after(1, best.value + 50), worst.after(-1, worst.value - 50)
        assert isfinite(best.value)
        assert isfinite(worst.value)


class TestDifficulties:
    @pytest.mark.parametrize(
        ("easier", "harder"),
        [
            (Sum(42, 5), Sum(48, 7)),
            (Sum(48, 7), Sum(48, -9)),
            (Sum(20, 2), Sum(20, 8)),
            (Sum(42, 10), Sum(42, 9)),
            (Sum(12, 5), Sum(82, 5)),
            (Sum(95, 3), Sum(95, 8)),
            (Sum(7, -3), Sum(3, -7)),
            (Sum(42, 5), Sum(42, 5, hidden=True)),
        ],
    )
    def test_from_the_first_day_on_what_is_known_to_be_harder_is(self, easier, harder):
        assert Difficulties().of(easier) < Difficulties().of(harder)

    def test_features_are_all_weighed(self):
        assert set(features_of(Sum(48, 7))) == set(WEIGHTS)

    def test_it_learns_what_is_hard_slowly_and_only_from_those_it_knows(self):
        known, new = Difficulties(), Difficulties()
        each, other = Sum(48, 7, "8+7"), Sum(42, 5, "2+5")
        for _ in range(40):
            known.learn(each, -0.5, Ability(1, LEAST_VARIANCE))
            known.learn(other, 0.9, Ability(1, LEAST_VARIANCE))
            new.learn(each, -0.5, Ability(1, 1))
        grown = known.of(each) - known.of(other) - Difficulties().of(each) + Difficulties().of(other)
        assert 0.5 < grown < 4
        assert 0 < new.of(each) - Difficulties().of(each) < 0.2

    def test_it_is_kept_and_read_as_it_was(self):
        learnt = Difficulties()
        learnt.learn(Sum(48, 7, "8+7"), -0.5, Ability(1, LEAST_VARIANCE))
        assert Difficulties.from_json(learnt.to_json()) == learnt
        assert Difficulties.from_json({}) == Difficulties()

    def test_nothing_runs_away(self):
        dice, learnt = random.Random(1), Difficulties()
        for _ in range(20_000):
            learnt.learn(Sum(48, 7, "8+7"), -1, Ability(3, LEAST_VARIANCE))
            learnt.learn(Sum(dice.randrange(90), 5, "2+5"), 1, Ability(-3, LEAST_VARIANCE))
        assert all(isfinite(value) for value in (*learnt.weights.values(), *learnt.offsets.values(), learnt.shift))


@pytest.mark.repeats
class TestSimulatedPupils:
    """`python -m tests.bench.rating` does the same with more seeds."""

    @pytest.mark.parametrize("world", ["known", "features"])
    def test_they_are_found_again_after_two_hundred_answers(self, world):
        assert fmean(recovered(seed, world) for seed in range(100, 106)) >= 0.965

    def test_even_where_nothing_known_makes_sums_hard(self):
        assert fmean(recovered(seed, "chance") for seed in range(100, 106)) >= 0.95

    @pytest.mark.parametrize("world", ["known", "features", "chance"])
    def test_the_mean_stays_where_it_is_over_a_hundred_thousand_answers(self, world):
        pupils, _ = moved(7, world)
        assert abs(pupils) < 0.15

    def test_sums_do_not_follow_pupils_who_grow(self):
        pupils, sums = moved(7, "features", answers=40_000, growth=1.0)
        assert (abs(pupils) < 0.25, abs(sums) < 0.25) == (True, True)
