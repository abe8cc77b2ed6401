"""What drills are called, in the language of the page."""

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from trainer.drills import Options

MINUTE = 60

_NAMES: dict[str, Promise] = {
    "speed": pgettext_lazy("drill", "Speed 98"),
    "flash": pgettext_lazy("drill", "Flash"),
    "practice": pgettext_lazy("drill", "Practice"),
    "again": pgettext_lazy("drill", "Once more"),
}

_SAYS: dict[str, Promise] = {
    "speed": _("Four cards in the hand: lay one, say the total, and on. For the fun of it."),
    "flash": _("One card after the other, always equally hard: here you see how you get on."),
    "practice": _("Sums chosen for you, neither too easy nor too hard."),
    "again": _("The sums that were not right lately, until each is right twice."),
}


def drill_name(kind: str) -> str:
    """Name a kind of drill."""
    return str(_NAMES[kind])


def drill_says(kind: str) -> str:
    """Say in a sentence what a kind of drill is."""
    return str(_SAYS[kind])


def time_text(seconds: int) -> str:
    """Write how long a drill lasts: whole minutes as such."""
    if not seconds:
        return gettext("no clock")
    if seconds % MINUTE:
        return ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": number_format(seconds)}
    minutes = seconds // MINUTE
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": number_format(minutes)}


def options_text(options: Options, seconds: int) -> str:
    """Say shortly what a drill was dealt with: `1 minute · up to 50`."""
    parts = [time_text(seconds)]
    if options.kind != "again":
        way = gettext("from %(limit)s down to 0") if options.countdown else gettext("up to %(limit)s")
        parts.append(way % {"limit": number_format(options.limit)})
    if options.kind == "practice":
        parts.append(gettext("%(percent)s of 100 right") % {"percent": number_format(options.expected)})
    return " · ".join(parts)
