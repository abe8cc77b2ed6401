"""The form of a class's settings: every field there and back, and every refusal at its field."""

from itertools import chain, combinations
from typing import Any

import pytest

from classrooms.class_settings import ClassSettings
from classrooms.forms.settings import RANKS_AND_JOKER, ClassSettingsForm
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, VARIANTS, RuleSet
from tests.classrooms.test_class_settings import OTHERWISE

RULES: dict[str, Any] = {
    "limit": 60,
    "start": 20,
    "countdown": True,
    "floor": None,
    "strict_limit": True,
    "hand_size": 5,
    "decks": 3,
    "jokers": 2,
    "lives": 7,
    "on_bust": "redeal",
    "length": "rounds:12",
    "clock": 510,
    "teams": True,
    "stakes": "pot",
    "effects": {"A": "+1/+11 skip", "9": "=limit reverse", "X": "-5", "K": "+0"},
}


def sent(settings: ClassSettings, **fields: Any) -> dict[str, Any]:
    """Return what a browser sends for a form that shows settings, with some fields changed."""
    form = ClassSettingsForm(initial=ClassSettingsForm.initial_of(settings))
    values = {field.name: field.value() for field in form}
    values = {name: value for name, value in values.items() if value is not None and value is not False}
    return {name: "on" if value is True else value for name, value in values.items()} | fields


def form_of(settings: ClassSettings, **fields: Any) -> ClassSettingsForm:
    return ClassSettingsForm(sent(settings, **fields))


def test_what_nobody_changes_comes_back_as_it_was():
    for settings in (ClassSettings(), ClassSettings.from_json(OTHERWISE)):
        form = form_of(settings)
        assert form.is_valid(), form.errors
        assert form.settings() == settings


@pytest.mark.parametrize("name", OTHERWISE)
def test_every_field_goes_there_and_back(name: str):
    settings = ClassSettings.from_json({name: OTHERWISE[name]})
    form = form_of(settings)
    assert form.is_valid(), form.errors
    assert form.settings().to_json()[name] == OTHERWISE[name]


@pytest.mark.parametrize("name", RULES)
def test_every_field_of_the_rules_goes_there_and_back(name: str):
    beside = {"drop": {"start": None}}
    rules = {"preset": "ninety-eight", "set": beside.get(name, {}) | {name: RULES[name]}}
    form = form_of(ClassSettings(rules=rules))
    assert form.is_valid(), form.errors
    assert form.rules() == rules
    assert form.settings().rule_set == RuleSet.from_spec(rules)


def test_there_is_a_field_for_every_field_of_a_rule_set():
    names = set(ClassSettingsForm().fields)
    assert set(RuleSet.from_spec({"preset": "ninety-nine"}).as_dict()) - names == {"effects"}
    assert {f"{part}_{rank}" for rank in RANKS_AND_JOKER for part in ("amounts", "twist")} <= names


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"limit": "9"}, "limit", "Ensure this value is greater than or equal to 10."),
        ({"limit": "1000"}, "limit", "Ensure this value is less than or equal to 999."),
        ({"start": "51"}, "start", "The round would start beyond the limit."),
        ({"limit": "40", "variants": ["start-50"]}, "limit", "The round would start beyond the limit."),
        ({"limit": "", "variants": ["speed", "start-75"]}, "variants", "The round would start beyond the limit."),
        ({"countdown": "maybe"}, "countdown", "Select a valid choice. maybe is not one of the available choices."),
        (
            {"countdown": "yes", "floor": "none"},
            "floor",
            "A countdown stops at 0, so the total cannot go below zero.",
        ),
        (
            {"countdown": "yes", "variants": ["negatives"]},
            "countdown",
            "A countdown stops at 0, so the total cannot go below zero.",
        ),
        ({"hand_size": "8"}, "hand_size", "Ensure this value is less than or equal to 7."),
        ({"decks": "5"}, "decks", "Select a valid choice. 5 is not one of the available choices."),
        (
            {"hand_size": "7", "seats": "10", "decks": "1"},
            "decks",
            "There are too few cards for so many players. Two packs or smaller hands help.",
        ),
        (
            {"preset": "ninety-nine", "variants": ["five-cards"], "seats": "11"},
            "seats",
            "Ensure this value is less than or equal to 10.",
        ),
        ({"jokers": "9"}, "jokers", "Ensure this value is less than or equal to 8."),
        ({"lives": "0"}, "lives", "Ensure this value is greater than or equal to 1."),
        ({"lives": "many"}, "lives", "Enter a whole number."),
        (
            {"length": "single", "on_bust": "redeal"},
            "length",
            "One round only works where whoever is stuck sits out the round.",
        ),
        (
            {"variants": ["single-round"], "on_bust": "redeal"},
            "on_bust",
            "One round only works where whoever is stuck sits out the round.",
        ),
        ({"length": "rounds"}, "rounds", "Please say after how many rounds."),
        ({"length": "rounds", "rounds": "1000"}, "rounds", "Ensure this value is less than or equal to 999."),
        (
            {"clock": "eight"},
            "clock",
            "Please write minutes, such as 8, or minutes and seconds, such as 8:30.",
        ),
        ({"clock": "60:01"}, "clock", "An hour is the most."),
        ({"teams": "yes", "seats": "3"}, "teams", "Teams need an even number of players, four or more."),
        (
            {"variants": ["teams"], "seats": "5"},
            "seats",
            "Teams need an even number of players, four or more.",
        ),
        ({"stakes": "pot", "teams": "yes"}, "stakes", "Counters do not go with these rules."),
        ({"stakes": "ante", "on_bust": "redeal"}, "stakes", "Counters do not go with these rules."),
        ({"amounts_9": "+100"}, "amounts_9", "Please write +7, -5, +1/+11 or = for the limit, with numbers up to 99."),
        ({"amounts_A": "5/+5"}, "amounts_A", "A choice needs two different numbers."),
        ({"twist_4": "jump"}, "twist_4", "Select a valid choice. jump is not one of the available choices."),
        ({"preset": "poker"}, "preset", "Select a valid choice. poker is not one of the available choices."),
        (
            {"preset": "ninety-nine", "variants": ["ante"]},
            "variants",
            "One of these changes does not belong to this game.",
        ),
        (
            {"variants": ["lives-2", "lives-5"]},
            "variants",
            "These do not go together: Two lives, Five lives. Please choose one.",
        ),
        ({"seats": "1"}, "seats", "Ensure this value is greater than or equal to 2."),
        ({"strength": "god"}, "strength", "Select a valid choice. god is not one of the available choices."),
        (
            {"answer_policy": "shout"},
            "answer_policy",
            "Select a valid choice. shout is not one of the available choices.",
        ),
        ({"reveal_wait": "61"}, "reveal_wait", "Ensure this value is less than or equal to 60."),
        ({"bot_mistakes": "51"}, "bot_mistakes", "Ensure this value is less than or equal to 50."),
        ({"choosing_seconds": "601"}, "choosing_seconds", "Ensure this value is less than or equal to 600."),
        ({"computing_seconds": "-1"}, "computing_seconds", "Ensure this value is greater than or equal to 0."),
        ({"away_limit": "19"}, "away_limit", "Ensure this value is greater than or equal to 20."),
        ({"pace": "warp"}, "pace", "Select a valid choice. warp is not one of the available choices."),
        ({"fluency_limit": "7"}, "fluency_limit", "Select a valid choice. 7 is not one of the available choices."),
        ({"drill_seconds": "7"}, "drill_seconds", "Select a valid choice. 7 is not one of the available choices."),
        ({"drill_limit": "7"}, "drill_limit", "Select a valid choice. 7 is not one of the available choices."),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(fields: dict[str, Any], field: str, sentence: str):
    form = form_of(ClassSettings(rules={"preset": "ninety-eight", "set": {"limit": 50}}), **{"limit": "50"} | fields)
    assert form.errors == {field: [sentence]}


