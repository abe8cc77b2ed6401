"""How long people have practised, by the definition of `trainer.minutes`."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from trainer.figures import Period
from trainer.minutes import PAUSE, practised
from trainer.selectors.progress import answers_that_count

type Times = Sequence[tuple[datetime, timedelta]]


def times_of_people(people: Collection[int], period: Period) -> dict[int, Times]:
    """Return what each answer of people in a period adds to their practice, oldest first; everybody is among them."""
    answers: defaultdict[int, list[tuple[datetime, int]]] = defaultdict(list)
    # What came shortly before the period is what its first answer is measured from.
    read = Period(None if period.start is None else period.start - PAUSE, period.end)
    rows = answers_that_count(people, read).filter(announced__isnull=False)
    for person, came, computing_ms in rows.values_list("user", "answered_at", "computing_ms"):
        answers[person].append((came, computing_ms))
    return {
        person: [
            (came, time) for came, time in practised(answers[person]) if period.start is None or came >= period.start
        ]
        for person in people
    }
