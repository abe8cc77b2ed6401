"""What drills came to: for the page that offers them, for the result of one, and for exports."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.db.models import Max, QuerySet
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ninety.models import User
from trainer.drills import KINDS, Options, a_minute, stretched
from trainer.figures import ENOUGH_ANSWERS, ENOUGH_TIMES
from trainer.marking import CARD_RULES
from trainer.models import Answer, Drill
from trainer.selectors.drill_words import drill_name, drill_says, options_text
from trainer.selectors.drills import drills_of, is_finished, options_of
from trainer.selectors.own_page import MistakeLine, mistake_line
from trainer.selectors.repeats import sums_to_repeat
from trainer.selectors.trends import APART, FOOT, HIGH, percent_text

SHOWN = 8
"""How many flash drills a growth line has at the most."""


@dataclass(frozen=True)
class KindLine:
    """A kind of drill as it is offered; `note` says why one is not available."""

    code: str
    name: str
    says: str
    best: str
    available: bool
    note: str


@dataclass(frozen=True)
class TrendRow:
    """A flash drill of before; `changed` says what was different from the drill that the page is about."""

    when: str
    right: str
    sums: str
    percent: str
    seconds: str
    changed: str


@dataclass(frozen=True)
class Trend:
    """The growth line of flash: only drills of one kind are joined; `rows` have every one, the newest first."""

    path: str
    points: tuple[tuple[int, int, str], ...]
    rows: tuple[TrendRow, ...]


@dataclass(frozen=True)
class Result:
    """What a drill came to, as its page says it."""

    right: int
    sums: int
    percent: str
    busts: int | None
    best: int | None
    is_best: bool
    why: str
    unfinished: str
    target: int
    is_finished: bool
    settings: str
    sent_late: bool
    left_says: str
    trend: Trend | None
    practise: dict[str, str] | None


@dataclass(frozen=True, slots=True)
class DrillFigures:
    """What an export says of a drill beyond its counts; None where there is too little to tell. Times are in ms.

    In a race the time is that of choosing and computing together.
    """

    correct_digits_a_minute: float | None
    median_ms: float | None


def kind_lines(person: User | None, now: datetime) -> tuple[KindLine, ...]:
    """Return the kinds of drills as they are offered to somebody."""
    return tuple(_kind_line(kind, person, now) for kind in KINDS)


def result_of(drill: Drill, now: datetime) -> Result:
    """Return what a drill came to."""
    best = best_of(drill)
    earlier = best_of(drill, before=drill)
    wrong = drill.right < drill.sums
    return Result(
        right=drill.right,
        sums=drill.sums,
        percent=percent_text(drill.right / drill.sums) if drill.sums >= ENOUGH_ANSWERS else "",
        busts=drill.busts if drill.kind == Drill.Kind.SPEED else None,
        best=best,
        is_best=best is not None and drill.right == best and drill.right > (earlier or 0),
        why=Drill.Why.STOPPED if drill.why == Drill.Why.LEFT else drill.why,
        unfinished=drill.typing,
        target=options_of(drill).target,
        is_finished=is_finished(drill),
        settings=options_text(options_of(drill), drill.seconds),
        sent_late=drill.sent_late,
        left_says=_left_text(len(sums_to_repeat(drill.user, now))) if drill.kind == Drill.Kind.AGAIN else "",
        trend=trend_of(drill) if drill.kind == Drill.Kind.FLASH else None,
        practise={"kind": "again", "label": _("Practise these sums once more")} if wrong else None,
    )


def mistakes_of(drill: Drill) -> tuple[MistakeLine, ...]:
    """Return the wrong answers of a drill in their order, each with all that explains it."""
    return tuple(map(mistake_line, drill.answers.filter(right=False).order_by("play_number")))


def best_of(drill: Drill, *, before: Drill | None = None) -> int | None:
    """Return the most right totals in a drill like this one, None where that says nothing."""
    if not drill.seconds or drill.kind == Drill.Kind.AGAIN:
        return None
    like = _like(drill)
    if before is not None:
        like = like.filter(started_at__lt=before.started_at)
    most: int | None = like.aggregate(most=Max("right"))["most"]
    return most


def trend_of(drill: Drill) -> Trend | None:
    """Return the growth line up to a flash drill, None as long as there is only one."""
    whole = drills_of(drill.user).filter(
        kind=Drill.Kind.FLASH, why=Drill.Why.TIME, doubtful=False, started_at__lte=drill.started_at
    )
    newest = list(whole[:SHOWN])
    if len(newest) < 2:
        return None
    like = [each for each in reversed(newest) if _is_like(each, drill)]
    most = max((each.right for each in like), default=0) or 1
    points = tuple(
        (APART // 2 + APART * place, FOOT - HIGH * each.right // most, number_format(each.right))
        for place, each in enumerate(like)
    )
    path = "M" + "L".join(f"{x} {y}" for x, y, _label in points) if len(points) > 1 else ""
    return Trend(path, points, tuple(_trend_row(each, drill) for each in newest))


def figures_of_drills(drills: Iterable[Drill]) -> dict[int, DrillFigures]:
    """Return the figures of drills, by primary key; card rules are in none."""
    drills = list(drills)
    times: defaultdict[int, list[int]] = defaultdict(list)
    rows = Answer.objects.filter(drill__in=drills).exclude(skill__in=CARD_RULES)
    for key, kind, role, choosing, computing in rows.values_list(
        "drill_id", "drill__kind", "role", "choosing_ms", "computing_ms"
    ):
        if kind == Drill.Kind.SPEED:
            times[key].append(choosing + computing)
        elif role == Answer.Role.OWN:
            times[key].append(computing)
    return {drill.pk: _figures(drill, times[drill.pk]) for drill in drills}


def _figures(drill: Drill, times: Sequence[int]) -> DrillFigures:
    enough = len(times) >= ENOUGH_TIMES and not drill.doubtful
    return DrillFigures(a_minute(drill.correct_digits, drill.used_ms), median(times) if enough else None)


def _like(drill: Drill) -> QuerySet[Drill]:
    """Return the drills of the same person that are compared with one: the same in all that makes them hard."""
    like = Drill.objects.filter(
        user_id=drill.user_id, kind=drill.kind, seconds=drill.seconds, doubtful=False, ended_at__isnull=False
    )
    names = ("limit", "countdown", "expected") if drill.kind == Drill.Kind.PRACTICE else ("limit", "countdown")
    return like.filter(**{f"settings__{name}": drill.settings[name] for name in names})


def _is_like(one: Drill, other: Drill) -> bool:
    return one.seconds == other.seconds and all(
        one.settings[name] == other.settings[name] for name in ("limit", "countdown")
    )


def _trend_row(each: Drill, drill: Drill) -> TrendRow:
    settings = options_text(options_of(each), each.seconds)
    return TrendRow(
        when=date_format(each.started_at, "SHORT_DATE_FORMAT"),
        right=number_format(each.right),
        sums=number_format(each.sums),
        percent=percent_text(each.right / each.sums) if each.sums >= ENOUGH_ANSWERS else "",
        seconds=number_format(each.seconds),
        changed="" if _is_like(each, drill) else _("another kind: %(settings)s") % {"settings": settings},
    )


def _kind_line(kind: str, person: User | None, now: datetime) -> KindLine:
    left = 0 if kind != "again" or person is None else len(sums_to_repeat(person, now))
    return KindLine(
        code=kind,
        name=drill_name(kind),
        says=drill_says(kind),
        best=_best_text(kind, person),
        available=kind != "again" or left > 0,
        note=_left_text(left) if kind == "again" else "",
    )


def _best_text(kind: str, person: User | None) -> str:
    """Say the own best in a drill as one tap starts it."""
    usual = Options.usual(kind)
    if person is None or not usual.seconds:
        return ""
    seconds = stretched(usual.seconds, person.stretch, untimed=person.untimed_drills)
    best = best_of(Drill(user=person, kind=kind, seconds=seconds, settings=usual.to_json()))
    return "" if best is None else _("best so far: %(right)s") % {"right": number_format(best)}


def _left_text(left: int) -> str:
    if not left:
        return _("Nothing is left to do once more.")
    says = ngettext("%(count)s sum to do once more", "%(count)s sums to do once more", left)
    return says % {"count": number_format(left)}
