"""Rule sets are data: presets, variants, single fields, and a refusal that names the field."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from ninety.engine.cards import JOKER, Card
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, VARIANTS, Effect, RuleSet, variants_for

from .tables import rules

NINETY_NINE: dict[str, Any] = {
    "limit": 99,
    "start": None,
    "countdown": False,
    "floor": 0,
    "hand_size": 3,
    "decks": "auto",
    "jokers": 0,
    "lives": 3,
    "effects": {
        "A": "+1/+11",
        "2": "+2",
        "3": "+3 skip",
        "4": "+0 reverse",
        "5": "+5",
        "6": "+6",
        "7": "+7",
        "8": "+8",
        "9": "=limit",
        "T": "+10/-10",
        "J": "+10",
        "Q": "+10",
        "K": "+0",
        "X": "+0",
    },
    "on_bust": "redeal",
    "strict_limit": False,
    "length": "last",
    "clock": 0,
    "teams": False,
    "stakes": "none",
}
NINETY_EIGHT_EFFECTS: dict[str, str] = NINETY_NINE["effects"] | {"3": "+3", "4": "+4", "9": "+9", "K": "=limit"}
NINETY_EIGHT = NINETY_NINE | {"limit": 98, "hand_size": 4, "on_bust": "drop", "effects": NINETY_EIGHT_EFFECTS}


def refused(spec: Any) -> str:
    """Return the field that a spec is refused for."""
    with pytest.raises(BadRules) as refusal:
        RuleSet.from_spec(spec)
    assert refusal.value.message.startswith(refusal.value.field + ": ")
    assert refusal.value.code == "bad-rules"
    return refusal.value.field


@pytest.mark.parametrize(
    ("preset", "fields"),
    [
        ("ninety-nine", NINETY_NINE),
        ("ninety-eight", NINETY_EIGHT),
        ("speed-98", NINETY_EIGHT | {"limit": 50, "clock": 60}),
        (
            "ninety-nine-kings",
            NINETY_EIGHT | {"limit": 99, "effects": NINETY_EIGHT_EFFECTS | {"3": "+3 skip", "4": "+0 reverse"}},
        ),
        ("ring-199", NINETY_NINE | {"limit": 199, "hand_size": 5, "decks": 2, "jokers": 4}),
        ("ring-299", NINETY_NINE | {"limit": 299, "hand_size": 5, "decks": 2, "jokers": 4}),
    ],
)
def test_the_presets(preset: str, fields: dict[str, Any]) -> None:
    assert rules(preset).as_dict() == fields


def test_the_presets_are_in_the_order_of_the_rules_of_play() -> None:
    assert list(PRESETS) == ["ninety-nine", "ninety-eight", "speed-98", "ninety-nine-kings", "ring-199", "ring-299"]


@pytest.mark.parametrize(
    ("preset", "variant", "field", "value"),
    [
        ("ninety-nine", "lives-2", "lives", 2),
        ("ninety-eight", "lives-4", "lives", 4),
        ("ninety-nine", "lives-5", "lives", 5),
        ("ninety-nine", "start-50", "start", 50),
        ("ninety-eight", "start-75", "start", 75),
        ("ninety-nine", "countdown", "countdown", True),
        ("ninety-nine", "nine-pass", "effects", NINETY_NINE["effects"] | {"9": "+0", "K": "=limit"}),
        ("ninety-eight", "rounds-10", "length", "rounds:10"),
        ("ninety-nine", "rounds-20", "length", "rounds:20"),
        ("ninety-eight", "single-round", "length", "single"),
        ("ninety-nine", "pot", "stakes", "pot"),
        ("ninety-eight", "ante", "stakes", "ante"),
        ("ninety-eight", "teams", "teams", True),
        ("ninety-eight", "four-reverse", "effects", NINETY_EIGHT_EFFECTS | {"4": "+0 reverse"}),
        ("ninety-eight", "jack-skip", "effects", NINETY_EIGHT_EFFECTS | {"J": "+0 skip"}),
        ("ninety-eight", "five-cards", "hand_size", 5),
        ("ninety-eight", "three-cards", "hand_size", 3),
        ("ninety-nine", "two-decks", "decks", 2),
        ("ninety-nine", "negatives", "floor", None),
        ("ninety-nine", "strict-limit", "strict_limit", True),
    ],
)
def test_a_variant_changes_one_field(preset: str, variant: str, field: str, value: Any) -> None:
    assert rules(preset, variant).as_dict() == rules(preset).as_dict() | {field: value}


def test_the_speed_variant_changes_limit_and_clock() -> None:
    assert rules("ninety-nine", "speed").as_dict() == NINETY_NINE | {"limit": 50, "clock": 60}


def test_the_variants_of_each_game() -> None:
    only_98 = {"single-round", "ante", "teams", "four-reverse", "jack-skip"}
    assert variants_for("ring-199") == tuple(name for name in VARIANTS if name not in only_98)
    assert variants_for("ninety-nine-kings") == tuple(name for name in VARIANTS if name not in {"nine-pass", "pot"})


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_variant_on_a_game_it_does_not_apply_to_is_refused(preset: str, variant: str) -> None:
    if variant not in variants_for(preset):
        assert refused({"preset": preset, "variants": [variant]}) == "variants"
    elif (preset, variant) == ("speed-98", "start-75"):
        assert refused({"preset": preset, "variants": [variant]}) == "start"
    else:
        assert rules(preset, variant).preset == preset


def test_variants_come_in_order_and_single_fields_last() -> None:
    assert rules("ninety-nine", "speed", "start-50", "start-75", limit=80).as_dict() == NINETY_NINE | {
        "limit": 80,
        "clock": 60,
        "start": 75,
    }
    assert rules("ninety-nine", "lives-5", "lives-2").lives == 2


def test_set_effects_changes_only_the_ranks_it_names() -> None:
    changed = rules("ninety-nine", "nine-pass", effects={"7": "-7 skip", "9": "+9"})
    assert changed.as_dict()["effects"] == NINETY_NINE["effects"] | {"7": "-7 skip", "9": "+9", "K": "=limit"}


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        ("limit", [10, 999], [9, 1000, -1, True, 99.0, "99", None, [], 10**30]),
        ("start", [0, 99, None], [-1, 100, 1000, True, 5.0, "5", [], {}]),
        ("countdown", [True, False], [0, 1, None, "true", []]),
        ("floor", [0, None], [1, -1, False, 0.0, "0", []]),
        ("hand_size", [1, 7], [0, 8, True, 3.0, None, "3"]),
        ("decks", [1, 4, "auto"], [0, 5, True, 2.0, None, "2", "Auto", []]),
        ("jokers", [0, 8], [-1, 9, False, 4.0, None, "4"]),
        ("lives", [1, 9], [0, 10, True, 3.0, None, "3"]),
        ("on_bust", ["redeal", "drop"], ["Redeal", "", None, 0, []]),
        ("strict_limit", [True, False], [0, 1, None, "false"]),
        (
            "length",
            ["last", "rounds:1", "rounds:999"],
            [
                "rounds:0",
                "rounds:1000",
                "rounds:01",
                "rounds:",
                "rounds:+5",
                "rounds:1.0",
                "rounds:5\n",
                "rounds:٥",
                5,
                None,
            ],
        ),
        ("clock", [0, 3600], [-1, 3601, True, 60.0, None, "60"]),
        ("teams", [True, False], [0, 1, None, "yes"]),
        ("stakes", ["none", "pot"], ["Pot", "", None, False, []]),
        (
            "effects",
            [{}, {"7": "+0"}, {"X": "=limit"}],
            [None, [], "+7", {"7": None}, {"7": 7}, {"7": "7"}, {"7": ["+7"]}, {"1": "+1"}, {"10": "+1"}, {"": "+1"}],
        ),
    ],
)
def test_the_bounds_of_each_field(field: str, good: Any, bad: Any) -> None:
    for value in good:
        rule_set = RuleSet.from_spec({"preset": "ninety-nine", "set": {field: value}})
        if field != "effects":
            assert rule_set.as_dict()[field] == value
    for value in bad:
        assert refused({"preset": "ninety-nine", "set": {field: value}}) == field


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ([], "rules"),
        (None, "rules"),
        ({}, "preset"),
        ({"preset": None}, "preset"),
        ({"preset": "ninety"}, "preset"),
        ({"preset": ["ninety-nine"]}, "preset"),
        ({"preset": "ninety-nine", "variants": None}, "variants"),
        ({"preset": "ninety-nine", "variants": "lives-2"}, "variants"),
        ({"preset": "ninety-nine", "variants": {"lives-2": True}}, "variants"),
        ({"preset": "ninety-nine", "variants": ["lives-3"]}, "variants"),
        ({"preset": "ninety-nine", "variants": [["lives-2"]]}, "variants"),
        ({"preset": "ninety-nine", "set": None}, "set"),
        ({"preset": "ninety-nine", "set": []}, "set"),
        ({"preset": "ninety-nine", "set": {"colour": "red"}}, "colour"),
        ({"preset": "ninety-nine", "set": {"preset": "ninety-eight"}}, "preset"),
        ({"preset": "ninety-nine", "sets": {}}, "sets"),
    ],
)
def test_wrong_parts_of_the_rules_are_refused(spec: Any, field: str) -> None:
    assert refused(spec) == field


@pytest.mark.parametrize(
    ("spec", "field"),
    [
        ({"preset": "ninety-nine", "set": {"start": 61, "limit": 60}}, "start"),
        ({"preset": "ninety-nine", "variants": ["start-75", "speed"]}, "start"),
        ({"preset": "ninety-nine", "variants": ["countdown", "negatives"]}, "floor"),
        ({"preset": "ninety-nine", "set": {"length": "single"}}, "length"),
        ({"preset": "ninety-eight", "variants": ["single-round"], "set": {"on_bust": "redeal"}}, "length"),
        ({"preset": "ninety-nine", "set": {"stakes": "ante"}}, "stakes"),
        ({"preset": "ninety-eight", "variants": ["teams", "ante"]}, "stakes"),
        ({"preset": "ninety-nine", "variants": ["pot"], "set": {"teams": True}}, "stakes"),
    ],
)
def test_what_cannot_go_together_is_refused(spec: Any, field: str) -> None:
    assert refused(spec) == field


def test_what_just_goes_together() -> None:
    assert rules("ninety-nine", "start-50", "speed").start_total == 50
    assert rules("ninety-nine", length="single", on_bust="drop", stakes="ante").length == "single"
    assert rules("ninety-nine", teams=True).teams


@pytest.mark.parametrize(
    ("rule_set", "good", "bad"),
    [
        (rules("ninety-nine"), range(2, 11), [1, 11, 0, -2, True, 4.0, None, "4"]),
        (rules("ninety-nine", hand_size=5, decks=1), range(2, 11), []),
        (rules("ninety-nine", hand_size=6, decks=1), range(2, 9), [9, 10]),
        (rules("ninety-nine", hand_size=7, decks=1), range(2, 8), [8, 9, 10]),
        (rules("ninety-nine", hand_size=7, decks=1, jokers=5), range(2, 9), [9, 10]),
        (rules("ninety-nine", hand_size=7), range(2, 11), []),
        (rules("ninety-eight", "teams"), [4, 6, 8, 10], [2, 3, 5, 7, 9]),
    ],
)
def test_how_many_may_sit_down(rule_set: RuleSet, good: Any, bad: Any) -> None:
    for seats in good:
        rule_set.check_seats(seats)
    for seats in bad:
        with pytest.raises(BadRules):
            rule_set.check_seats(seats)


def test_the_seats_field_that_is_named() -> None:
    for rule_set, seats, field in [
        (rules("ninety-nine"), 11, "seats"),
        (rules("ninety-eight", "teams"), 5, "teams"),
        (rules("ninety-nine", hand_size=7, decks=1), 10, "decks"),
    ]:
        with pytest.raises(BadRules) as refusal:
            rule_set.check_seats(seats)
        assert refusal.value.field == field


@pytest.mark.parametrize(
    ("preset", "two_packs_from"), [("ninety-nine", 5), ("ninety-eight", 6), ("speed-98", 6), ("ninety-nine-kings", 6)]
)
def test_the_packs_that_auto_takes(preset: str, two_packs_from: int) -> None:
    rule_set = rules(preset)
    assert [rule_set.decks_for(seats) for seats in range(2, 11)] == [
        2 if seats >= two_packs_from else 1 for seats in range(2, 11)
    ]


def test_auto_goes_by_the_game_and_not_by_other_fields() -> None:
    assert rules("ring-199", decks="auto").decks_for(5) == 2
    as_in_98 = rules(
        "ninety-nine", **{name: NINETY_EIGHT[name] for name in ("limit", "hand_size", "on_bust", "effects")}
    )
    assert as_in_98.decks_for(5) == 2


def test_the_pack_of_a_match() -> None:
    assert len(rules("ninety-nine").pack(4)) == 52
    assert len(rules("ninety-nine").pack(5)) == 104
    assert len(rules("ring-299").pack(2)) == 108
    assert rules("ring-299").pack(2).count(JOKER) == 4
    assert len(rules("ninety-eight", decks=4, jokers=8).pack(2)) == 216


def test_the_total_a_round_starts_with() -> None:
    assert rules("ninety-nine").start_total == 0
    assert rules("ninety-nine", "countdown").start_total == 99
    assert rules("ninety-nine", "countdown", "start-50").start_total == 50
    assert rules("ninety-nine", "countdown", start=0).start_total == 0


def test_the_changes_of_a_rank() -> None:
    up, down = rules("ninety-nine"), rules("ninety-nine", "countdown")
    for rank, changes, turned in [
        ("7", (7,), (-7,)),
        ("A", (1, 11), (-1, -11)),
        ("T", (10, -10), (-10, 10)),
        ("9", (None,), (None,)),
        ("K", (0,), (0,)),
    ]:
        assert up.changes(rank) == changes
        assert down.changes(rank) == turned
        assert up.effect(rank) == down.effect(rank)
    assert (up.target, down.target) == (99, 0)
    assert [rank for rank in up.effects if up.offers_choice(rank)] == ["A", "T"]


def test_the_total_after_a_play() -> None:
    up, down = rules("ninety-nine"), rules("ninety-nine", "countdown")
    assert up.total_after(95, Card("7H")) == 102
    assert up.total_after(95, Card("TH"), -10) == 85
    assert up.total_after(5, Card("9S")) == 99
    assert down.total_after(5, Card("9S")) == 0
    assert down.total_after(5, Card("AS"), -11) == -6
    for choice in (None, 2, -10):
        with pytest.raises(ValueError, match="cannot be played"):
            up.total_after(0, Card("AS"), choice)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_set_prints_parses_and_has_a_repr_to_paste(preset: str) -> None:
    variants = [name for name in variants_for(preset) if name != "start-75"]
    for rule_set in [rules(preset), *(rules(preset, variant) for variant in variants)]:
        assert RuleSet.from_spec(rule_set.to_spec()) == rule_set
        assert RuleSet.from_spec({"preset": preset, "set": rule_set.as_dict()}) == rule_set
        assert eval(repr(rule_set)) == rule_set
        assert pickle.loads(pickle.dumps(rule_set)) == copy.deepcopy(rule_set) == rule_set
        assert hash(copy.copy(rule_set)) == hash(rule_set)


def test_a_repr_says_only_what_differs() -> None:
    assert repr(rules("ninety-nine")) == "RuleSet.from_spec({'preset': 'ninety-nine'})"
    assert repr(rules("ninety-nine", "lives-2", effects={"7": "+0"})) == (
        "RuleSet.from_spec({'preset': 'ninety-nine', 'set': {'lives': 2, 'effects': {'7': '+0'}}})"
    )


def test_a_rule_set_never_changes() -> None:
    rule_set = rules("ninety-nine")
    with pytest.raises(AttributeError):
        rule_set.limit = 50  # type: ignore[misc]
    with pytest.raises(TypeError):
        rule_set.effects["7"] = Effect.parse("+0")  # type: ignore[index]
    assert rule_set == rules("ninety-nine")


@pytest.mark.parametrize(
    ("field", "value"), [("limit", 5), ("preset", "ninety"), ("effects", {"A": "+1"}), ("lives", True)]
)
def test_no_rule_set_comes_to_be_that_cannot_be_played(field: str, value: Any) -> None:
    with pytest.raises(BadRules, match=f"^{field}: "):
        dataclasses.replace(rules("ninety-nine"), **{field: value})
    assert dataclasses.replace(rules("ninety-nine"), lives=2) == rules("ninety-nine", "lives-2")
