"""Drills that are set, for whom, and those that were done because of that."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from classrooms.models.classes import Classroom
from classrooms.models.lessons import Lesson
from ninety.models import User, new_slug
from trainer.models import Drill


class Assignment(models.Model):
    """A drill that a class is to do: by itself until the day `due_on`, or together in a `lesson`.

    `options` are those of `trainer.drills.Options`, `target` how many right totals one drill is to have, 0 for any.
    Unless it `is_for_all`, it is for those who were `chosen` alone: with the last of them erased, for nobody.
    """

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    teacher = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="assignments")
    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, null=True, blank=True, related_name="drills")
    options = models.JSONField()
    target = models.PositiveSmallIntegerField(default=0)
    is_for_all = models.BooleanField(default=True)
    due_on = models.DateField(null=True, blank=True)
    set_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-set_at",)
        constraints = (
            models.CheckConstraint(
                condition=Q(lesson__isnull=True, due_on__isnull=False) | Q(lesson__isnull=False, due_on__isnull=True),
                name="assignment_until_a_day_or_in_a_lesson",
            ),
            models.CheckConstraint(
                condition=Q(is_for_all=True) | Q(lesson__isnull=True), name="assignment_in_a_lesson_is_for_all"
            ),
            models.UniqueConstraint(
                fields=["lesson"], condition=Q(closed_at__isnull=True), name="assignment_one_at_a_time_in_a_lesson"
            ),
        )

    def __str__(self) -> str:
        return f"{self.options.get('kind')} of {self.set_at:%Y-%m-%d}"


class ChosenPupil(models.Model):
    """Somebody for whom a drill was set that is not for the whole class."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="chosen")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="chosen_for")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["assignment", "user"], name="chosen_pupil_once_a_drill"),)

    def __str__(self) -> str:
        return str(self.user)


class AssignedDrill(models.Model):
    """A drill that somebody did, or began, because it was set."""

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="drills")
    drill = models.OneToOneField(Drill, on_delete=models.CASCADE, related_name="assigned")

    def __str__(self) -> str:
        return str(self.drill)
