"""Who of a class needs help, with what shows it and a drill that fits; nothing is said below the minimum.

In the words of the help, there are three reasons:

- *a tendency*: a kind of mistake that stands out among the mistakes of eight weeks (`trainer.tendencies`).
- *well below the class*: at a group of sums in the period, so that it is not chance (`trainer.comparing`).
- *no practice*: not one answer in the last `IDLE_DAYS` days of the period, or in all of it where it is shorter, by a
  pupil who was in the class all that time; and at least half of the class, and `comparing.OTHERS` pupils, have some.
  Guests are expected to answer nothing.

A teacher can put a reason away. It stands again once what came *since then* shows it: a tendency with as many new
answers of its kind as it takes (`tendencies.FEWEST`), a group of sums when the new answers alone are well below the
class; no practice when there is none for another `IDLE_DAYS` days.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from classrooms.models import Classroom, Membership, PutAway
from classrooms.selectors.fitting import Fitting, fitting_drills
from classrooms.selectors.review import members_of
from ninety.models import User
from trainer.comparing import OTHERS, Below, is_well_below, well_below
from trainer.drills import Options
from trainer.figures import Figure, Figures, Period
from trainer.marking import GROUPS, KINDS
from trainer.models import Answer
from trainer.selectors.matrix import Filters, chosen_answers, counts_of_people
from trainer.selectors.practice import PRACTISED
from trainer.selectors.progress import FoundTendency, answers_that_count, tendencies_of_people
from trainer.selectors.tendency_lines import TendencyLine, tendency_for_teacher
from trainer.selectors.trends import percent_text
from trainer.tendencies import FEWEST
from trainer.wording import group_name, kind_name

IDLE_DAYS = 14
"""For how long somebody has answered nothing to whom it is said."""

IDLE = "idle"
REASONS = (*(f"tendency-{kind}" for kind in KINDS), *(f"below-{group}" for group in PRACTISED), IDLE)
"""The codes of all reasons."""


@dataclass(frozen=True)
class Reason:
    """Why somebody needs help: what it is, and the evidence.

    `sums` are the very answers of a tendency; `column` is the group whose answers a click opens. `put` says that it
    was put away.
    """

    code: str
    says: str
    evidence: str
    sums: TendencyLine | None
    column: str
    put: PutAway | None


@dataclass(frozen=True)
class Pupil:
    """A pupil who needs help, with all reasons, and each drill that fits some of them."""

    member: Membership
    name: str
    is_guest: bool
    reasons: tuple[Reason, ...]
    drills: tuple[Fitting, ...]

    @property
    def short(self) -> str:
        """Say all reasons in a line."""
        names: dict[str, list[str]] = {"tendency": [], "below": [], IDLE: []}
        for reason in self.reasons:
            sort, _dash, of = reason.code.partition("-")
            names[sort].append(kind_name(of) if sort == "tendency" else group_name(of) if sort == "below" else "")
        below = ", ".join(names["below"])
        return " · ".join(
            [
                *names["tendency"],
                *([_("well below the class: %(group)s") % {"group": below}] if below else []),
                *([pgettext("reason", "no practice")] if names[IDLE] else []),
            ]
        )


@dataclass(frozen=True)
class NeedsHelp:
    """Who needs help, those with most reasons first, and what was put away; `looked_at` counts whose answers it saw."""

    pupils: tuple[Pupil, ...]
    put_away: tuple[Pupil, ...]
    looked_at: int


@dataclass(frozen=True)
class _Found:
    """A reason before it is put into words."""

    code: str
    options: Options
    tendency: FoundTendency | None = None
    below: Below | None = None
    last: datetime | None = None


def needs_help(classroom: Classroom, filters: Filters, now: datetime) -> NeedsHelp:
    """Return who of a class needs help up to the end of a period; the number of queries is that of any class."""
    until = min(filters.period.end or now, now)
    members = [member for member in members_of(classroom) if member.state != Membership.State.MOVED]
    people = [member.user_id for member in members]
    counts = counts_of_people(people, filters)
    put = _put_away(members)
    found: defaultdict[int, list[tuple[_Found, bool]]] = defaultdict(list)
    for person, each, hides in (
        *_tendencies(people, until, put),
        *_below(counts, filters, put),
        *_idle(members, filters.period, until, put, now),
    ):
        found[person].append((each, hides))
    fitting = fitting_drills(classroom, now)

    def pupils(*, hidden: bool) -> Iterable[Pupil]:
        for member in members:
            chosen = [each for each, hides in found[member.user_id] if hides is hidden]
            if chosen:
                yield Pupil(
                    member=member,
                    name=member.user.display_name,
                    is_guest=member.user.kind == User.Kind.GUEST,
                    reasons=tuple(_reason(each, put.get((member.user_id, each.code))) for each in chosen),
                    drills=tuple(
                        fitting(member, options) for options in dict.fromkeys(each.options for each in chosen)
                    ),
                )

    return NeedsHelp(
        pupils=tuple(sorted(pupils(hidden=False), key=lambda pupil: -len(pupil.reasons))),
        put_away=tuple(pupils(hidden=True)),
        looked_at=sum(figures.overall.answers > 0 for figures in counts.values()),
    )


type _Put = Mapping[tuple[int, str], PutAway]
type _Each = Iterable[tuple[int, _Found, bool]]


def _put_away(members: Sequence[Membership]) -> _Put:
    rows = PutAway.objects.filter(membership__in=members).select_related("membership", "teacher")
    return {(row.membership.user_id, row.reason): row for row in rows}


def _tendencies(people: Sequence[int], until: datetime, put: _Put) -> _Each:
    for person, tendencies in tendencies_of_people(people, until).items():
        for tendency in tendencies:
            code = f"tendency-{tendency.kind}"
            away = put.get((person, code))
            new = sum(away is None or answer.answered_at > away.put_at for answer in tendency.answers)
            takes_away = 2 * sum(answer.change < 0 for answer in tendency.answers) > len(tendency.answers)
            yield person, _Found(code, _practice(takes_away=takes_away), tendency=tendency), new < FEWEST


def _below(counts: Mapping[int, Figures], filters: Filters, put: _Put) -> _Each:
    since = _since_put_away(filters, put)
    for group in PRACTISED:
        code = f"below-{group}"
        for person, below in well_below({key: each.groups[group] for key, each in counts.items()}).items():
            new = since.get((person, group), NOTHING)
            is_new = is_well_below(replace(below, right=new.right, answers=new.answers))
            hides = (person, code) in put and not is_new
            yield person, _Found(code, _practice(takes_away=group == "taking-away"), below=below), hides


def _since_put_away(filters: Filters, put: _Put) -> dict[tuple[int, str], Figure]:
    """Count what was answered at groups since they were put away."""
    since = {
        (person, code.removeprefix("below-")): row.put_at for (person, code), row in put.items() if "below-" in code
    }
    people = {person for person, _group in since}
    first = min(since.values(), default=None)
    answers = chosen_answers(people, filters).filter(try_number=1, announced__isnull=False)
    counted: defaultdict[tuple[int, str], list[bool]] = defaultdict(list)
    if first is not None:
        newer = answers.filter(answered_at__gt=first)
        for person, skill, right, came in newer.values_list("user", "skill", "right", "answered_at"):
            key = person, GROUP_OF[skill]
            if key in since and came > since[key]:
                counted[key].append(right)
    return {key: Figure(len(rights), sum(rights), 0, 0, None) for key, rights in counted.items()}


def _idle(members: Sequence[Membership], period: Period, until: datetime, put: _Put, now: datetime) -> _Each:
    start = until - timedelta(days=IDLE_DAYS)
    start = start if period.start is None else max(start, period.start)
    people = [member.user_id for member in members]
    answered = answers_that_count(people, Period(start, until)).filter(announced__isnull=False)
    busy = set(answered.order_by().values_list("user", flat=True).distinct())
    pupils = [member for member in members if member.user.kind == User.Kind.PUPIL]
    practised = sum(member.user_id in busy for member in pupils)
    if practised < OTHERS or 2 * practised < len(pupils):
        return
    idle = [member for member in pupils if member.user_id not in busy and member.joined_at <= start]
    before = Answer.objects.filter(user__in=[member.user_id for member in idle], answered_at__lt=start)
    last = dict(before.order_by().values_list("user").annotate(Max("answered_at")))
    for member in idle:
        away = put.get((member.user_id, IDLE))
        hides = away is not None and now < away.put_at + timedelta(days=IDLE_DAYS)
        yield member.user_id, _Found(IDLE, Options.usual("flash"), last=last.get(member.user_id)), hides


def _practice(*, takes_away: bool) -> Options:
    return replace(Options.usual("practice"), countdown=takes_away)


def _reason(found: _Found, put: PutAway | None) -> Reason:
    column = found.code.removeprefix("below-") if found.below else ""
    line = None if found.tendency is None else tendency_for_teacher(found.tendency)
    return Reason(found.code, reason_name(found.code), _evidence(found), line, column, put)


def reason_name(code: str) -> str:
    """Say shortly what a reason is."""
    sort, _dash, of = code.partition("-")
    if sort == "tendency":
        return _("Several mistakes in common: %(kind)s") % {"kind": kind_name(of)}
    if sort == "below":
        return _("Well below the class: %(group)s") % {"group": group_name(of)}
    return _("No practice")


def _evidence(found: _Found) -> str:
    if found.tendency is not None:
        return tendency_for_teacher(found.tendency).evidence
    if found.below is not None:
        below = found.below
        values = {
            "right": number_format(below.right),
            "answers": number_format(below.answers),
            "share": percent_text(below.share),
            "rest": percent_text(below.rest_share),
        }
        says = ngettext(
            "%(right)s of %(answers)s sum right at the first try (%(share)s); the rest of the class: %(rest)s.",
            "%(right)s of %(answers)s sums right at the first try (%(share)s); the rest of the class: %(rest)s.",
            below.answers,
        )
        return says % values
    if found.last is None:
        return _("Not one answer so far, while others of the class have practised.")
    return _("The last answer is of %(day)s; others of the class have practised since.") % {
        "day": date_format(found.last, "SHORT_DATE_FORMAT")
    }


NOTHING = Figure(0, 0, 0, 0, None)
GROUP_OF = {skill: group for group, skills in GROUPS.items() for skill in skills}
