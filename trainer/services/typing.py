"""Keep how fast a person types."""

import json
from collections.abc import Sequence
from datetime import datetime

from ninety.locks import writing
from ninety.models import User
from trainer.drills.typing import SHOWN, typing_time
from trainer.models import TypingSpeed
from trainer.selectors.typing import Typing, said


class BadTimes(ValueError):
    """Say that a warm-up was none, or too short to tell."""


def keep_typing(person: User, times: Sequence[int], now: datetime) -> Typing:
    """Keep the times of a warm-up, as `read_times` gives them."""
    made = {"median_ms": typing_time(times), "numbers": len(times), "measured_at": now}
    with writing():
        kept, _is_new = TypingSpeed.objects.update_or_create(user=person, defaults=made)
    return said(kept)


def forget_typing(person: User) -> None:
    """Take no typing time off any more."""
    TypingSpeed.objects.filter(user=person).delete()


def read_times(body: bytes) -> list[int]:
    """Read the times of a warm-up, as its page has sent them. Raises BadTimes."""
    try:
        times = json.loads(body)["times"]
    except (ValueError, RecursionError, TypeError, KeyError) as unread:
        raise BadTimes from unread
    if not isinstance(times, list) or len(times) > SHOWN:
        raise BadTimes
    if not all(isinstance(time, int) and not isinstance(time, bool) for time in times):
        raise BadTimes
    if typing_time(times) is None:
        raise BadTimes
    return times
