"""What holds of the log: it says of every total in a match's record what the record says, and no more.

And how long answers are kept, and who has been there lately, though not at a table.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from ninety.engine.actions import UNSAID, Play, parse_action
from ninety.engine.cards import Card
from ninety.keeping.invariants import Fault, Played, of_matches
from ninety.keeping.pruning import leaving, matches_of_nobody, prunes, spares, throw_away
from ninety.models import Match, User
from trainer.models import Answer, Drill, Judgement


@of_matches
def log_equals_record(batch: list[Played]) -> Iterator[Fault]:
    """Check the answers of some matches against their records, in both directions."""
    answers = defaultdict[int, list[Answer]](list)
    for answer in Answer.objects.filter(match__in=[played.match for played in batch]).order_by("pk"):
        assert answer.match_id is not None
        answers[answer.match_id].append(answer)
    for played in batch:
        if played.is_whole:
            yield from _of_match(played, answers[played.match.pk])


def _of_match(played: Played, answers: list[Answer]) -> Iterator[Fault]:
    plays = {number: play for number, play in _plays(played) if play is not None}
    for answer in answers:
        if fault := _fault_of(played, answer, plays.get(answer.play_number)):
            yield Fault(f"answer {answer.pk}", fault)
    tries = defaultdict[tuple[int, int], dict[int, int | None]](dict)
    for answer in answers:
        if answer.role == Answer.Role.PLAYER:
            tries[answer.play_number, answer.seat_number][answer.try_number] = answer.announced
    for (number, seat), said in tries.items():
        if sorted(said) != list(range(1, len(said) + 1)):
            yield played.fault(f"the tries of seat {seat} at play {number} are not all there")
    for number, play in plays.items():
        said = tries.get((number, play.seat), {})
        if number <= played.match.steps and _must_be_logged(played, play, number, tries) and not said:
            yield played.fault(f"the total announced at play {number} is not in the log")
        elif number <= played.match.steps and said and said.get(1) != play.announced:
            yield played.fault(f"the record has another first total at play {number} than the log")


def _plays(played: Played) -> Iterator[tuple[int, Play | None]]:
    """Yield every action of the record with its number, the play it is if any, and the card that lies on the table."""
    for action in played.actions[1:]:
        parsed = parse_action(action.data)
        yield action.number, parsed if isinstance(parsed, Play) else None
    lies = played.match.committed
    # Another check says so where it is none.
    with suppress(KeyError, TypeError, ValueError):
        if lies is not None:
            yield played.match.steps + 1, Play(lies["seat"], Card(lies["card"]), lies["choice"])


def _must_be_logged(played: Played, play: Play, number: int, tries: dict[tuple[int, int], Any]) -> bool:
    """Return whether a person said the total of a play: of somebody who was erased the log has nothing.

    Under *stand* bots say totals too, and a person may have taken the seat of one: it counts from the first answer on.
    """
    seat = next((seat for seat in played.seats if seat.number == play.seat), None)
    if play.announced is UNSAID or seat is None or seat.user is None or not seat.user.is_active:
        return False
    if played.match.answer_policy != Match.AnswerPolicy.STAND:
        return True
    return any(other < number for other, seat_number in tries if seat_number == play.seat)


def _fault_of(played: Played, answer: Answer, play: Play | None) -> str:
    """Say what of an answer is not as the record has it; an empty text where all is."""
    number, steps = answer.play_number, played.match.steps
    if play is None:
        # A card whose table was left by everybody is taken back with the end of the match.
        was_taken_back = number == steps + 1 and played.match.ended_at is not None
        return "" if was_taken_back else "it is about a play that was not made"
    assert played.rules is not None
    if (play.card.code, play.choice) != (answer.card, answer.choice):
        return "it is about another card than was played"
    prior = played.totals[number - 1]
    if (answer.prior, answer.expected) != (prior, played.rules.total_after(prior, play.card, play.choice)):
        return "it was marked by another sum than was played"
    if (answer.role == Answer.Role.PLAYER) != (answer.seat_number == play.seat):
        return "it is of another seat than its role says"
    if answer.user_id != next((seat.user_id for seat in played.seats if seat.number == answer.seat_number), None):
        return "it is of another person than has the seat"
    return ""


@of_matches
def judgements_fit(batch: list[Played]) -> Iterator[Fault]:
    """Check that what was judged at the tables of some matches was judged by the total that lay there."""
    of_the_table = [Judgement.Kind.BUST, Judgement.Kind.FALSE_BUST, Judgement.Kind.OVERSHOOT]
    totals = {played.match.pk: played.totals for played in batch if played.is_whole}
    judged = Judgement.objects.filter(match__in=list(totals), kind__in=of_the_table)
    for pk, match, number, total in judged.values_list("pk", "match", "play_number", "total"):
        lay = totals[match]
        if not 1 <= number <= len(lay) or lay[number - 1] != total:
            yield Fault(f"judgement {pk}", "it was judged by another total than lay on the table")


def _forgotten(now: datetime) -> datetime:
    return now - timedelta(days=settings.KEEP_ANSWERS_DAYS)


@prunes("old matches")
def old_matches(now: datetime, dry: bool) -> int:
    """Throw away matches at which nothing has happened for as long as answers are kept, with their answers."""
    old = Match.objects.filter(touched_at__lt=_forgotten(now), exhibition=False)
    return throw_away(old.exclude(pk__in=matches_of_nobody(now).values("pk")), dry=dry, before=_with_answers("match"))


@prunes("old drills")
def old_drills(now: datetime, dry: bool) -> int:
    """Throw away drills as old, with their answers."""
    old = Drill.objects.filter(touched_at__lt=_forgotten(now)).exclude(user__in=leaving(now))
    return throw_away(old, dry=dry, before=_with_answers("drill"))


@prunes("old answers of matches that are gone")
def old_answers(now: datetime, dry: bool) -> int:
    """Throw away answers as old whose match or drill went before them."""
    kept = {"match": None, "drill": None}
    answers = Answer.objects.filter(**kept, answered_at__lt=_forgotten(now)).exclude(user__in=leaving(now))
    judged = Judgement.objects.filter(**kept, judged_at__lt=_forgotten(now)).exclude(user__in=leaving(now))
    return throw_away(answers, dry=dry) + throw_away(judged, dry=dry)


def _with_answers(link: str) -> Callable[[list[Any]], None]:
    """Return what throws away the answers and judgements of some matches or drills."""

    def throw(pks: list[Any]) -> None:
        for model in (Answer, Judgement):
            model._default_manager.filter(**{f"{link}__in": pks}).delete()

    return throw


@spares
def spare_whoever_has_answered(people: QuerySet[User], since: datetime) -> QuerySet[User]:
    """Keep people who have given an answer lately, at a table or not."""
    return people.filter(~Exists(Answer.objects.filter(user=OuterRef("pk"), answered_at__gte=since)))
