"""Records are read, replayed and written; whatever is wrong with one is told at the step that meets it."""

import json
from pathlib import Path
from typing import Any

import pytest

from ninety.engine.actions import Play
from ninety.engine.cards import Card
from ninety.engine.errors import BadRecord, BadRules, BadShuffle
from ninety.engine.record import FORMAT, Record, describe, read, read_inputs, replay, replay_lines
from ninety.engine.state import State

from .tables import Dice, played_at_random, rules

RECORDS = Path(__file__).parent.parent / "records"
NAMES = sorted(path.name.removesuffix(".record.json") for path in RECORDS.glob("*.record.json"))


def without_messages(lines: Any) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if name != "message"} for line in lines]


def expected(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (RECORDS / f"{name}.expected.jsonl").read_text().splitlines()]


def opening(**changes: Any) -> dict[str, Any]:
    """Return the opening of Ninety-Nine as parsed JSON, with changes."""
    record: dict[str, Any] = json.loads((RECORDS / "ninety-nine-opening.record.json").read_text())
    return record | changes


def test_there_are_records() -> None:
    assert len(NAMES) == 76


@pytest.mark.parametrize("name", NAMES)
def test_every_example_record_replays_to_the_expected_states(name: str) -> None:
    [(number, record)] = read_inputs((RECORDS / f"{name}.record.json").read_text())
    assert number is None
    assert without_messages(replay_lines(record)) == without_messages(expected(name))


def test_many_records_are_numbered_among_the_lines_that_are_not_blank() -> None:
    inputs = read_inputs((RECORDS / "many.records.jsonl").read_text())
    lines = [{"record": number, **line} for number, record in inputs for line in replay_lines(record)]
    assert without_messages(lines) == without_messages(expected("many"))


def test_an_error_says_what_is_wrong() -> None:
    assert list(replay_lines(Record({"preset": "ninety-nine"}, 3)))[-1] == {
        "step": 0,
        "error": "bad-shuffle",
        "message": "shuffle 1 is missing",
    }


def test_a_record_reads_and_writes() -> None:
    record = read(json.dumps(opening()))
    assert record.to_json() == opening()
    assert read(record.to_json()) == record
    assert record.rules == rules("ninety-nine")
    assert eval(repr(record)) == record


def test_a_record_is_made_of_what_happened() -> None:
    dice = Dice(3)
    states, actions = played_at_random(rules("ninety-eight", "lives-2", limit=60), 3, dice)
    record = Record.of(states[0].rules, 3, dice.orders, actions)
    assert record.to_json()["rules"] == {"preset": "ninety-eight", "set": {"limit": 60, "lives": 2}}
    assert [(step, state) for step, _, state in replay(record)] == list(enumerate(states))
    assert [action for _, action, _ in replay(record)] == [None, *actions]
    assert read(json.dumps(record.to_json())) == record


def test_a_replay_yields_what_happened_until_the_error() -> None:
    record = read(opening(actions=[{"seat": 1, "card": "7H", "announced": 8}, {"seat": 1, "bust": True}]))
    steps = replay(record)
    assert next(steps)[:2] == (0, None)
    step, action, state = next(steps)
    assert (step, action, state.total) == (1, Play(1, Card("7H"), announced=8), 7)
    assert [line.get("error") for line in replay_lines(record)] == [None, None, "not-your-turn"]


def test_a_state_of_every_step_round_trips_as_json() -> None:
    _, *states = played_at_random(rules("ninety-eight", "ante"), 4, Dice(5))[0]
    for state in states:
        data = json.loads(json.dumps(state.to_json()))
        assert State.from_json(state.rules, data) == state
    assert len(json.dumps(states[0].to_json())) < 500


def test_a_state_has_a_repr_to_paste() -> None:
    from ninety.engine.rulesets import RuleSet  # noqa: F401, PLC0415 - named by the repr

    state = played_at_random(rules("ring-199"), 3, Dice(5), most=5)[0][-1]
    assert eval(repr(state)) == state


LIST: list[object] = []
OBJECT: dict[str, object] = {}
NO_RECORDS: list[Any] = [
    None,
    7,
    "record",
    [],
    [opening()],
    {},
    {name: value for name, value in opening().items() if name != "actions"},
    opening(note="lovely"),
    opening(format="ninety-record/2"),
    opening(format=None),
    opening(format=["ninety-record/1"]),
    *(opening(rules=value) for value in (None, LIST, "ninety-nine", 1)),
    *(opening(seats=value) for value in (None, True, 3.0, "3", [3])),
    *(opening(shuffles=value) for value in (None, OBJECT, "AS", 0)),
    *(opening(actions=value) for value in (None, OBJECT, "AS", 0)),
]


