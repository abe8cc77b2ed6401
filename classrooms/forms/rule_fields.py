"""Single fields of a rule set as people write them: what a card does, and how long the clock runs."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from ninety.engine.rulesets import Effect

TWISTS = {"none": "", "skip": " skip", "reverse": " reverse"}
"""What a card may do besides, and how that is written in an effect."""

_MINUSES = str.maketrans("−–—", "---")
_AMOUNT = r"[+-]?[0-9]{1,2}"
_AMOUNTS = re.compile(rf"({_AMOUNT})(?:/({_AMOUNT}))?")
_TO_LIMIT = {"=", "=limit"}
_CLOCK = re.compile(r"([0-9]{1,2})(?::([0-5][0-9]))?")


class AmountsField(forms.CharField):
    """What a card does to the total, written as in an effect: `+7`, `-5`, `+1/+11`, `=limit`; a sign may be missing."""

    def to_python(self, value: Any) -> str:
        typed = "".join(str(value or "").split()).translate(_MINUSES)
        if not typed or typed in _TO_LIMIT:
            return "=limit" if typed else ""
        written = _AMOUNTS.fullmatch(typed)
        if written is None:
            raise ValidationError(_("Please write +7, -5, +1/+11 or = for the limit, with numbers up to 99."))
        amounts = [int(amount) for amount in written.groups() if amount is not None]
        if len(set(amounts)) < len(amounts):
            raise ValidationError(_("A choice needs two different numbers."))
        return "/".join(f"{amount:+d}" for amount in amounts)


class ClockField(forms.CharField):
    """A time in minutes, or in minutes and seconds, as a number of seconds; None for nothing."""

    def to_python(self, value: Any) -> int | None:  # type: ignore[override]
        typed = "".join(str("" if value is None else value).split())
        if not typed:
            return None
        written = _CLOCK.fullmatch(typed)
        if written is None:
            raise ValidationError(_("Please write minutes, such as 8, or minutes and seconds, such as 8:30."))
        seconds = int(written[1]) * 60 + int(written[2] or 0)
        if seconds > 3600:
            raise ValidationError(_("An hour is the most."))
        return seconds


def clock_text(seconds: int) -> str:
    """Write a time as the field reads it: `8`, `8:30`."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02d}" if rest else str(minutes)


def parts_of(effect: str) -> tuple[str, str]:
    """Return the amounts of an effect as they are written, and which of `TWISTS` it does besides."""
    parsed = Effect.parse(effect)
    twist = "skip" if parsed.skip else "reverse" if parsed.reverse else "none"
    return effect.removesuffix(TWISTS[twist]), twist
