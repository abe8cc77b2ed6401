"""How fast a person types."""

from dataclasses import dataclass
from datetime import datetime
from secrets import SystemRandom
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ninety.models import User
from trainer.drills.typing import SECONDS, draw_numbers
from trainer.models import TypingSpeed


@dataclass(frozen=True)
class Typing:
    """What a warm-up has shown: the time for a number in ms, the same in words, and when that was."""

    median_ms: int
    says: str
    when: datetime


def typing_of(person: User | None) -> Typing | None:
    """Return how fast a person types, None where that was never measured."""
    kept = None if person is None else TypingSpeed.objects.filter(user=person).first()
    return None if kept is None else said(kept)


def said(kept: TypingSpeed) -> Typing:
    """Put a typing speed into words."""
    seconds = number_format(kept.median_ms / 1000, decimal_pos=1)
    return Typing(kept.median_ms, _("%(seconds)s s for a number") % {"seconds": seconds}, kept.measured_at)


def numbers_to_type() -> dict[str, Any]:
    """Return what a warm-up shows, and for how many seconds."""
    return {"seconds": SECONDS, "numbers": draw_numbers(SystemRandom())}
