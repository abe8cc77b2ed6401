"""The trainer's words: hints and questions for children, short names for teachers, in the language of the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from ninety.digits import digits, signed
from ninety.engine.rulesets import RuleSet
from ninety.wording import rank_says, the_rank
from trainer.marking import CARD_RULES, Mark
from trainer.number_line import NumberLine, draw
from trainer.number_words import names_ones_first, number_words
from trainer.working import Hint, Question, Remark, Step, note, steps, way

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

_WAYS: dict[str, Promise] = {
    "to-limit": _("The card goes straight to %(first)s."),
    "same": _("The card changes nothing, so it stays at %(first)s."),
    "under-zero": _("%(first)s below zero is %(second)s."),
    "below": _("First down to 0, then %(first)s further, below zero."),
    "farther": _("Below zero, taking away leads further from zero: %(sum)s."),
    "nearer": _("Below zero, adding leads nearer to zero: %(sum)s."),
    "up-to": _("First up to %(first)s, then %(second)s more."),
    "down-to": _("First down to %(first)s, then take away %(second)s more."),
    "eleven": _("11 is 10 and 1: first the ten, then the one."),
    "tens-first": _("%(first)s is %(second)s and %(third)s: first the tens, then the ones."),
    "tens": _("Only the tens change: %(sum)s."),
    "ones": _("Only the ones change: %(sum)s."),
    "full-ten": _("The ones make a full ten: %(sum)s."),
    "open-ten": _("A full ten is opened: %(sum)s."),
}

_NOTES: dict[str, Promise] = {
    "new-ten": _("The ones make a new ten: %(sum)s."),
    "opened-ten": _("%(first)s is less than %(second)s, so a ten is opened: %(sum)s."),
    "ones-add-up": _("Look at the ones: %(sum)s."),
    "tens-add-up": _("Look at the tens: %(sum)s."),
    "ones-kept": _("The ones stay as they were: %(first)s."),
    "tens-kept": _("The tens stay as they were: %(first)s."),
    "count-up": _("When you count up from %(first)s, the first number is %(second)s."),
    "count-down": _("When you count down from %(first)s, the first number is %(second)s."),
    "before": _("The total before the card was %(first)s."),
    "chosen": _("The card was laid as %(first)s."),
    "typing": _("Look at the number once more before you press OK."),
}

_SWAPPED = _("%(number)s is said “%(words)s”. Tens: %(tens)s, ones: %(ones)s.")
# Translators: for numbers whose word begins with the ones, as 84 does in Dutch and 14 in English.
_SWAPPED_IN_THE_WORD = _("%(number)s is said “%(words)s”: you hear the %(ones)s first, but write the %(tens)s first.")

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

_TENDENCIES: dict[str, Promise] = {
    "no-answer": _("The time runs out."),
    "unchanged": _("The total stays as it was before the card."),
    "other-choice": _("The card gets its other value."),
    "face-value": _("The card is taken by its number, not by what it does in the game."),
    "wrong-sign": _("Adding and taking away change places."),
    "carry-missed": _("The ten gets lost on the way over it."),
    "smaller-from-larger": _("The smaller digit is taken from the larger one."),
    "ten-off": _("It is one ten too many or too few."),
    "digits-swapped": _("Two digits change places."),
    "one-off": _("It is one too many or too few."),
    "card-only": _("The card is said, not the new total."),
    "old-total": _("The sum starts from an earlier total."),
    "slip": _("A key is missed or pressed twice."),
    "ones-wrong": _("The tens are right, the ones are not yet."),
    "tens-wrong": _("The ones are right, the tens are not yet."),
    "other": _("Something else happens."),
}

_FACT_STATES: dict[str, tuple[Promise, Promise]] = {
    # How well a fact is known, and what that means.
    "fluent": (pgettext_lazy("fact", "by heart"), _("all right lately, and quick")),
    "learning": (pgettext_lazy("fact", "on the way"), _("few so far, or not quick yet, or nearly always right")),
    "shaky": (pgettext_lazy("fact", "to practise"), _("some were not right yet")),
    "new": (pgettext_lazy("fact", "not met yet"), _("no sum like this so far")),
}
_UNTIMED_FACT_STATES: dict[str, Promise] = {
    "fluent": _("all right lately"),
    "learning": _("few so far, or nearly always right"),
}

_ABOUT_THE_CARD = frozenset({"unchanged", "other-choice", "face-value", "wrong-sign", "card-only"})

_JUDGEMENTS: dict[str, Promise] = {
    "overshoot": pgettext_lazy("judgement", "tried a card that does not fit"),
    "false-bust": pgettext_lazy("judgement", "said “I can’t play” with a card that fits"),
    "bust": pgettext_lazy("judgement", "saw that no card fits"),
    "agreed": pgettext_lazy("judgement", "agreed with the total"),
    "disagreed": pgettext_lazy("judgement", "did not agree with the total"),
}


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """Hold one step of a working: in digits, and in number words."""

    digits: str
    words: str


@dataclass(frozen=True, slots=True)
class Working:
    """Hold all that explains a sum: how it is found, its steps, a drawn number line and what it shows, in words.

    `note` helps against the very mistake that was made, and is empty where there is no more to say.
    """

    way: str
    note: str
    lines: tuple[WorkingLine, ...]
    picture: NumberLine
    picture_says: str


def hint_text(hint: Hint) -> str:
    """Put a hint into words."""
    return str(_HINTS[hint.code]) % dict(zip(("first", "second"), map(digits, hint.numbers), strict=False))


def working_text(mark: Mark, rules: RuleSet) -> Working:
    """Explain the sum of an answer, in the language of the page, from the numbers at hand."""
    chain, noted = steps(rules, mark.prior, mark.card, mark.choice), note(mark)
    picture = draw(chain, mirrored=rules.countdown)
    return Working(
        way=_remark_text(_WAYS, way(mark)),
        note="" if noted is None else note_text(noted),
        lines=tuple(WorkingLine(str(step), step_in_words(step)) for step in chain),
        picture=picture,
        picture_says=_picture_says(picture, chain),
    )


def note_text(noted: Remark) -> str:
    """Put a note on a mistake into words; digits that changed places are told apart by the number's own word."""
    if noted.code != "swapped":
        return _remark_text(_NOTES, noted)
    number, tens, ones = noted.numbers
    turned = names_ones_first(number, _language())
    values = {"number": number, "words": number_words(number, _language()), "tens": tens, "ones": ones}
    return str(_SWAPPED_IN_THE_WORD if turned else _SWAPPED) % values


