"""Whatever stands in a record, the answer is a code and a sentence, never a crash."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ninety.engine.errors import BadRecord, BadRules, BadShuffle, EngineError, Refusal
from ninety.engine.record import read_inputs, replay_lines

from .test_record import RECORDS

ERRORS: list[type[EngineError]] = [BadRecord, BadRules, BadShuffle, *Refusal.__subclasses__()]
CODES = {error.code for error in ERRORS}
WHOLE_MATCH = json.loads((RECORDS / "whole-match-ninety-nine.record.json").read_text())
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.just("7H"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value inside parsed JSON."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for key, value in inside for place in places(value, (*path, key)))]


def last_line(text: str) -> dict[str, Any]:
    """Return the last line that a replay of one record prints."""
    [(_, record)] = read_inputs(text)
    return list(replay_lines(record))[-1]


PLACES = [place for place in places(WHOLE_MATCH) if place]


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(place=st.sampled_from(PLACES), junk=JUNK, gone=st.booleans())
def test_junk_anywhere_in_a_record_is_answered(place: tuple[Any, ...], junk: Any, gone: bool) -> None:
    record = copy.deepcopy(WHOLE_MATCH)
    *path, last = place
    inner = record
    for key in path:
        inner = inner[key]
    if gone:
        del inner[last]
    else:
        inner[last] = junk
    line = last_line(json.dumps(record))
    if "error" in line:
        assert list(line) == ["step", "error", "message"]
        assert line["error"] in CODES
        assert line["message"]
    else:
        assert line["winners"] or line["step"] == len(record["actions"])
    json.dumps(line)


@settings(max_examples=100)
@given(text=st.text() | st.binary().map(lambda data: data.decode("utf-8", "replace")))
def test_any_text_is_answered(text: str) -> None:
    for _, record in read_inputs(text):
        assert [line["error"] for line in replay_lines(record)] == ["bad-record"]


@pytest.mark.parametrize("depth", [10, 1000, 5000, 100_000])
@pytest.mark.parametrize("name", ["rules", "seats", "shuffles", "actions", "format"])
def test_deep_nesting_is_answered(name: str, depth: int) -> None:
    text = json.dumps(WHOLE_MATCH | {name: "deep"}).replace('"deep"', "[" * depth + "]" * depth)
    assert last_line(text)["error"] in CODES


@pytest.mark.parametrize("preset", ["\ud800", "n" * 100_000, "ninety-nine\0", "<b>", "ninety-nine'; drop table", "🂡"])
def test_hostile_texts_are_answered(preset: str) -> None:
    line = last_line(json.dumps(WHOLE_MATCH | {"rules": {"preset": preset, preset: preset}}))
    assert (line["error"], line["step"]) == ("bad-rules", 0)
    assert json.loads(json.dumps(line)) == line


def test_every_error_has_a_code_and_a_sentence() -> None:
    for error in (
        BadRecord("a sentence"),
        BadShuffle("a sentence"),
        *(one("a sentence") for one in Refusal.__subclasses__()),
    ):
        assert isinstance(error, EngineError)
        assert error.message == str(error) == "a sentence"
    assert BadRules("limit", "is too low").message == "limit: is too low"
