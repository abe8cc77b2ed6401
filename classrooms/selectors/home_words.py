"""Words for parents: what each sort of sum is, and what to do at home with a pack of cards."""

import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

_SUMS: dict[str, Promise] = {
    "add-within-ten": pgettext_lazy("for parents", "adding without crossing a ten, such as 42 + 5"),
    "add-to-ten": pgettext_lazy("for parents", "adding up to a full ten, such as 43 + 7"),
    "add-over-ten": pgettext_lazy("for parents", "adding across a ten, such as 48 + 7"),
    "over-hundred": pgettext_lazy("for parents", "sums across a hundred, such as 97 + 8"),
    "add-ten": pgettext_lazy("for parents", "adding 10, such as 34 + 10"),
    "subtract-ten": pgettext_lazy("for parents", "taking away 10, such as 34 − 10"),
    "add-eleven": pgettext_lazy("for parents", "adding 11, such as 34 + 11"),
    "subtract-eleven": pgettext_lazy("for parents", "taking away 11, such as 34 − 11"),
    "subtract-within-ten": pgettext_lazy("for parents", "taking away without crossing a ten, such as 47 − 5"),
    "subtract-to-ten": pgettext_lazy("for parents", "taking away down to a full ten, such as 47 − 7"),
    "subtract-over-ten": pgettext_lazy("for parents", "taking away across a ten, such as 43 − 7"),
    "below-zero": pgettext_lazy("for parents", "numbers below zero, such as 3 − 10"),
}

_SUM = re.compile(r"(?<=\d) ([+−]) (?=\d)")

PLAY = "play"
"""What to do at home where nothing has to be practised."""

_OF_SKILL = {
    "add-within-ten": "inside",
    "add-to-ten": "friends",
    "add-over-ten": "over",
    "over-hundred": "hundred",
    "add-ten": "tens",
    "subtract-ten": "tens",
    "add-eleven": "elevens",
    "subtract-eleven": "elevens",
    "subtract-within-ten": "inside-back",
    "subtract-to-ten": "back",
    "subtract-over-ten": "over-back",
    "below-zero": "zero",
}

_ACTIVITIES: dict[str, tuple[Promise, Promise]] = {
    "inside": (
        _("Inside the ten"),
        _(
            "Take the cards from ace (1) to 5. Say a number that ends in 1, 2, 3 or 4, such as 42. Your child turns"
            " over a card and adds it: 42 + 5. Ten cards make a round."
        ),
    ),
    "friends": (
        _("Up to the ten"),
        _(
            "Lay the cards from ace (1) to 9 face up on the table. Say a number such as 43. Your child looks for the"
            " card that is missing up to the next ten, here the 7, and says the sum: 43 + 7 is 50. Ten numbers make a"
            " round."
        ),
    ),
    "over": (
        _("A stop at the ten"),
        _(
            "Take the cards from 5 to 9. Say a number that ends in 6, 7, 8 or 9, such as 48. Your child turns over a"
            " card and adds it in two steps: 48 + 7 is 48 + 2, that makes 50, and then 5 more. Ten cards make a round."
        ),
    ),
    "hundred": (
        _("A stop at the hundred"),
        _(
            "Take the cards from 5 to 9. Say a number from 96 to 99, such as 97. Your child turns over a card and adds"
            " it in two steps: 97 + 8 is 97 + 3, that makes 100, and then 5 more. Ten cards make a round."
        ),
    ),
    "tens": (
        _("Ten more, ten less"),
        _(
            "Take the cards from ace (1) to 8. Your child turns over two: a 3 and a 4 make 34. Then your child says"
            " ten more, 44, and ten less, 24. What changes, and what stays? Ten numbers make a round."
        ),
    ),
    "elevens": (
        _("Eleven more, eleven less"),
        _(
            "Take the cards from ace (1) to 8. Your child turns over two: a 3 and a 4 make 34. Then your child says"
            " eleven more, first the ten and then the one: 44, 45. Then eleven less: 24, 23. Ten numbers make a round."
        ),
    ),
    "inside-back": (
        _("Back inside the ten"),
        _(
            "Take the cards from ace (1) to 5. Say a number that ends in 6, 7, 8 or 9, such as 47. Your child turns"
            " over a card and takes it away: 47 − 5. Ten cards make a round."
        ),
    ),
    "back": (
        _("Back to the ten"),
        _(
            "Lay the cards from ace (1) to 9 face up on the table. Say a number such as 47. Your child looks for the"
            " card that leads back to the full ten, here the 7, and says the sum: 47 − 7 is 40. Ten numbers make a"
            " round."
        ),
    ),
    "over-back": (
        _("A stop at the ten on the way back"),
        _(
            "Take the cards from 5 to 9. Say a number that ends in 1, 2, 3 or 4, such as 43. Your child turns over a"
            " card and takes it away in two steps: 43 − 7 is 43 − 3, that makes 40, and then 4 less. Ten cards make a"
            " round."
        ),
    ),
    "zero": (
        pgettext_lazy("at home", "Below zero"),
        _(
            "Draw a line from −10 to 10 and put a coin on 3. Your child turns over a card from ace (1) to 9, takes it"
            " away and moves the coin: 3 − 7 leads to 0 first, and then 4 further, to −4. Begin at 3 again each time."
        ),
    ),
    PLAY: (
        _("Play a round together"),
        _(
            "The rules are below. Your child says every new total. Now and then say a wrong one yourself: will your"
            " child catch you?"
        ),
    ),
}


@dataclass(frozen=True)
class Activity:
    """Something to do at home."""

    title: str
    says: str


def sum_for_parents(skill: str) -> str:
    """Say in plain words what sort of sum a skill is."""
    return _unbroken(str(_SUMS[skill]))


def activity_for(skill: str | None) -> Activity:
    """Return what helps with a skill; with None, for a child of whom nothing is to be practised."""
    title, says = _ACTIVITIES[PLAY if skill is None else _OF_SKILL[skill]]
    return Activity(str(title), _unbroken(str(says)))


def _unbroken(text: str) -> str:
    """Keep each sum in a text on one line."""
    return _SUM.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", text)
