"""Which wrong answers of many people are worth talking about together, without telling whose they were.

In the words of the help:

- A mistake is *explained* by its first kind, unless that kind only says how the total looks, as `tendencies` has it, or
  the total may be a slip of the finger.
- Only kinds that at least `SEVERAL` people made are talked about, so that a sum stands for more than one person.
- A sum that a single person did for all the table to see, with a wrong total, is talked about only where another made
  the same mistake at it: else those who sat there would know whose it was.
- Kinds that more people made come first, and each gives one sum: the one that most people got wrong in this way, then
  one of the skill at which most people did, then one whose mistake has no other explanation. Where kinds run out, the
  same kinds give a sum of another skill.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trainer.marking import KINDS
from trainer.tendencies import NO_TENDENCIES

MOST = 3
"""How many sums are talked about."""

SEVERAL = 2
"""How many people must have made a kind of mistake."""

SAID_SHOWN = 2
"""How many wrong totals are shown of one sum."""

IMPLIED = {"carry-missed": "ten-off", "smaller-from-larger": "ten-off"}
"""Kinds that always, or often, look like another as well, which is no explanation of its own."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong first try at a sum: whose, at which sum by which card, and what was announced.

    `is_known` says that all at a table know whose total it was, or whose turn; `is_hidden` that the total before was
    covered.
    """

    pk: int
    person: int
    prior: int
    change: int
    rank: str
    skill: str
    kinds: Sequence[str]
    announced: int
    is_known: bool = False
    is_hidden: bool = False

    @property
    def sum(self) -> tuple[int, int]:
        """Return the sum itself."""
        return self.prior, self.change

    @property
    def kind(self) -> str:
        """Name the kind that explains it."""
        return self.kinds[0] if self.kinds else "other"

    @property
    def is_explained(self) -> bool:
        """Tell whether its kind says how it came about."""
        return self.kind not in NO_TENDENCIES and "slip" not in self.kinds

    @property
    def explanations(self) -> int:
        """Count the kinds that could explain it."""
        implied = IMPLIED.get(self.kind)
        return sum(1 for kind in self.kinds if kind not in NO_TENDENCIES and kind != implied)


@dataclass(frozen=True, slots=True)
class Telling:
    """A sum to talk about: an answer that stands for it, the wrong totals that were announced, and by how many."""

    pk: int
    kind: str
    said: tuple[int, ...]
    people: int
    people_of_kind: int


@dataclass(frozen=True, slots=True)
class _Sum:
    """The answers of one kind at one sum."""

    wrongs: tuple[Wrong, ...]

    @property
    def first(self) -> Wrong:
        return self.wrongs[0]

    @property
    def people(self) -> int:
        return _people(self.wrongs)

    @property
    def is_nobodys(self) -> bool:
        """Tell whether it does not lead to one person."""
        return self.people >= SEVERAL or not all(wrong.is_known for wrong in self.wrongs)

    @property
    def totals(self) -> tuple[int, ...]:
        """Return what was announced, what most people said first."""
        people: defaultdict[int, set[int]] = defaultdict(set)
        for wrong in self.wrongs:
            people[wrong.announced].add(wrong.person)
        return tuple(sorted(people, key=lambda total: (-len(people[total]), total)))

    @property
    def order(self) -> tuple[int, bool, int, bool, int]:
        """Return what sums are sorted by: the most telling comes first, of equal ones that of the first answer."""
        first = self.first
        hidden = all(wrong.is_hidden for wrong in self.wrongs)
        clearest = min(wrong.explanations for wrong in self.wrongs)
        # From a full ten a sum is easier, and shows less.
        return -len(self.wrongs), hidden, clearest, first.prior % 10 == 0, first.pk


def telling_sums(wrongs: Iterable[Wrong]) -> tuple[Telling, ...]:
    """Return the sums that are worth talking about, the most telling first; it is the same in whatever order."""
    kinds = _kinds(wrongs)
    done: dict[str, set[str]] = {kind: set() for kind in kinds}
    taken: set[tuple[int, int]] = set()
    found: list[Telling] = []
    while True:
        before = len(found)
        for kind, made in kinds.items():
            best = _best(wrong for wrong in made if wrong.skill not in done[kind] and wrong.sum not in taken)
            if len(found) == MOST:
                return tuple(found)
            if best is not None:
                done[kind].add(best.first.skill)
                taken.add(best.first.sum)
                found.append(_telling(kind, best, _people(made)))
        if len(found) == before:
            return tuple(found)


def _kinds(wrongs: Iterable[Wrong]) -> dict[str, list[Wrong]]:
    """Return the explained mistakes by kind, of kinds that several people made, those of the most people first."""
    by_kind: defaultdict[str, list[Wrong]] = defaultdict(list)
    for wrong in sorted(wrongs, key=lambda wrong: wrong.pk):
        if wrong.is_explained:
            by_kind[wrong.kind].append(wrong)
    shared = [kind for kind, made in by_kind.items() if _people(made) >= SEVERAL]
    order = sorted(shared, key=lambda kind: (-_people(by_kind[kind]), -len(by_kind[kind]), KINDS.index(kind)))
    return {kind: by_kind[kind] for kind in order}


def _best(wrongs: Iterable[Wrong]) -> _Sum | None:
    """Return the most telling sum of some mistakes of one kind, None where none may be told."""
    groups: defaultdict[tuple[int, int, str], list[Wrong]] = defaultdict(list)
    for wrong in wrongs:
        groups[*wrong.sum, wrong.rank].append(wrong)
    sums = [each for group in groups.values() if (each := _Sum(tuple(group))).is_nobodys]
    people: defaultdict[str, set[int]] = defaultdict(set)
    for wrong in (wrong for each in sums for wrong in each.wrongs):
        people[wrong.skill].add(wrong.person)
    return min(sums, key=lambda each: (-each.people, -len(people[each.first.skill]), each.order), default=None)


def _telling(kind: str, each: _Sum, people_of_kind: int) -> Telling:
    totals = each.totals
    stands = next(wrong for wrong in each.wrongs if wrong.announced == totals[0])
    return Telling(stands.pk, kind, totals[:SAID_SHOWN], each.people, people_of_kind)


def _people(wrongs: Iterable[Wrong]) -> int:
    return len({wrong.person for wrong in wrongs})
