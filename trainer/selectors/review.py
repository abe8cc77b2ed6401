"""A finished match, play by play, with every answer, its kind and its working."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format

from ninety.digits import digits
from ninety.engine.actions import Play, TimeUp, parse_action
from ninety.faces import CardFace, change_label, face_of
from ninety.models import Action, Match, Seat
from ninety.rulebook import title
from ninety.selectors import event_text, rules_of, seat_name, state_of
from trainer import working
from trainer.figures import Given, figures_of
from trainer.marking import CARD_RULES
from trainer.models import Answer, Judgement
from trainer.selectors.turn import mark_of
from trainer.wording import Working, kind_name, question_text, skill_name, working_text

SECOND = 2


@dataclass(frozen=True)
class MatchFigures:
    """What somebody's own plays in one match come to, by `trainer.figures`, and how much the second try put right.

    A player has usually computed before laying a card, so there is no time; the percentage is None where there are too
    few sums to tell.
    """

    answers: int
    right: int
    second_try: int
    accuracy_percent: int | None
    card_rules: tuple[int, int]


@dataclass(frozen=True)
class AnswerLine:
    """The tries of one turn, and what there is to say where the first was not right."""

    is_sum: bool
    tries: tuple[tuple[int | None, bool], ...]
    right: bool
    kind_name: str
    question: str
    working: Working | None
    skill_name: str
    seconds: str | None


@dataclass(frozen=True)
class PlayLine:
    """One thing that happened; `text` stands for anything but a play, `answer` only at the person's own plays."""

    step: int
    seat_name: str
    is_me: bool
    face: CardFace | None
    change_label: str
    prior: str
    total: str
    text: str
    answer: AnswerLine | None


@dataclass(frozen=True)
class Round:
    """The plays of one deal."""

    number: int
    plays: tuple[PlayLine, ...]


@dataclass(frozen=True)
class Stuck:
    """How often a person was stuck, said so without being so, and tried a card that did not fit."""

    busts: int
    false_busts: int
    overshoots: int


@dataclass(frozen=True)
class Review:
    """The page after a match."""

    match: Match
    game_name: str
    winners: tuple[str, ...]
    i_won: bool
    is_own: bool
    watching: bool
    over: bool
    figures: MatchFigures
    stuck: Stuck
    rounds: tuple[Round, ...]
    mistakes: tuple[PlayLine, ...]


def review_of(match: Match, mine: Seat | None, *, is_own: bool = True) -> Review:
    """Return the page after a match for the person of a seat, or for anybody where only bots played.

    `is_own` tells whether the person of the seat reads it, or somebody who teaches them.
    """
    state, seats = state_of(match), list(match.seats.all())
    names = {seat.number: seat_name(seat, mine if is_own else None) for seat in seats}
    person = None if mine is None else mine.person
    answers = list(Answer.objects.filter(match=match, user=person).order_by("play_number", "try_number"))
    number = None if mine is None else mine.number
    lines = _play_lines(match, names, number, answers)
    kinds = [judgement.kind for judgement in Judgement.objects.filter(match=match, user=person)]
    return Review(
        match=match,
        game_name=title(rules_of(match)),
        winners=tuple(names[number] for number in state.winners),
        i_won=is_own and number is not None and number in state.winners,
        is_own=is_own,
        watching=mine is None,
        over=state.over,
        figures=match_figures(answers),
        stuck=Stuck(*(kinds.count(kind) for kind in ("bust", "false-bust", "overshoot"))),
        rounds=tuple(Round(number, tuple(plays)) for number, plays in lines.items()),
        mistakes=tuple(
            line for plays in lines.values() for line in plays if line.answer is not None and not line.answer.right
        ),
    )


def match_figures(answers: Sequence[Answer]) -> MatchFigures:
    """Return the figures of somebody's own plays in a match."""
    own = [answer for answer in answers if answer.role == Answer.Role.PLAYER]
    figures = figures_of(_given(answer) for answer in own)
    accuracy, rules = figures.overall.accuracy, figures.groups["card-rules"]
    return MatchFigures(
        answers=figures.overall.answers,
        right=figures.overall.right,
        second_try=sum(a.right for a in own if a.try_number == SECOND and a.skill not in CARD_RULES),
        accuracy_percent=None if accuracy is None else round(100 * accuracy),
        card_rules=(rules.right, rules.answers),
    )


def _given(answer: Answer) -> Given:
    return Given(
        role=answer.role,
        try_number=answer.try_number,
        skill=answer.skill,
        fact=answer.fact,
        right=answer.right,
        answered=answer.announced is not None,
        computing_ms=answer.computing_ms,
        answered_at=answer.answered_at,
    )


def seconds_text(milliseconds: float) -> str:
    """Write a time in seconds with one decimal, as people write it."""
    return number_format(milliseconds / 1000, decimal_pos=1)


def _play_lines(
    match: Match, names: dict[int, str], mine: int | None, answers: Sequence[Answer]
) -> dict[int, list[PlayLine]]:
    by_play: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_play[answer.play_number].append(answer)
    lines: defaultdict[int, list[PlayLine]] = defaultdict(list)
    prior, round_number = 0, 1
    for entry in match.actions.order_by("number"):
        if entry.number:
            line = _play_line(match, entry, prior, names, mine, by_play[entry.number])
            lines[round_number].append(line)
        prior, round_number = entry.total, entry.round
    return dict(lines)


def _play_line(
    match: Match, entry: Action, prior: int, names: dict[int, str], mine: int | None, answers: Sequence[Answer]
) -> PlayLine:
    action, rules = parse_action(entry.data), rules_of(match)
    number = None if isinstance(action, TimeUp) else action.seat
    name, is_me = "" if number is None else names[number], number is not None and number == mine
    if not isinstance(action, Play):
        text = event_text(action, name, is_me=is_me)
        return PlayLine(entry.number, name, is_me, None, "", digits(prior), "", text, None)
    return PlayLine(
        step=entry.number,
        seat_name=name,
        is_me=is_me,
        face=face_of(rules, action.card),
        change_label=change_label(rules, action.card, action.choice),
        prior=digits(prior),
        total=digits(entry.total),
        text="",
        answer=_answer_line(match, answers) if answers else None,
    )


def _answer_line(match: Match, answers: Sequence[Answer]) -> AnswerLine:
    first, rules = answers[0], rules_of(match)
    mark = mark_of(rules, first)
    return AnswerLine(
        is_sum=first.skill not in CARD_RULES,
        tries=tuple((answer.announced, answer.right) for answer in answers),
        right=first.right,
        kind_name="" if first.kind is None else kind_name(first.kind),
        question="" if first.right else question_text(working.question(mark)),
        working=None if first.right else working_text(mark, rules),
        skill_name=skill_name(first.skill),
        seconds=None if first.announced is None else seconds_text(first.computing_ms),
    )
