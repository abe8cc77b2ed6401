"""Tendencies: planted ones are found, careless pupils are left in peace; `tests.bench.tendencies` measures more."""

import random
from itertools import product
from math import isclose, prod

import pytest

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from tests.bench.tendencies import flagged, found
from trainer.careless import HABITS, Mistake, sayings
from trainer.marking import mark
from trainer.tendencies import MOST_LOOKED_AT, at_least, tendencies

NINETY_NINE = RuleSet.from_spec({"preset": "ninety-nine"})
NEGATIVES = RuleSet.from_spec({"preset": "ninety-eight", "variants": ["negatives"]})
COUNTDOWN = RuleSet.from_spec({"preset": "ninety-nine", "variants": ["countdown"]})


def mistake(prior, card, announced, choice=None, earlier=(), rules=NINETY_NINE):
    return Mistake(rules, prior, Card(card), choice, announced, earlier)


LOST_CARRIES = [mistake(48, "7S", 45), mistake(36, "8H", 34), mistake(57, "5S", 52)]
SCATTERED = [mistake(20, "5S", 32), mistake(41, "2S", 50), mistake(60, "8S", 71)]


class TestTendencies:
    def test_three_that_share_what_chance_hardly_gives(self):
        (tendency,) = tendencies([SCATTERED[0], *LOST_CARRIES, *SCATTERED[1:]])
        assert (tendency.kind, tendency.mistakes, tendency.possible) == ("carry-missed", (1, 2, 3), 3)

    def test_two_are_never_one(self):
        assert tendencies(LOST_CARRIES[:2]) == ()

    def test_none_without_mistakes(self):
        assert tendencies([]) == ()

    def test_scattered_ones_are_none(self):
        assert tendencies(SCATTERED * 3) == ()

    def test_what_is_explained_is_not_told_twice(self):
        """Every lost carry is ten off as well."""
        assert [tendency.kind for tendency in tendencies(LOST_CARRIES * 3)] == ["carry-missed"]

    def test_two_at_once_the_stronger_first(self):
        swapped = [mistake(50, "2S", 25), mistake(60, "8S", 86), mistake(70, "6S", 67), mistake(81, "5S", 68)]
        both = tendencies([*LOST_CARRIES, *swapped])
        assert [(each.kind, each.mistakes) for each in both] == [
            ("carry-missed", (0, 1, 2)),
            ("digits-swapped", (3, 4, 5, 6)),
        ]

    @pytest.mark.parametrize("kind", ["slip", "ones-wrong", "tens-wrong", "other"])
    def test_how_a_number_looks_is_none(self, kind):
        """Keys missed or pressed twice are careless, however many there are."""
        wrong = {
            "slip": [mistake(50, "2S", 5), mistake(60, "8S", 688), mistake(70, "6S", 7), mistake(81, "5S", 866)],
            "ones-wrong": [mistake(50, "2S", 57), mistake(60, "8S", 63), mistake(70, "6S", 72), mistake(81, "5S", 82)],
            "tens-wrong": [mistake(50, "2S", 82), mistake(60, "8S", 38), mistake(70, "6S", 46), mistake(81, "5S", 26)],
            "other": [mistake(50, "2S", 61), mistake(60, "8S", 45), mistake(70, "6S", 91), mistake(81, "5S", 33)],
        }[kind]
        assert all(kind in mark(each.rules, each.prior, each.card, each.choice, each.announced).kinds for each in wrong)
        assert [tendency.kind for tendency in tendencies(wrong * 3)] == []

    def test_forgetting_what_cards_do_counts_in_card_rules_too(self):
        kings = [mistake(prior, "KS", prior + 13) for prior in (20, 31, 45, 62)]
        assert [tendency.kind for tendency in tendencies(kings)] == ["face-value"]

    def test_only_the_newest_are_looked_at_and_keep_their_places(self):
        old = [mistake(50, "2S", 25)] * 9
        wrong = [*old, *SCATTERED * 19, *LOST_CARRIES]
        assert len(wrong) - len(old) == MOST_LOOKED_AT
        (tendency,) = tendencies(wrong)
        assert (tendency.kind, tendency.mistakes) == ("carry-missed", (66, 67, 68))

    def test_whatever_is_announced(self):
        odd = [
            mistake(0, "KS", 7),
            mistake(0, "2S", -999_999),
            mistake(5, "2S", 999_999),
            mistake(-15, "TS", -52, -10, (-5, 5), rules=NEGATIVES),
            mistake(99, "9S", 90, rules=COUNTDOWN),
            mistake(9, "9S", 9, rules=COUNTDOWN),
        ]
        assert tendencies(odd * 3) is not None


class TestChance:
    def test_the_tail_is_what_all_ways_add_up_to(self):
        chances = [0.1, 0.5, 0.9, 0.0, 1.0, 0.3]
        for count in range(1, len(chances) + 1):
            ways = [way for way in product((0, 1), repeat=len(chances)) if sum(way) >= count]
            total = sum(prod(p if hit else 1 - p for p, hit in zip(chances, way, strict=True)) for way in ways)
            assert isclose(at_least(count, chances), total, abs_tol=1e-12)
        assert at_least(7, chances) == 0

    def test_each_habit_says_one_total(self):
        dice = random.Random(1)
        for rules in (NINETY_NINE, NEGATIVES, COUNTDOWN):
            for _ in range(40):
                prior, card = dice.randrange(90), Card(dice.choice("2567") + "S")
                said = sayings(Mistake(rules, prior, card, None, prior))
                sums = [sum(each.chances[habit] for each in said.values()) for habit in range(len(HABITS))]
                assert all(isclose(each, 1) for each in sums)
                assert rules.total_after(prior, card) not in said

    def test_the_kinds_are_those_of_marking(self):
        said = sayings(LOST_CARRIES[0])
        assert {total: each.kinds for total, each in said.items()} == {
            total: frozenset(mark(NINETY_NINE, 48, Card("7S"), None, total).kinds) for total in said
        }


@pytest.mark.repeats
class TestSimulatedPupils:
    @pytest.mark.parametrize("habit", ["around-20", "digit", "mixed"])
    def test_the_careless_are_left_in_peace(self, habit):
        assert flagged(habit, 100, seed=5000)["flagged"] <= 0.02

    def test_planted_ones_are_found(self):
        measured = found("around-20", 5, seed=5000, everywhere=True)
        assert (measured["precision"] >= 0.9, measured["recall"] >= 0.9) == (True, True)

    def test_where_they_can_seldom_occur_they_are_found_as_soon_as_there_are_three(self):
        """Some kinds can occur at so few sums that 20 % mistakes seldom make three of them: `could` says how many."""
        measured = found("around-20", 8, seed=5000)
        assert measured["precision"] >= 0.9
        assert measured["recall"] >= 0.9 * measured["could"]
