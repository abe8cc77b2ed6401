"""The rules of play, one by one: setting up, a turn, a bust, teams."""

from typing import Any

import pytest

from ninety.engine.actions import Bust, Leave, Penalty, Play
from ninety.engine.cards import Card, pack, parse_cards, print_cards
from ninety.engine.errors import BadRules, CanStillPlay, ChoiceNeeded, PastTheLimit
from ninety.engine.rules import apply, legal_plays, start
from ninety.engine.rulesets import RuleSet

from .tables import Collecting, Dice, as_it_lies, hand, no_shuffle, rules, table, without

NINETY_NINE = rules("ninety-nine")


def cut_with(codes: str, seats: int, rule_set: RuleSet = NINETY_NINE) -> int:
    """Return who deals when the cut brings these cards first."""
    first = parse_cards(codes)
    orders = iter([first + without(rule_set.pack(seats), first), rule_set.pack(seats)])
    return start(rule_set, seats, lambda cards: next(orders)).dealer


# Setting up


@pytest.mark.parametrize(
    ("codes", "seats", "dealer"),
    [
        ("2S AS KS", 3, 1),
        ("KS QS JS", 3, 0),
        ("9S TS 8S", 3, 1),
        ("AS 2S AH 3S KS", 3, 2),
        ("AS 2S AH KS 3S", 3, 0),
        ("AS AH 2S 2H 3S 3H 4S 5S", 2, 1),
        ("AS AH AD AC KS KH 2S KD JS JH QS", 4, 3),
    ],
)
def test_the_highest_card_deals_and_tied_seats_cut_again(codes: str, seats: int, dealer: int) -> None:
    assert cut_with(codes, seats) == dealer


def test_a_joker_is_cut_lowest() -> None:
    assert cut_with("X 2S X", 3, rules("ring-199")) == 1


def test_should_too_few_cards_be_left_the_lowest_numbered_of_the_tied_seats_deals() -> None:
    codes = " ".join(f"{rank}S {rank}H {rank}D {rank}C" for rank in "23456789TJQKA")
    assert cut_with(codes, 2) == 0
    odd = rules("ninety-nine", jokers=1)
    assert cut_with(codes + " X", 2, odd) == 0


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    orders = iter([parse_cards("2S KS") + without(pack(), parse_cards("2S KS")), pack()])
    state = start(rules("ninety-nine"), 2, lambda cards: next(orders))
    assert (state.dealer, state.turn, state.direction, state.round) == (1, 0, 1, 1)
    assert print_cards(pack()[:6]) == "AS 2S 3S 4S 5S 6S"
    assert (hand(state, 0), hand(state, 1)) == ("AS 3S 5S", "2S 4S 6S")
    assert (state.stock, state.discard, state.active, state.dealt) == (pack()[6:], (), (0, 1), (0, 1))
    assert (state.total, state.lives, state.counters, state.pot) == (0, (3, 3), (0, 0), 0)


def test_both_shuffles_get_the_whole_pack() -> None:
    shuffle = Collecting()
    start(rules("ring-299"), 7, shuffle)
    assert shuffle.collected == [pack(2, 4), pack(2, 4)]


def test_seats_that_cannot_sit_down_are_refused() -> None:
    with pytest.raises(BadRules, match=r"^seats: "):
        start(rules("ninety-nine"), 11, no_shuffle)


def test_ten_by_five_on_one_pack_play_on_with_the_two_cards_left() -> None:
    state = start(
        rules("ninety-nine", hand_size=5, decks=1, effects=dict.fromkeys("A23456789TJQK", "+0")), 10, as_it_lies
    )
    for _ in range(30):
        state = apply(state, legal_plays(state)[0], as_it_lies)
        assert [len(cards) for cards in state.hands] == [5] * 10
        assert sorted(map(str, sum(state.hands, state.stock + state.discard))) == sorted(map(str, pack()))


# A turn


def test_a_play_lays_the_card_changes_the_total_draws_and_passes_the_turn() -> None:
    before = table(rules("ninety-nine"), "3S 9D TC", "7H KS 2D", "AD QH 5C", stock="8C 6H", discard="JS", total=20)
    after = apply(before, Play(1, Card("7H"), announced=1000), no_shuffle)
    assert after == before._replace(
        total=27,
        turn=2,
        hands=(before.hands[0], parse_cards("KS 2D 8C"), before.hands[2]),
        stock=parse_cards("6H"),
        discard=parse_cards("JS 7H"),
    )
    assert after.top is Card("7H")


