"""Which sums a person has to do again, and which facts should come back."""

from datetime import datetime

from django.db.models import QuerySet

from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from trainer.drills import AT_MOST, DUE_AT_MOST, Dealt, Key, Try, suits_of, to_repeat
from trainer.figures import Period
from trainer.marking import CARD_RULES
from trainer.models import Answer
from trainer.selectors.progress import RECENT_DAYS, answers_that_count, progress_of, rules_of_answer
from trainer.selectors.weeks import DAY


def sums_to_repeat(person: User, now: datetime) -> tuple[Key, ...]:
    """Return the sums that a person got wrong lately and not right twice since, in two different drills."""
    tries = _first_tries(person, now)
    wrong = set(tries.filter(right=False).values_list("prior", "change"))
    if not wrong:
        return ()
    rows = tries.values_list("prior", "change", "right", "drill_id")
    return to_repeat(Try(*row) for row in rows if row[:2] in wrong)


def cards_to_repeat(person: User, now: datetime) -> tuple[tuple[RuleSet, ...], tuple[Dealt, ...]]:
    """Return the sums to repeat as cards, and the rules that they are played by; both are empty where none is left."""
    rules: list[RuleSet] = []
    cards = []
    for prior, change in sums_to_repeat(person, now)[:AT_MOST]:
        wrong = _first_tries(person, now).filter(prior=prior, change=change, right=False)
        by, card, choice = _as_card(wrong.latest("answered_at"))
        if by not in rules:
            rules.append(by)
        cards.append(Dealt(card, choice, prior, rules.index(by)))
    return tuple(rules), tuple(cards)


def due_facts_of(person: User, now: datetime) -> tuple[str, ...]:
    """Return the weak facts that should come back by now, the longest due first."""
    return tuple(fact.name for fact in progress_of(person, now).due[:DUE_AT_MOST])


def _first_tries(person: User, now: datetime) -> QuerySet[Answer]:
    answers = answers_that_count([person.pk], Period(now - RECENT_DAYS * DAY))
    return answers.filter(try_number=1, announced__isnull=False).exclude(skill__in=CARD_RULES)


def _as_card(answer: Answer) -> tuple[RuleSet, Card, int | None]:
    """Return the sum of an answer as a card of the drills, or by the rules of its own where no such card makes it."""
    variants = ["countdown"] if answer.countdown else []
    fields = {"limit": answer.limit, "floor": answer.floor}
    rules = RuleSet.from_spec({"preset": "speed-98", "variants": variants, "set": fields})
    card = Card(answer.card)
    if card in rules.ways:
        card = Card(card.rank + suits_of(rules)[0])
    for way in rules.ways.get(card, ()):
        if way.change == answer.change:
            return rules, card, way.choice
    return rules_of_answer(answer), card, answer.choice
