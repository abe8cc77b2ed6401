"""The demo school: two classes of made-up pupils who have really played, week after week, through the services."""

from classrooms.demonstration.plan import PUPILS, WEEKS
from classrooms.demonstration.school import make_school, may_make_school, steps_left

__all__ = ["PUPILS", "WEEKS", "make_school", "may_make_school", "steps_left"]
