"""Words at the door of a class: the pictures of secrets, waiting, and made-up names for guests."""

from collections.abc import Collection
from datetime import timedelta
from math import ceil
from random import SystemRandom

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from ninety.names import free_name, key_of

PICTURE_NAMES = {
    "apple": gettext_lazy("apple"),
    "boat": gettext_lazy("boat"),
    "cat": gettext_lazy("cat"),
    "flower": gettext_lazy("flower"),
    "fish": gettext_lazy("fish"),
    "house": gettext_lazy("house"),
    "key": pgettext_lazy("picture", "key"),
    "kite": gettext_lazy("kite"),
    "moon": gettext_lazy("moon"),
    "star": gettext_lazy("star"),
    "tree": gettext_lazy("tree"),
    "umbrella": gettext_lazy("umbrella"),
}

# Whole names, as colours follow animals in some languages and agree with them.
_MADE_UP = (
    gettext_lazy("Blue Fox"),
    gettext_lazy("Brave Mouse"),
    gettext_lazy("Bright Owl"),
    gettext_lazy("Calm Whale"),
    gettext_lazy("Clever Crow"),
    gettext_lazy("Curious Seal"),
    gettext_lazy("Dancing Bear"),
    gettext_lazy("Funny Panda"),
    gettext_lazy("Gentle Giraffe"),
    gettext_lazy("Golden Bee"),
    gettext_lazy("Green Frog"),
    gettext_lazy("Happy Hippo"),
    gettext_lazy("Jolly Otter"),
    gettext_lazy("Kind Koala"),
    gettext_lazy("Little Lynx"),
    gettext_lazy("Lucky Ladybird"),
    gettext_lazy("Merry Magpie"),
    gettext_lazy("Orange Tiger"),
    gettext_lazy("Purple Parrot"),
    gettext_lazy("Quick Rabbit"),
    gettext_lazy("Red Squirrel"),
    gettext_lazy("Silver Swan"),
    gettext_lazy("Singing Robin"),
    gettext_lazy("White Horse"),
)


def made_up_names(taken: Collection[str], count: int) -> list[str]:
    """Return so many names by chance whose keys are not among those taken."""
    drawn = SystemRandom().sample([str(name) for name in _MADE_UP], len(_MADE_UP))
    free = [name for name in drawn if key_of(name) not in taken]
    return [*free, *(free_name(name, taken) for name in drawn if key_of(name) in taken)][:count]


def wait_says(wait: timedelta) -> str:
    """Tell a child how long to wait."""
    seconds = max(1, ceil(wait.total_seconds()))
    if seconds <= 90:
        says = ngettext("Try again in %(count)d second.", "Try again in %(count)d seconds.", seconds)
        return says % {"count": seconds}
    minutes = ceil(seconds / 60)
    says = ngettext("Try again in %(count)d minute.", "Try again in %(count)d minutes.", minutes)
    return says % {"count": minutes}