def test_the_state_that_was_given_does_not_change() -> None:
    before = table(rules("ninety-nine"), "3S 9D TC", "7H KS 2D")
    same = table(rules("ninety-nine"), "3S 9D TC", "7H KS 2D")
    apply(before, Play(1, Card("7H")), no_shuffle)
    apply(before, Leave(1), no_shuffle)
    assert before == same
    with pytest.raises(AttributeError):
        before.total = 5  # type: ignore[misc]


def test_of_a_card_held_twice_the_first_is_played_and_it_is_listed_once() -> None:
    state = table(rules("ninety-nine", "two-decks"), "3S", "7H KS 7H", stock="2C", total=10)
    assert legal_plays(state) == (Play(1, Card("7H")), Play(1, Card("KS")))
    assert hand(apply(state, Play(1, Card("7H")), no_shuffle), 1) == "KS 7H 2C"


def test_two_jokers_of_one_pack_are_listed_once() -> None:
    state = table(rules("ninety-nine", jokers=2), "3S", "X X")
    assert legal_plays(state) == (Play(1, Card("X")),)


@pytest.mark.parametrize(
    ("code", "direction", "next_direction", "turn"),
    [
        ("7H", 1, 1, 2),
        ("7H", -1, -1, 0),
        ("4H", 1, -1, 0),
        ("4H", -1, 1, 2),
        ("3H", 1, 1, 3),
        ("3H", -1, -1, 4),
    ],
)
def test_reverse_and_skip(code: str, direction: int, next_direction: int, turn: int) -> None:
    state = table(rules("ninety-nine"), "2S", f"{code} KS", "2H", "2D", "2C", direction=direction)
    after = apply(state, Play(1, Card(code)), no_shuffle)
    assert (after.direction, after.turn) == (next_direction, turn)


@pytest.mark.parametrize(("code", "turn"), [("7H", 4), ("4H", 0), ("3H", 0)])
def test_seats_that_are_out_are_passed_over(code: str, turn: int) -> None:
    state = table(rules("ninety-nine"), "2S", f"{code} KS", "", "", "2C", lives=(3, 3, 0, 0, 3))
    assert apply(state, Play(1, Card(code)), no_shuffle).turn == turn


@pytest.mark.parametrize("code", ["4H", "3H"])
@pytest.mark.parametrize("direction", [1, -1])
@pytest.mark.parametrize(("seats", "other"), [(2, 0), (5, 0), (5, 3)])
def test_case_3_with_two_alive_a_reverse_and_a_skip_give_the_same_player_another_turn(
    code: str, direction: int, seats: int, other: int
) -> None:
    hands = [f"{code} KS" if seat == 1 else "2S" if seat == other else "" for seat in range(seats)]
    lives = tuple(3 if cards else 0 for cards in hands)
    state = table(rules("ninety-nine"), *hands, direction=direction, lives=lives, total=50)
    after = apply(state, Play(1, Card(code)), no_shuffle)
    assert after.turn == 1
    assert after.total == (50 if code == "4H" else 53)
    assert after.direction == (-direction if code == "4H" else direction)


def test_case_1_a_stock_that_runs_out_is_made_of_the_discard_again_and_again() -> None:
    passing = rules("ninety-nine", decks=1, effects=dict.fromkeys("A23456789TJQK", "+0"))
    hands = ["AS 2S 3S", "4S 5S 6S", "7S 8S 9S", "TS JS QS", "AH 2H 3H"]
    state = table(passing, *hands, stock="4H 5H", discard="6H")
    all_cards = sorted(map(str, sum(state.hands, state.stock + state.discard)))
    shuffle = Collecting()
    for _ in range(12):
        before = state
        state = apply(state, legal_plays(state)[0], shuffle)
        assert [len(cards) for cards in state.hands] == [3] * 5
        assert sorted(map(str, sum(state.hands, state.stock + state.discard))) == all_cards
        if not before.stock:
            assert shuffle.collected[-1] == before.discard, "all that lay there but the card just played"
            assert state.discard == (state.top,)
    assert len(shuffle.collected) == 4


def test_a_stock_is_made_when_a_card_must_be_drawn_and_not_before() -> None:
    state = table(rules("ninety-nine"), "2S", "7H KS", stock="8C", discard="QS JS")
    state = apply(state, Play(1, Card("7H")), no_shuffle)
    assert (state.stock, len(state.discard)) == ((), 3)
    state = apply(state, Play(0, Card("2S")), as_it_lies)
    assert (hand(state, 0), print_cards(state.stock), print_cards(state.discard)) == ("QS", "JS 7H", "2S")


