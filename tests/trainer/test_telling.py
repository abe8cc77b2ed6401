"""Which mistakes are worth talking about together."""

import random
from itertools import count
from typing import Any

from trainer.marking import KINDS
from trainer.telling import MOST, SEVERAL, Telling, Wrong, telling_sums
from trainer.tendencies import NO_TENDENCIES

CARRY = ("carry-missed", "ten-off", "tens-wrong")
BOB, CAROL, DAN, EVE = range(1, 5)
_numbers = count(1)


def wrong(person: int, prior: int = 48, change: int = 7, said: int = 45, **fields: Any) -> Wrong:
    """Return a wrong first try, a ten lost on the way over it unless said otherwise."""
    usual = {"rank": "7", "skill": "add-over-ten", "kinds": CARRY}
    return Wrong(next(_numbers), person, prior, change, announced=said, **usual | fields)


def sums(*wrongs: Wrong) -> list[tuple[str, int]]:
    """Return the kinds of what is told, and what was announced first."""
    return [(each.kind, each.said[0]) for each in telling_sums(wrongs)]


def test_a_mistake_of_several_is_told_with_how_many_made_it():
    mine = wrong(BOB)
    told = telling_sums([mine, wrong(CAROL), wrong(CAROL, 38, 7, 35), wrong(DAN, 28, 7, 25)])
    assert told == (Telling(mine.pk, "carry-missed", (45,), people=2, people_of_kind=3),)


def test_a_kind_that_one_person_alone_made_is_not_told():
    assert sums(wrong(BOB), wrong(BOB, 38, 7, 35), wrong(BOB, 28, 7, 25)) == []
    assert sums(wrong(BOB), wrong(CAROL, kinds=("one-off",), said=54)) == []


def test_what_explains_nothing_is_not_told():
    for kind in sorted(NO_TENDENCIES - {"no-answer"}):
        assert sums(wrong(BOB, kinds=(kind,)), wrong(CAROL, kinds=(kind,))) == []
    slips = ("digits-swapped", "slip")
    assert sums(wrong(BOB, kinds=slips), wrong(CAROL, kinds=slips)) == []


def test_each_kind_gives_one_sum_and_those_that_more_people_made_come_first():
    lost = [wrong(each) for each in (BOB, CAROL, DAN)]
    counted = [wrong(each, 33, 4, 36, kinds=("one-off", "ones-wrong"), skill="add-within-ten") for each in (BOB, CAROL)]
    swapped = [wrong(each, 50, 4, 45, kinds=("digits-swapped",), skill="add-within-ten") for each in (BOB, EVE)]
    more = [wrong(each, 68, 7, 65) for each in (BOB, CAROL)]
    assert sums(*swapped, *counted, *more, *lost) == [("carry-missed", 45), ("digits-swapped", 45), ("one-off", 36)]


def test_where_kinds_run_out_another_skill_of_the_same_kind_follows_and_no_second_sum_like_the_first():
    lost = [wrong(each, prior, 7, prior - 3) for each in (BOB, CAROL) for prior in (48, 58, 68)]
    over = [wrong(each, 97, 7, 94, skill="over-hundred") for each in (BOB, DAN)]
    assert sums(*lost, *over) == [("carry-missed", 45), ("carry-missed", 94)]


def test_there_are_three_at_the_most():
    kinds = [kind for kind in KINDS if kind not in NO_TENDENCIES]
    made = [wrong(each, 20 + at, kinds=(kind,)) for at, kind in enumerate(kinds) for each in (BOB, CAROL)]
    assert len(telling_sums(made)) == MOST == 3


def test_of_a_kind_the_sum_that_most_got_wrong_is_told():
    assert sums(wrong(BOB, 38, 7, 35), wrong(BOB), wrong(CAROL)) == [("carry-missed", 45)]
    both = wrong(BOB, 40, 10, 60, kinds=("ten-off", "one-off"), skill="add-ten")
    clear = wrong(CAROL, 43, 10, 63, kinds=("ten-off",), skill="add-ten")
    assert sums(both, clear) == [("ten-off", 63)]


def test_the_same_sum_is_not_told_twice():
    lost = [wrong(each) for each in (BOB, CAROL, DAN)]
    counted = [wrong(each, said=54, kinds=("one-off",)) for each in (DAN, EVE)]
    elsewhere = [wrong(DAN, 33, 4, 36, kinds=("one-off",), skill="add-within-ten")]
    assert sums(*lost, *counted, *elsewhere) == [("carry-missed", 45), ("one-off", 36)]


def test_what_all_at_a_table_know_is_told_only_where_two_did_it():
    known = wrong(BOB, is_known=True)
    assert sums(known, wrong(CAROL, 38, 7, 35)) == [("carry-missed", 35)]
    assert sums(known, wrong(CAROL, 38, 7, 35, is_known=True)) == []
    assert sums(known, wrong(CAROL, is_known=True)) == [("carry-missed", 45)]


def test_two_wrong_totals_of_a_sum_stand_side_by_side_the_more_frequent_first():
    off: dict[str, Any] = {"kinds": ("one-off",)}
    told = telling_sums([wrong(BOB, said=54, **off), wrong(CAROL, said=56, **off), wrong(DAN, said=56, **off)])
    assert told[0].said == (56, 54)


def test_it_is_the_same_in_whatever_order_and_never_leads_to_one_person():
    dice = random.Random(7)
    kinds = [kind for kind in KINDS if kind != "no-answer"]
    for _ in range(200):
        made = [
            wrong(
                dice.randint(1, 5),
                dice.randint(10, 14),
                said=dice.randint(1, 99),
                kinds=(dice.choice(kinds),),
                is_known=dice.random() < 0.5,
            )
            for _ in range(dice.randint(0, 25))
        ]
        told = telling_sums(made)
        assert told == telling_sums(dice.sample(made, len(made)))
        by_pk = {each.pk: each for each in made}
        for each in told:
            alike = [other for other in made if other.kind == each.kind]
            here = [other for other in alike if other.sum == by_pk[each.pk].sum]
            assert each.kind not in NO_TENDENCIES
            assert len({other.person for other in alike}) == each.people_of_kind >= SEVERAL
            assert len({other.person for other in here}) == each.people
            assert each.people >= SEVERAL or any(not other.is_known for other in here)
