"""What the help says of each kind of drill, beyond the line that offers it."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from trainer.drills import KINDS
from trainer.selectors.drill_words import drill_name, drill_says

_ABOUT: dict[str, Promise] = {
    "speed": _("Own best only: cards differ, so minutes are not compared."),
    "flash": _("Its line of growth means growth."),
    "practice": _("For homework. Most pupils get three of four right, because the sums follow them."),
    "again": _("After a lesson, for as long as there is something to bring back."),
}


@dataclass(frozen=True, slots=True)
class DrillLine:
    """A kind of drill: its name, the line that offers it, and when a teacher takes it."""

    name: str
    says: str
    about: str


def drill_lines() -> tuple[DrillLine, ...]:
    """Return every kind of drill, in the language of the page."""
    return tuple(DrillLine(drill_name(kind), drill_says(kind), str(_ABOUT[kind])) for kind in KINDS)