@pytest.mark.repeats
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("seats", "together"), [(4, 2), (2, 1), (10, 1)])
def test_whatever_is_offered_is_played_or_refused_at_a_field_that_can_put_it_right(
    preset: str, seats: int, together: int
):
    played = refused = 0
    for variants in chain.from_iterable(combinations(VARIANTS, count) for count in range(together + 1)):
        spec = {"preset": preset, "variants": list(variants)}
        form = form_of(ClassSettings(), **EMPTY | spec | {"seats": str(seats)})
        if form.is_valid():
            form.settings().rule_set.check_seats(seats)
            played += 1
            continue
        refused += 1
        assert set(form.errors) <= {"variants", "seats"}, (spec, form.errors)
        try:
            RuleSet.from_spec(spec).check_seats(seats)
        except BadRules:
            continue
        (sentence,) = form.errors["variants"]
        assert str(sentence).startswith("These do not go together"), spec
    assert played
    assert refused


EMPTY = {"limit": "", "lives": "", "clock": "", "on_bust": ""}


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("7", "+7"),
        (" + 7 ", "+7"),
        ("−5", "-5"),
        ("–5/5", "-5/+5"),
        ("1/11", "+1/+11"),
        ("10 / -10", "+10/-10"),
        ("=", "=limit"),
        ("=limit", "=limit"),
        ("-0", "+0"),
        ("07", "+7"),
    ],
)
def test_amounts_are_read_as_people_write_them(typed: str, written: str):
    form = form_of(ClassSettings(), amounts_7=typed)
    assert form.is_valid(), form.errors
    assert form.rules()["set"]["effects"] == {"7": written}


@pytest.mark.parametrize("typed", ["seven", "+", "1/2/3", "/", "=99", "+7 skip", "7" * 30, "٧"])
def test_amounts_that_are_none_are_refused(typed: str):
    assert list(form_of(ClassSettings(), amounts_7=typed).errors) == ["amounts_7"]


def test_what_a_card_does_besides_stays_when_only_its_amount_changes():
    form = form_of(ClassSettings(), preset="ninety-nine", amounts_3="+5", twist_4="none", twist_K="skip")
    assert form.is_valid(), form.errors
    assert form.rules()["set"]["effects"] == {"3": "+5 skip", "4": "+0", "K": "+0 skip"}


@pytest.mark.parametrize(("typed", "seconds"), [("8", 480), ("8:30", 510), ("0", 0), ("0:45", 45), ("60", 3600)])
def test_the_clock_is_written_in_minutes(typed: str, seconds: int):
    form = form_of(ClassSettings(), clock=typed)
    assert form.is_valid(), form.errors
    assert form.settings().rule_set.clock == seconds
