"""A person's own progress as their page says it; every figure is one of `trainer.selectors.progress`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Page, Paginator
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ninety.digits import digits
from ninety.engine.cards import Card
from ninety.faces import CardFace, change_label, face_of
from ninety.models import User
from trainer import working
from trainer.comparing import change_between
from trainer.facts import FLUENT_MS
from trainer.figures import Figure, Figures
from trainer.marking import CARD_RULES
from trainer.models import Answer
from trainer.selectors.fact_tables import FactState, FactTable, fact_states, fact_tables, fact_text
from trainer.selectors.practice import Practice, practice_of, repeating
from trainer.selectors.progress import progress_of, rules_of_answer
from trainer.selectors.repeats import sums_to_repeat
from trainer.selectors.tendency_lines import TendencyLine, tendency_line
from trainer.selectors.trends import Bar, WeekLine, accuracy_bars, percent_text, week_lines
from trainer.selectors.turn import mark_of
from trainer.selectors.typing import Typing, typing_of
from trainer.wording import (
    Working,
    question_text,
    reminder,
    skill_name,
    working_text,
)

MISTAKES_SHOWN = 4
DUE_SHOWN = 8


@dataclass(frozen=True)
class SkillLine:
    """A skill with its figures; percentage and time are empty where there is too little to tell."""

    name: str
    sums: str
    percent: str
    seconds: str


@dataclass(frozen=True)
class MistakeLine:
    """One wrong first try, with all that explains it."""

    face: CardFace
    prior: str
    change_label: str
    expected: str
    announced: str | None
    question: str
    reminder: str | None
    skill_name: str
    answered_at: datetime
    working: Working


@dataclass(frozen=True)
class OwnPage:
    """The page of a person; `total` is 0 for somebody who has not answered yet."""

    total: int
    summary: str
    can: tuple[SkillLine, ...]
    learning: tuple[SkillLine, ...]
    practice: Practice
    repeating: Practice
    tables: tuple[FactTable, ...]
    states: tuple[FactState, ...]
    timed: bool
    typing_says: str
    due: tuple[str, ...]
    compared: str
    by_role: str
    weeks: tuple[WeekLine, ...]
    bars: tuple[Bar, ...]
    tendencies: tuple[TendencyLine, ...]
    mistakes: tuple[MistakeLine, ...]
    mistakes_page: "Page[Answer]"


def own_page_of(person: User, now: datetime, page: str = "1", *, fluent_ms: int = FLUENT_MS) -> OwnPage:
    """Return a person's own page, with one page of the mistakes; `fluent_ms` is what their class takes for fluent."""
    typing = typing_of(person)
    progress = progress_of(person, now, fluent_ms=fluent_ms, typing_ms=typing.median_ms if typing else 0)
    skills = [(skill, figure) for skill, figure in progress.figures.skills.items() if skill not in CARD_RULES]
    practice = practice_of(progress.figures)
    weeks = week_lines(progress.weeks)
    shown = Paginator(progress.mistakes, MISTAKES_SHOWN).get_page(page)
    return OwnPage(
        total=progress.total,
        summary=_summary(progress.figures.overall),
        can=tuple(_skill_line(skill, figure) for skill, figure in skills if figure.standing == "can"),
        learning=tuple(
            _skill_line(skill, figure) for skill, figure in skills if figure.standing in {"learning", "little"}
        ),
        practice=practice,
        repeating=repeating(len(sums_to_repeat(person, now))) or practice,
        tables=fact_tables(progress.grid),
        states=fact_states(progress.grid, timed=person.times_judged),
        timed=person.times_judged,
        typing_says=_typing_says(typing) if person.times_judged else "",
        due=tuple(fact_text(fact) for fact in progress.due[:DUE_SHOWN]),
        compared=_compared(progress.figures.overall, progress.before.overall),
        by_role=_by_role(progress.roles),
        weeks=weeks,
        bars=accuracy_bars(weeks),
        tendencies=tuple(map(tendency_line, progress.tendencies)),
        mistakes=tuple(map(mistake_line, shown)),
        mistakes_page=shown,
    )


def _typing_says(typing: Typing | None) -> str:
    if typing is None:
        return ""
    values = {"time": typing.says, "when": date_format(typing.when, "SHORT_DATE_FORMAT")}
    return _("Your typing is taken off the times: %(time)s, measured on %(when)s.") % values


def _summary(overall: Figure) -> str:
    if not overall.answers:
        return _("No sums in the last eight weeks. Welcome back!")
    values = {"right": number_format(overall.right), "sums": number_format(overall.answers)}
    if not overall.right:
        return _("Below you find a way to do each of your sums. The first right one will stand here.")
    return (
        ngettext(
            "In the last eight weeks: %(right)s of %(sums)s sum right at the first try.",
            "In the last eight weeks: %(right)s of %(sums)s sums right at the first try.",
            overall.answers,
        )
        % values
    )


def _skill_line(skill: str, figure: Figure) -> SkillLine:
    sums = ngettext("%(sums)s sum", "%(sums)s sums", figure.answers) % {"sums": number_format(figure.answers)}
    return SkillLine(skill_name(skill), sums, percent_text(figure.accuracy), _seconds_text(figure.median_ms))


def _seconds_text(milliseconds: float | None) -> str:
    if milliseconds is None:
        return ""
    return _("usually %(seconds)s s") % {"seconds": number_format(milliseconds / 1000, decimal_pos=1)}


def _compared(now: Figure, before: Figure) -> str:
    if now.accuracy is None:
        return _("There is too little to tell yet: a few more sums, and you will see how it goes.")
    if before.accuracy is None:
        return _(
            "In the last eight weeks %(now)s were right at the first try. There is too little from before to compare."
        ) % {"now": percent_text(now.accuracy)}
    says = {
        "better": _("That is better than before."),
        "less": _("That is less than before: take your time."),
        "unclear": _("Whether that is a change cannot be told yet."),
    }
    figures = _("In the last eight weeks %(now)s were right at the first try; in the time before, %(before)s.") % {
        "now": percent_text(now.accuracy),
        "before": percent_text(before.accuracy),
    }
    return f"{figures} {says[change_between(before, now)]}"


def _by_role(roles: Mapping[str, Figures]) -> str:
    """Say how the sums went in each role, where there is enough to tell in more than one."""
    says = {
        "own": _("In drills: %(right)s right."),
        "playing": _("With a card of your own: %(right)s right."),
        "checking": _("Computing along: %(right)s right."),
    }
    told = [
        says[role] % {"right": percent_text(figures.overall.accuracy)}
        for role, figures in roles.items()
        if figures.overall.accuracy is not None
    ]
    return " ".join(told) if len(told) > 1 else ""


def mistake_line(answer: Answer) -> MistakeLine:
    """Return a wrong answer with all that explains it."""
    rules, card = rules_of_answer(answer), Card(answer.card)
    mark = mark_of(rules, answer)
    return MistakeLine(
        face=face_of(rules, card),
        prior=digits(answer.prior),
        change_label=change_label(rules, card, answer.choice),
        expected=digits(answer.expected),
        announced=None if answer.announced is None else digits(answer.announced),
        question=question_text(working.question(mark)),
        reminder=reminder(mark, rules),
        skill_name=skill_name(answer.skill),
        answered_at=answer.answered_at,
        working=working_text(mark, rules),
    )