@pytest.mark.parametrize("data", NO_RECORDS)
def test_what_is_no_record(data: Any) -> None:
    with pytest.raises(BadRecord):
        read(data)
    [(_, record)] = read_inputs(json.dumps(data))
    assert [line["error"] for line in replay_lines(record)] == ["bad-record"]


@pytest.mark.parametrize(
    "changes",
    [
        *({"seats": seats} for seats in (0, 1, 11, -3, 10**30)),
        {"rules": {}},
        {"rules": {"preset": None}},
        {"rules": {"preset": "ninety-nine", "variants": None}},
        {"rules": {"preset": "ninety-nine", "set": None}},
        {"rules": {"preset": "ninety-nine", "set": {"limit": True}}},
        {"rules": {"preset": "ninety-eight", "variants": ["teams"]}},
        {"rules": {"preset": "ninety-nine", "set": {"hand_size": 7, "decks": 1}}, "seats": 8},
    ],
)
def test_rules_that_are_refused(changes: Any) -> None:
    with pytest.raises(BadRules):
        read(opening(**changes))
    record = Record.from_json(opening(**changes) | {"shuffles": []})
    assert [line["error"] for line in replay_lines(record)] == ["bad-rules"]


@pytest.mark.parametrize(
    ("second", "good"),
    [
        (lambda order: order[::-1], True),
        (lambda order: order[:-1], False),
        (lambda order: [*order, "AS"], False),
        (lambda order: [*order[:-1], order[0]], False),
        (lambda order: [*order[:-1], "X"], False),
        (lambda order: [*order[:-1], None], False),
        (lambda order: [*order[:-1], [order[-1]]], False),
        (lambda order: [*order[:-1], 7], False),
        (" ".join, False),
        (dict.fromkeys, False),
        (lambda order: None, False),
        (lambda order: 52, False),
        (lambda order: [], False),
    ],
)
def test_a_shuffle_holds_exactly_the_cards_being_shuffled(second: Any, good: Any) -> None:
    first, order = opening()["shuffles"][:2]
    record = read(opening(shuffles=[first, second(order)], actions=[]))
    if good:
        assert len(list(replay(record))) == 1
    else:
        with pytest.raises(BadShuffle, match="shuffle 2"):
            list(replay(record))


def test_a_shuffle_is_looked_at_by_the_step_that_meets_it() -> None:
    first, second, _ = opening()["shuffles"]
    late = read(opening(shuffles=[first, second, 7]))
    assert [line.get("error") for line in replay_lines(late)] == [None] * 8 + ["bad-shuffle"]
    never = read(opening(shuffles=[first, second, 7], actions=opening()["actions"][:-1]))
    assert [line.get("error") for line in replay_lines(never)] == [None] * 8


def test_a_wrong_action_is_looked_at_by_its_own_step() -> None:
    record = read(opening(actions=[*opening()["actions"][:1], 7]))
    assert [line.get("error") for line in replay_lines(record)] == [None, None, "bad-action"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "  \n \n",
        "this is no JSON",
        '{"format": "ninety-record/1"',
        "[" * 100_000,
        '{"actions": ' + "[" * 100_000,
        json.dumps(opening()).replace('"seats": 3', '"seats": NaN'),
        json.dumps(opening()).replace('"seats": 3', '"seats": Infinity'),
        json.dumps(opening()).replace('"seats": 3', f'"seats": {"9" * 5000}'),
        json.dumps(opening()) + json.dumps(opening()),
    ],
)
def test_text_that_holds_no_record(text: str) -> None:
    [(number, record)] = read_inputs(text)
    assert number is None
    assert [line["error"] for line in replay_lines(record)] == ["bad-record"]
    with pytest.raises(BadRecord):
        read(text)


def test_one_json_value_is_one_record_however_many_lines_it_takes() -> None:
    assert read_inputs(json.dumps(opening(), indent=2) + "\n\n") == [(None, Record.from_json(opening()))]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\n\n \n"])
def test_several_lines_are_several_records(ending: str) -> None:
    line = json.dumps(opening())
    record = Record.from_json(opening())
    inputs = read_inputs(ending.join(["", line, line, "nothing", line]))
    assert [number for number, _ in inputs] == [1, 2, 3, 4]
    assert [one == record for _, one in inputs] == [True, True, False, True]


def test_a_line_separator_inside_a_text_ends_no_line() -> None:
    spec = {"preset": "ninety\u2028nine"}
    text = json.dumps(opening(rules=spec), ensure_ascii=False)
    record = Record.from_json(opening(rules=spec))
    assert read_inputs(f"{text}\n{text}") == [(1, record), (2, record)]


def test_the_line_of_a_finished_match() -> None:
    states, _ = played_at_random(rules("ninety-nine"), 2, Dice(11))
    line = describe(states[-1], 7)
    assert (line["step"], line["turn"], line["legal"]) == (7, None, [])
    assert FORMAT == "ninety-record/1"
