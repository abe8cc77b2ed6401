"""Where a person's own turn stands, so that a reload at any moment shows exactly that.

Nothing here depends on the right total before it has been announced.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from ninety.digits import ARROW, digits, sign_of, signed, sum_of
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.faces import CardFace, face_of, is_special
from ninety.models import Match, Seat, User
from ninety.prepared import Number, Prepared
from ninety.selectors import Committed, TableView, is_played_by_bot, limit_of
from ninety.wording import the_rank
from trainer import marking, working
from trainer.models import Answer, Judgement
from trainer.wording import Working, hint_text, question_text, reminder, working_text

_OF_PERSON = {"match": Number("match"), "user": Number("user")}
_ANSWERS = Prepared(lambda: Answer.objects.filter(**_OF_PERSON).order_by("-pk")[:2])
_JUDGEMENTS = Prepared(lambda: Judgement.objects.filter(**_OF_PERSON, play_number=Number("play")).order_by("-pk"))


@dataclass(frozen=True)
class HandCard:
    """A card of the own hand; `values` are offered for a card with a choice, as (signed change, label)."""

    face: CardFace
    values: tuple[tuple[int, str], ...]
    refused: bool
    dimmed: bool
    lifted: bool = False


@dataclass(frozen=True)
class Sum:
    """The sum to do: `48 + 11`, or `48 → 99`; `prior` is None where it is hidden."""

    prior: int | None
    sign: str
    amount: int | None
    limit: int | None

    @property
    def text(self) -> str:
        shown = "?" if self.prior is None else digits(self.prior)
        return f"{shown} {self.sign} {self.limit if self.amount is None else self.amount}"


@dataclass(frozen=True)
class Explanation:
    """What is shown after the last try at a total that was not right."""

    announced: str | None
    expected: str
    nearly: bool
    question: str
    reminder: str | None
    working: Working


@dataclass(frozen=True)
class Turn:
    """The own part of the table page.

    `step` is choose, announce, explain, wait or over; check for somebody who computes along, agree where a total stands
    that one may speak about, held while a bot plays in the own seat, cover before a device is passed on.
    """

    step: str
    play_number: int
    tries: int
    hand: tuple[HandCard, ...] = ()
    refusal: str | None = None
    all_refused: bool = False
    new_cards: tuple[CardFace, ...] = ()
    sum: Sum | None = None
    try_number: int = 1
    first_said: str | None = None
    nearly: bool = False
    hint: str | None = None
    allows_negative: bool = False
    explanation: Explanation | None = None
    said_right: str | None = None
    my_check: str | None = None
    must_agree: bool = False
    cover_name: str = ""
    cover_seat: int | None = None
    seconds_left: int | None = None
    coach_on: bool = False
    status: str = ""
    typed: str = ""
    error: str | None = None

    @property
    def input_id(self) -> str:
        """An id for the field of the total, which stays the same as long as what is typed there counts."""
        return f"total-{self.play_number}-{self.tries}-{self.step}"


def special_cards(rules: RuleSet, hand: Iterable[Card]) -> tuple[str, ...]:
    """Name the special cards of a hand as `rank:effect`, for what a person has had explained."""
    ranks = dict.fromkeys(card.rank for card in hand if is_special(rules, card.rank))
    return tuple(f"{rank}:{rules.effect(rank)}{' countdown' * rules.countdown}" for rank in ranks)


def mark_of(rules: RuleSet, answer: Answer) -> marking.Mark:
    """Return the mark of a logged answer."""
    card, earlier = Card(answer.card), tuple(answer.earlier)
    return marking.mark(rules, answer.prior, card, answer.choice, answer.announced, earlier)


def has_to_read(match: Match, person: User) -> bool:
    """Return whether an explanation stands on a person's page that has not been read."""
    return _is_unread(match, _answers(match, person))


def turn_of(
    table: TableView, seat: Seat | None, now: datetime, *, cover: Seat | None = None, answer: Answer | None = None
) -> Turn:
    """Return where the turn of a person stands at a table; of nobody, where a device waits to be passed round.

    `cover` is the seat whose person has to take the device first, `answer` the one just given, where it is at hand.
    """
    match = table.match
    number = match.steps + 1
    if cover is not None:
        name = _cover_says(cover)
        return Turn("cover", number, 0, cover_name=cover.name, cover_seat=cover.number, status=name)
    if seat is None:
        return Turn("over" if table.over else "wait", number, 0, status=table.thinking or table.status)
    return _turn(table, seat, now, answer)


