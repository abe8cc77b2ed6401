"""How each figure is made, in the words of `trainer.figures`, with its numbers in their places.

The sentences are those of that module's docstring: whoever changes one of them changes both.
"""

from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from trainer.figures import CAN_DO, ENOUGH_ANSWERS, ENOUGH_TIMES
from trainer.selectors.trends import percent_text
from trainer.wording import skill_name


@dataclass(frozen=True, slots=True)
class FigureWord:
    """An entry of the help: its anchor, what it is called, what it means, and the parts of a `Figure` it explains."""

    anchor: str
    term: Promise
    text: Promise
    explains: tuple[str, ...] = ()

    @property
    def says(self) -> str:
        """Return what it means, with the numbers and names that the figures are made with."""
        return str(self.text) % {
            "to_limit": skill_name("to-limit"),
            "no_change": skill_name("no-change"),
            "enough_answers": number_format(ENOUGH_ANSWERS),
            "enough_times": number_format(ENOUGH_TIMES),
            "can_do": percent_text(CAN_DO),
        }


def figure_words() -> tuple[FigureWord, ...]:
    """Return every entry, in the order in which it is best read."""
    return _WORDS


_WORDS = (
    FigureWord(
        "first-try",
        pgettext_lazy("figure", "first try"),
        _(
            "A first try is the first answer that somebody gives to a sum in a role. Second tries, after a hint, count "
            "nowhere."
        ),
    ),
    FigureWord(
        "accuracy",
        pgettext_lazy("figure", "answers, right, accuracy, no answer"),
        _(
            "Answers are first tries at sums that were answered, right those of them that were right, and accuracy is "
            "the share of right ones. The time running out is no wrong answer: no answer stands beside accuracy, not "
            "in it."
        ),
        ("answers", "right", "accuracy", "no_answers"),
    ),
    FigureWord(
        "card-rules",
        pgettext_lazy("figure", "card rules"),
        _(
            "Card rules, %(to_limit)s and %(no_change)s, are no sums. They stand in a group of their own, and in no "
            "overall figure."
        ),
    ),
    FigureWord(
        "time",
        pgettext_lazy("figure", "time"),
        _(
            "Time is the median computing time of those answers, right or wrong, whose computing time is one: checks, "
            "and drills that ask for single sums. A player has usually computed before laying the card, and a "
            "challenger has heard a total already."
        ),
        ("times", "median_ms"),
    ),
    FigureWord(
        "typing",
        pgettext_lazy("figure", "typing"),
        _(
            "who has measured the own typing is shown times, and what they say of facts, with that taken off; "
            "ratings keep it."
        ),
    ),
    FigureWord(
        "too-little",
        pgettext_lazy("figure", "too little to tell"),
        _("below %(enough_answers)s answers, or %(enough_times)s times, no figure is given."),
    ),
    FigureWord(
        "can-do",
        pgettext_lazy("figure", "can do, learning"),
        _(
            "from an accuracy of %(can_do)s on, a sort of sums is one that somebody can do; below, "
            "one that somebody is learning."
        ),
        ("standing",),
    ),
    FigureWord(
        "interval",
        pgettext_lazy("figure", "interval"),
        _(
            "where the true share of right answers lies, in 95 of 100 cases (Wilson 1927); the fewer "
            "answers, the wider."
        ),
        ("interval",),
    ),
    FigureWord(
        "not-judged",
        pgettext_lazy("figure", "times not judged"),
        _("somebody whose times are not judged has none in any figure."),
    ),
    FigureWord(
        "set-aside",
        pgettext_lazy("figure", "set aside"),
        _("an answer that a teacher has set aside is in no figure."),
    ),
)
