"""The three bots: what each plays in hands laid out like a score sheet, and that it needs no more than a view."""

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from ninety.engine.actions import Bust, Play
from ninety.engine.bots import STRENGTHS, Reason, advise, choose
from ninety.engine.cards import Card, parse_cards
from ninety.engine.errors import BadRules
from ninety.engine.rulesets import PRESETS, RuleSet, variants_for
from ninety.engine.simulation import Tally, play_match
from ninety.engine.state import State
from ninety.engine.view import view

from .tables import Dice, played_at_random, rules, table, without

KINGS_AND_TENS = "KS KH KD KC TS TH TD TC"


def played(state: State, strength: str, seed: int = 1) -> str:
    """Write what a bot on turn plays: the card, then the value it takes it for."""
    action = choose(view(state, state.turn), strength, random.Random(seed))
    if isinstance(action, Bust):
        return "bust"
    return str(action.card) if action.choice is None else f"{action.card} {action.choice:+d}"


def two_seats(hand: str, total: int, *variants: str, preset: str = "ninety-nine") -> State:
    """Lay out a duel in which seat 1 has the turn."""
    rule_set = rules(preset, *variants)
    other_cards = [card for card in ("2S", "3S", "5D", "6D", "7D") if card not in hand]
    return table(rule_set, " ".join(other_cards[: len(hand.split())]), hand, total=total)


def every_variant() -> Iterator[RuleSet]:
    """Yield every preset, and every variant of it that can be played, with one life for short matches."""
    for preset in PRESETS:
        yield rules(preset, lives=1)
        for variant in variants_for(preset):
            with suppress(BadRules):
                yield rules(preset, variant, lives=1)


@pytest.mark.parametrize("strength", STRENGTHS)
class TestEveryBot:
    def test_plays_its_only_play(self, strength):
        assert played(two_seats("AH 7H 8H", 98), strength) == "AH +1"

    def test_busts_only_without_a_legal_play(self, strength):
        assert played(two_seats("QH 7H 8H", 98), strength) == "bust"

    def test_chooses_the_same_whatever_it_cannot_see(self, strength):
        for state in played_at_random(rules("ninety-nine"), 3, Dice(3), most=40)[0][::3]:
            seat = state.turn
            assert seat is not None
            hidden = [*state.stock, *(card for other, held in enumerate(state.hands) if other != seat for card in held)]
            random.Random(5).shuffle(hidden)
            hands = [state.hands[seat] if other == seat else tuple(hidden.pop() for _ in held)
                     for other, held in enumerate(state.hands)]  # fmt: skip
            dealt_otherwise = state._replace(hands=tuple(hands), stock=tuple(hidden))
            assert played(dealt_otherwise, strength) == played(state, strength)

    def test_does_not_look_into_open_hands(self, strength):
        state = table(rules("ninety-eight"), "2S KH", "8H 3C", total=88)
        open_view = view(state, 1, open_hands=True)
        assert choose(open_view, strength, random.Random(1)) == choose(view(state, 1), strength, random.Random(1))

    def test_refuses_to_choose_for_a_seat_that_has_not_the_turn(self, strength):
        state = two_seats("AH 7H 8H", 98)
        for seat in (0, None):
            with pytest.raises(ValueError, match="only the seat on turn"):
                choose(view(state, seat), strength, random.Random(1))


def test_an_unknown_strength_is_refused():
    with pytest.raises(ValueError, match="no such strength: best"):
        choose(view(two_seats("AH 7H 8H", 98), 1), "best", random.Random(1))


@pytest.mark.no_cover
@pytest.mark.parametrize("rule_set", list(every_variant()), ids=repr)
def test_bots_play_every_variant_to_its_end(rule_set):
    assert play_match(rule_set, [*STRENGTHS, "steady"], random.Random(9)).end.over


@pytest.mark.parametrize("seats", [2, 5, 6, 10])
def test_bots_fill_every_table(seats):
    strengths = [STRENGTHS[seat % 3] for seat in range(seats)]
    assert play_match(rules("ninety-nine", "lives-2"), strengths, random.Random(seats)).end.over


