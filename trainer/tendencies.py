"""Tendencies: kinds of mistake that several of a person's wrong answers share, more of them than chance gives.

Chance is judged for the very sums that went wrong. Somebody careless announces wrong totals out of some mixture of
habits: a number near the right one, a digit misread, a key missed, now this kind of mistake and now that
(`careless`). For each kind the mixture is estimated from the wrong answers that do *not* fit it. It says how likely a
careless total fits the kind, sum by sum, and so how likely as many as were seen do: the upper tail of a Poisson
binomial distribution. The kind least likely to come about by chance is a tendency where that is at most `CHANCE`. Its
answers are then explained, and what is left is judged anew without it, so that a lost carry is not reported a second
time as ten off.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from trainer.careless import HABITS, Mistake, Said, sayings
from trainer.marking import KINDS

FEWEST = 3
"""How many wrong answers must share a kind."""

CHANCE = 0.004
"""How likely careless mistakes may share a kind so often, where that is still called a tendency; for each kind."""

MOST_LOOKED_AT = 60
"""How many wrong answers, the newest, are looked at."""

NO_TENDENCIES = frozenset({"no-answer", "slip", "ones-wrong", "tens-wrong", "other"})
"""Kinds that say how a wrong total looks and not how it came about: careless totals look like that, too."""

ROUNDS = 12
"""How often the mixture is estimated anew; it hardly moves after that."""

type Shares = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tendency:
    """A kind that mistakes share: their places in what was given, at how many it could occur, how likely by chance."""

    kind: str
    mistakes: tuple[int, ...]
    possible: int
    chance: float


@dataclass(frozen=True, slots=True)
class _Case:
    """A mistake beside every wrong total that could have been announced in its place."""

    place: int
    announced: int
    said: dict[int, Said]

    @property
    def chances(self) -> Shares:
        """Return by habit how likely just this total is announced."""
        return self.said[self.announced].chances

    def fits(self, kind: str) -> bool:
        return kind in self.said[self.announced].kinds

    def share(self, kind: str) -> Shares:
        """Return by habit how likely a careless total fits a kind."""
        return _added(said.chances for said in self.said.values() if kind in said.kinds)

    def without(self, kind: str) -> "_Case":
        """Return the case among those totals that do not fit a kind."""
        left = {total: said for total, said in self.said.items() if kind not in said.kinds}
        whole = _added(said.chances for said in left.values())
        return _Case(
            self.place,
            self.announced,
            {
                total: Said(said.kinds, tuple(part / all_ for part, all_ in zip(said.chances, whole, strict=True)))
                for total, said in left.items()
            },
        )


def tendencies(mistakes: Sequence[Mistake]) -> tuple[Tendency, ...]:
    """Return the tendencies in wrong answers given oldest first, the strongest first; only the newest are looked at."""
    first = max(len(mistakes) - MOST_LOOKED_AT, 0)
    cases = [_Case(first + place, each.announced, sayings(each)) for place, each in enumerate(mistakes[first:])]
    found: list[Tendency] = []
    while tendency := _strongest(cases):
        found.append(tendency)
        cases = [case.without(tendency.kind) for case in cases if not case.fits(tendency.kind)]
    return tuple(found)


def at_least(count: int, chances: Iterable[float]) -> float:
    """Return how likely at least so many, one or more, of independent events happen, each with its own chance."""
    reached, fewer = 0.0, [1.0] + [0.0] * (count - 1)
    for chance in chances:
        reached += fewer[-1] * chance
        for happened in range(count - 1, 0, -1):
            fewer[happened] += (fewer[happened - 1] - fewer[happened]) * chance
        fewer[0] *= 1 - chance
    return reached


def _strongest(cases: Sequence[_Case]) -> Tendency | None:
    found = []
    for kind in KINDS:
        fitting = tuple(case.place for case in cases if case.fits(kind))
        if kind in NO_TENDENCIES or len(fitting) < FEWEST:
            continue
        shares = [case.share(kind) for case in cases]
        others = [(case.chances, share) for case, share in zip(cases, shares, strict=True) if not case.fits(kind)]
        mixture = _mixture(others)
        chance = at_least(len(fitting), (_weighted(mixture, share) for share in shares))
        if chance <= CHANCE:
            found.append(Tendency(kind, fitting, sum(map(any, shares)), chance))
    return min(found, key=lambda tendency: tendency.chance, default=None)


def _mixture(others: Iterable[tuple[Shares, Shares]]) -> Shares:
    """Estimate how much there is of each habit, from mistakes that do not fit a kind: their chances, and its shares.

    It is expectation and maximisation with `HABITS` as a Dirichlet prior. To each mistake that is seen belong some
    that fit the kind and are left out: the more of a habit, the greater the kind's share in it.
    """
    seen, prior = list(others), tuple(HABITS.values())
    mixture = tuple(count / sum(prior) for count in prior)
    for _ in range(ROUNDS):
        counts = list(prior)
        for chances, shares in seen:
            likely, left = _weighted(mixture, chances), 1 - _weighted(mixture, shares)
            for habit, part in enumerate(mixture):
                counts[habit] += part * (chances[habit] / likely + shares[habit] / left)
        mixture = tuple(count / sum(counts) for count in counts)
    return mixture


def _weighted(mixture: Shares, parts: Shares) -> float:
    return sum(weight * part for weight, part in zip(mixture, parts, strict=True))


def _added(parts: Iterable[Shares]) -> Shares:
    return tuple(map(sum, zip((0.0,) * len(HABITS), *parts, strict=True)))
