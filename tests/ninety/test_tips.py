"""Tips and glossary hold for the very rules that are played."""

import re

import pytest

from ninety.engine.rulesets import PRESETS, RuleSet
from ninety.tips import glossary, tips
from tests.ninety.test_rulebook import playable, ranks_of


def told(rules: RuleSet) -> dict[str, str]:
    """Return the tips by their headings."""
    return dict(tips(rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_entry_is_whole_and_stands_once(preset: str) -> None:
    for rules in playable(preset):
        for entries in (tips(rules), glossary(rules)):
            assert len(dict(entries)) == len(entries)
            for heading, text in entries:
                assert heading
                assert text[-1] == "."
                assert "%" not in heading + text
                assert "bust" not in text


@pytest.mark.parametrize("preset", PRESETS)
def test_no_tip_speaks_of_a_total_beyond_the_bounds(preset: str) -> None:
    for rules in playable(preset):
        totals = [int(number) for _, text in tips(rules) for number in re.findall(r"\d+", text)]
        assert all(total <= max(rules.limit, 99) for total in totals)
        leave = told(rules).get("Leave little room", "")
        assert all(0 <= int(number) <= rules.limit for number in re.findall(r"\d+", leave))


@pytest.mark.parametrize("preset", PRESETS)
def test_words_stand_only_where_the_game_has_them(preset: str) -> None:
    for rules in playable(preset):
        words = dict(glossary(rules))
        effects = [rules.effect(rank) for rank in ranks_of(rules)]
        assert ("skip" in words) == any(effect.skip for effect in effects)
        assert ("turn round" in words) == any(effect.reverse for effect in effects)
        assert ("jump" in words) == any(effect.to_limit for effect in effects)
        assert ("pass" in words) == any(0 in effect.amounts for effect in effects)
        assert ("step back" in words) == any(amount < 0 for effect in effects for amount in effect.amounts)
        assert ("life" in words, "fault" in words) == (rules.game == "ninety-nine", rules.game == "ninety-eight")
        assert ("countdown" in words) == rules.countdown
        assert ("joker" in words) == bool(rules.jokers)
        assert ("partner" in words) == rules.teams
        assert ("pot" in words) == (rules.stakes != "none")
        assert ("reset" in words) == (rules.on_bust == "drop" and rules.length != "single")


def test_the_tips_of_ninety_nine() -> None:
    found = told(RuleSet.from_spec({"preset": "ninety-nine"}))
    assert found["Keep a way out"] == (
        "Once the total is above 80, hold on to a card that helps you out: ace, 4, 9, 10, king."
    )
    assert "Straight to 99: 9" in found
    assert "Cards that pass: 4, king" in found
    assert found["When only two are left"].endswith("3, 4.")


def test_the_tips_of_ninety_eight() -> None:
    found = told(RuleSet.from_spec({"preset": "ninety-eight"}))
    assert found["Straight to 98: king"].endswith("it always fits: try to keep one.")
    assert found["Leave little room"] == (
        "If you must raise the total, leave 89 or 92: above 88 these no longer fit: jack, queen."
    )
    assert found["Cards that go back: 10"].startswith("Above 80")
    assert "When only two are left" not in found


def test_the_tips_follow_the_effects_where_nines_pass() -> None:
    found = told(RuleSet.from_spec({"preset": "ninety-nine", "variants": ["nine-pass"]}))
    assert "Straight to 99: king" in found
    assert "Cards that pass: 4, 9" in found
    assert found["Two kinds that pass"] == "Once every card of one kind is gone (4 or 9), half of the passes are gone."


def test_the_tips_turn_round_in_a_countdown() -> None:
    found = told(RuleSet.from_spec({"preset": "ninety-eight", "variants": ["countdown"]}))
    assert found["Keep a way out"].startswith("Once the total is below 20,")
    assert found["Two values: ace"] == "Take it as 11 while the total is high, and as 1 when it is low."
    assert found["Leave little room"] == (
        "If you must lower the total, leave 9 or 6: below 10 these no longer fit: jack, queen."
    )
