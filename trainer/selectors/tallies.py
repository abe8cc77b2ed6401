"""Count right answers of several people at once, by the definitions of `trainer.figures`."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from ninety.prepared import Number, Prepared
from trainer.figures import ENOUGH_ANSWERS
from trainer.marking import CARD_RULES
from trainer.models import Answer
from trainer.selectors.progress import counting

FIRST_AT_SUM = Q(try_number=1, announced__isnull=False) & ~Q(skill__in=CARD_RULES)
"""What `Given.is_first_at_sum` says, for the database."""


@dataclass(frozen=True)
class Tally:
    """How many sums were answered at the first try, and how many of them rightly."""

    right: int = 0
    answers: int = 0

    @property
    def wrong(self) -> int:
        """Return how many were not right."""
        return self.answers - self.right

    @property
    def percent(self) -> int | None:
        """Return how many of a hundred were right; None where there are too few to tell."""
        return round(100 * self.right / self.answers) if self.answers >= ENOUGH_ANSWERS else None


def _counted(answers: QuerySet[Answer], *by: str) -> QuerySet[Answer, tuple[int, ...]]:
    """Count first answers at sums and the right ones among them, for each of what they are grouped by."""
    found = counting(answers.filter(FIRST_AT_SUM)).values_list(*by)
    return found.annotate(right_ones=Count("pk", filter=Q(right=True)), all_of_them=Count("pk")).order_by()


_IN_ROOM = Prepared(lambda: _counted(Answer.objects.filter(match__table__room=Number("room")), "user"))


def tallies_of(matches: Iterable[int]) -> dict[tuple[int, int], Tally]:
    """Return what was answered at matches, by the primary keys of match and person; without an answer there is none."""
    rows = _counted(Answer.objects.filter(match__in=list(matches)), "match", "user")
    return {(match, person): Tally(right, answers) for match, person, right, answers in rows}


def tallies_in_room(room: int) -> dict[int, Tally]:
    """Return what was answered at all matches of a room, by the primary key of the person."""
    return {person: Tally(right, answers) for person, right, answers in _IN_ROOM(room=room)}