def _turn(table: TableView, seat: Seat, now: datetime, answer: Answer | None) -> Turn:
    match, rules, seen = table.match, table.rules, table.view
    person = seat.person
    answers = [answer] if answer is not None else _answers(match, person)
    step = _step(table, seat, answers)
    judgements = _judgements(match, person) if step == "choose" else []
    hand = hand_of(table, judgements)
    is_latest = bool(answers) and answers[0].play_number == match.steps + 1
    tried = answers[0] if is_latest and step == "announce" else None
    status = _status(table, step)
    return Turn(
        step=step,
        play_number=match.steps + 1,
        tries=match.tries if step in {"choose", "announce"} else 0,
        hand=hand,
        refusal=_refusal(rules, judgements[0], hide=table.memory) if judgements else None,
        all_refused=bool(hand) and all(card.refused for card in hand),
        new_cards=_new_cards(rules, seen.hand, person) if step == "choose" else (),
        sum=sum_to_do(table) if step in {"announce", "check", "agree"} else None,
        try_number=1 if tried is None else 2,
        first_said=None if tried is None or tried.announced is None else digits(tried.announced),
        nearly=tried is not None and mark_of(rules, tried).nearly,
        hint=None if tried is None else _hint(rules, tried),
        allows_negative=rules.floor is None,
        explanation=explanation_of(rules, answers[0]) if step == "explain" else None,
        said_right=None if table.covered else _said_right(match, answers),
        my_check=_my_check(answers[0]) if is_latest and step == "wait" else None,
        must_agree=step == "agree" and (match.committed or {}).get("next") == seat.number,
        seconds_left=_seconds_left(match, seat, now) if step in {"choose", "announce"} else None,
        coach_on=match.coach and not table.memory and step == "choose",
        status=status,
    )


def _cover_says(cover: Seat) -> str:
    return _("Please pass the device to %(name)s.") % {"name": cover.name}


def _answers(match: Match, person: User) -> list[Answer]:
    return _ANSWERS(match=match.pk, user=person.pk)


def _is_unread(match: Match, answers: Sequence[Answer]) -> bool:
    last = answers[0] if answers else None
    return last is not None and not last.right and last.read_at is None and last.play_number <= match.steps


def _step(table: TableView, seat: Seat, answers: Sequence[Answer]) -> str:
    match, phase = table.match, table.phase
    is_mine = match.committed is not None and match.committed["seat"] == seat.number
    if is_mine and phase == Match.Phase.LAID and not is_played_by_bot(match, seat):
        return "announce"
    if _is_unread(match, answers):
        return "explain"
    if table.over:
        return "over"
    if seat.held:
        return "held"
    if match.committed is not None:
        return "wait" if is_mine else _step_of_others(table, seat, answers)
    return "choose" if table.view.turn == seat.number else "wait"


def _step_of_others(table: TableView, seat: Seat, answers: Sequence[Answer]) -> str:
    """Say what somebody may do about a card that another has laid."""
    match, committed = table.match, table.match.committed or {}
    spoke = any(answer.play_number == match.steps + 1 and answer.role == Answer.Role.CHALLENGER for answer in answers)
    checked = any(answer.play_number == match.steps + 1 and answer.role == Answer.Role.CHECKER for answer in answers)
    if table.phase == Match.Phase.SAID:
        may_speak = committed["next"] == seat.number or seat.keeper_id is None
        return "agree" if may_speak and not spoke else "wait"
    return "check" if match.everyone_computes and seat.keeper_id is None and not checked else "wait"


def _seconds_left(match: Match, seat: Seat, now: datetime) -> int | None:
    limit = limit_of(match, seat)
    return max(0, limit - int((now - match.step_since).total_seconds())) if limit else None


def _my_check(answer: Answer) -> str | None:
    """Return what somebody has said about a card of another, as long as nothing is revealed; nothing of its mark."""
    if answer.role == Answer.Role.PLAYER or answer.announced is None:
        return None
    return digits(answer.announced)


def _judgements(match: Match, person: User) -> list[Judgement]:
    return _JUDGEMENTS(match=match.pk, user=person.pk, play=match.steps + 1)


def hand_of(table: TableView, judgements: Sequence[Judgement]) -> tuple[HandCard, ...]:
    """Return the hand of the seat from which a table is seen, with what was refused of it in this turn."""
    rules, seen = table.rules, table.view
    refused = {(j.card, j.choice) for j in judgements if j.kind == Judgement.Kind.OVERSHOOT}
    fitting = {play.card for play in seen.legal_plays()} if table.match.dim else set(seen.hand)
    on_turn = seen.turn == seen.seat
    return tuple(
        HandCard(
            face=face_of(rules, card),
            values=_values(rules, card),
            refused=all((card.code, value) in refused for value in _choices(rules, card)),
            dimmed=on_turn and card not in fitting,
        )
        for card in seen.hand
    )


def _choices(rules: RuleSet, card: Card) -> tuple[int | None, ...]:
    return rules.changes(card.rank) if rules.offers_choice(card.rank) else (None,)


def _values(rules: RuleSet, card: Card) -> tuple[tuple[int, str], ...]:
    return tuple((value, signed(value)) for value in _choices(rules, card) if value is not None)