def test_case_7_both_values_are_offered_one_that_passes_the_limit_is_refused_and_another_can_be_chosen() -> None:
    state = table(rules("ninety-nine"), "2S", "AS TS KS", total=95)
    assert legal_plays(state) == (Play(1, Card("AS"), 1), Play(1, Card("TS"), -10), Play(1, Card("KS")))
    with pytest.raises(PastTheLimit):
        apply(state, Play(1, Card("AS"), 11), no_shuffle)
    with pytest.raises(ChoiceNeeded):
        apply(state, Play(1, Card("AS")), no_shuffle)
    assert apply(state, Play(1, Card("AS"), 1), no_shuffle).total == 96


def test_case_5_who_cannot_play_busts_and_who_can_may_not() -> None:
    stuck = table(rules("ninety-nine"), "2S 3S 6S", "5H JS QS", total=99)
    assert legal_plays(stuck) == ()
    assert apply(stuck, Bust(1), as_it_lies).lives == (3, 2)
    on_98 = table(rules("ninety-eight"), "2S 3S 6S 8S", "AH 2H QS JS", total=98)
    assert apply(on_98, Bust(1), as_it_lies).lives == (3, 2)
    for code in ("4H", "9D", "TS", "KC"):
        with pytest.raises(CanStillPlay):
            apply(table(rules("ninety-nine"), "2S", f"5H JS {code}", total=99), Bust(1), no_shuffle)


@pytest.mark.parametrize(
    ("rule_set", "total", "cards", "legal"),
    [
        (rules("ninety-nine"), 9, "TS", [10]),
        (rules("ninety-nine"), 10, "TS", [10, -10]),
        (rules("ninety-nine", "negatives"), 0, "TS", [10, -10]),
        (rules("ninety-nine", "negatives"), -500, "TS", [10, -10]),
        (rules("ninety-nine"), 89, "TS", [10, -10]),
        (rules("ninety-nine"), 90, "TS", [-10]),
        (rules("ninety-nine", "countdown"), 9, "TS", [10]),
        (rules("ninety-nine", "countdown"), 95, "TS", [-10]),
        (rules("ninety-nine", "countdown"), 10, "AS", [-1]),
        (rules("ninety-nine", "countdown"), 11, "AS", [-1, -11]),
        (rules("ninety-eight", "strict-limit"), 98, "TS", [-10]),
        (rules("ninety-eight", "strict-limit", "jack-skip"), 98, "JS", []),
        (rules("ninety-eight", "strict-limit"), 98, "KS", [None]),
        (rules("ninety-eight", "countdown", "strict-limit"), 0, "TS", [10]),
        (rules("ninety-eight", "countdown", "strict-limit", "jack-skip"), 0, "JS", []),
        (rules("ninety-eight", "countdown", "strict-limit", "jack-skip"), 1, "JS", [None]),
        (rules("ninety-nine", "negatives", "strict-limit", effects={"5": "-99"}), 99, "5S", [None]),
        (rules("ninety-nine", "strict-limit", limit=10, effects={"5": "-99"}), 10, "5S", []),
    ],
)
def test_the_choices_that_are_legal(rule_set: RuleSet, total: int, cards: str, legal: Any) -> None:
    state = table(rule_set, "2S", cards, total=total)
    assert [play.choice for play in legal_plays(state)] == legal


# A bust


def test_redeal_collects_all_cards_and_the_busting_seats_left_leads() -> None:
    state = table(rules("ninety-nine"), "2S 3S 6S", "5H JS QS", "2H 3H 6H", total=99, direction=-1, discard="9S")
    after = apply(state, Bust(1), lambda cards: cards[::-1])
    assert (after.round, after.total, after.direction, after.dealer, after.turn) == (2, 0, 1, 1, 2)
    assert (after.lives, after.active, after.discard, len(after.stock)) == ((3, 2, 3), (0, 1, 2), (), 43)
    assert (hand(after, 2), hand(after, 0), hand(after, 1)) == ("KC TC 7C", "QC 9C 6C", "JC 8C 5C")


def test_case_4_the_next_hand_is_led_by_the_nearest_living_seat_to_the_left_of_the_buster() -> None:
    for direction in (1, -1):
        for out in range(2**4):
            for buster in range(5):
                others = [seat for seat in range(5) if seat != buster]
                living = [seat for place, seat in enumerate(others) if not out >> place & 1]
                if len(living) < 2:
                    continue
                lives = tuple(1 if seat == buster else 3 if seat in living else 0 for seat in range(5))
                hands = ["5H JS QS" if seat == buster else "2S" if lives[seat] else "" for seat in range(5)]
                state = table(
                    rules("ninety-nine"), *hands, turn=buster, lives=lives, direction=direction, total=99, stock="2C"
                )
                after = apply(state, Bust(buster), as_it_lies)
                leader = next(seat % 5 for seat in range(buster + 1, buster + 5) if seat % 5 in living)
                assert (after.turn, after.dealer, after.active) == (leader, buster, tuple(living))


