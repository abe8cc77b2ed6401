"""`manage.py simulate` prints the figures of bot matches, and says in a sentence what is wrong with its options."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from ninety.engine import simulation

KEYS = ["matches", "plays", "plays_per_second", "rounds", "busts", "wins_by_seat", "wins_by_bot"]
WANTED = {"preset": "ninety-nine", "seats": "3", "matches": "4", "seed": "1"}


def simulated(capsys, *more, **options):
    """Return the object that `simulate` prints."""
    wanted = [word for name, value in (WANTED | options).items() for word in (f"--{name}", value)]
    call_command("simulate", *wanted, *more)
    return json.loads(capsys.readouterr().out)


def test_prints_one_object(capsys):
    figures = simulated(capsys, bots="beginner,expert")
    assert list(figures) == KEYS
    assert (figures["matches"], sum(figures["wins_by_seat"])) == (4, 4)
    first, second, third = figures["wins_by_seat"]
    assert figures["wins_by_bot"] == {"beginner": first + third, "expert": second}
    assert figures["rounds"] == figures["busts"] > 0
    assert figures["plays"] > figures["busts"]
    assert figures["plays_per_second"] > 0


def test_all_are_steady_unless_told_otherwise(capsys):
    assert list(simulated(capsys)["wins_by_bot"]) == ["steady"]


def test_the_same_seed_plays_the_same_matches(capsys, tmp_path):
    figures, records = [], []
    for seed, name in (("1", "a"), ("1", "b"), ("2", "c")):
        file = tmp_path / name
        figures.append(simulated(capsys, seed=seed, records=str(file), bots="steady,expert") | {"plays_per_second": 0})
        records.append(file.read_text())
    assert (figures[0], records[0]) == (figures[1], records[1])
    assert records[0] != records[2]


@pytest.mark.parametrize(
    ("more", "options"),
    [
        ([], {}),
        (["--variant", "teams", "countdown"], {"preset": "ninety-eight", "seats": "4"}),
        (["--variant", "pot", "--variant", "negatives", "--set", '{"limit": 60, "effects": {"K": "-5"}}'], {}),
        (["--variant", "ante", "single-round"], {"preset": "ninety-eight"}),
        (["--set", '{"decks": 3}'], {"preset": "ring-199", "seats": "10", "matches": "2"}),
    ],
)
def test_writes_records_that_replay_accepts(capsys, tmp_path, more, options):
    file = tmp_path / "records.jsonl"
    figures = simulated(capsys, *more, records=str(file), **options)
    lines = file.read_text().splitlines()
    assert len(lines) == figures["matches"]
    assert not any("announced" in action for line in lines for action in json.loads(line)["actions"])
    call_command("replay", str(file))
    ends = {line["record"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert len(ends) == figures["matches"]
    assert all(line["turn"] is None for line in ends.values())
    assert figures["wins_by_seat"] == [
        sum(seat in line["winners"] for line in ends.values()) for seat in range(len(figures["wins_by_seat"]))
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"preset": "whist"}, "preset: must be one of"),
        ({"variant": "nonsense"}, "variants: there is no variant nonsense"),
        ({"variant": "ante"}, "variants: ante does not apply to this game"),
        ({"set": "{"}, "set: is no JSON: "),
        ({"set": "[" * 100_000}, "set: is no JSON: "),
        ({"set": "[]"}, "set: must be an object of fields"),
        ({"set": '{"limit": 5}'}, "limit: must be a whole number from 10 to 999"),
        ({"set": '{"colour": 5}'}, "colour: there is no such field"),
        ({"set": '{"hand_size": 7}', "seats": "10"}, None),
        ({"set": '{"decks": 1, "hand_size": 7}', "seats": "10"}, "decks: too few cards"),
        ({"seats": "1"}, "seats: must be a whole number from 2 to 10"),
        ({"seats": "three"}, "seats: must be a whole number from 2 to 10"),
        ({"matches": "0"}, "matches: must be a whole number from 1 to 1000000"),
        ({"matches": "9" * 5000}, "matches: must be a whole number from 1 to 1000000"),
        ({"bots": "steady,best"}, "bots: 'best' must be one of beginner, steady, expert"),
        ({"bots": ""}, "bots: '' must be one of beginner, steady, expert"),
        ({"records": "/"}, "records: / cannot be written: "),
    ],
)
def test_bad_options_are_refused_with_a_sentence(capsys, options, sentence):
    if sentence is None:
        assert simulated(capsys, **options)["matches"] == 4
        return
    with pytest.raises(CommandError) as refusal:
        simulated(capsys, **options)
    assert str(refusal.value).startswith(sentence)
    assert refusal.value.returncode == 2


def test_a_match_without_an_end_is_given_up(capsys, monkeypatch):
    monkeypatch.setattr(simulation, "LONGEST_ROUND", 200)
    passes = json.dumps({"effects": dict.fromkeys("A23456789TJQK", "+0")})
    with pytest.raises(CommandError, match="Match 1 was given up: nobody got stuck in 200 plays") as refusal:
        simulated(capsys, set=passes)
    assert refusal.value.returncode == 2


def test_output_that_cannot_be_written_is_told():
    class Full(io.StringIO):
        def write(self, text):
            raise OSError(28, "No space left on device")

    with pytest.raises(CommandError, match="The output cannot be written: ") as refusal:
        call_command("simulate", *[f"--{name}={value}" for name, value in WANTED.items()], stdout=Full())
    assert refusal.value.returncode == 2
