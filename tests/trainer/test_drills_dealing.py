"""Dealing drills: every sum of thousands can be done, flash is equally hard for all, practice fits its person."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from statistics import mean

import pytest

from ninety.engine.cards import pack
from tests.trainer.device import usual
from trainer.drills import AHEAD, Course, Dealt, Knows, NoSuchPlay, Options, deal_ahead
from trainer.drills.flash import BAND, BLOCK, EQUAL_WITHIN, SHARES_DOWN, SHARES_UP, USUAL, difficulty, difficulty_of
from trainer.drills.practice import NEAR
from trainer.marking import CARD_RULES, fact_of, skill_of
from trainer.rating import Ability, Difficulties, Sum, chance_right

WAYS = [(limit, countdown) for limit in (50, 98, 99) for countdown in (False, True)]
DRILLS = 60
SUMS = 60


def dealt(options: Options, seed: int, *, cards: int = AHEAD, knows: Knows | None = None) -> Course:
    """Deal a drill of so many cards, or a few more, in batches as a running one gets them."""
    rules = (options.rules, options.other_way) if options.kind == "practice" else (options.rules,)
    course, dice = Course.begun(rules, (), race=options.kind == "speed"), random.Random(seed)
    course = deal_ahead(options, course, dice, knows or Knows())
    while len(course.cards) < cards:
        course = deal_ahead(options, answered(course, 20), dice, knows or Knows())
    return course


def answered(course: Course, count: int) -> Course:
    """Answer so many sums; in a race the cards go through the hand as they come."""
    for _answer in range(count):
        if course.is_race:
            course = replace(course, hand=(*course.hand[1:], course.following), following=course.following + 1)
            continue
        number, card = course.coming[0]
        course = course.after(number, course.play(number, card.card, card.choice))
    return course


def sums_of(course: Course) -> Iterator[tuple[Dealt, int, int]]:
    """Yield each card with the totals before and after."""
    total = None
    for card in course.cards:
        prior = total if card.start is None else card.start
        assert prior is not None
        total = course.rules[card.rule].total_after(prior, card.card, card.choice)
        yield card, prior, total


@cache
def flash_drills(limit: int, *, countdown: bool) -> list[Course]:
    """Deal drills of a kind once, for all that is asked of them."""
    return [dealt(usual("flash", limit=limit, countdown=countdown), seed, cards=SUMS) for seed in range(DRILLS)]


class TestFlash:
    @pytest.mark.repeats
    @pytest.mark.parametrize(("limit", "countdown"), WAYS)
    def test_every_sum_of_thousands_is_one_and_stays_inside_the_bounds(self, limit: int, countdown: bool) -> None:
        options = usual("flash", limit=limit, countdown=countdown)
        for course in flash_drills(limit, countdown=countdown):
            for card, prior, total in sums_of(course):
                assert 0 <= prior <= limit
                assert 0 <= total <= limit
                assert skill_of(options.rules, prior, card.card, card.choice) not in CARD_RULES

    @pytest.mark.repeats
    @pytest.mark.parametrize(("limit", "countdown"), WAYS)
    def test_every_ten_sums_have_the_shares_that_are_written(self, limit: int, countdown: bool) -> None:
        options = usual("flash", limit=limit, countdown=countdown)
        shares = SHARES_DOWN if countdown else SHARES_UP
        for course in flash_drills(limit, countdown=countdown):
            skills = [skill_of(options.rules, prior, card.card, card.choice) for card, prior, _ in sums_of(course)]
            for first in range(0, len(skills) - len(skills) % BLOCK, BLOCK):
                assert Counter(skills[first : first + BLOCK]) == shares

    @pytest.mark.repeats
    @pytest.mark.parametrize(("limit", "countdown"), WAYS)
    def test_any_two_drills_are_equally_hard_however_many_sums_are_reached(self, limit: int, countdown: bool) -> None:
        """The bound is written in `trainer.drills.flash`: half of what one sum with a carry more or less would make."""
        options = usual("flash", limit=limit, countdown=countdown)
        levels: dict[int, list[float]] = {}
        for course in flash_drills(limit, countdown=countdown):
            for reached in range(BLOCK, SUMS + 1, BLOCK):
                levels.setdefault(reached, []).append(difficulty_of(options.rules, course.cards[:reached]))

        assert all(max(found) - min(found) < EQUAL_WITHIN for found in levels.values())
        for reached, found in levels.items():
            aim = reached // BLOCK * USUAL[limit, countdown]
            assert all(abs(level - aim) < BAND + 1e-9 for level in found)

    def test_drills_drawn_without_care_would_not_be(self) -> None:
        """The bound says something: single cards off a pack, onto a running total, differ by far more."""
        rules, levels = usual("flash").rules, []
        for seed in range(100):
            dice, total, level = random.Random(seed), 0, 0.0
            for _sum in range(20):
                card = dice.choice([card for card in pack() if card.rank in "2345678" and total < 90] or pack()[1:2])
                if rules.total_after(total, card) > rules.limit:
                    total = 0
                level += difficulty(rules, total, card, None)
                total = rules.total_after(total, card)
            levels.append(level)

        assert max(levels) - min(levels) > 4 * EQUAL_WITHIN

    def test_what_has_been_learnt_since_changes_nothing(self) -> None:
        options = usual("flash")
        knows = Knows(3.0, Difficulties({**Difficulties().weights, "regroups": 5.0}, {"8+7": 9.0}))

        assert dealt(options, 1, knows=knows).cards == dealt(options, 1).cards

    @pytest.mark.parametrize(("limit", "countdown"), WAYS)
    def test_the_total_runs_on_but_now_and_then(self, limit: int, countdown: bool) -> None:
        options = usual("flash", limit=limit, countdown=countdown)
        starts = [sum(card.start is not None for card in dealt(options, seed).cards) for seed in range(5)]

        # A total begins anew now and then, not at every sum.
        assert mean(starts) < AHEAD / 5

    def test_no_two_drills_are_alike(self) -> None:
        drawn = {dealt(usual("flash"), seed).cards for seed in range(20)}

        assert len(drawn) == 20


class TestSpeed:
    def test_packs_follow_each_other_whole(self) -> None:
        course = dealt(usual("speed"), 1, cards=150)
        codes = [card.card for card in course.cards]

        assert [Counter(codes[first : first + 52]) for first in (0, 52, 104)] == [Counter(pack())] * 3
        assert codes[:52] != codes[52:104]

    @pytest.mark.parametrize(("limit", "countdown"), WAYS)
    def test_a_race_of_thousands_of_plays_keeps_the_bounds_and_four_cards(self, limit: int, countdown: bool) -> None:
        options = usual("speed", limit=limit, countdown=countdown)
        course, dice, busts = dealt(options, 1), random.Random(2), 0
        for _play in range(400):
            if course.is_stuck:
                course, busts = course.after_bust(), busts + 1
                assert course.total == options.rules.start_total
                continue
            fits = [
                (number, card.card, way.choice)
                for number, card in course.held
                for way in options.rules.ways[card.card]
                if not course.overshoots(number, card.card, way.choice)
            ]
            number, card, choice = dice.choice(fits)
            course = course.after(number, course.play(number, card, choice))
            course = deal_ahead(options, course, dice, Knows())
            assert (len(course.hand), 0 <= course.total <= limit) == (4, True)

        assert busts > 5

    def test_the_rules_are_those_of_the_game(self) -> None:
        rules = usual("speed").rules

        assert (rules.preset, rules.limit, rules.hand_size, rules.to_spec()) == (
            "speed-98",
            50,
            4,
            {"preset": "speed-98"},
        )

    def test_a_played_card_leaves_its_place_and_the_next_goes_to_the_end(self) -> None:
        course = dealt(usual("speed"), 1)
        number, card = next((n, c) for n, c in course.held if len(usual("speed").rules.ways[c.card]) == 1)
        after = course.after(number, course.play(number, card.card, None))

        assert after.hand == (*(held for held in (1, 2, 3, 4) if held != number), 5)

    def test_a_card_that_does_not_fit_or_is_not_held_cannot_be_played(self) -> None:
        course = dealt(usual("speed"), 1)
        number, card = course.coming[0]
        with pytest.raises(NoSuchPlay):
            course.play(number, card.card, None)
        with pytest.raises(NoSuchPlay):
            course.play(10**6, card.card, None)


class TestPractice:
    @pytest.mark.repeats
    @pytest.mark.parametrize("expected", [60, 75, 90])
    @pytest.mark.parametrize("countdown", [False, True])
    def test_sums_are_as_likely_to_be_right_as_was_chosen(self, expected: int, countdown: bool) -> None:
        options = usual("practice", expected=expected, countdown=countdown)
        for ability in (1.0, 1.5, 2.0):
            assert all(abs(chance - expected / 100) <= NEAR for chance in chances_of(options, Knows(ability)))

    @pytest.mark.parametrize("ability", [-4.0, 6.0])
    def test_whoever_is_far_off_gets_the_nearest_there_is(self, ability: float) -> None:
        chances = chances_of(usual("practice"), Knows(ability))
        easier, harder = chances_of(usual("flash"), Knows(ability)), 0.75

        assert abs(mean(chances) - harder) < abs(mean(easier) - harder)

    @pytest.mark.repeats
    def test_every_sum_of_thousands_is_one_and_stays_inside_the_bounds(self) -> None:
        dice = random.Random(1)
        for seed in range(10):
            options = usual("practice", countdown=seed % 2 == 0, expected=dice.choice((60, 75, 90)))
            course = dealt(options, seed, cards=80, knows=Knows(dice.uniform(-2, 4), due=("8+7", "3-7", "+11", "-10")))
            for card, prior, total in sums_of(course):
                rules = course.rules[card.rule]
                assert 0 <= prior <= 98
                assert 0 <= total <= 98
                assert skill_of(rules, prior, card.card, card.choice) not in CARD_RULES
                assert card.card.suit in ("DC" if rules.countdown else "SH")

    def test_facts_that_are_due_come_first_in_their_order(self) -> None:
        due = ("8+7", "3-7", "+11", "-10", "0+10", "9+9", "0-1")
        course = dealt(usual("practice"), 1, knows=Knows(1.0, due=due))
        facts = [fact_of(course.rules[card.rule], prior, card.card, card.choice) for card, prior, _ in sums_of(course)]

        # A ten added is one fact, whatever the ones digit: what no card makes is passed over.
        assert facts[:6] == ["8+7", "3-7", "+11", "-10", "9+9", "0-1"]

    def test_due_facts_come_once_and_not_in_every_batch(self) -> None:
        course = dealt(usual("practice"), 1, cards=100, knows=Knows(-3.0, due=("9+9",)))
        facts = [fact_of(course.rules[card.rule], prior, card.card, card.choice) for card, prior, _ in sums_of(course)]

        assert (facts[0], facts.count("9+9")) == ("9+9", 1)

    def test_no_card_comes_twice_running_where_there_is_a_choice(self) -> None:
        course = dealt(usual("practice"), 3, cards=100, knows=Knows(1.5))

        assert sum(one.card.rank == other.card.rank for one, other in pairwise(course.cards)) == 0

    def test_somebody_hardly_known_is_taken_for_a_newcomer(self) -> None:
        assert Knows.of(Ability(3.0, answers=9), Difficulties(), ()) == Knows()
        assert Knows.of(Ability(3.0, answers=10), Difficulties(), ()).ability == 3.0


def chances_of(options: Options, knows: Knows) -> list[float]:
    course = dealt(options, 1, cards=80, knows=knows)
    return [
        chance_right(
            knows.ability
            - knows.difficulties.of(
                Sum(prior, total - prior, fact_of(course.rules[card.rule], prior, card.card, card.choice) or "")
            )
        )
        for card, prior, total in sums_of(course)
    ]
