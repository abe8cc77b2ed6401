"""Who is well below the others."""

import pytest

from trainer.comparing import Below, change_between, well_below
from trainer.figures import Figure


def figure(right, answers):
    return Figure(answers, right, 0, 0, None)


def compared(*figures):
    return well_below({number: figure(*each) for number, each in enumerate(figures)})


def test_somebody_far_below_is_told_with_what_says_so():
    found = compared((8, 20), *[(18, 20)] * 4)
    assert found == {0: Below(8, 20, 72, 80)}
    assert (found[0].share, found[0].rest_share) == (0.4, 0.9)


@pytest.mark.parametrize(
    ("own", "others"),
    [
        pytest.param((3, 9), [(19, 20)] * 4, id="fewer than ten answers"),
        pytest.param((0, 0), [(19, 20)] * 4, id="none"),
        pytest.param((8, 20), [(19, 20)] * 2, id="two others"),
        pytest.param((8, 20), [(100, 100), (100, 100), (4, 4)], id="two others known"),
        pytest.param((14, 20), [(18, 20)] * 4, id="not certain"),
        pytest.param((860, 1000), [(950, 1000)] * 10, id="certain and small"),
    ],
)
def test_where_it_is_not_certain_or_not_much_nothing_is_said(own, others):
    assert compared(own, *others) == {}


def test_two_who_are_below_do_not_hide_each_other():
    assert set(compared((10, 30), (12, 30), *[(28, 30)] * 8)) == {0, 1}


def test_nobody_is_below_where_all_are_alike():
    assert compared(*[(10, 30)] * 10) == {}


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        ((60, 100), (85, 100), "better"),
        ((85, 100), (60, 100), "less"),
        ((6, 10), (9, 10), "unclear"),
        ((70, 100), (78, 100), "unclear"),
        ((4, 4), (90, 100), "little"),
        ((90, 100), (0, 0), "little"),
    ],
)
def test_a_change_is_told_only_where_the_intervals_do_not_meet(before, after, change):
    assert change_between(figure(*before), figure(*after)) == change