def step_in_words(step: Step) -> str:
    """Read a step in number words: `forty-eight plus two is fifty`."""
    numbers = {"start": step.start, "change": abs(step.change or 0), "end": step.end}
    words = {name: number_words(number, _language()) for name, number in numbers.items()}
    if step.change is None:
        return gettext("from %(start)s straight to %(end)s") % words
    if step.change == 0:
        return gettext("%(end)s stays %(end)s") % words
    if step.change < 0:
        return gettext("%(start)s minus %(change)s is %(end)s") % words
    return gettext("%(start)s plus %(change)s is %(end)s") % words


def _picture_says(picture: NumberLine, chain: Sequence[Step]) -> str:
    ends = {"low": digits(picture.low), "high": digits(picture.high)}
    says = [gettext("Number line from %(low)s to %(high)s.") % ends]
    for step in chain:
        numbers = {"start": digits(step.start), "end": digits(step.end), "change": signed(step.change or 0)}
        if step.start == step.end:
            says.append(gettext("A mark at %(end)s.") % numbers)
        elif step.change is None:
            says.append(gettext("A jump from %(start)s straight to %(end)s.") % numbers)
        else:
            says.append(gettext("A jump of %(change)s from %(start)s to %(end)s.") % numbers)
    return " ".join(says)


def _remark_text(texts: dict[str, Promise], remark: Remark) -> str:
    # The value of a choice is read on its button, with its sign.
    write = signed if remark.code == "chosen" else digits
    numbers = dict(zip(("first", "second", "third"), map(write, remark.numbers), strict=False))
    # A sum stays on one line.
    return str(texts[remark.code]) % {**numbers, "sum": str(remark.aside).replace(" ", "\N{NO-BREAK SPACE}")}


def _language() -> str:
    return get_language() or "en"


def question_text(question: Question) -> str:
    """Put a question into words: `Did you take the queen as 12?`."""
    if_up, if_down = _QUESTIONS[question.code]
    # The values of a choice are read on their buttons, with their signs.
    write = signed if question.code == "other-choice" else digits
    numbers = {name: write(number) for name, number in question.numbers.items()}
    return str(if_up if question.up else if_down) % {**numbers, "card": the_rank(question.card.rank)}


def reminder(mark: Mark, rules: RuleSet) -> str | None:
    """Say what the card does in this game, where the mistake or the play is about that; else None."""
    if mark.skill in CARD_RULES or mark.kind in _ABOUT_THE_CARD:
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


def tendency_text(kind: str) -> str:
    """Say what several mistakes of a person have in common, to that person."""
    return str(_TENDENCIES[kind])


def fact_state_name(state: str) -> str:
    """Name how well a fact is known."""
    return str(_FACT_STATES[state][0])


def fact_state_says(state: str, *, timed: bool = True) -> str:
    """Say what it takes for a fact to be known like this, with a word on the time where that counts."""
    says = _FACT_STATES[state][1] if timed else _UNTIMED_FACT_STATES.get(state, _FACT_STATES[state][1])
    return str(says)


def out_of_date() -> str:
    """Say that the page was out of date."""
    return gettext("The table had moved on. Here it is as it stands now.")
