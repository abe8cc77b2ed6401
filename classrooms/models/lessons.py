"""Lessons: their tables, and who is there."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from classrooms.models.classes import Classroom
from ninety.models import Room, Table, User, new_slug
from ninety.rows import OftenRead


class Lesson(OftenRead):
    """One sitting of a class, at one time one of each class.

    `settings` are those of the class as it began, which the teacher may change for tables that are dealt later. At
    `ends_at` its matches close with the turns that stand; while it is paused, all of them stand still. At `class_table`
    the whole class plays, on the board. Begun for that alone, it is `for_board`, and has no lobby until a teacher
    opens one.
    """

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="lessons")
    room = models.OneToOneField(Room, on_delete=models.PROTECT, related_name="lesson")
    teacher = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="lessons")
    class_table = models.OneToOneField(
        Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="class_lesson"
    )
    for_board = models.BooleanField(default=False)
    settings = models.JSONField()
    started_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-started_at",)
        constraints = (
            models.UniqueConstraint(
                fields=["classroom"], condition=Q(ended_at__isnull=True), name="lesson_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(paused_at__isnull=True), name="lesson_ended_is_not_paused"
            ),
        )

    def __str__(self) -> str:
        return f"lesson {self.slug}"


class LessonTable(OftenRead):
    """A table of a lesson, under the number that it has on all pages."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="lesson_table")

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["lesson", "number"], name="lesson_table_once_a_number"),)

    def __str__(self) -> str:
        return f"table {self.number}"


class Attendance(models.Model):
    """A pupil or guest at a lesson, and the one table where they sit; none while they wait in the lobby.

    `device` is whose device they play on, where a table shares one; empty, it is their own. Who `stays` in the lobby
    was sent there by the teacher, and is given no seat until the teacher gives one.
    """

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="attendances")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="attendances")
    table = models.ForeignKey(LessonTable, on_delete=models.SET_NULL, null=True, blank=True, related_name="sitting")
    device = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    arrived_at = models.DateTimeField(default=timezone.now)
    seen_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)
    stays = models.BooleanField(default=False)

    class Meta:
        ordering = ("arrived_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=["lesson", "user"], name="attendance_once_a_person"),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=True) | Q(table__isnull=True), name="attendance_removed_sits_nowhere"
            ),
        )

    def __str__(self) -> str:
        return str(self.user)