class TestSteady:
    @pytest.mark.parametrize(
        ("hand", "total", "expected"),
        [
            pytest.param("7H KD QS", 20, "QS", id="plays big while the total is low, and keeps its king"),
            pytest.param("AH 2S KD", 20, "AH +11", id="takes the ace as 11 while the total is low"),
            pytest.param("9H KD QS", 20, "9H", id="sets the limit early when it holds another escape"),
            pytest.param("9H 7D QS", 20, "QS", id="keeps its only escape"),
            pytest.param("2H 8D KS", 85, "8D", id="leaves little room, and keeps its king"),
            pytest.param("AH KS 7D", 95, "AH +1", id="takes the ace as 1 when the total is high"),
            pytest.param("4H KS JD", 95, "KS", id="keeps a four in a duel, where it comes back"),
            pytest.param("9H KS JD", 99, "9H", id="keeps the king for high totals before the nine"),
        ],
    )
    def test_follows_the_tips(self, hand, total, expected):
        assert played(two_seats(hand, total), "steady") == expected

    @pytest.mark.parametrize(
        ("hand", "total", "expected"),
        [("7H KD QS", 79, "QS"), ("AH 2S KD", 79, "AH -11"), ("2H 8D KS", 14, "8D"), ("AH KS 7D", 4, "AH -1")],
    )
    def test_mirrors_them_in_a_countdown(self, hand, total, expected):
        assert played(two_seats(hand, total, "countdown"), "steady") == expected

    def test_takes_ten_away_only_where_it_must(self):
        assert played(two_seats("TH JD 9S 8S", 98, preset="ninety-eight"), "steady") == "TH -10"
        assert played(two_seats("TH KD 3S 8S", 90, preset="ninety-eight"), "steady") == "8S"


@pytest.mark.parametrize("strength", ["steady", "expert"])
class TestTeams:
    def test_spares_its_partner(self, strength):
        """Seat 1 has dropped, so the next one is the partner, whom the 8 would leave stuck for certain."""
        hands = ("8H 2D", "", "5S 6S", "5H 6H")
        partners, rivals = (
            table(rules("ninety-eight", *variants), *hands, total=90, discard=KINGS_AND_TENS, turn=0)
            for variants in (["teams"], [])
        )
        assert played(partners, strength) == "2D"
        assert played(rivals, strength) == "8H"


class TestExpert:
    def test_counts_the_cards_that_could_answer(self):
        state = table(rules("ninety-eight"), "5S 6S", "8H 2D", total=90, discard=KINGS_AND_TENS)
        assert played(state, "expert") == "8H"

    def test_looks_ahead_when_it_has_seen_every_card_but_one(self):
        rule_set = rules("ninety-eight")
        seen = " ".join(map(str, without(rule_set.pack(2), parse_cards("2S 8H 2D"))))
        for total in (80, 90):
            state = table(rule_set, "2S", "8H 2D", total=total, discard=seen, stock="")
            assert played(state, "expert") == "8H"

    def test_chooses_by_its_dice_alone(self):
        state = two_seats("4H KS TD", 93)
        assert played(state, "expert", seed=7) == played(state, "expert", seed=7)


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("strong", "weak", "matches"), [("steady", "beginner", 60), ("expert", "beginner", 16)])
def test_the_stronger_bot_wins_most_matches(preset, strong, weak, matches):
    """Only what a few matches can tell; the figures with their intervals come from `python -m tests.bench.bots`."""
    tally, dice = Tally([strong, weak]), random.Random(1)
    for _ in range(matches):
        tally.add(play_match(rules(preset), [strong, weak], dice))
    assert tally.wins_by_bot[strong] > matches * 0.55


