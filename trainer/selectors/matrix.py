"""Figures of many people at once: the database counts, by the definitions of `trainer.figures`."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from statistics import median

from django.db.models import Count, Model, Q, QuerySet

from ninety.models import User
from trainer.figures import ENOUGH_TIMES, ROLE_OF, ROLES, TIMED, Figure, Figures, Period
from trainer.marking import CARD_RULES, GROUPS, SKILLS
from trainer.models import Answer
from trainer.selectors.progress import answers_of, answers_that_count

RANGES: dict[str, tuple[int | None, int | None]] = {
    "to-20": (None, 20),
    "to-50": (21, 50),
    "to-100": (51, 100),
    "over": (101, None),
}
"""Ranges of the total that a sum leads to, both ends included."""

SUMS = tuple(skill for skill in SKILLS if skill not in CARD_RULES)
"""The skills that are sums."""

ANY_KIND = "any"
"""Stands for all kinds of mistakes together."""

COUNTS = ("answers", "right", "no_answers")
COUNTED = {
    "answered": Count("pk", filter=Q(announced__isnull=False)),
    "right_ones": Count("pk", filter=Q(right=True)),
    "unanswered": Count("pk", filter=Q(announced__isnull=True)),
}
ALWAYS = Period()


@dataclass(frozen=True)
class Filters:
    """Which answers are looked at; an empty role or range means all of them.

    Of people in `left`, by primary key, only those before a moment are.
    """

    period: Period = ALWAYS
    role: str = ""
    span: str = ""
    left: tuple[tuple[int, datetime], ...] = ()


def chosen_answers(people: Collection[int], filters: Filters, *, with_set_aside: bool = False) -> QuerySet[Answer]:
    """Return the answers of people that some filters let through, oldest first."""
    answers = (answers_of if with_set_aside else answers_that_count)(people, filters.period)
    answers = while_there(answers, "answered_at", [each for each in filters.left if each[0] in people])
    if filters.role:
        answers = answers.filter(role__in=[role for role, counts_in in ROLE_OF.items() if counts_in == filters.role])
    if filters.span:
        low, high = RANGES[filters.span]
        answers = answers if low is None else answers.filter(expected__gte=low)
        answers = answers if high is None else answers.filter(expected__lte=high)
    return answers


def while_there[Row: Model](
    rows: QuerySet[Row], moment: str, left: Collection[tuple[int, datetime]], person: str = "user"
) -> QuerySet[Row]:
    """Leave out what people did after they left; `moment` and `person` are the columns of when it was and whose."""
    gone = [Q(**{person: who, f"{moment}__gte": when}) for who, when in left]
    return rows.exclude(reduce(or_, gone)) if gone else rows


def cell_answers(
    people: Collection[int], filters: Filters, skills: Iterable[str] | None = None, kind: str = ""
) -> QuerySet[Answer]:
    """Return the very answers behind a cell: first tries that were answered, of some skills or at all sums.

    With a kind of mistake they are the wrong ones whose first kind it is, with `ANY_KIND` all wrong ones.
    """
    answers = chosen_answers(people, filters).filter(try_number=1, announced__isnull=False)
    of_skills = SUMS if skills is None else tuple(skills)
    answers = answers.filter(skill__in=of_skills)
    if not kind:
        return answers
    wrong = answers.filter(right=False)
    return wrong if kind == ANY_KIND else wrong.filter(kinds__0=kind)


def figures_of_people(people: Collection[int], filters: Filters) -> dict[int, Figures]:
    """Return the figures of people, by primary key; everybody has some, with or without answers."""
    answers = chosen_answers(people, filters).filter(try_number=1)
    counts, times = _counts(answers), _times(answers, people)
    return {person: _figures(counts[person], times[person]) for person in people}


def counts_of_people(people: Collection[int], filters: Filters) -> dict[int, Figures]:
    """Return the figures of people without any time, for what is compared by accuracy alone."""
    counts = _counts(chosen_answers(people, filters).filter(try_number=1))
    return {person: _figures(counts[person], {}) for person in people}


def counts_by_role(person: int, filters: Filters) -> dict[str, Figure]:
    """Return the figure of all sums of somebody in each of `trainer.figures.ROLES`, without any time."""
    answers = chosen_answers([person], filters).filter(try_number=1, skill__in=SUMS)
    by_role: dict[str, list[Figure]] = {role: [] for role in ROLES}
    for role, answered, right, unanswered in answers.order_by().values_list("role").annotate(**COUNTED):
        by_role[ROLE_OF[role]].append(Figure(answered, right, unanswered, 0, None))
    return {role: together(figures) for role, figures in by_role.items()}


def together(figures: Iterable[Figure]) -> Figure:
    """Add up figures of several people or roles, without any time."""
    added = [(each.answers, each.right, each.no_answers) for each in figures]
    answers, right, no_answers = map(sum, zip(*added, strict=True)) if added else (0, 0, 0)
    return Figure(answers, right, no_answers, 0, None)


def mistakes_by_skill(people: Collection[int], filters: Filters) -> dict[str, dict[str, int]]:
    """Return how often each kind of mistake was made at each skill, of first tries that were answered."""
    wrong = chosen_answers(people, filters).filter(try_number=1, right=False, announced__isnull=False)
    found: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for skill, kinds, count in wrong.order_by().values_list("skill", "kinds").annotate(Count("pk")):
        found[kinds[0]][skill] += count
    return {kind: dict(skills) for kind, skills in found.items()}


def _counts(answers: QuerySet[Answer]) -> defaultdict[int, dict[str, Figure]]:
    """Count by person and skill."""
    rows = answers.order_by().values_list("user", "skill").annotate(**COUNTED)
    counts: defaultdict[int, dict[str, Figure]] = defaultdict(dict)
    for person, skill, answered, right, unanswered in rows:
        counts[person][skill] = Figure(answered, right, unanswered, 0, None)
    return counts


def _times(answers: QuerySet[Answer], people: Collection[int]) -> defaultdict[int, dict[str, list[int]]]:
    """Return the computing times that are one, by person and skill, of those whose times are judged."""
    special = User.objects.filter(Q(times_judged=False) | Q(typing_speed__isnull=False), pk__in=people)
    known = list(special.values_list("pk", "times_judged", "typing_speed__median_ms"))
    unjudged = [person for person, is_judged, _typing_ms in known if not is_judged]
    typing = {person: typing_ms for person, _is_judged, typing_ms in known if typing_ms}
    timed = answers.filter(announced__isnull=False, role__in=sorted(TIMED)).exclude(user__in=unjudged)
    times: defaultdict[int, dict[str, list[int]]] = defaultdict(dict)
    for person, skill, took in timed.order_by().values_list("user", "skill", "computing_ms"):
        times[person].setdefault(skill, []).append(max(took - typing.get(person, 0), 0))
    return times


def _figures(counts: Mapping[str, Figure], times: Mapping[str, list[int]]) -> Figures:
    def figure(skills: Iterable[str]) -> Figure:
        here = list(skills)
        taken = [took for skill in here for took in times.get(skill, ())]
        summed = {name: sum(getattr(counts[skill], name) for skill in here if skill in counts) for name in COUNTS}
        usual = median(taken) if len(taken) >= ENOUGH_TIMES else None
        return Figure(**summed, times=len(taken), median_ms=usual)

    return Figures(
        overall=figure(SUMS),
        groups={group: figure(skills) for group, skills in GROUPS.items()},
        skills={skill: figure([skill]) for skill in SKILLS},
    )
