"""What a rule set must satisfy to be playable: the rules of play, section 2."""

import re
from collections.abc import Callable, Mapping

from ..cards import JOKER_RANK, RANKS
from ..errors import BadRules
from .effects import Effect

_ROUNDS = re.compile(r"rounds:([1-9][0-9]{0,2})")

FEWEST_SEATS, MOST_SEATS = 2, 10


def whole(value: object, least: int, most: int) -> bool:
    """Say whether a value is a whole number (True is none) from `least` to `most`."""
    return type(value) is int and least <= value <= most


def rounds_of(length: str) -> int | None:
    """Return the N of `rounds:N`, else None."""
    written = _ROUNDS.fullmatch(length)
    return int(written[1]) if written else None


def _is_length(value: object) -> bool:
    return isinstance(value, str) and (value in ("last", "single") or rounds_of(value) is not None)


type Check = tuple[Callable[[object], bool], str]


def _whole_from(least: int, most: int, alternative: str = "") -> Check:
    def check(value: object) -> bool:
        return whole(value, least, most)

    return check, f"must be a whole number from {least} to {most}{alternative}"


def _one_of(*words: str) -> Check:
    def check(value: object) -> bool:
        return isinstance(value, str) and value in words

    return check, f"must be one of {', '.join(words)}"


def _or(alternative: object, check: Check) -> Check:
    test, reason = check
    return (lambda value: value == alternative or test(value)), reason


_TRUE_OR_FALSE: Check = (lambda value: isinstance(value, bool), "must be true or false")

FIELD_CHECKS: dict[str, Check] = {
    "limit": _whole_from(10, 999),
    "start": _or(None, _whole_from(0, 999, " or null")),
    "countdown": _TRUE_OR_FALSE,
    "floor": _or(None, (lambda value: whole(value, 0, 0), "must be 0 or null")),
    "hand_size": _whole_from(1, 7),
    "decks": _or("auto", _whole_from(1, 4, ' or "auto"')),
    "jokers": _whole_from(0, 8),
    "lives": _whole_from(1, 9),
    "on_bust": _one_of("redeal", "drop"),
    "strict_limit": _TRUE_OR_FALSE,
    "length": (_is_length, "must be last, single or rounds:N with N from 1 to 999"),
    "clock": _whole_from(0, 3600),
    "teams": _TRUE_OR_FALSE,
    "stakes": _one_of("none", "pot", "ante"),
}


def parse_effects(written: object) -> dict[str, Effect]:
    """Read the effects of the ranks, `{"A": "+1/+11", ...}`. Raises BadRules."""
    if not isinstance(written, Mapping):
        raise BadRules("effects", "must be an object with an effect for every rank")
    effects = {}
    for rank, text in written.items():
        if rank not in (*RANKS, JOKER_RANK):
            raise BadRules("effects", f"there is no rank {rank}")
        try:
            effects[rank] = text if isinstance(text, Effect) else Effect.parse(text)
        except (TypeError, ValueError):
            raise BadRules("effects", f"{rank} does not parse") from None
    return effects


def check_fields(fields: Mapping[str, object]) -> None:
    """Refuse any field out of its range, and any two that cannot go together. Raises BadRules."""
    for name, (test, reason) in FIELD_CHECKS.items():
        if not test(fields[name]):
            raise BadRules(name, reason)
    _check_every_rank_has_an_effect(fields)
    _check_combination(fields)


def _check_every_rank_has_an_effect(fields: Mapping[str, object]) -> None:
    effects = fields["effects"]
    assert isinstance(effects, Mapping)
    ranks = (*RANKS, JOKER_RANK) if fields["jokers"] else RANKS
    for rank in ranks:
        if rank not in effects:
            raise BadRules("effects", f"{rank} has none")


def _check_combination(fields: Mapping[str, object]) -> None:
    start, limit = fields["start"], fields["limit"]
    if isinstance(start, int) and isinstance(limit, int) and start > limit:
        raise BadRules("start", "cannot be beyond the limit")
    if fields["countdown"] and fields["floor"] is None:
        raise BadRules("floor", "null cannot go with a countdown")
    if fields["on_bust"] == "redeal":
        if fields["length"] == "single":
            raise BadRules("length", "single cannot go with redeal")
        if fields["stakes"] == "ante":
            raise BadRules("stakes", "ante cannot go with redeal")
    if fields["teams"] and fields["stakes"] != "none":
        raise BadRules("stakes", "teams play without any")
