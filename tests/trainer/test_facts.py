"""Facts: the grid, what each cell is called, and when it should come again."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from trainer.facts import INTERVALS, due_at, due_facts, fact_of, grid
from trainer.figures import Given

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def given(fact="8+7", *, right=True, ms=4000, role="checker", at=NOON, skill="add-over-ten", answered=True, tried=1):
    return Given(role, tried, skill, fact, right, answered, ms, at)


RIGHT, WRONG = given(), given(right=False)
SLOW, PLAYED, MISPLAYED = given(ms=6001), given(role="player"), given(role="player", right=False)


class TestState:
    @pytest.mark.parametrize(
        ("answers", "state"),
        [
            ([], "new"),
            ([RIGHT] * 4, "learning"),
            ([RIGHT] * 5, "fluent"),
            ([SLOW] * 5, "learning"),
            ([RIGHT] * 3 + [SLOW] * 2, "fluent"),
            ([RIGHT] * 2 + [SLOW] * 3, "learning"),
            ([WRONG] + [RIGHT] * 19, "learning"),
            ([WRONG] + [RIGHT] * 20, "fluent"),
            ([PLAYED] * 40, "learning"),
            ([PLAYED] * 40 + [RIGHT] * 5, "fluent"),
            ([WRONG] * 4, "learning"),
            ([WRONG] + [RIGHT] * 4, "learning"),
            ([WRONG] * 2 + [RIGHT] * 3, "shaky"),
            ([MISPLAYED] * 2 + [PLAYED] * 3, "shaky"),
            ([WRONG] * 40 + [RIGHT] * 15, "shaky"),
            ([WRONG] * 40 + [RIGHT] * 16, "learning"),
        ],
    )
    def test_definitions(self, answers, state):
        assert fact_of("8+7", answers).state == state

    @pytest.mark.parametrize("fluent_ms", [3000, 6000, 12000])
    def test_the_time_is_the_class_s(self, fluent_ms):
        states = [fact_of("8+7", [given(ms=ms)] * 5, fluent_ms=fluent_ms).state for ms in (fluent_ms, fluent_ms + 1)]
        assert states == ["fluent", "learning"]

    def test_figures_of_a_cell(self):
        fact = fact_of("8+7", [*[WRONG] * 30, *[given(ms=2000)] * 15, given(ms=9000, role="player")])
        assert (fact.answers, fact.right, fact.accuracy, fact.median_ms) == (20, 16, 0.8, 2000)
        empty = fact_of("8+7", [])
        assert (empty.answers, empty.accuracy, empty.median_ms, empty.due_at) == (0, None, None, None)


class TestGrid:
    def test_rows_and_cells(self):
        rows = grid([])
        assert [row.change for row in rows] == [*range(1, 12), *range(-1, -12, -1)]
        assert {row.change: len(row.cells) for row in rows if len(row.cells) != 10} == {10: 1, 11: 1, -10: 1, -11: 1}
        assert [cell.name for cell in rows[6].cells] == [f"{ones}+7" for ones in range(10)]
        assert [cell.name for row in rows for cell in row.cells if cell.ones is None] == ["+10", "+11", "-10", "-11"]

    def test_each_answer_is_in_its_cell_and_nowhere_else(self):
        rows = grid([given("8+7"), given("8+7"), given("-11", skill="subtract-eleven"), given("0-3")])
        answers = {cell.name: cell.answers for row in rows for cell in row.cells if cell.answers}
        assert answers == {"8+7": 2, "-11": 1, "0-3": 1}

    def test_other_steps_come_last(self):
        rows = grid([given("8+25"), given("3-12")])
        assert [row.change for row in rows[22:]] == [-12, 25]

    def test_what_is_no_first_try_at_a_sum_counts_nowhere(self):
        others = [given(""), given(answered=False, right=False), given(tried=2), given(skill="to-limit")]
        assert grid(others) == grid([])


class TestDue:
    def test_right_in_time_moves_on_and_rests_longer_and_longer(self):
        at: datetime = NOON
        answers, rests = [], []
        for _ in range(8):
            answers.append(given(at=at))
            due = due_at(answers)
            assert due is not None
            rests.append(due - at)
            at = due
        assert rests == [*INTERVALS, INTERVALS[-1], INTERVALS[-1]]
        assert all(later > sooner for sooner, later in pairwise(INTERVALS))

    def test_right_too_early_changes_nothing(self):
        assert due_at([given(at=NOON + timedelta(minutes=n)) for n in range(20)]) == NOON + INTERVALS[0]

    def test_wrong_is_due_at_once_and_begins_anew(self):
        answers = [given(at=NOON), given(at=NOON + DAY), given(at=NOON + 2 * DAY, right=False)]
        assert due_at(answers) == NOON + 2 * DAY
        assert due_at([*answers, given(at=NOON + 3 * DAY)]) == NOON + 3 * DAY + INTERVALS[0]

    def test_the_weak_ones_that_are_due_the_longest_due_first(self):
        def on(day, fact, **more):
            return given(fact, at=NOON + day * DAY, **more)

        answers = [
            *[on(0, "1+1")] * 5,  # fluent
            on(1, "2+2", right=False),
            on(0, "3+3"),
            on(3, "4+4"),  # not due before day 3 + 16 hours
        ]
        assert [fact.name for fact in due_facts(grid(answers), NOON + 3 * DAY)] == ["3+3", "2+2"]
        assert [fact.name for fact in due_facts(grid(answers), NOON + 4 * DAY)] == ["3+3", "2+2", "4+4"]