def test_drop_keeps_the_hands_shuffles_the_discard_into_the_stock_and_keeps_the_direction() -> None:
    state = table(
        rules("ninety-eight"), "2S 3S", "5H JS", "2H 3H", total=98, direction=-1, stock="6C 7C", discard="8C KC"
    )
    shuffle = Collecting()
    after = apply(state, Bust(1), shuffle)
    assert after == state._replace(
        total=0, turn=0, lives=(3, 2, 3), active=(0, 2), hands=(state.hands[0], (), state.hands[2]),
        stock=parse_cards("6C 7C 8C KC"), discard=(),
    )  # fmt: skip
    assert shuffle.collected == [after.stock]


def test_a_reset_shuffles_once_even_with_an_empty_discard() -> None:
    state = table(rules("ninety-eight", start=98), "2S 3S", "5H JS", "2H 3H")
    shuffle = Collecting()
    apply(state, Bust(1), shuffle)
    assert shuffle.collected == [state.stock]


def test_the_last_active_seat_wins_the_round_and_the_deal_passes_clockwise_to_the_living() -> None:
    state = table(
        rules("ninety-eight"), "2S 3S", "5H JS", "", "", total=98, direction=-1, lives=(2, 1, 0, 3), dealt=(0, 1, 3)
    )
    after = apply(state, Bust(1), lambda cards: cards[::-1])
    assert (after.round, after.total, after.direction, after.dealer, after.turn) == (2, 0, 1, 3, 0)
    assert (after.lives, after.active, after.dealt) == ((2, 0, 0, 3), (0, 3), (0, 3))
    assert (hand(after, 0), hand(after, 3)) == ("KC JC 9C 7C", "QC TC 8C 6C")


# Teams


TEAMS = table(rules("ninety-eight", "teams"), "2S", "JS QS", "2H", "2D", total=98)


def test_a_bust_takes_a_life_of_both_partners_and_one_plays_on() -> None:
    after = apply(TEAMS, Bust(1), as_it_lies)
    assert (after.lives, after.active, after.turn) == ((3, 2, 3, 2), (0, 2, 3), 2)


def test_a_team_with_both_partners_dropped_has_lost_the_round() -> None:
    state = table(rules("ninety-eight", "teams"), "2S", "JS QS", "2H", "", total=98)
    after = apply(state, Bust(1), as_it_lies)
    assert (after.round, after.dealer, after.turn, after.active) == (2, 1, 2, (0, 1, 2, 3))
    assert after.lives == (3, 2, 3, 2)


def test_at_no_lives_both_partners_are_out() -> None:
    state = TEAMS._replace(lives=(3, 1, 3, 1))
    after = apply(state, Bust(1), no_shuffle)
    assert (after.lives, after.active, after.winners, after.turn) == ((3, 0, 3, 0), (0, 2), (0, 2), None)
    assert (after.hands, after.total) == ((state.hands[0], (), state.hands[2], ()), 98)


def test_with_six_seats_a_team_goes_out_and_the_turn_passes_over_both() -> None:
    state = table(rules("ninety-eight", "teams"), *["2S", "2H", "2D", "2C", "3S", "3H"], turn=2)
    after = apply(state, Leave(5), no_shuffle)
    assert (after.lives, after.active, after.turn) == ((3, 3, 0, 3, 3, 0), (0, 1, 3, 4), 3)
    assert (after.hands[2], after.hands[5], after.total, after.stock) == ((), (), 0, state.stock)
    assert apply(state, Penalty(2), no_shuffle).lives == (3, 3, 2, 3, 3, 2)


def test_a_team_wins_a_single_round_together() -> None:
    state = table(rules("ninety-eight", "teams", "single-round"), "", "JS QS", "2H", "", total=98)
    after = apply(state._replace(lives=(1, 3, 1, 3)), Bust(1), no_shuffle)
    assert (after.winners, after.lives, after.active) == ((0, 2), (1, 2, 1, 2), (2,))


def test_teams_under_redeal() -> None:
    state = table(rules("ninety-nine", teams=True), "2S", "JS QS", "2H", "2D", total=99)
    after = apply(state, Bust(1), as_it_lies)
    assert (after.lives, after.active, after.dealer, after.turn) == ((3, 2, 3, 2), (0, 1, 2, 3), 1, 2)


def test_dice_are_handed_in() -> None:
    one, other = (start(rules("ninety-nine"), 4, Dice(7)) for _ in range(2))
    assert one == other != start(rules("ninety-nine"), 4, Dice(8))
