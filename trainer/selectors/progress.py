"""The answers that count, and what they say about people: the queries that feed figures, facts and tendencies."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from trainer.careless import Mistake
from trainer.facts import FLUENT_MS, Fact, Row, due_facts, grid
from trainer.figures import Figures, Given, Period, figures_by_role, figures_of
from trainer.models import Answer, SetAside
from trainer.selectors.weeks import DAY, Week, figures_by_week, weeks_up_to
from trainer.tendencies import MOST_LOOKED_AT, Tendency, tendencies

RECENT_DAYS = 56
"""What somebody can do now is seen from the answers of so many days; tendencies, too."""

YEAR_DAYS = 364
"""How far back a person's own page looks."""

WEEKS = 8
GIVEN = ("role", "try_number", "skill", "fact", "right", "announced", "computing_ms", "answered_at")
MISTAKES_LISTED = 20


@dataclass(frozen=True, slots=True)
class Report:
    """The figures of one person over a period, all together and in each role."""

    figures: Figures
    roles: dict[str, Figures]


@dataclass(frozen=True, slots=True)
class FoundTendency:
    """A tendency with the answers that share its kind, newest first, and at how many wrong answers it could occur."""

    kind: str
    answers: tuple[Answer, ...]
    possible: int


@dataclass(frozen=True, slots=True)
class Progress:
    """What a year of answers says about a person.

    `total` counts first tries, card rules among them. `figures` and `roles` are of the last `RECENT_DAYS`, `before` of
    the rest of the year. `mistakes` are the newest wrong first tries, newest first; so are the answers of tendencies.
    """

    total: int
    figures: Figures
    before: Figures
    roles: dict[str, Figures]
    weeks: tuple[Week, ...]
    grid: tuple[Row, ...]
    due: tuple[Fact, ...]
    tendencies: tuple[FoundTendency, ...]
    mistakes: tuple[Answer, ...]


def answers_that_count(people: Iterable[int], period: Period) -> QuerySet[Answer]:
    """Return the answers of people, by primary key, in a period, oldest first: whatever figures are made from."""
    return counting(answers_of(people, period))


def answers_of(people: Iterable[int], period: Period) -> QuerySet[Answer]:
    """Return all answers of people in a period, oldest first, those that were set aside too."""
    answers = Answer.objects.filter(user__in=list(people))
    if period.start is not None:
        answers = answers.filter(answered_at__gte=period.start)
    if period.end is not None:
        answers = answers.filter(answered_at__lt=period.end)
    return answers.order_by("answered_at", "pk")


def counting(answers: QuerySet[Answer]) -> QuerySet[Answer]:
    """Return answers without those that a teacher has set aside."""
    return answers.exclude(pk__in=SetAside.objects.values("answer"))


def report_of(people: Iterable[int], period: Period) -> dict[int, Report]:
    """Return the figures of people, by primary key, over a period; everybody has some, with or without answers."""
    answers: dict[int, list[Given]] = {person: [] for person in people}
    unjudged = set(User.objects.filter(pk__in=answers, times_judged=False).values_list("pk", flat=True))
    for person, _, given in _given(answers, period):
        answers[person].append(given.untimed() if person in unjudged else given)
    return {person: Report(figures_of(given), figures_by_role(given)) for person, given in answers.items()}


def progress_of(person: User, now: datetime, *, fluent_ms: int = FLUENT_MS, typing_ms: int = 0) -> Progress:
    """Return the progress of a person up to a moment.

    `fluent_ms` is the time within which a fact is fluent, `typing_ms` what the typing of a number takes of every time.
    """
    read = [(pk, given) for _, pk, given in _given([person.pk], Period(now - YEAR_DAYS * DAY, now))]
    if not person.times_judged:
        read = [(pk, given.untimed()) for pk, given in read]
    if typing_ms:
        read = [(pk, given.without_typing(typing_ms)) for pk, given in read]
    answers = [given for _, given in read]
    since = now - RECENT_DAYS * DAY
    recent = [given for given in answers if given.answered_at >= since]
    rows = grid(answers, fluent_ms=fluent_ms if person.times_judged else None)
    wrong = [(pk, given) for pk, given in read if given.try_number == 1 and not given.right]
    listed = [pk for pk, _ in wrong[-MISTAKES_LISTED:]]
    telling = [pk for pk, given in wrong if given.answered and given.answered_at >= since][-MOST_LOOKED_AT:]
    found = _whole({*listed, *telling})
    return Progress(
        total=sum(given.try_number == 1 for given in answers),
        figures=figures_of(recent),
        before=figures_of(given for given in answers if given.answered_at < since),
        roles=figures_by_role(recent),
        weeks=figures_by_week(answers, weeks_up_to(now, WEEKS)),
        grid=rows,
        due=due_facts(rows, now),
        tendencies=_tendencies([found[pk] for pk in telling]),
        mistakes=tuple(found[pk] for pk in reversed(listed)),
    )


