"""Made-up pupils who come to a lesson that is begun in the demo, while it is served, and play and drill as it goes.

The one whom a visitor may look round as stays away. The others stay for a while only: a lesson that is forgotten fills
no database.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from django.db.models import Q
from django.utils import timezone

from classrooms.demonstration.characters import Mind
from classrooms.demonstration.drilling import Drilling
from classrooms.demonstration.plan import CLASSES
from classrooms.demonstration.sitting import KNEW_ALREADY, LEAST, READS_HINT, READS_WORKING
from classrooms.models import Assignment, Attendance, DemoSchool, Lesson, LessonTable, Membership
from classrooms.selectors.demo import demo_school
from classrooms.services.assignments import join_class_drill
from classrooms.services.lessons import arrive_at
from classrooms.services.seating import LessonOver, NotThere, play_on, seat_late
from ninety.engine import actions, bots
from ninety.engine.cards import Card
from ninety.engine.view import view
from ninety.models import Match, Seat, User
from ninety.selectors import LAST_TURN, phase_of, rules_of, state_of
from ninety.services import Unchanged, note_presence
from trainer.drills import Play
from trainer.models import Answer
from trainer.services import agree, announce_total, check, claim_bust, commit_play, go_on

STAYS = timedelta(minutes=15)
"""How long after the beginning of a lesson they take part."""

COMES_WITHIN, PLAYS_AGAIN_AFTER = 20.0, 12.0
LOOKS_EVERY = 10
"""Seconds after which a page in the lobby or at a table is heard of again."""

CHARACTERS = {character.name: character for plan in CLASSES for character in plan.characters}

type Deed = Callable[[], object]


class Company:
    """Looks again and again what there is to do, and does what its time has come for."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.due: dict[tuple[object, ...], datetime] = {}
        self.drilling: dict[int, Drilling] = {}

    def attend(self, now: datetime | None = None) -> int:
        """Take part in the lessons that go on, and return how much was done."""
        now, school = now or timezone.now(), demo_school()
        # Whoever is on turn as a lesson ends finishes the turn.
        ends = Q(ended_at=None, paused_at=None) | Q(ended_at__gt=now - LAST_TURN)
        going = Lesson.objects.filter(ends, started_at__gt=now - STAYS)
        mine = [] if school is None else list(going.filter(classroom__owner=school.teacher).select_related("classroom"))
        if school is None or not mine:
            self.due.clear()
            self.drilling.clear()
            return 0
        return sum(self._take_part(lesson, self._minds(lesson, school), now) for lesson in mine)

    def _minds(self, lesson: Lesson, school: DemoSchool) -> dict[User, Mind]:
        """Return those of the class who come, with how they think by the end of the term."""
        members = Membership.objects.filter(classroom=lesson.classroom_id, state=Membership.State.IN)
        people = [member.user for member in members.exclude(user=school.pupil).select_related("user").order_by("pk")]
        known = (user for user in people if user.display_name in CHARACTERS)
        return {user: Mind(CHARACTERS[user.display_name], school.weeks, self.dice) for user in known}

    def _take_part(self, lesson: Lesson, minds: dict[User, Mind], now: datetime) -> int:
        here = {
            user: mind
            for user, mind in minds.items()
            if self._is_time(now, ("comes", lesson.pk, user.pk), self.dice.uniform(0, COMES_WITHIN))
        }
        done = sum(self._look(lesson, user, now) for user in here if lesson.ended_at is None)
        if Assignment.objects.filter(lesson=lesson, closed_at=None).exists():
            done += sum(self._drill(lesson, user, mind, now) for user, mind in here.items())
            return done
        for table in lesson.tables.select_related("table__match__table"):
            done += self._at(lesson, table, minds, now)
        return done

    def _look(self, lesson: Lesson, user: User, now: datetime) -> int:
        """Do what a page in the lobby does from time to time: say that its pupil is there, and find a seat."""
        if not self._is_time(now, ("looks", lesson.pk, user.pk), 0):
            return 0
        self.due["looks", lesson.pk, user.pk] = now + timedelta(seconds=LOOKS_EVERY)
        there = arrive_at(lesson, user, now)
        if there.table_id is None and there.removed_at is None:
            with suppress(LessonOver, NotThere):
                seat_late(lesson, there, now)
        return 1

    def _drill(self, lesson: Lesson, user: User, mind: Mind, now: datetime) -> int:
        """Do as much of the drill that all do as there was time for."""
        drill = join_class_drill(lesson, user, now)
        if drill is None:
            return 0
        drill.user = user
        doing = self.drilling.setdefault(drill.pk, Drilling(drill, mind))
        return doing.go_on(now)

    def _at(self, lesson: Lesson, table: LessonTable, minds: dict[User, Mind], now: datetime) -> int:
        """Do one thing at a table: the first that it is time for."""
        match = table.table.match
        if match is None or match.paused_at is not None:
            return 0
        if match.ended_at is not None:
            return 0 if lesson.ended_at else self._play_again(lesson, table, match, minds, now)
        seats = list(match.seats.filter(user__in=minds, held="").select_related("user"))
        if self._is_time(now, ("noted", match.pk), 0):
            self.due["noted", match.pk] = now + timedelta(seconds=LOOKS_EVERY)
            note_presence([seat.pk for seat in seats], now=now)
        for seat in seats:
            for errand, after, deed in self._errands(match, seat, minds[seat.person], now):
                if self._is_time(now, (match.pk, match.steps, seat.number, errand), after):
                    with suppress(Unchanged):
                        deed()
                    return 1
        return 0

    def _play_again(
        self, lesson: Lesson, table: LessonTable, match: Match, minds: dict[User, Mind], now: datetime
    ) -> int:
        there = Attendance.objects.filter(table=table, user__in=minds).select_related("user").first()
        if there is None or not self._is_time(now, ("again", match.pk), PLAYS_AGAIN_AFTER):
            return 0
        with suppress(LessonOver, Unchanged):
            play_on(lesson, there, now)
        return 1

    def _errands(self, match: Match, seat: Seat, mind: Mind, now: datetime) -> Iterator[tuple[str, float, Deed]]:
        """Yield what somebody has to do at a table, after how many seconds, and how."""
        state, phase, number = state_of(match), phase_of(match), match.steps + 1
        if match.committed is None:
            if state.turn == seat.number:
                yield from self._own_turn(match, seat, mind, now)
            return
        laid = match.committed
        play = Play(rules_of(match), state.total, Card(laid["card"]), laid["choice"], ())
        if phase == Match.Phase.SAID:
            if laid.get("next") == seat.number:
                yield "agree", self._between(*READS_HINT), partial(agree, seat, play_number=number, now=now)
        elif laid["seat"] == seat.number:
            if phase == Match.Phase.LAID:
                again = bool(laid["tried"])
                after = self._between(*READS_HINT) if again else KNEW_ALREADY * mind.seconds(play)
                said = mind.total(play, again=again)
                yield f"announce {again}", after, partial(announce_total, seat, said, **self._seen(match, now))
        elif match.everyone_computes and not _has_checked(match, seat):
            yield "check", mind.seconds(play), partial(check, seat, mind.total(play), play_number=number, now=now)

    def _own_turn(self, match: Match, seat: Seat, mind: Mind, now: datetime) -> Iterator[tuple[str, float, Deed]]:
        """Read what there is to read, then lay a card, or say that none fits."""
        if Answer.objects.filter(match=match, user=seat.user, right=False, read_at=None).exists():
            reads = partial(go_on, seat, play_number=match.steps + 1, key=self._key(), now=now)
            yield "read", self._between(*READS_WORKING), reads
            return
        deed: Deed
        action = bots.choose(view(state_of(match), seat.number), mind.character.plays, self.dice)
        if isinstance(action, actions.Bust):
            yield "stuck", mind.chooses(), partial(claim_bust, seat, **self._seen(match, now))
        else:
            deed = partial(commit_play, seat, action.card, action.choice, **self._seen(match, now))
            yield "choose", mind.chooses(), deed

    def _is_time(self, now: datetime, errand: tuple[object, ...], after: float) -> bool:
        """Return whether it is time for an errand: so many seconds after it was first heard of."""
        return now >= self.due.setdefault(errand, now + timedelta(seconds=max(after, LEAST) if after else 0))

    def _seen(self, match: Match, now: datetime) -> dict[str, Any]:
        return {"version": match.version, "tries": match.tries, "key": self._key(), "now": now}

    def _key(self) -> str:
        return f"{self.dice.getrandbits(64):016x}"

    def _between(self, least: float, most: float) -> float:
        return self.dice.uniform(least, most)


def _has_checked(match: Match, seat: Seat) -> bool:
    """Return whether somebody has said a total for the card of another that lies on the table."""
    checks = Answer.objects.filter(match=match, user=seat.user, role=Answer.Role.CHECKER)
    return checks.filter(play_number=match.steps + 1).exists()
