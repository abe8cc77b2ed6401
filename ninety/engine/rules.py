"""The rules of play as pure functions: `start` a match, list its `legal_plays`, `apply` an action."""

from bisect import bisect_right
from collections.abc import Callable

from .actions import Action, Bust, Leave, Penalty, Play, TimeUp
from .cards import JOKER_RANK, RANKS
from .referee import check, check_play
from .rulesets import RuleSet
from .state import Cards, State

type Shuffle = Callable[[Cards], Cards]
"""What shuffles: gets the cards, returns all of them in their new order, the first on top."""

# Nearly all that a match does is a play, so the state after one is made as the plain tuple it is: twice as fast.
_new_state = tuple.__new__

_CUT_ORDER = JOKER_RANK + RANKS[1:] + RANKS[0]


def start(rules: RuleSet, seats: int, shuffle: Shuffle) -> State:
    """Cut for the deal, then deal the first round: two shuffles. Raises BadRules for seats that cannot sit down."""
    rules.check_seats(seats)
    dealer = _cut(shuffle(rules.pack(seats)), seats)
    nothing = (0,) * seats
    undealt = State(
        rules=rules,
        round=0,
        total=rules.start_total,
        direction=1,
        dealer=dealer,
        turn=None,
        lives=(rules.lives,) * seats,
        active=(),
        hands=((),) * seats,
        stock=(),
        discard=(),
        dealt=(),
        counters=nothing,
        pot=0,
        winners=(),
    )
    return _deal(undealt, dealer, shuffle)


def legal_plays(state: State) -> tuple[Play, ...]:
    """Return every legal play of the seat on turn, each card with each choice once, in the order of its hand.

    They carry no announcement; each can be handed to `apply` as it is. There are none once the match is over.
    """
    seat = state.turn
    if seat is None:
        return ()
    return plays_from(state.hands[seat], state.rules, seat, state.total)


def plays_from(hand: Cards, rules: RuleSet, seat: int, total: int) -> tuple[Play, ...]:
    """Return every play that a seat with this hand could make on a total, each card with each choice once."""
    ways = rules.ways
    return tuple(
        [way.plays[seat] for card in dict.fromkeys(hand) for way in ways[card] if way.least <= total <= way.most]
    )


def apply(state: State, action: Action, shuffle: Shuffle) -> State:
    """Return the state after an action; the one given is never changed. Raises a Refusal, which changes nothing.

    `shuffle` is called for whatever must be shuffled: a stock that has run out, a reset, a new deal.
    """
    if isinstance(action, Play):
        return _play(state, action, shuffle)
    check(state, action)
    match action:
        case Bust(seat):
            return _bust(state, seat, shuffle)
        case Penalty(seat):
            return _lose_outside_a_bust(state, seat, 1, shuffle)
        case Leave(seat):
            return _lose_outside_a_bust(state, seat, state.lives[seat], shuffle)
        case TimeUp():
            return _end(state, _most_lives(state))


# A play


def _play(state: State, play: Play, shuffle: Shuffle) -> State:
    """Lay the card, change the total, draw, and pass the turn on."""
    total, direction, turn, hands, stock, discard = state[:6]
    rules, active, seat, card = state.rules, state.active, play.seat, play.card
    way = rules.way(card, play.choice)
    if way is None or seat != turn or card not in hands[seat] or not way.least <= total <= way.most:
        way = check_play(state, play)
    discard += (card,)
    if not stock:
        stock, discard = shuffle(discard[:-1]), discard[-1:]
    hand = hands[seat]
    place = hand.index(card)
    hand = hand[:place] + hand[place + 1 :] + stock[:1]
    direction *= way.turn
    step = way.step if len(active) > 2 else way.step_of_two
    changed = (
        rules.target if way.change is None else total + way.change,
        direction,
        active[(active.index(seat) + direction * step) % len(active)],
        (*hands[:seat], hand, *hands[seat + 1 :]),
        stock[1:],
        discard,
    )
    return _new_state(State, changed + state[6:])


# A bust, a penalty, a seat that leaves


def _bust(state: State, seat: int, shuffle: Shuffle) -> State:
    """Take a life of the seat that is stuck; then deal anew, or let the others play on from the start total."""
    state = _without_lives(state, seat, 1)
    if state.rules.stakes == "pot":
        state = state._replace(counters=_paying(state.counters, (seat,)), pot=state.pot + 1)
    state = _without_hands(state, {seat})
    if state.rules.on_bust == "redeal":
        return _end_round(state, seat, shuffle)
    if state.are_one_team(state.active):
        return _end_won_round(state, shuffle)
    return _reset(state, seat, shuffle)


def _lose_outside_a_bust(state: State, seat: int, lives: int, shuffle: Shuffle) -> State:
    """Take lives of a seat that did not bust: only its going out changes anything else, and nothing is reset."""
    state = _without_lives(state, seat, lives)
    if state.lives[seat]:
        return state
    state = _without_hands(state, set())
    if state.rules.on_bust == "drop" and state.are_one_team(state.active):
        return _end_won_round(state, shuffle)
    if state.are_one_team(state.living):
        return _end(state, _most_lives(state))
    if state.turn not in state.active:
        assert state.turn is not None
        state = state._replace(turn=_next_active(state, state.turn))
    return state


