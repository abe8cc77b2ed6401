"""Flash: single sums onto a running total, drawn so that any two drills are equally hard.

The sums come in blocks of ten, in each of which every skill has its share. A block is drawn again and again until the
difficulty of all sums of the drill so far, by the weights with which `trainer.rating` starts, is within `BAND` of what
is usual. So any two drills of one kind, whenever they were drawn, differ by less than `EQUAL_WITHIN` after every tenth
sum, however many are reached: half of what one single sum with a carry more or less would make.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ninety.engine.cards import RANKS, SUITS, Card
from ninety.engine.rulesets import RuleSet
from trainer.drills.course import Dealt
from trainer.marking import CARD_RULES, fact_of, skill_of
from trainer.rating import Difficulties, Sum

BLOCK = 10
BAND = 0.25
EQUAL_WITHIN = 2 * BAND

SHARES_UP: dict[str, int] = {
    "add-within-ten": 3,
    "add-to-ten": 1,
    "add-over-ten": 3,
    "add-ten": 1,
    "subtract-ten": 1,
    "add-eleven": 1,
}
"""How many sums of a block exercise each skill, where the total runs up."""

SHARES_DOWN: dict[str, int] = {
    "subtract-within-ten": 3,
    "subtract-to-ten": 1,
    "subtract-over-ten": 3,
    "subtract-ten": 1,
    "add-ten": 1,
    "subtract-eleven": 1,
}
"""The same where it runs down."""

USUAL: dict[tuple[int, bool], float] = {
    (50, False): -0.50,
    (50, True): 2.45,
    (98, False): 0.85,
    (98, True): 3.87,
    (99, False): 0.85,
    (99, True): 3.94,
}
"""The difficulty of a block as it comes, for each limit, up and in a countdown."""

STARTS = 9
"""From how many totals next to the start a running total begins, at the first sum and where it can go no further."""

# What has been learnt about sums must not change what is drawn: drills of different months are compared.
_FIXED = Difficulties()


@dataclass(frozen=True, slots=True)
class Way:
    """A card as it can be played: its rank, and its value where it has two."""

    rank: str
    choice: int | None


@lru_cache(maxsize=4096)
def ways_by_skill(rules: RuleSet, total: int) -> Mapping[str, tuple[Way, ...]]:
    """Return what can be played onto a total inside the bounds, by the skill that it exercises; no card rules."""
    found: defaultdict[str, list[Way]] = defaultdict(list)
    for rank in RANKS:
        card = Card(f"{rank}{SUITS[0]}")
        for way in rules.ways[card]:
            if way.least <= total <= way.most:
                found[skill_of(rules, total, card, way.choice)].append(Way(rank, way.choice))
    return {skill: tuple(ways) for skill, ways in found.items() if skill not in CARD_RULES}


def difficulty(rules: RuleSet, prior: int, card: Card, choice: int | None, by: Difficulties = _FIXED) -> float:
    """Return how hard a sum is, by the fixed starting weights where nothing else is said."""
    change = rules.total_after(prior, card, choice) - prior
    return by.of(Sum(prior, change, fact_of(rules, prior, card, choice) or ""))


def difficulty_of(rules: RuleSet, cards: Iterable[Dealt]) -> float:
    """Return how hard the sums of a drill are, all together; the first of them has a start."""
    total, level = rules.start_total, 0.0
    for dealt in cards:
        prior = total if dealt.start is None else dealt.start
        level += difficulty(rules, prior, dealt.card, dealt.choice)
        total = rules.total_after(prior, dealt.card, dealt.choice)
    return level


def draw_block(rules: RuleSet, before: Sequence[Dealt], total: int, dice: random.Random) -> list[Dealt]:
    """Draw the next ten sums of a drill; `before` are those drawn so far, whole blocks, and `total` where they lead."""
    blocks = len(before) // BLOCK + 1
    aim = blocks * USUAL[rules.limit, rules.countdown] - difficulty_of(rules, before)
    while True:
        cards, level = _drawn(rules, total if before else None, dice)
        if abs(level - aim) <= BAND:
            return cards


def _drawn(rules: RuleSet, total: int | None, dice: random.Random) -> tuple[list[Dealt], float]:
    """Draw ten sums, and say how hard they are together."""
    shares = SHARES_DOWN if rules.countdown else SHARES_UP
    wanted = [skill for skill, share in shares.items() for _ in range(share)]
    cards: list[Dealt] = []
    level = 0.0
    while wanted:
        start = None
        if total is None or not _possible(rules, total, wanted):
            total = start = _start(rules, wanted, dice)
        skill = dice.choice(_possible(rules, total, wanted))
        way = dice.choice(ways_by_skill(rules, total)[skill])
        card = Card(way.rank + dice.choice(SUITS))
        cards.append(Dealt(card, way.choice, start))
        level += difficulty(rules, total, card, way.choice)
        total = rules.total_after(total, card, way.choice)
        wanted.remove(skill)
    return cards, level


def _possible(rules: RuleSet, total: int, wanted: Iterable[str]) -> list[str]:
    ways = ways_by_skill(rules, total)
    return [skill for skill in wanted if skill in ways]


def _start(rules: RuleSet, wanted: Sequence[str], dice: random.Random) -> int:
    """Draw a total near the start at which something wanted can be played."""
    totals = range(rules.limit - 1, 0, -1) if rules.countdown else range(1, rules.limit)
    return dice.choice([total for total in totals if _possible(rules, total, wanted)][:STARTS])