def tendencies_of_people(people: Iterable[int], now: datetime) -> dict[int, tuple[FoundTendency, ...]]:
    """Return the tendencies of those people who have some, by primary key, as `progress_of` has them."""
    recent = answers_that_count(people, Period(now - RECENT_DAYS * DAY, now))
    wrong = recent.filter(try_number=1, right=False, announced__isnull=False)
    newest = Window(RowNumber(), partition_by="user", order_by=[F("answered_at").desc(), F("pk").desc()])
    by_person: defaultdict[int, list[Answer]] = defaultdict(list)
    for answer in wrong.annotate(place=newest).filter(place__lte=MOST_LOOKED_AT):
        by_person[answer.user_id].append(answer)
    found = {person: _tendencies(answers) for person, answers in by_person.items()}
    return {person: each for person, each in found.items() if each}


def mistake_of(answer: Answer) -> Mistake:
    """Return a wrong answer that has a total as tendencies look at it, judged by what its row says."""
    assert answer.announced is not None
    return Mistake(
        rules_of_answer(answer), answer.prior, Card(answer.card), answer.choice, answer.announced, tuple(answer.earlier)
    )


def rules_of_answer(answer: Answer) -> RuleSet:
    """Return rules that judge an answer as its own did; its match may be gone, and only its card's effect is right."""
    return _rules(answer.card[0], answer.effect, answer.limit, answer.floor, answer.countdown)


@lru_cache(maxsize=512)
def _rules(rank: str, effect: str, limit: int, floor: int | None, countdown: bool) -> RuleSet:
    fields = {"limit": limit, "floor": floor, "countdown": countdown, "jokers": 1, "effects": {rank: effect}}
    return RuleSet.from_spec({"preset": "ninety-nine", "set": fields})


def given_of(answers: QuerySet[Answer]) -> list[Given]:
    """Return answers as figures look at them; all that is read lies in one index."""
    return [_as_given(row) for row in answers.values_list(*GIVEN)]


def _given(people: Iterable[int], period: Period) -> Iterable[tuple[int, int, Given]]:
    """Yield person, primary key and what counts of each answer."""
    for person, pk, *given in answers_that_count(people, period).values_list("user_id", "pk", *GIVEN):
        yield person, pk, _as_given(given)


def _as_given(row: Iterable[Any]) -> Given:
    role, try_number, skill, fact, right, announced, took, answered_at = row
    return Given(role, try_number, skill, fact, right, announced is not None, took, answered_at)


def _whole(keys: Iterable[int]) -> dict[int, Answer]:
    """Return whole answers by primary key, with their matches but for what a page of progress never asks of these."""
    answers = Answer.objects.select_related("match").defer("match__state", "match__committed", "match__request_keys")
    return answers.in_bulk(list(keys))


def _tendencies(wrong: Sequence[Answer]) -> tuple[FoundTendency, ...]:
    return tuple(
        FoundTendency(each.kind, tuple(wrong[place] for place in reversed(each.mistakes)), each.possible)
        for each in _found_in(tuple(map(mistake_of, wrong)))
    )


@lru_cache(maxsize=2048)
def _found_in(mistakes: tuple[Mistake, ...]) -> tuple[Tendency, ...]:
    # A whole class is looked through again and again, and most have answered nothing since.
    return tendencies(mistakes)
