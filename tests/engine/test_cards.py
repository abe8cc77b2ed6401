"""Cards are one object each, and packs hold them."""

import copy
import pickle
from collections import Counter

import pytest

from ninety.engine.cards import JOKER, RANKS, SUITS, Card, pack, parse_cards, print_cards


def test_there_is_one_object_for_each_code() -> None:
    assert Card("7H") is Card("7H")
    assert Card("7H") is not Card("7D")
    assert {Card(code) for code in ("7H", "7H", "X")} == {Card("7H"), JOKER}


def test_a_card_knows_its_rank_and_suit() -> None:
    ten = Card("TS")
    assert (ten.code, ten.rank, ten.suit) == ("TS", "T", "S")
    assert (JOKER.code, JOKER.rank, JOKER.suit) == ("X", "X", "")


def test_a_card_prints_parses_and_has_a_repr_to_paste() -> None:
    for card in {*pack(), JOKER}:
        assert Card(str(card)) is card
        assert eval(repr(card)) is card


def test_a_card_copies_and_pickles_to_itself() -> None:
    seven = Card("7H")
    assert copy.copy(seven) is seven
    assert copy.deepcopy([seven])[0] is seven
    assert pickle.loads(pickle.dumps(seven)) is seven


@pytest.mark.parametrize("code", ["", "zz", "7h", "10H", "H7", "XX", "1S", " 7H", "7H ", None, 7, 7.0, [], {}, ["7H"]])
def test_no_such_card(code: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        Card(code)


def test_a_card_never_changes() -> None:
    seven = Card("7H")
    with pytest.raises(AttributeError, match="does not change"):
        seven.rank = "A"
    with pytest.raises(AttributeError, match="does not change"):
        del seven.suit
    with pytest.raises(AttributeError):
        seven.colour = "red"


def test_a_pack_holds_every_rank_of_every_suit() -> None:
    assert len(pack()) == 52
    assert {card.code for card in pack()} == {rank + suit for rank in RANKS for suit in SUITS}
    assert Counter(pack(2, 3)) == Counter([*pack(), *pack(), JOKER, JOKER, JOKER])


def test_cards_are_written_with_blanks_between() -> None:
    assert print_cards(parse_cards("7H AS X")) == "7H AS X"
    assert parse_cards("") == ()
    assert print_cards(()) == ""
