"""Bring the ratings up to the log: when one is asked for or by a command, never in a turn.

The log is rated in its order, so whenever that happens, the same log gives the same ratings. Only what a teacher allows
a pupil (longer limits, times not judged) counts as it is when an answer is rated.
"""

from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from django.db.models import QuerySet

from ninety.locks import writing
from ninety.models import User
from ninety.selectors.timing import MOST_STRETCH, TENTHS
from trainer.figures import TIMED
from trainer.marking import CARD_RULES
from trainer.models import Answer, Rating, RatingState
from trainer.rating import LIMIT_MS, Ability, Difficulties, Sum, score
from trainer.selectors.progress import counting

BATCH = 2000

SETTLED = timedelta(seconds=10)
"""How old an answer must be: one with a lower number may otherwise still be on its way into the database."""

DAY = timedelta(days=1)

type Row = dict[str, Any]


def rating_of(person: User, now: datetime) -> Ability:
    """Return how able a person is, as sure as that is after the time without answers."""
    bring_up_ratings(now)
    kept = Rating.objects.filter(user=person).first()
    return Ability() if kept is None else _ability(kept).rested((now - kept.answered_at) / DAY)


def difficulties_known() -> Difficulties:
    """Return how hard sums are, as far as that has been learnt."""
    state = RatingState.objects.filter(pk=1).first()
    return Difficulties() if state is None else Difficulties.from_json(state.difficulties)


def bring_up_ratings(now: datetime) -> int:
    """Rate whatever has come into the log since the last time, and return how many answers that were."""
    rated = 0
    while (count := _rate_batch(now)) is not None:
        rated += count
    return rated


def rate_anew(now: datetime) -> int:
    """Forget all ratings, rate the whole log, and return how many answers that were."""
    with writing():
        _locked_state()
        Rating.objects.all().delete()
        RatingState.objects.update(last_answer=0, difficulties={})
    return bring_up_ratings(now)


def rate_person_anew(person: User) -> None:
    """Rate somebody from all answers again, after those of another became theirs; the sums learn nothing new by it."""
    with writing():
        state = _locked_state()
        difficulties = Difficulties.from_json(state.difficulties)
        kept = None
        for row in _rows(Answer.objects.filter(user=person, pk__lte=state.last_answer)):
            if _is_rated(row):
                kept = _rated(kept, row, difficulties)
        Rating.objects.filter(user=person).delete()
        if kept is not None:
            kept.save()


def _rate_batch(now: datetime) -> int | None:
    """Rate the next answers in a transaction of their own; return how many were rated, None where there are none."""
    with writing():
        state = _locked_state()
        unrated = _rows(Answer.objects.filter(pk__gt=state.last_answer))[:BATCH]
        rows = list(takewhile(lambda row: row["answered_at"] <= now - SETTLED, unrated))
        if not rows:
            return None
        rated = [row for row in rows if _is_rated(row)]
        difficulties = Difficulties.from_json(state.difficulties)
        kept = {rating.user_id: rating for rating in Rating.objects.filter(user__in={row["user_id"] for row in rated})}
        for row in rated:
            kept[row["user_id"]] = _rated(kept.get(row["user_id"]), row, difficulties)
        Rating.objects.bulk_create(
            kept.values(),
            update_conflicts=True,
            unique_fields=["user"],
            update_fields=["value", "variance", "answers", "answered_at"],
        )
        state.last_answer, state.difficulties = rows[-1]["pk"], difficulties.to_json()
        state.save(update_fields=["last_answer", "difficulties"])
    return len(rated)


def _locked_state() -> RatingState:
    """Return the one row, which only one process at a time may have: on SQLite every transaction is alone anyway."""
    RatingState.objects.get_or_create(pk=1)
    return RatingState.objects.select_for_update().get(pk=1)


def _rows(answers: QuerySet[Answer]) -> QuerySet[Answer, Row]:
    """Return what is rated of answers, in the order of the log, without those that were set aside."""
    columns = ("pk", "user_id", "role", "try_number", "skill", "fact", "right", "announced", "computing_ms")
    allowed = ("user__stretch", "user__times_judged")
    rows: QuerySet[Answer, Row] = (
        counting(answers).order_by("pk").values(*columns, "prior", "change", "prior_hidden", "answered_at", *allowed)
    )
    return rows


def _is_rated(row: Row) -> bool:
    """Tell whether an answer is a first try at a sum, with a total and a computing time that is one."""
    is_sum = row["skill"] not in CARD_RULES and row["announced"] is not None
    return is_sum and row["try_number"] == 1 and row["role"] in TIMED


def _rated(kept: Rating | None, row: Row, difficulties: Difficulties) -> Rating:
    """Return a rating after an answer, from which the sums learn as well."""
    before, answered_at = Ability(), row["answered_at"]
    if kept is not None:
        before = _ability(kept).rested((answered_at - kept.answered_at) / DAY)
        answered_at = max(answered_at, kept.answered_at)
    each = Sum(row["prior"], row["change"], row["fact"], hidden=row["prior_hidden"])
    scored = _score(row)
    after = before.after(scored, difficulties.of(each))
    difficulties.learn(each, scored, before)
    return Rating(
        user_id=row["user_id"],
        value=after.value,
        variance=after.variance,
        answers=after.answers,
        answered_at=answered_at,
    )


def _score(row: Row) -> float:
    """Return the score of an answer by what its person is allowed; times that are not judged count as neither."""
    limit_ms = LIMIT_MS * (row["user__stretch"] or MOST_STRETCH) / TENTHS
    took_ms = row["computing_ms"] if row["user__times_judged"] else limit_ms / 2
    return score(right=row["right"], took_ms=took_ms, limit_ms=limit_ms)


def _ability(kept: Rating) -> Ability:
    return Ability(kept.value, kept.variance, kept.answers)
