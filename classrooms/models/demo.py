"""What says that a database is a demo."""

from django.db import models
from django.db.models import Q

from ninety.models import User


class DemoSchool(models.Model):
    """What says that a database is a demo: who looks round in it, and how much of its story has been played.

    There is one row, or none. The story is `weeks` long and ends on the day of `ends_at`, with so many `pupils` in a
    class; `steps_done` of its steps are there. The password is no secret, as anybody may come in as its teacher.
    """

    teacher = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    pupil = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    password = models.CharField(max_length=40)
    weeks = models.PositiveSmallIntegerField()
    pupils = models.PositiveSmallIntegerField()
    ends_at = models.DateTimeField()
    steps_done = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="demo_school_is_one_row"),)

    def __str__(self) -> str:
        return f"demo school of {self.ends_at:%Y-%m-%d}"
