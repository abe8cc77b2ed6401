"""Keep how fast a person types."""

import json
from datetime import datetime

from ninety.locks import writing
from ninety.models import User
from trainer.drills.typing import SHOWN, typing_time
from trainer.models import TypingSpeed
from trainer.selectors.typing import Typing, said


class BadTimes(ValueError):
    """Say that a warm-up was none, or too short to tell."""


def keep_typing(person: User, body: bytes, now: datetime) -> Typing:
    """Keep the times of a warm-up, as its page has sent them. Raises BadTimes."""
    times = _read(body)
    median_ms = typing_time(times)
    if median_ms is None:
        raise BadTimes
    made = {"median_ms": median_ms, "numbers": len(times), "measured_at": now}
    with writing():
        kept, _is_new = TypingSpeed.objects.update_or_create(user=person, defaults=made)
    return said(kept)


def forget_typing(person: User) -> None:
    """Take no typing time off any more."""
    TypingSpeed.objects.filter(user=person).delete()


def _read(body: bytes) -> list[int]:
    try:
        times = json.loads(body)["times"]
    except (ValueError, RecursionError, TypeError, KeyError) as unread:
        raise BadTimes from unread
    if not isinstance(times, list) or len(times) > SHOWN:
        raise BadTimes
    if not all(isinstance(time, int) and not isinstance(time, bool) for time in times):
        raise BadTimes
    return times