def _without_lives(state: State, seat: int, lost: int) -> State:
    """Take lives of a seat, and with it of its partner."""
    lives = list(state.lives)
    for partner in state.team_of(seat):
        lives[partner] -= lost
    return state._replace(lives=tuple(lives))


def _without_hands(state: State, seats: set[int]) -> State:
    """Set aside the hands of these seats, and of all that are out of the match: they are no longer active."""
    active = tuple([seat for seat in state.active if state.lives[seat] and seat not in seats])
    hands = tuple([hand if seat in active else () for seat, hand in enumerate(state.hands)])
    return state._replace(active=active, hands=hands)


def _reset(state: State, seat: int, shuffle: Shuffle) -> State:
    """Begin again at the start total after a drop: hands are kept, the direction stays, the discard becomes stock."""
    return state._replace(
        total=state.rules.start_total,
        turn=_next_active(state, seat),
        stock=shuffle(state.stock + state.discard),
        discard=(),
    )


# The end of a round and of the match


def _end_won_round(state: State, shuffle: Shuffle) -> State:
    """End a round that the only active seat (team) has won, and let the deal pass on."""
    if state.rules.stakes == "ante":
        state = _pay_round_winner(state)
    return _end_round(state, _clockwise_from(state.dealer, state.living)[0], shuffle)


def _end_round(state: State, next_dealer: int, shuffle: Shuffle) -> State:
    """Deal the next round, unless the match ends here."""
    if state.are_one_team(state.living):
        return _end(state, _most_lives(state))
    if state.rules.length == "single":
        return _end(state, state.team_of(state.active[0]))
    if state.round == state.rules.rounds:
        return _end(state, _most_lives(state))
    return _deal(state, next_dealer, shuffle)


def _end(state: State, winners: tuple[int, ...]) -> State:
    """End the match: the winners share the pot equally, what cannot be shared stays, all else stands as it stood."""
    share = state.pot // len(winners)
    return state._replace(
        turn=None,
        winners=winners,
        counters=_paying(state.counters, winners, -share),
        pot=state.pot - share * len(winners),
    )


def _most_lives(state: State) -> tuple[int, ...]:
    most = max(state.lives)
    return tuple(seat for seat, lives in enumerate(state.lives) if lives == most)


def _pay_round_winner(state: State) -> State:
    """Let the round's winner take one counter of each seat that was dealt in and is no longer active."""
    fallen = tuple(seat for seat in state.dealt if seat not in state.active)
    counters = _paying(state.counters, fallen)
    return state._replace(counters=_paying(counters, state.active, -len(fallen)))


def _paying(counters: tuple[int, ...], seats: tuple[int, ...], amount: int = 1) -> tuple[int, ...]:
    return tuple(held - amount if seat in seats else held for seat, held in enumerate(counters))


# Cutting, dealing, and who comes next


def _cut(cards: Cards, seats: int) -> int:
    """Return the seat that cuts the highest card; tied seats cut again from the following cards while they last."""
    tied = list(range(seats))
    while len(tied) > 1 and len(cards) >= len(tied):
        heights = [_CUT_ORDER.index(card.rank) for card in cards[: len(tied)]]
        cards = cards[len(tied) :]
        tied = [seat for seat, height in zip(tied, heights, strict=True) if height == max(heights)]
    return tied[0]


def _deal(state: State, dealer: int, shuffle: Shuffle) -> State:
    """Deal a new round to the seats still in the match, one card at a time from the dealer's left, who leads."""
    rules, seats, living = state.rules, state.seats, state.living
    players = _clockwise_from(dealer, living)
    cards = shuffle(rules.pack(seats))
    dealt = len(players) * rules.hand_size
    hands: list[Cards] = [()] * seats
    for place, seat in enumerate(players):
        hands[seat] = cards[place : dealt : len(players)]
    counters, pot = state.counters, state.pot
    if rules.stakes == "ante":
        counters, pot = _paying(counters, living), pot + len(living)
    return State(
        rules=rules,
        round=state.round + 1,
        total=rules.start_total,
        direction=1,
        dealer=dealer,
        turn=players[0],
        lives=state.lives,
        active=living,
        hands=tuple(hands),
        stock=cards[dealt:],
        discard=(),
        dealt=living,
        counters=counters,
        pot=pot,
        winners=(),
    )


def _clockwise_from(seat: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Return rising seats clockwise from the left of one, which itself comes last if it is among them."""
    left = bisect_right(seats, seat)
    return seats[left:] + seats[:left]


def _next_active(state: State, seat: int) -> int:
    """Return the next active seat in the direction of play from a seat that need not be active itself."""
    return min(state.active, key=lambda other: (state.direction * (other - seat) - 1) % state.seats)
