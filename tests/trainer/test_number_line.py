"""The drawn number line shows every number of a working where it belongs, and nothing lies over anything else."""

from itertools import combinations

import pytest

from ninety.digits import signed
from tests.trainer.sums import every_own_sum, every_right_answer, own_rules
from trainer.number_line import DIGIT, WIDTH, NumberLine, draw
from trainer.working import Step, steps


def test_a_bridge_over_a_ten():
    line = draw([Step(48, 2, 50), Step(50, 5, 55)])

    assert (line.low, line.high, line.left, line.right) == (40, 60, 18, 302)
    assert (line.start, line.end, len(line.ticks), line.tens) == (131.6, 231.0, 21, (18.0, 160.0, 302.0))
    assert [(each.text, each.role, each.x) for each in line.labels] == [
        ("+2", "change", 145.8),
        ("+5", "change", 195.5),
        ("48", "start", 131.6),
        ("55", "end", 231.0),
        ("50", "stop", 160.0),
        ("40", "ten", 18.0),
        ("60", "ten", 302.0),
    ]


def test_in_a_countdown_it_runs_the_other_way_as_the_track_does():
    up, down = draw([Step(53, -3, 50)]), draw([Step(53, -3, 50)], mirrored=True)

    assert (down.start, down.end) == (up.left + up.right - up.start, up.left + up.right - up.end)


def test_the_tip_of_a_jump_touches_where_it_lands():
    (jump,) = draw([Step(43, 4, 47)]).jumps

    assert (jump.path, jump.tip.split("L")[0]) == ("M103.2 55Q160 -13 216.8 55", "M216.8 55")


@pytest.mark.repeats
def test_of_every_sum():
    drawn: dict[tuple[tuple[Step, ...], bool], NumberLine] = {}
    for rules, given in every_right_answer():
        chain_of_steps = steps(rules, given.prior, given.card, given.choice)
        drawn.setdefault((chain_of_steps, rules.countdown), draw(chain_of_steps, mirrored=rules.countdown))
    for (chain_of_steps, mirrored), line in drawn.items():
        numbers = [chain_of_steps[0].start, *(step.end for step in chain_of_steps)]
        check_numbers(line, numbers, mirrored=mirrored)
        check_room(line)
        moves = [step for step in chain_of_steps if step.start != step.end]
        assert len(line.jumps) == len(moves)
        changes = [each.text for each in line.labels if each.role == "change"]
        assert changes == [signed(step.change) for step in moves if step.change is not None]


@pytest.mark.repeats
def test_of_every_change_that_a_rule_set_of_ones_own_can_have():
    for given in every_own_sum():
        if given.prior in range(-10, 110):
            chain_of_steps = steps(own_rules(given.change), given.prior, given.card, None)
            line = draw(chain_of_steps)
            numbers = [chain_of_steps[0].start, *(step.end for step in chain_of_steps)]
            check_numbers(line, numbers, mirrored=False)
            check_room(line)


def check_numbers(line, numbers, *, mirrored):
    def x(value):
        share = (value - line.low) / (line.high - line.low)
        return line.left + (line.right - line.left) * (1 - share if mirrored else share)

    assert line.low <= min(numbers) < line.high >= max(numbers)
    assert (line.low % 10, line.high % 10) == (0, 0)
    assert abs(line.start - x(numbers[0])) <= 0.1
    assert abs(line.end - x(numbers[-1])) <= 0.1
    said = {int(each.text.replace("−", "-")): each for each in line.labels if each.role != "change"}
    assert set(numbers) <= set(said)
    for value, label in said.items():
        half = DIGIT * len(label.text) / 2
        assert abs(label.x - min(max(x(value), half), WIDTH - half)) <= 0.1
    assert said[numbers[0]].role == ("end" if numbers[0] == numbers[-1] else "start")
    assert said[numbers[-1]].role == "end"


def check_room(line):
    boxes = [(each.x - DIGIT * len(each.text) / 2, each.x + DIGIT * len(each.text) / 2, each.y) for each in line.labels]
    for left, right, y in boxes:
        assert left >= -0.1
        assert right <= WIDTH + 0.1
        assert 12 <= y <= line.height
    for (left, right, y), (other_left, other_right, other_y) in combinations(boxes, 2):
        assert y != other_y or right < other_left or other_right < left
