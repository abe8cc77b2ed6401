"""Drills that were set: what is due for a pupil, and who of a class did them."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Q, QuerySet
from django.utils import timezone

from classrooms.models import Assignment, ChosenPupil, Classroom, Lesson, Membership
from classrooms.selectors.roster import those_in
from ninety.models import User
from ninety.names import sort_key
from ninety.prepared import Number, Prepared
from trainer.drills import Options
from trainer.models import Drill
from trainer.selectors.drill_words import drill_name, options_text
from trainer.selectors.drills import is_finished
from trainer.selectors.tallies import Tally

_CLASS_DRILL = Prepared(
    lambda: Assignment.objects.filter(lesson=Number("lesson"), closed_at=None).select_related("classroom")
)
_PROGRESS = Prepared(
    lambda: (
        Drill.objects.filter(assigned__assignment=Number("assignment"))
        .select_related("user")
        .only("right", "sums", "ended_at", "user__display_name")
    )
)


class Standing(StrEnum):
    """How far somebody has come with a drill that was set."""

    DONE = "done"
    LATE = "late"
    BELOW = "below"
    UNFINISHED = "unfinished"
    OPEN = "open"


@dataclass(frozen=True)
class DueLine:
    """A drill that a pupil has to do, or has done; `best` is the one that counts, None where none does yet."""

    assignment: Assignment
    name: str
    says: str
    is_late: bool
    is_begun: bool
    best: Drill | None


@dataclass(frozen=True)
class ToDo:
    """What a pupil has to do yet, the first due first, and what is done of late."""

    due: tuple[DueLine, ...]
    done: tuple[DueLine, ...]


@dataclass(frozen=True)
class DoneLine:
    """What one pupil made of a drill that was set; `best` is the drill that counts, None where none does."""

    member: Membership
    name: str
    standing: Standing
    tries: int
    best: Drill | None

    @property
    def percent(self) -> int | None:
        """Return how many of a hundred sums of that drill were right; None where there are too few to tell."""
        return None if self.best is None else Tally(self.best.right, self.best.sums).percent


@dataclass(frozen=True)
class TryLine:
    """One drill that somebody did, or left, because it was set."""

    name: str
    drill: Drill


@dataclass(frozen=True)
class AssignmentLine:
    """A drill that was set, in a list: how many of the class have done it; `chosen` names those it is for alone."""

    assignment: Assignment
    name: str
    says: str
    done: int
    pupils: int
    chosen: tuple[str, ...]


@dataclass(frozen=True)
class AssignmentPage:
    """A drill that was set, with what the class made of it."""

    assignment: Assignment
    name: str
    says: str
    lines: tuple[DoneLine, ...]
    tries: tuple[TryLine, ...]
    done: int
    mean_right: float | None


def standing_of(assignment: Assignment, drills: list[Drill]) -> tuple[Standing, Drill | None]:
    """Return how far somebody has come, and the best of the drills that show it: of those in time before late ones."""
    finished = [drill for drill in drills if is_finished(drill)]
    in_time = [drill for drill in finished if not is_late(assignment, drill)]
    best = max(in_time or finished, key=lambda drill: drill.right, default=None)
    reached = max(finished, key=lambda drill: drill.right, default=None)
    if best is not None and best in in_time and best.right >= assignment.target:
        return Standing.DONE, best
    if reached is not None and reached.right >= assignment.target:
        return Standing.LATE, reached
    if best is not None:
        return Standing.BELOW, best
    return (Standing.UNFINISHED if drills else Standing.OPEN), None


def assignments_for(person: User) -> QuerySet[Assignment]:
    """Return the drills that were set for somebody, in any class and lesson: for all there, or for them by name."""
    by_name = ChosenPupil.objects.filter(user=person).values("assignment")
    classes = Membership.objects.filter(user=person, state=Membership.State.IN).values("classroom")
    return Assignment.objects.filter(Q(is_for_all=True) | Q(pk__in=by_name), classroom__in=classes)


def to_do(person: User, now: datetime) -> ToDo:
    """Return the drills that a pupil has to do yet, and those done whose day is not over, or that were done today."""
    open_ones = assignments_for(person).filter(lesson=None, closed_at=None).order_by("due_on", "pk")
    drills = drills_by(Q(user=person, assigned__assignment__in=open_ones), lambda drill: drill.assigned.assignment_id)
    today, due, done = timezone.localdate(now), list[DueLine](), list[DueLine]()
    for assignment in open_ones:
        mine = drills[assignment.pk]
        standing, best = standing_of(assignment, mine)
        is_over = assignment.due_on is not None and today > assignment.due_on
        line = DueLine(
            assignment=assignment,
            name=drill_name(assignment.options["kind"]),
            says=says_of(assignment),
            is_late=is_over,
            is_begun=any(drill.ended_at is None for drill in mine),
            best=best,
        )
        if standing not in {Standing.DONE, Standing.LATE}:
            due.append(line)
        elif not is_over or (best and best.ended_at and timezone.localdate(best.ended_at) == today):
            done.append(replace(line, is_late=standing == Standing.LATE))
    return ToDo(tuple(due), tuple(done))


def assignment_lines(classroom: Classroom) -> tuple[AssignmentLine, ...]:
    """Return the drills that were set for a class, newest first, those of lessons apart."""
    return _lines(classroom, classroom.assignments.filter(lesson=None).order_by("-set_at", "-pk"))


def due_lines(classroom: Classroom, today: date) -> tuple[AssignmentLine, ...]:
    """Return the drills that a class or some of it have until today or later, the first due first."""
    open_ones = classroom.assignments.filter(lesson=None, closed_at=None, due_on__gte=today)
    return _lines(classroom, open_ones.order_by("due_on", "pk"))


def _lines(classroom: Classroom, assignments: QuerySet[Assignment]) -> tuple[AssignmentLine, ...]:
    found = list(assignments)
    names = {member.user_id: member.user.display_name for member in those_in(classroom)}
    chosen: defaultdict[int, set[int]] = defaultdict(set)
    for assignment, person in ChosenPupil.objects.filter(assignment__in=found).values_list("assignment", "user"):
        chosen[assignment].add(person)
    drills: defaultdict[tuple[int, int], list[Drill]] = defaultdict(list)
    for drill in Drill.objects.filter(assigned__assignment__in=found).select_related("assigned"):
        drills[drill.assigned.assignment_id, drill.user_id].append(drill)

    def line(assignment: Assignment) -> AssignmentLine:
        pupils = [person for person in names if assignment.is_for_all or person in chosen[assignment.pk]]
        standings = [standing_of(assignment, drills[assignment.pk, person])[0] for person in pupils]
        return AssignmentLine(
            assignment=assignment,
            name=drill_name(assignment.options["kind"]),
            says=says_of(assignment),
            done=sum(standing in {Standing.DONE, Standing.LATE} for standing in standings),
            pupils=len(pupils),
            chosen=() if assignment.is_for_all else tuple(names[person] for person in pupils),
        )

    return tuple(map(line, found))


def assignment_page(assignment: Assignment) -> AssignmentPage:
    """Return what a class, or those chosen of it, made of a drill; the mean is of what was finished in time."""
    drills = drills_by(Q(assigned__assignment=assignment), lambda drill: drill.user_id)
    chosen = set(assignment.chosen.values_list("user", flat=True))
    lines, tries = list[DoneLine](), list[TryLine]()
    for member in those_in(assignment.classroom):
        name, mine = member.user.display_name, drills[member.user_id]
        tries.extend(TryLine(name, drill) for drill in mine if drill.ended_at is not None)
        if not assignment.is_for_all and member.user_id not in chosen:
            continue
        standing, best = standing_of(assignment, mine)
        lines.append(DoneLine(member, name, standing, len(mine), best))
    counted = [line.best.right for line in lines if line.best is not None and not is_late(assignment, line.best)]
    return AssignmentPage(
        assignment=assignment,
        name=drill_name(assignment.options["kind"]),
        says=says_of(assignment),
        lines=tuple(lines),
        tries=tuple(tries),
        done=sum(line.standing in {Standing.DONE, Standing.LATE} for line in lines),
        mean_right=sum(counted) / len(counted) if counted else None,
    )


def says_of(assignment: Assignment) -> str:
    """Say shortly what a drill is dealt with."""
    options = Options.from_json(assignment.options)
    return options_text(options, options.seconds)


def class_drill_of(lesson: Lesson) -> Assignment | None:
    """Return the drill that everybody at a lesson does now."""
    return _CLASS_DRILL.first(lesson=lesson.pk)


def progress_in(assignment: Assignment) -> tuple[Drill, ...]:
    """Return how far each has come with the drill of a lesson."""
    drills, language = _PROGRESS(assignment=assignment.pk), assignment.classroom.language
    return tuple(sorted(drills, key=lambda drill: sort_key(drill.user.display_name, language)))


def drills_by[Key](which: Q, key: Callable[[Drill], Key]) -> defaultdict[Key, list[Drill]]:
    """Return drills in lists by a key of theirs, oldest first."""
    found: defaultdict[Key, list[Drill]] = defaultdict(list)
    for drill in Drill.objects.filter(which).select_related("assigned").order_by("started_at"):
        found[key(drill)].append(drill)
    return found


def is_late(assignment: Assignment, drill: Drill) -> bool:
    """Return whether a drill ended after the day until which it was to be done."""
    if assignment.due_on is None or drill.ended_at is None:
        return False
    return timezone.localdate(drill.ended_at) > assignment.due_on
