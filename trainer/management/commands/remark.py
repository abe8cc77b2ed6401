"""`manage.py remark`: mark the whole log anew, after a change of the marking, and rate it anew."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from trainer.services.ratings import rate_anew
from trainer.services.remarking import remark_batch


class Command(BaseCommand):
    help = "Mark every answer of the log anew, a thousand at a time, then rate them anew. It may run while people play."

    def handle(self, **options: Any) -> None:
        """Print how many answers there are, how many are marked otherwise than before, and how many were rated."""
        last = answers = changed = 0
        while batch := remark_batch(last):
            last, seen, differ = batch
            answers, changed = answers + seen, changed + differ
        rated = rate_anew(timezone.now())
        self.stdout.write(f"{answers} answers: {changed} marked otherwise than before, {rated} rated.")
