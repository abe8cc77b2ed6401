"""Dealing ahead: the cards that come next in a drill of each kind."""

import random
from collections.abc import Sequence
from dataclasses import replace

from ninety.engine.cards import pack
from trainer.drills.course import Course, Dealt
from trainer.drills.flash import draw_block
from trainer.drills.options import Options
from trainer.drills.practice import Chooser, Knows

AHEAD = 40
"""How many cards lie ready on the device: more than somebody answers in minutes without a network."""

BATCH = 10
"""How many of them must have been used up before more are dealt."""


def deal_ahead(options: Options, course: Course, dice: random.Random, knows: Knows) -> Course:
    """Return the drill with enough cards dealt ahead; one that repeats sums has all of them from the first."""
    missing = AHEAD - len(course.coming)
    if missing < BATCH or options.kind == "again":
        return course
    match options.kind:
        case "speed":
            return _with(course, _packs(missing, dice))
        case "flash":
            return _flash(course, missing, dice)
        case _:
            return _with(course, _practice(options, course, missing, dice, knows))


def end_total(course: Course) -> int | None:
    """Return the total to which the cards dealt so far lead, None before the first of them, which has a start."""
    total = None
    for dealt in course.cards:
        prior = total if dealt.start is None else dealt.start
        assert prior is not None
        total = course.rules[dealt.rule].total_after(prior, dealt.card, dealt.choice)
    return total


def _with(course: Course, cards: Sequence[Dealt]) -> Course:
    return replace(course, cards=(*course.cards, *cards))


def _packs(missing: int, dice: random.Random) -> list[Dealt]:
    """Shuffle whole packs, one after the other, until there are enough cards."""
    cards: list[Dealt] = []
    while len(cards) < missing:
        cards += map(Dealt, dice.sample(pack(), len(pack())))
    return cards


def _flash(course: Course, missing: int, dice: random.Random) -> Course:
    dealt = 0
    while dealt < missing:
        block = draw_block(course.rules[0], course.cards, end_total(course) or 0, dice)
        course, dealt = _with(course, block), dealt + len(block)
    return course


def _practice(options: Options, course: Course, missing: int, dice: random.Random, knows: Knows) -> list[Dealt]:
    chooser = Chooser(course.rules, options.expected / 100, knows, dice)
    total = end_total(course)
    cards: list[Dealt] = []
    for fact in () if course.cards else knows.due:
        if found := chooser.due(fact, total):
            card, total = found
            cards.append(card)
    while len(cards) < missing:
        card, total = chooser.next(total)
        cards.append(card)
    return cards
