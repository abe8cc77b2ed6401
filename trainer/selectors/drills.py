"""Drills as they stand: what their pages and their devices are told."""

import json
from functools import lru_cache
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from ninety.engine.rulesets import RuleSet
from ninety.faces import CardFace, change_label, face_of
from ninety.models import User
from trainer.drills import Course, Dealt, Options, suits_of
from trainer.models import Drill


@lru_cache(maxsize=512)
def _rules(spec: str) -> RuleSet:
    return RuleSet.from_spec(json.loads(spec))


def options_of(drill: Drill) -> Options:
    """Return what a drill was dealt with."""
    return Options.from_json(drill.settings)


def course_of(drill: Drill) -> Course:
    """Return a drill as far as it has come, with every card dealt: those ahead must not all leave the server."""
    deal, standing = drill.deal, drill.standing
    return Course(
        rules=tuple(_rules(json.dumps(spec, sort_keys=True)) for spec in deal["rules"]),
        cards=tuple(map(Dealt.from_json, deal["cards"])),
        total=standing["total"],
        earlier=tuple(standing["earlier"]),
        hand=tuple(standing["hand"]),
        following=standing["following"],
    )


LAID_READY = Q(is_ready=True, acknowledged=0)
"""Drills that lie ready for a time without a network: nobody has begun them, and no page and no file counts them."""


def drills_of(person: User) -> QuerySet[Drill]:
    """Return the drills of a person, the newest first."""
    return Drill.objects.filter(user=person).exclude(LAID_READY).order_by("-started_at", "-pk")


def unfinished_drills(person: User) -> QuerySet[Drill]:
    """Return the drills that a person may go on with, the newest first."""
    return drills_of(person).filter(ended_at__isnull=True)


def ready_drills(person: User) -> QuerySet[Drill]:
    """Return the drills that lie ready for a person, for a time without a network."""
    return Drill.objects.filter(LAID_READY, user=person, ended_at__isnull=True)


def is_open(drill: Drill) -> bool:
    """Tell whether a drill takes answers: also one that was left, when its device comes back."""
    return drill.why in ("", Drill.Why.LEFT)


def batch_of(drill: Drill) -> dict[str, Any]:
    """Return all that the page of a drill starts from: cards and effects, and no total to come."""
    course, options = course_of(drill), options_of(drill)
    return {
        "slug": drill.slug,
        "kind": drill.kind,
        "person": drill.user.device_mark,
        "limit": max(rules.limit for rules in course.rules),
        "floor": None if any(rules.floor is None for rules in course.rules) else 0,
        "countdown": options.countdown,
        "seconds": drill.seconds,
        "clock_shown": not options.clock_hidden,
        "started": drill.acknowledged > 0,
        "at_ms": drill.deal.get("at_ms", 0),
        "hand": [card_of(course, number, dealt) for number, dealt in course.held],
        **progress_of_drill(drill, course),
    }


def progress_of_drill(drill: Drill, course: Course, have: int = 0) -> dict[str, Any]:
    """Return how far a drill has come, and the cards that follow and that its device does not `have`."""
    ended = not is_open(drill)
    return {
        "acknowledged": drill.acknowledged,
        "used_ms": drill.used_ms,
        "right": drill.right,
        "sums": drill.sums,
        "prior": course.total,
        "ended": ended,
        "last": drill.kind == Drill.Kind.AGAIN,
        "cards": [card_of(course, number, dealt) for number, dealt in course.coming if number > have and not ended],
        **({"result": reverse("drill_result", args=[drill.slug])} if ended else {}),
    }


def card_of(course: Course, number: int, dealt: Dealt) -> dict[str, Any]:
    """Return a card as the device has it: what it may do, and no total but one that the sum begins anew at."""
    rules = course.rules[dealt.rule]
    ways = [way for way in rules.ways[dealt.card] if course.is_race or way.choice == dealt.choice]
    return {
        "number": number,
        "code": dealt.card.code,
        "rule": dealt.rule,
        "start": dealt.start,
        "choices": [
            {
                "choice": way.choice,
                "change": way.change,
                "set": rules.target if way.change is None else None,
                "label": change_label(rules, dealt.card, way.choice),
            }
            for way in ways
        ],
    }


def faces_of(drill: Drill) -> tuple[CardFace, ...]:
    """Return every card that may come, as it is drawn under the rules that it is dealt by."""
    course = course_of(drill)
    match drill.kind:
        case Drill.Kind.AGAIN:
            found = {dealt.card: course.rules[dealt.rule] for dealt in course.cards}
        case Drill.Kind.PRACTICE:
            found = {card: rules for rules in course.rules for card in rules.ways if card.suit in suits_of(rules)}
        case _:
            found = dict.fromkeys(course.rules[0].ways, course.rules[0])
    return tuple(face_of(rules, card) for card, rules in found.items())


def is_finished(drill: Drill) -> bool:
    """Return whether a drill was done to its end: time up, all sums done, or stopped where there is no clock."""
    if drill.why == Drill.Why.STOPPED:
        return not drill.seconds
    return drill.why in {Drill.Why.TIME, Drill.Why.DONE}
