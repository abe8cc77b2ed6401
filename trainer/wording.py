"""The trainer's words: hints and questions for children, short names for teachers, in the language of the page."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from ninety.digits import digits, signed
from ninety.engine.rulesets import RuleSet
from ninety.wording import rank_says, the_rank
from trainer.marking import CARD_RULES, Mark
from trainer.working import Hint, Question

_HINTS: dict[str, Promise] = {
    "card": _("Look at the card again. What does it do in this game?"),
    "way-up": _("Think of the total before. Is there a ten on the way up?"),
    "way-down": _("Think of the total before. Is there a ten on the way down?"),
    "from-zero": _("You start at zero. What does the card bring?"),
    "under-zero": _("You start at zero. Which way does the card go?"),
    "distance": _("How far is %(first)s from %(second)s?"),
    "through-zero": _("Go to zero first. How much is left then?"),
    "ones-stay": _("The ones stay. What do the tens do?"),
    "tens-first": _("First the tens, then the ones."),
    "ten-below": _("Which full ten is just below %(first)s?"),
    "ten-above": _("Which full ten is just above %(first)s?"),
    "full-ten": _("Look at the ones. Do they make a full ten?"),
    "ones-left": _("Look at the ones. Are any left?"),
    "tens-stay": _("The tens stay. What do the ones do?"),
}

_QUESTIONS: dict[str, tuple[Promise, Promise]] = {
    # The second is for a card that takes away, or for an answer that is too small.
    "no-answer": (_("Was the time too short?"),) * 2,
    "unchanged": (_("Was %(announced)s the total before the card?"),) * 2,
    "other-choice": (_("Did you take %(card)s as %(value)s?"),) * 2,
    "face-value": (_("Did you take %(card)s as %(value)s?"),) * 2,
    "wrong-sign": (_("Did you take away instead of adding?"), _("Did you add instead of taking away?")),
    "carry-missed": (_("Did the ten get lost?"), _("Did a ten stay that had to go?")),
    "smaller-from-larger": (_("Did you take %(smaller)s from %(larger)s, and not %(amount)s from %(prior)s?"),) * 2,
    "ten-off": (_("Is there one ten too many?"), _("Is one ten missing?")),
    "digits-swapped": (_("Did the digits of %(expected)s change places?"),) * 2,
    "one-off": (_("Is it one too many?"), _("Is it one too few?")),
    "card-only": (_("Is %(announced)s what the card does, and not the new total?"),) * 2,
    "old-total": (_("Did you start from %(earlier)s? That was an earlier total."),) * 2,
    "slip": (_("Was there one key too many?"), _("Was there one key too few?")),
    "ones-wrong": (_("The tens are right. What about the ones?"),) * 2,
    "tens-wrong": (_("The ones are right. What about the tens?"),) * 2,
    "other": (_("Shall we look at it together?"),) * 2,
}

_KINDS: dict[str, Promise] = {
    "no-answer": pgettext_lazy("kind of mistake", "ran out of time"),
    "unchanged": pgettext_lazy("kind of mistake", "left the total as it was"),
    "other-choice": pgettext_lazy("kind of mistake", "took the card's other value"),
    "face-value": pgettext_lazy("kind of mistake", "took the card by its number"),
    "wrong-sign": pgettext_lazy("kind of mistake", "added for taking away, or the reverse"),
    "carry-missed": pgettext_lazy("kind of mistake", "forgot the ten"),
    "smaller-from-larger": pgettext_lazy("kind of mistake", "took the smaller digit from the larger"),
    "ten-off": pgettext_lazy("kind of mistake", "one ten too many or too few"),
    "digits-swapped": pgettext_lazy("kind of mistake", "swapped the digits"),
    "one-off": pgettext_lazy("kind of mistake", "one too many or too few"),
    "card-only": pgettext_lazy("kind of mistake", "gave the card, not the total"),
    "old-total": pgettext_lazy("kind of mistake", "went on from an earlier total"),
    "slip": pgettext_lazy("kind of mistake", "probably a typing slip"),
    "ones-wrong": pgettext_lazy("kind of mistake", "right tens, other ones"),
    "tens-wrong": pgettext_lazy("kind of mistake", "right ones, other tens"),
    "other": pgettext_lazy("kind of mistake", "something else"),
}

_SKILLS: dict[str, Promise] = {
    "to-limit": pgettext_lazy("skill", "straight to the limit"),
    "no-change": pgettext_lazy("skill", "no change"),
    "below-zero": pgettext_lazy("skill", "below zero"),
    "over-hundred": pgettext_lazy("skill", "over a hundred (97 + 8)"),
    "add-ten": pgettext_lazy("skill", "plus ten"),
    "subtract-ten": pgettext_lazy("skill", "minus ten"),
    "add-eleven": pgettext_lazy("skill", "plus eleven"),
    "subtract-eleven": pgettext_lazy("skill", "minus eleven"),
    "add-within-ten": pgettext_lazy("skill", "inside a ten (42 + 5)"),
    "add-to-ten": pgettext_lazy("skill", "up to a ten (43 + 7)"),
    "add-over-ten": pgettext_lazy("skill", "over a ten (48 + 7)"),
    "subtract-within-ten": pgettext_lazy("skill", "taking away inside a ten (47 − 5)"),
    "subtract-to-ten": pgettext_lazy("skill", "down to a ten (47 − 7)"),
    "subtract-over-ten": pgettext_lazy("skill", "back over a ten (43 − 7)"),
}

_GROUPS: dict[str, Promise] = {
    "inside-ten": pgettext_lazy("skill group", "inside a ten"),
    "over-ten": pgettext_lazy("skill group", "to and over a ten"),
    "tens-elevens": pgettext_lazy("skill group", "tens and eleven"),
    "taking-away": pgettext_lazy("skill group", "taking away"),
    "card-rules": pgettext_lazy("skill group", "card rules"),
}

_JUDGEMENTS: dict[str, Promise] = {
    "overshoot": pgettext_lazy("judgement", "tried a card that does not fit"),
    "false-bust": pgettext_lazy("judgement", "said “I can’t play” with a card that fits"),
    "bust": pgettext_lazy("judgement", "saw that no card fits"),
    "agreed": pgettext_lazy("judgement", "agreed with the total"),
    "disagreed": pgettext_lazy("judgement", "did not agree with the total"),
}


def hint_text(hint: Hint) -> str:
    """Put a hint into words."""
    return str(_HINTS[hint.code]) % dict(zip(("first", "second"), map(digits, hint.numbers), strict=False))


def question_text(question: Question) -> str:
    """Put a question into words: `Did you take the queen as 12?`."""
    if_up, if_down = _QUESTIONS[question.code]
    # The values of a choice are read on their buttons, with their signs.
    write = signed if question.code == "other-choice" else digits
    numbers = {name: write(number) for name, number in question.numbers.items()}
    return str(if_up if question.up else if_down) % {**numbers, "card": the_rank(question.card.rank)}


def reminder(mark: Mark, rules: RuleSet) -> str | None:
    """Say what the card does in this game, where the mistake or the play is about that; else None."""
    if mark.skill in CARD_RULES or mark.kind in {"unchanged", "other-choice", "face-value"}:
        return rank_says(rules, mark.card.rank)
    return None


def kind_name(kind: str) -> str:
    """Name a kind of mistake, shortly, for teachers."""
    return str(_KINDS[kind])


def skill_name(skill: str) -> str:
    """Name a skill, with an example where it needs one."""
    return str(_SKILLS[skill])


def group_name(group: str) -> str:
    """Name a group of skills."""
    return str(_GROUPS[group])


def judgement_name(judgement: str) -> str:
    """Name what was said that is no total."""
    return str(_JUDGEMENTS[judgement])
