"""The one-click choices that a match can begin from."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

type RulesSpec = dict[str, Any]


@dataclass(frozen=True)
class StartingPoint:
    """A named way to play: its rules as a record has them, and the words that offer it.

    One that `hurries` has quick bots and no guided turns, which would eat up its minute.
    """

    code: str
    name: Promise
    says: Promise
    rules: RulesSpec = field(hash=False)
    hurries: bool = False


_GENTLE: RulesSpec = {"on_bust": "redeal", "lives": 5, "clock": 480}

STARTING_POINTS: dict[str, StartingPoint] = {
    point.code: point
    for point in (
        StartingPoint(
            "starter",
            _("Starter"),
            _("Up to 50, five lives, eight minutes. Nobody sits out."),
            {"preset": "ninety-eight", "set": {"limit": 50, **_GENTLE}},
        ),
        StartingPoint(
            "next",
            pgettext_lazy("starting point", "Next"),
            _("Like the starter, but up to 98."),
            {"preset": "ninety-eight", "set": _GENTLE},
        ),
        StartingPoint(
            "classic-ninety-nine",
            _("Classic Ninety-Nine"),
            _("Three cards, three lives: fours turn round, threes skip, nines go to 99."),
            {"preset": "ninety-nine"},
        ),
        StartingPoint(
            "classic-ninety-eight",
            _("Classic Ninety-Eight"),
            _("Four cards: kings go to 98, and who is stuck waits for the next round."),
            {"preset": "ninety-eight"},
        ),
        StartingPoint(
            "taking-away",
            _("Taking away"),
            _("The total runs down from 98 to 0."),
            {"preset": "ninety-eight", "variants": ["countdown"], "set": _GENTLE},
        ),
        StartingPoint(
            "speed",
            _("Speed"),
            _("Up to 50, and the whole match lasts one minute."),
            {"preset": "speed-98"},
            hurries=True,
        ),
    )
}

QUICK_START = STARTING_POINTS["starter"]
