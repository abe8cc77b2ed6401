"""What a person had best try next, as one match that a click opens."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from trainer.figures import Figures
from trainer.wording import group_name

PRACTICE = {
    "inside-ten": "starter",
    "over-ten": "next",
    "tens-elevens": "next",
    "taking-away": "taking-away",
}
"""The starting point in which the sums of a group come up most."""
WHEN_ALL_GOES_WELL = "classic-ninety-nine"


@dataclass(frozen=True)
class Practice:
    """What to try next: why, and the match that one click opens, with what it honestly is."""

    reason: str
    button: str
    does: str
    code: str


def practice_of(figures: Figures) -> Practice:
    """Choose what to try next: the group with the least accuracy that is not sure yet, else one hardly met."""
    groups = {group: figures.groups[group] for group in PRACTICE}
    learning = [group for group, figure in groups.items() if figure.standing == "learning"]
    hardly_met = [group for group, figure in groups.items() if figure.standing in {"little", "new"}]
    if learning:
        group = min(learning, key=lambda group: groups[group].accuracy or 0)
        reason = _("Next comes “%(group)s”: %(right)s of %(sums)s were right at the first try so far.")
    elif hardly_met:
        group = hardly_met[0]
        reason = _("You have met few sums of the sort “%(group)s” so far.")
    else:
        return Practice(
            reason=_("All that you have met goes well. Here is a game in which the cards do more."),
            button=_("Play Ninety-Nine"),
            does=_("A match of Ninety-Nine against two bots: fours turn round, threes skip, nines go to 99."),
            code=WHEN_ALL_GOES_WELL,
        )
    figure = groups[group]
    values = {
        "group": group_name(group),
        "right": number_format(figure.right),
        "sums": number_format(figure.answers),
    }
    return Practice(
        reason=reason % values,
        button=_("Practise: %(group)s") % values,
        does=_practice_says(group),
        code=PRACTICE[group],
    )


def _practice_says(group: str) -> str:
    says = {
        "inside-ten": _("A match up to 50 against two bots. The cards are dealt by chance, so other sums come up too."),
        "over-ten": _("A match up to 98 against two bots. The cards are dealt by chance, so other sums come up too."),
        "tens-elevens": _(
            "A match up to 98 against two bots. Aces, tens, jacks and queens bring tens and elevens; "
            "other sums come up too."
        ),
        "taking-away": _(
            "A match against two bots in which the total runs down from 98 to 0, "
            "so nearly every card takes something away."
        ),
    }
    return says[group]
