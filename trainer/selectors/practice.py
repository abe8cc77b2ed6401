"""What a person had best try next, as one drill or match that a click opens."""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trainer.figures import Figures
from trainer.wording import group_name

PRACTISED = ("inside-ten", "over-ten", "tens-elevens", "taking-away")
"""The groups that are practised, each by a drill whose total runs down for the last of them."""
WHEN_ALL_GOES_WELL = "classic-ninety-nine"

type Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Practice:
    """What to try next: why, and what one click opens, with what it honestly is.

    `view` is the name of the address that the click posts to, `fields` what it posts.
    """

    reason: str
    button: str
    does: str
    view: str
    fields: Fields


def practice_of(figures: Figures) -> Practice:
    """Choose what to try next: the group with the least accuracy that is not sure yet, else one hardly met."""
    groups = {group: figures.groups[group] for group in PRACTISED}
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
            view="setup",
            fields=(("starting_point", WHEN_ALL_GOES_WELL),),
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
        does=_does(group),
        view="start_drill",
        fields=_drill(group),
    )


def repeating(left: int) -> Practice | None:
    """Return the drill that repeats what went wrong lately, None where nothing is left."""
    if not left:
        return None
    does = ngettext(
        "%(count)s sum that was not right lately. It comes again until it is right twice.",
        "%(count)s sums that were not right lately. Each comes again until it is right twice.",
        left,
    )
    return Practice(
        reason="",
        button=_("Practise my mistakes"),
        does=does % {"count": number_format(left)},
        view="start_drill",
        fields=(("kind", "again"),),
    )


def _drill(group: str) -> Fields:
    usual = (("kind", "practice"),)
    return (*usual, ("countdown", "on")) if group == "taking-away" else usual


def _does(group: str) -> str:
    if group == "taking-away":
        return _("A drill of taking away, chosen for you: what is due again comes first. Other sums come up too.")
    return _("A drill of adding, chosen for you: what is due again comes first. Other sums come up too.")
