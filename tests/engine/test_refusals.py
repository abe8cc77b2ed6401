"""Every action that breaks the rules is refused with one code, the first in their order, and changes nothing."""

import pytest

from ninety.engine.actions import Action, Bust, Leave, Penalty, Play, TimeUp
from ninety.engine.cards import Card
from ninety.engine.errors import (
    BadAction,
    CanStillPlay,
    CardNotInHand,
    ChoiceNeeded,
    ChoiceNotAllowed,
    MatchOver,
    MustLower,
    NoClock,
    NotYourTurn,
    PastTheLimit,
    Refusal,
    SeatOut,
)
from ninety.engine.referee import check
from ninety.engine.rules import apply
from ninety.engine.state import State

from .tables import no_shuffle, rules, table

NINETY_NINE = table(rules("ninety-nine"), "3S 9D TC", "7H AS TD", "AD QH 5C", total=95, lives=(3, 3, 3))
LAST_CARDS = table(rules("ninety-nine"), "3S 9D TC", "7H KS 2D", "", lives=(3, 3, 0))
OVER = NINETY_NINE._replace(turn=None, winners=(1,))
STRICT = table(rules("ninety-eight", "four-reverse", "strict-limit"), "2S 3S", "7H 4D TD KS AD", total=98)
STRICT_DOWN = table(rules("ninety-nine", "countdown", "strict-limit"), "2S 3S", "7H 4D TD 9S", total=0)


def seven(seat: int) -> Play:
    return Play(seat, Card("7H"))


@pytest.mark.parametrize(
    ("state", "action", "refusal"),
    [
        (NINETY_NINE, seven(3), BadAction),
        (NINETY_NINE, seven(-1), BadAction),
        (NINETY_NINE, Bust(3), BadAction),
        (NINETY_NINE, Penalty(10**20), BadAction),
        (NINETY_NINE, Leave(-3), BadAction),
        (NINETY_NINE, Play(1, Card("X")), BadAction),
        (OVER, Play(1, Card("X")), BadAction),
        (OVER, Leave(3), BadAction),
        (OVER, seven(1), MatchOver),
        (OVER, seven(0), MatchOver),
        (OVER, Bust(1), MatchOver),
        (OVER, Penalty(1), MatchOver),
        (OVER, Leave(1), MatchOver),
        (OVER, TimeUp(), MatchOver),
        (NINETY_NINE, TimeUp(), NoClock),
        (NINETY_NINE, seven(2), NotYourTurn),
        (NINETY_NINE, Play(0, Card("KC"), 5), NotYourTurn),
        (NINETY_NINE, Bust(2), NotYourTurn),
        (LAST_CARDS, seven(2), NotYourTurn),
        (LAST_CARDS, Bust(2), NotYourTurn),
        (LAST_CARDS, Penalty(2), SeatOut),
        (LAST_CARDS, Leave(2), SeatOut),
        (NINETY_NINE, Bust(1), CanStillPlay),
        (NINETY_NINE, Play(1, Card("KC")), CardNotInHand),
        (NINETY_NINE, Play(1, Card("KC"), 10), CardNotInHand),
        (NINETY_NINE, Play(1, Card("TC")), CardNotInHand),
        (NINETY_NINE, Play(1, Card("TD")), ChoiceNeeded),
        (NINETY_NINE, Play(1, Card("AS")), ChoiceNeeded),
        (NINETY_NINE, Play(1, Card("7H"), 7), ChoiceNotAllowed),
        (NINETY_NINE, Play(1, Card("7H"), 0), ChoiceNotAllowed),
        (NINETY_NINE, Play(1, Card("AS"), 10), ChoiceNotAllowed),
        (NINETY_NINE, Play(1, Card("AS"), -1), ChoiceNotAllowed),
        (NINETY_NINE, Play(1, Card("TD"), 10**30), ChoiceNotAllowed),
        (NINETY_NINE, seven(1), PastTheLimit),
        (NINETY_NINE, Play(1, Card("AS"), 11), PastTheLimit),
        (NINETY_NINE, Play(1, Card("TD"), 10), PastTheLimit),
        (NINETY_NINE._replace(total=9), Play(1, Card("TD"), -10), PastTheLimit),
        (STRICT, Play(1, Card("4D")), MustLower),
        (STRICT, Play(1, Card("7H")), MustLower),
        (STRICT, Play(1, Card("TD"), 10), MustLower),
        (STRICT, Play(1, Card("AD"), 5), ChoiceNotAllowed),
        (STRICT_DOWN, Play(1, Card("4D")), MustLower),
        (STRICT_DOWN, Play(1, Card("7H")), MustLower),
        (STRICT_DOWN, Play(1, Card("TD"), -10), MustLower),
        (STRICT._replace(total=97), Play(1, Card("7H")), PastTheLimit),
    ],
)
def test_what_is_refused(state: State, action: Action, refusal: type[Refusal]) -> None:
    with pytest.raises(Refusal) as refused:
        apply(state, action, no_shuffle)
    assert type(refused.value) is refusal
    assert (refused.value.action, refused.value.state) == (action, state)
    with pytest.raises(refusal) as checked:
        check(state, action)
    assert checked.value.message == refused.value.message


@pytest.mark.parametrize(
    ("state", "action", "total"),
    [
        (STRICT, Play(1, Card("TD"), -10), 88),
        (STRICT, Play(1, Card("KS")), 98),
        (STRICT._replace(total=97), Play(1, Card("4D")), 97),
        (STRICT_DOWN, Play(1, Card("TD"), 10), 10),
        (STRICT_DOWN, Play(1, Card("9S")), 0),
    ],
)
def test_what_still_helps_on_the_strict_limit(state: State, action: Action, total: int) -> None:
    check(state, action)
    assert apply(state, action, no_shuffle).total == total


def test_the_sentences() -> None:
    sentences: list[tuple[State, Action, str]] = [
        (NINETY_NINE, seven(1), "7H would bring the total to 102"),
        (NINETY_NINE, Play(1, Card("TD")), "TD needs a choice"),
        (NINETY_NINE, Play(1, Card("TD"), 5), "TD does not offer 5"),
        (NINETY_NINE, Bust(0), "seat 1 has the turn, not seat 0"),
    ]
    for state, action, sentence in sentences:
        with pytest.raises(Refusal) as refused:
            apply(state, action, no_shuffle)
        assert refused.value.message == str(refused.value) == sentence


def test_the_codes_are_those_of_the_rules_of_play() -> None:
    assert [refusal.code for refusal in Refusal.__subclasses__()] == [
        "bad-action",
        "match-over",
        "no-clock",
        "not-your-turn",
        "seat-out",
        "can-still-play",
        "card-not-in-hand",
        "choice-needed",
        "choice-not-allowed",
        "must-lower",
        "past-the-limit",
    ]