class TestAdvice:
    @pytest.mark.parametrize(
        ("hand", "total", "play", "reason"),
        [
            ("QH 7H 8H", 98, Bust(1), Reason.STUCK),
            ("AH 7H 8H", 98, Play(1, Card("AH"), 1), Reason.ONLY_PLAY),
            ("KH 9H 8H", 94, Play(1, Card("9H")), Reason.LIMIT_NOW),
            ("TH JD QC", 99, Play(1, Card("TH"), -10), Reason.ONLY_PLAY),
            ("TH JD 2C", 98, Play(1, Card("TH"), -10), Reason.ONLY_PLAY),
            ("AH JD QC", 30, Play(1, Card("JD")), Reason.BIG_NOW),
            ("7H JD QC", 30, Play(1, Card("JD")), Reason.BIG_NOW),
            ("AH TD KC", 30, Play(1, Card("AH"), 11), Reason.BIG_CHOICE),
            ("TH TD KC", 30, Play(1, Card("TH"), 10), Reason.ROOM_ENOUGH),
            ("8C KH KC", 81, Play(1, Card("8C")), Reason.KEEP_ESCAPE),
            ("2H 6H 5C", 83, Play(1, Card("6H")), Reason.LEAST_USEFUL),
            ("KH KS JC", 99, Play(1, Card("KH")), Reason.SPARE_ESCAPE),
        ],
    )
    def test_gives_the_reason(self, hand, total, play, reason):
        advice = advise(view(two_seats(hand, total), 1))
        assert (advice.play, advice.reason) == (play, reason)

    @pytest.mark.parametrize(
        ("hand", "play", "reason"),
        [("3H KS 7D", Play(1, Card("3H")), Reason.SKIP_NEXT), ("4H TS 8D", Play(1, Card("4H")), Reason.TURN_ROUND)],
    )
    def test_turns_the_turn_away_where_it_is_tight(self, hand, play, reason):
        advice = advise(view(table(rules("ninety-nine"), "2S 5S 6S", hand, "2C 5C 6C", total=93), 1))
        assert (advice.play, advice.reason) == (play, reason)

    def test_brings_the_turn_back_in_a_duel(self):
        advice = advise(view(two_seats("4C KC 9H", 88), 1))
        assert (advice.play, advice.reason) == (Play(1, Card("4C")), Reason.BACK_TO_YOU)

    def test_counts_what_fits_and_what_is_gone(self):
        state = table(rules("ninety-eight"), "5S 6S", "8H KC", total=90, discard="KS KH KD TS TH TD TC")
        advice = advise(view(state, 1))
        assert (advice.play, advice.reason, advice.kept) == (Play(1, Card("8H")), Reason.FEW_FIT, Card("KC"))
        assert (advice.fitting, advice.unseen) == (0, 43)
        assert advice.gone is not None
        assert (advice.gone.rank, advice.gone.seen, advice.gone.of) == ("K", 3, 4)

    def test_names_the_escape_that_stays(self):
        advice = advise(view(two_seats("8H KD AC", 70), 1))
        assert (advice.play, advice.reason, advice.kept) == (Play(1, Card("8H")), Reason.KEEP_ESCAPE, Card("KD"))

    def test_is_the_same_for_the_same_view(self):
        seen = view(two_seats("4H KS TD", 93), 1)
        assert advise(seen) == advise(seen)

    def test_is_always_a_legal_play(self):
        for state in played_at_random(rules("ninety-nine-kings"), 3, Dice(8), most=60)[0][:-1]:
            seen = view(state, state.turn)
            assert (
                isinstance(advise(seen).play, Bust)
                if not seen.legal_plays()
                else advise(seen).play in seen.legal_plays()
            )

    def test_is_only_for_the_seat_on_turn(self):
        with pytest.raises(ValueError, match="only the seat on turn"):
            advise(view(two_seats("AH 7H 8H", 98), 0))


def test_hands_here_hold_no_card_twice():
    state = two_seats("7H JD QC", 30)
    cards = [*state.hands[0], *state.hands[1], *state.stock]
    assert sorted(map(str, cards)) == sorted(map(str, state.rules.pack(2)))
    assert parse_cards("2S 3S 5D") == state.hands[0]
