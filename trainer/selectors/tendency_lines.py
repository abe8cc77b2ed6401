"""Tendencies as pages show them: to the person, kindly, and to a teacher, by the name of the kind of mistake."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ninety.digits import digits, signed_apart
from trainer.models import Answer
from trainer.selectors.progress import FoundTendency
from trainer.wording import kind_name, tendency_text

SUMS_SHOWN = 4


@dataclass(frozen=True)
class TendencyLine:
    """What several mistakes share, with the sums that show it."""

    says: str
    evidence: str
    newest: tuple[str, ...]
    older: tuple[str, ...]


def tendency_line(found: FoundTendency) -> TendencyLine:
    """Return a tendency as the person is told it."""
    return _line(found, tendency_text(found.kind), _to_the_person)


def tendency_for_teacher(found: FoundTendency) -> TendencyLine:
    """Return a tendency as a teacher is told it."""
    return _line(found, kind_name(found.kind), _to_a_teacher)


def _line(found: FoundTendency, says: str, say: Callable[[Answer], str]) -> TendencyLine:
    count = len(found.answers)
    values = {"count": number_format(count), "possible": number_format(found.possible)}
    evidence = ngettext(
        "It explains %(count)s of the %(possible)s mistake where it could happen.",
        "It explains %(count)s of the %(possible)s mistakes where it could happen.",
        found.possible,
    )
    sums = tuple(map(say, found.answers))
    return TendencyLine(says, evidence % values, sums[:SUMS_SHOWN], sums[SUMS_SHOWN:])


def _to_the_person(answer: Answer) -> str:
    if answer.announced is None:
        return _("%(sum)s is %(expected)s") % _values(answer)
    return _("%(sum)s is %(expected)s, you said %(said)s") % _values(answer)


def _to_a_teacher(answer: Answer) -> str:
    return _("%(sum)s = %(expected)s, said %(said)s") % _values(answer)


def _values(answer: Answer) -> dict[str, str]:
    return {
        "sum": f"{digits(answer.prior)} {signed_apart(answer.change)}",
        "said": digits(answer.announced or 0),
        "expected": digits(answer.expected),
    }
