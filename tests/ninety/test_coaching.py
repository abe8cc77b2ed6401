"""The coach says what the expert would play and why, with no number but those it has counted."""

import random
import re

import pytest

from ninety.coaching import advice_text
from ninety.engine.actions import Bust, Play
from ninety.engine.bots import Advice, Gone, Reason, advise
from ninety.engine.cards import Card
from ninety.engine.rules import start
from ninety.engine.simulation import Shuffler, turns
from ninety.engine.view import view
from tests.engine.tables import rules, table

SEEN = view(table(rules("ninety-nine"), "2S 3S 5D", "KH KC 8C", total=81), 1)


def text(play, reason, **numbers):
    return advice_text(Advice(play, reason, **numbers), SEEN)


def test_says_the_card_and_the_reason():
    assert text(Play(1, Card("8C")), Reason.KEEP_ESCAPE, kept=Card("KH")) == (
        "I would play: 8 of clubs. Keep the king for later, when little else fits."
    )


def test_says_the_value_of_a_card_that_offers_a_choice():
    assert text(Play(1, Card("TH"), -10), Reason.MAKE_ROOM) == (
        "I would play: 10 of hearts as −10. It makes room again, and room is what everybody lacks now."
    )


def test_counts_along():
    counted = {"fitting": 7, "unseen": 34, "gone": Gone("K", 3, 4), "futures": 60, "survived": 42}
    assert text(Play(1, Card("8C")), Reason.FEW_FIT, **counted) == (
        "I would play: 8 of clubs. It makes it hard for the others. Cards you have not seen that still fit then: "
        "7 of 34. Count along: king, 3 of 4 are gone. I tried it out in my head: 7 times out of 10 the other one is "
        "stuck first."
    )


def test_tells_a_player_without_a_play_to_say_so():
    assert text(Bust(1), Reason.STUCK) == "None of your cards fits. Press “I can’t play”: it happens to everybody."


@pytest.mark.parametrize("reason", Reason)
def test_has_words_for_every_reason(reason):
    said = text(Play(1, Card("8C")), reason, kept=Card("KH"), fitting=3, unseen=30)
    assert said.startswith("I would play: 8 of clubs. ")
    assert "%" not in said


@pytest.mark.parametrize("preset", ["ninety-nine", "ninety-eight", "ring-199"])
def test_says_no_number_that_it_has_not_counted(preset):
    """The total that comes of the play is never among them, unless a count happens to be as large."""
    dice = random.Random(2)
    shuffle = Shuffler(dice)
    state = start(rules(preset, "lives-2"), 2, shuffle)
    for _, after in turns(state, ["expert", "steady"], dice, shuffle):
        seen = view(state, state.turn)
        advice = advise(seen)
        said = set(map(int, re.findall(r"\d+", advice_text(advice, seen))))
        tens = {10, round(10 * advice.survived / advice.futures)} if advice.futures else {10}
        counted = {advice.fitting, advice.unseen, *tens}
        if advice.gone:
            counted |= {advice.gone.seen, advice.gone.of}
        if isinstance(advice.play, Play):
            counted.add(abs(advice.play.choice or 0))
        ranks = {int(card.rank) for card in seen.hand if card.rank.isdigit()}
        gone = {int(advice.gone.rank)} if advice.gone and advice.gone.rank.isdigit() else set()
        assert said <= counted | ranks | gone
        state = after
