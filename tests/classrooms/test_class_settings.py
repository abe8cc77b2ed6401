"""What a class plays by, as it is kept and as it is dealt."""

from dataclasses import fields
from typing import Any

import pytest

from classrooms.class_settings import FLUENCY_LIMITS, ClassSettings
from ninety.starting_points import STARTING_POINTS
from trainer.facts import FLUENT_MS

OTHERWISE: dict[str, Any] = {
    "rules": {"preset": "ninety-nine", "variants": ["countdown"], "set": {"limit": 60, "effects": {"4": "+4"}}},
    "seats": 3,
    "strength": "",
    "pace": "slow",
    "bot_mistakes": 25,
    "answer_policy": "stand",
    "penalty": True,
    "memory": True,
    "everyone_computes": False,
    "reveal_wait": 20,
    "choosing_limit": 30,
    "computing_limit": 15,
    "away_limit": 90,
    "escape_panel": False,
    "coach": False,
    "dim": True,
    "hands_shown": True,
    "read_aloud": True,
    "fluency_limit": 12,
    "drill_seconds": 0,
    "drill_limit": 98,
    "drill_countdown": True,
}
NONSENSE: dict[str, Any] = dict.fromkeys(OTHERWISE, "nonsense") | {"rules": {"preset": "poker"}, "seats": True}


def test_a_class_that_has_set_nothing_plays_the_starter_and_everyone_computes():
    usual = ClassSettings.from_json({})
    assert usual.rules == STARTING_POINTS["starter"].rules
    assert (usual.rule_set.limit, usual.rule_set.lives, usual.rule_set.clock) == (50, 5, 480)
    table = usual.table_settings(people=4)
    assert (table.answer_policy, table.everyone_computes, table.memory, table.bots) == ("retry", True, False, [])
    assert (table.choosing_limit, table.computing_limit) == (0, 0)


def test_every_field_can_be_otherwise_and_is_kept():
    assert [part.name for part in fields(ClassSettings)] == list(OTHERWISE)
    settings = ClassSettings.from_json(OTHERWISE)
    assert settings.to_json() == OTHERWISE
    usual = ClassSettings()
    assert [name for name in OTHERWISE if getattr(settings, name) == getattr(usual, name)] == []


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_means_nothing_is_as_it_usually_is_and_spoils_nothing_else(name: str):
    settings = ClassSettings.from_json(OTHERWISE | {name: NONSENSE[name]})
    assert settings.to_json() == OTHERWISE | {name: ClassSettings().to_json()[name]}


@pytest.mark.parametrize("kept", [None, [], "", 7, {"of another version": 1}])
def test_what_is_missing_is_as_it_usually_is(kept: object):
    assert ClassSettings.from_json(kept) == ClassSettings()


@pytest.mark.parametrize("seats", [1, 11, "4", 4.0, None])
def test_numbers_are_kept_in_their_range(seats: object):
    assert ClassSettings.from_json({"seats": seats}).seats == 4


@pytest.mark.parametrize("code", STARTING_POINTS)
def test_a_starting_point_sets_the_game_and_leaves_what_is_beside_it(code: str):
    point = STARTING_POINTS[code]
    started = ClassSettings.from_json(OTHERWISE).starting_from(point)
    usual = ClassSettings().to_json()
    beside = ("hands_shown", "read_aloud", "fluency_limit", "drill_seconds", "drill_limit", "drill_countdown")
    expected = usual | {name: OTHERWISE[name] for name in beside} | {"rules": point.rules}
    assert started.to_json() == expected | {"pace": "fast" if code == "speed" else "normal"}


def test_a_table_is_dealt_with_what_the_class_has_set():
    table = ClassSettings.from_json(OTHERWISE | {"strength": "expert"}).table_settings(people=2)
    assert (table.rules, table.bots, table.bot_mistakes) == (OTHERWISE["rules"], ["expert"], 25)
    same: tuple[str, ...] = ("answer_policy", "penalty", "memory", "everyone_computes", "reveal_wait", "dim")
    same += ("choosing_limit", "computing_limit", "away_limit", "escape_panel", "coach", "pace", "read_aloud")
    assert {name: getattr(table, name) for name in same} == {name: OTHERWISE[name] for name in same}


def test_bots_err_only_where_others_may_disagree():
    assert ClassSettings.from_json(OTHERWISE | {"answer_policy": "retry"}).table_settings().bot_mistakes == 0


@pytest.mark.parametrize(
    ("strength", "people", "bots"), [("", 1, 0), ("steady", 1, 3), ("steady", 4, 0), ("steady", 6, 0)]
)
def test_bots_fill_the_table_where_the_class_has_any(strength: str, people: int, bots: int):
    assert len(ClassSettings(strength=strength).table_settings(people).bots) == bots


def test_what_counts_as_fluent_is_what_the_figures_know():
    assert ClassSettings().fluent_ms == FLUENT_MS
    choices = {ClassSettings.from_json({"fluency_limit": seconds}).fluent_ms for seconds in FLUENCY_LIMITS}
    assert choices == {3000, 6000, 12000}
