"""One lesson of a made-up class: all come in, do a drill together, and play until the teacher ends it."""

from dataclasses import replace
from datetime import datetime, timedelta

from classrooms.class_settings import ClassSettings
from classrooms.demonstration.drilling import Drilling
from classrooms.demonstration.plan import A_WEEK
from classrooms.demonstration.sitting import Sitting
from classrooms.demonstration.story import Chapter
from classrooms.models import Attendance, Lesson, LessonTable
from classrooms.services.assignments import close_assignment, set_drill, start_class_drill
from classrooms.services.lessons import arrive_at, end_lesson, pause_lesson, resume_lesson, start_lesson
from classrooms.services.seating import Order, play_on, seat_all, seat_late, start_tables
from classrooms.services.settings import change_settings
from ninety.models import User
from ninety.starting_points import STARTING_POINTS
from trainer.models import Answer
from trainer.services.setting_aside import set_aside

AT_A_TABLE = 4
COMING_IN, SEATING, EYES_ON_ME, BETWEEN_MATCHES = (
    timedelta(seconds=90),
    timedelta(seconds=40),
    timedelta(seconds=45),
    timedelta(seconds=20),
)
LATE = 0.05
"""How often somebody who comes is late."""

TWO_MORE_DAYS = timedelta(days=2)


def give_lesson(chapter: Chapter) -> None:
    """Give the lesson of a week, and set the drill that is to be done until the next one."""
    week, now = chapter.week, chapter.at(chapter.plan.begins)
    if week.point:
        _change_game(chapter, week.point)
    lesson = start_lesson(chapter.classroom, chapter.teacher, now)
    late = _come_in(chapter, lesson, now)
    now += COMING_IN
    if week.together is not None:
        now = _drill_together(chapter, lesson, now)
    if week.plays:
        now = _play(chapter, lesson, late, now)
    else:
        end_lesson(lesson, now)
    if week.homework is not None:
        is_last_but_one = chapter.step.week == chapter.school.weeks - 2
        due_on = chapter.day + A_WEEK + (TWO_MORE_DAYS if is_last_but_one else timedelta())
        set_drill(chapter.classroom, chapter.teacher, week.homework, target=week.target, due_on=due_on, now=now)
    if chapter.step.week == chapter.school.weeks // 2:
        _set_one_aside(chapter, now)


def _change_game(chapter: Chapter, point: str) -> None:
    """Let the class play another game from now on; no bots fill its tables."""
    before = ClassSettings.from_json(chapter.classroom.settings)
    settings = before.starting_from(STARTING_POINTS[point])
    change_settings(chapter.classroom, replace(settings, strength="", reveal_wait=chapter.plan.reveal_wait))


def _come_in(chapter: Chapter, lesson: Lesson, now: datetime) -> list[User]:
    """Have everybody come in who is well, and return those who will be late."""
    dice = chapter.dice
    here = [user for user, character in chapter.pupils if dice.random() < character.comes]
    late = [user for user in here if len(here) > AT_A_TABLE and dice.random() < LATE]
    after = {user.pk: timedelta(seconds=dice.uniform(0, COMING_IN.total_seconds())) for user in here}
    for user in sorted((user for user in here if user not in late), key=lambda user: after[user.pk]):
        arrive_at(lesson, user, now + after[user.pk])
    return late


def _drill_together(chapter: Chapter, lesson: Lesson, now: datetime) -> datetime:
    """Give everybody who is there the same drill, and return when the last has done it."""
    assert chapter.week.together is not None
    assignment = start_class_drill(lesson, chapter.teacher, chapter.week.together, now)
    done_at = now
    for assigned in assignment.drills.select_related("drill__user").order_by("pk"):
        drill = assigned.drill
        done_at = max(done_at, Drilling(drill, chapter.minds[drill.user_id]).do())
    close_assignment(assignment, done_at + SEATING)
    return done_at + SEATING


def _play(chapter: Chapter, lesson: Lesson, late: list[User], now: datetime) -> datetime:
    """Seat all and let them play, with one pause in the middle, and return when the lesson has ended."""
    order = Order.LEVEL if chapter.week.by_level else Order.RANDOM
    seat_all(lesson, AT_A_TABLE, order, now, chapter.dice)
    now += SEATING
    start_tables(lesson, chapter.teacher, now)
    for user in late:
        there = arrive_at(lesson, user, now)
        seat_late(lesson, there, now)
    half = timedelta(minutes=chapter.week.plays) / 2
    tables = [_Table(chapter, lesson, table, now) for table in lesson.tables.order_by("number")]
    for table in tables:
        table.play(now + half)
    paused_at = max([now + half, *(table.now for table in tables)])
    pause_lesson(lesson, paused_at)
    now = paused_at + EYES_ON_ME
    resume_lesson(lesson, now)
    for table in tables:
        table.look_again(now)
        table.play(now + half)
    ended_at = max([now + half, *(table.now for table in tables)])
    end_lesson(lesson, ended_at)
    for table in tables:
        table.finish(ended_at)
    return ended_at


class _Table:
    """A table of the lesson, at which one match follows the other."""

    def __init__(self, chapter: Chapter, lesson: Lesson, table: LessonTable, now: datetime) -> None:
        self.chapter, self.lesson, self.table = chapter, lesson, table
        self.look_again(now)

    @property
    def now(self) -> datetime:
        """How late it is at this table."""
        return self.sitting.now

    def look_again(self, now: datetime) -> None:
        """Go on from the match as it stands."""
        match = LessonTable.objects.select_related("table__match__table").get(pk=self.table.pk).table.match
        assert match is not None
        self.sitting = Sitting(match, self.chapter.minds, now, self.chapter.dice)

    def play(self, until: datetime) -> None:
        """Play until a time, another match after the one that is over."""
        self.sitting.play(until)
        while self.sitting.is_over and self.now + BETWEEN_MATCHES < until:
            somebody = Attendance.objects.filter(table=self.table).select_related("user").first()
            assert somebody is not None
            now = self.now + BETWEEN_MATCHES
            play_on(self.lesson, somebody, now)
            self.look_again(now)
            self.sitting.play(until)

    def finish(self, now: datetime) -> None:
        """Finish the turn that stands as the lesson ends."""
        if not self.sitting.is_over:
            self.look_again(now)
        while not self.sitting.is_over:
            self.sitting.turn()


def _set_one_aside(chapter: Chapter, now: datetime) -> None:
    """Have the teacher set the last wrong answer of the class aside, as if it were a slip of the finger."""
    people = [user.pk for user, _character in chapter.pupils]
    slips = Answer.objects.filter(user__in=people, right=False, try_number=1).order_by("-pk")
    set_aside(list(slips.values_list("pk", flat=True)[:1]), chapter.teacher, now)