def _new_cards(rules: RuleSet, hand: Iterable[Card], person: User) -> tuple[CardFace, ...]:
    cards = {card.rank: card for card in hand if special_cards(rules, [card])}
    return tuple(
        face_of(rules, card) for card in cards.values() if special_cards(rules, [card])[0] not in person.known_cards
    )


def sum_to_do(table: TableView) -> Sum:
    """Return the sum of the card that lies on the table."""
    committed: dict[str, Any] = table.match.committed or {}
    card, choice, rules = Card(committed["card"]), committed["choice"], table.rules
    if rules.effect(card.rank).to_limit:
        return Sum(table.total, ARROW, None, rules.target)
    change = choice if choice is not None else rules.changes(card.rank)[0] or 0
    return Sum(table.total, sign_of(change), abs(change), None)


def _refusal(rules: RuleSet, judgement: Judgement, *, hide: bool) -> str:
    """Say why a play was refused; with `hide`, without giving away that the total stands on the limit."""
    if judgement.kind == Judgement.Kind.FALSE_BUST:
        return _("There is a card in your hand that fits. Try them one by one.")
    return why_it_does_not_fit(rules, judgement.total, Card(judgement.card), judgement.choice, hide=hide)


def why_it_does_not_fit(rules: RuleSet, prior: int, card: Card, choice: int | None, *, hide: bool = False) -> str:
    """Say why a card leaves the bounds; with `hide`, without giving away that the total stands on the limit."""
    total = rules.total_after(prior, card, choice)
    values = {"card": the_rank(card.rank), "limit": rules.limit, "value": signed(choice or 0)}
    if total > rules.limit:
        if choice is None:
            return _("That does not fit: %(card)s goes past %(limit)s.") % values
        return _("That does not fit: %(card)s as %(value)s goes past %(limit)s.") % values
    if rules.floor is not None and total < rules.floor:
        if choice is None:
            return _("That does not fit: %(card)s goes below 0.") % values
        return _("That does not fit: %(card)s as %(value)s goes below 0.") % values
    if hide:
        return _("That does not fit.")
    if rules.countdown:
        return _("On 0 only a card fits that raises the total or sets it.")
    return _("On %(limit)s only a card fits that lowers the total or sets it.") % values


def _hint(rules: RuleSet, answer: Answer) -> str:
    hint = working.hint(rules, answer.prior, Card(answer.card), answer.choice, prior_shown=not answer.prior_hidden)
    return hint_text(hint)


def explanation_of(rules: RuleSet, answer: Answer) -> Explanation:
    """Return what is shown of an answer that was not right."""
    return explained(rules, mark_of(rules, answer))


def explained(rules: RuleSet, mark: marking.Mark) -> Explanation:
    """Return what is shown of a total that was marked as not right."""
    return Explanation(
        announced=None if mark.announced is None else digits(mark.announced),
        expected=digits(mark.expected),
        nearly=mark.nearly,
        question=question_text(working.question(mark)),
        reminder=reminder(mark, rules),
        working=working_text(mark, rules),
    )


def _said_right(match: Match, answers: Sequence[Answer]) -> str | None:
    """Return the sum that was just answered rightly, as long as nothing has happened since."""
    if not answers or not answers[0].right or answers[0].play_number != match.steps or match.committed:
        return None
    return sum_of(answers[0].prior, answers[0].change, answers[0].expected)


def _status(table: TableView, step: str) -> str:
    if step == "announce":
        assert table.committed is not None
        laid = {"card": table.committed.face.name}
        if (table.match.committed or {}).get("time_was_up"):
            return _("The time was up, so this card was laid for you: %(card)s. What is the total now?") % laid
        return _("You laid the card: %(card)s. What is the total now?") % laid
    if step == "over":
        won_alone = table.i_won and len(table.winners) == 1
        return _("The match is over. You have won!") if won_alone else _("The match is over.")
    if step == "choose":
        return _("%(event)s It is your turn.") % {"event": table.status}
    if step == "held":
        return _("A bot is playing in your place.")
    if table.committed is not None:
        return _status_of_card(table, table.committed, step)
    return table.status


def _status_of_card(table: TableView, committed: Committed, step: str) -> str:
    """Say what a card on the table waits for, to somebody who does not have to announce it."""
    if table.said is not None:
        values = {"name": table.said.seat_name, "total": table.said.text}
        if table.said.is_me:
            return _("You said %(total)s. Do the others agree?") % values
        return _("%(name)s says %(total)s. Do you agree?") % values
    if step == "check":
        values = {"name": committed.seat_name, "card": committed.face.name}
        return _("%(name)s laid the card: %(card)s. What is the total now?") % values
    if table.phase == Match.Phase.ANSWERED and committed.is_me:
        return _("Thank you. The others are still computing.")
    return table.thinking or table.status
