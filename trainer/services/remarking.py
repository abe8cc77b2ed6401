"""Mark the log anew, after the marking has changed."""

from django.db import transaction

from ninety.engine.cards import Card
from trainer.marking import mark
from trainer.models import Answer
from trainer.selectors.progress import rules_of_answer

BATCH = 1000
FIELDS = ("right", "skill", "kinds", "fact")


def remark_batch(after: int) -> tuple[int, int, int] | None:
    """Mark the next answers after a primary key anew, in one transaction.

    Return the last primary key, how many there were, and how many are marked otherwise now; None where none is left.
    Totals stay as they were logged: what was judged, and by which rules, is on the answer's own row.
    """
    with transaction.atomic():
        answers = list(Answer.objects.filter(pk__gt=after).order_by("pk")[:BATCH])
        if not answers:
            return None
        changed = [answer for answer in answers if _remark(answer)]
        Answer.objects.bulk_update(changed, FIELDS, batch_size=100)
    return answers[-1].pk, len(answers), len(changed)


def _remark(answer: Answer) -> bool:
    """Put the marks of today on an answer, and tell whether they differ from those it had."""
    before = [getattr(answer, field) for field in FIELDS]
    rules, card = rules_of_answer(answer), Card(answer.card)
    marked = mark(rules, answer.prior, card, answer.choice, answer.announced, tuple(answer.earlier))
    answer.right, answer.skill = marked.right, marked.skill
    answer.kinds, answer.fact = list(marked.kinds), marked.fact or ""
    return before != [getattr(answer, field) for field in FIELDS]
