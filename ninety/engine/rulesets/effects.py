"""What one rank does when it is played."""

import re
from dataclasses import dataclass
from typing import Self

_AMOUNT = "[+-](?:0|[1-9][0-9]?)"
_WRITTEN = re.compile(rf"(?:(=limit)|({_AMOUNT})(?:/({_AMOUNT}))?)( skip| reverse)?")


@dataclass(frozen=True, slots=True, repr=False)
class Effect:
    """Say what a rank does: `amounts` as written (two of them offer a choice, none sets the total to the limit)."""

    amounts: tuple[int, ...]
    skip: bool = False
    reverse: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an effect as the rules of play write it: `+7`, `+1/+11`, `=limit skip`. Raises ValueError."""
        written = _WRITTEN.fullmatch(text)
        if not written:
            raise ValueError(f"{text!r} is no effect")
        _, one, other, twist = written.groups()
        amounts = tuple(int(amount) for amount in (one, other) if amount is not None)
        if len(set(amounts)) < len(amounts):
            raise ValueError(f"{text!r} offers the same amount twice")
        return cls(amounts, skip=twist == " skip", reverse=twist == " reverse")

    @property
    def to_limit(self) -> bool:
        """Say whether the rank sets the total to the limit."""
        return not self.amounts

    @property
    def offers_choice(self) -> bool:
        """Say whether the player chooses between two amounts."""
        return len(self.amounts) == 2

    def __str__(self) -> str:
        change = "/".join(f"{amount:+d}" for amount in self.amounts) or "=limit"
        return change + " skip" * self.skip + " reverse" * self.reverse

    def __repr__(self) -> str:
        return f"Effect.parse({str(self)!r})"
