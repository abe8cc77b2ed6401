"""How often codes of tables may be guessed wrongly.

A right code costs nothing, nor does what cannot be a code at all, a link or a QR code. A wrong code costs one try of
each of three budgets, and a code is looked up only while all three have one left. Each fills up again as time goes by.

    budget            holds   gains an hour
    the device           20              60   a bored pupil slows down nobody else
    the address         120              20   a whole school, or one attacker
    all together        300            1200   as many attackers as there may be

There are 24^6 = 191,102,976 codes. With 200 open tables, whoever tries one code after the other first hits one after
(24^6 + 1) / (200 + 1) = 950,761 tries, as a rule. At the rate allowed to all together that takes
(950,761 - 300) / 1200 = 792 hours: 33 days, from however many addresses. One address alone gets there after 47,532
hours, more than five years.

150 pupils behind one address, of whom every fifth mistypes once, need 30 of the address's 120 tries within a minute;
six such lessons in six hours need 180 of 120 + 6 * 20 = 240. Fifty addresses that guess at full speed use up their own
budgets at once, as a refused code costs the device and the address a try too. Then they get 50 * 20 = 1000 tries an
hour, which leaves 200 of those for all together to everybody else.

Addresses and devices are kept as keyed hashes, for a day.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address

from django.utils.crypto import salted_hmac

from ninety.locks import writing
from ninety.models import Budget

FORGOTTEN_AFTER = timedelta(days=1)
HOUR = timedelta(hours=1)
NETWORK_BITS = 64
"""How much of an IPv6 address is one household or school, which has all addresses below."""


@dataclass(frozen=True)
class Allowance:
    """How many wrong codes a budget holds, and how many it gains an hour."""

    holds: int
    gains: int

    def spent(self, budget: Budget | None, now: datetime) -> float:
        """Return how much of a budget is spent at this moment."""
        if budget is None:
            return 0
        return max(0, budget.spent - self.gains * (max(now - budget.spent_at, timedelta()) / HOUR))


DEVICE = Allowance(holds=20, gains=60)
ADDRESS = Allowance(holds=120, gains=20)
ALL = Allowance(holds=300, gains=1200)


@dataclass(frozen=True)
class Guesser:
    """Who sends a code: a device, by whatever it can be known by, at an address of the network."""

    device: str
    address: str

    def allowances(self) -> dict[str, Allowance]:
        """Return the budgets that a wrong code is taken from, the closest first."""
        return {_hashed("device", self.device): DEVICE, _hashed("address", network(self.address)): ADDRESS, "all": ALL}


def network(address: str) -> str:
    """Return what of an address is one household or school; an address that is none stands for itself."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> NETWORK_BITS << NETWORK_BITS))


def may_guess(guesser: Guesser, now: datetime) -> bool:
    """Return whether a code of this sender may be looked up; if not, that costs the device and the address a try."""
    allowances = guesser.allowances()
    budgets = _budgets(allowances)
    full = [key for key, allowed in allowances.items() if allowed.spent(budgets.get(key), now) + 1 > allowed.holds]
    if full == ["all"]:
        _spend({key: allowed for key, allowed in allowances.items() if key != "all"}, now)
    return not full


def note_wrong(guesser: Guesser, now: datetime) -> None:
    """Take a try of each budget for a code that was looked up and led nowhere."""
    _spend(guesser.allowances(), now)


def _spend(allowances: dict[str, Allowance], now: datetime) -> None:
    """Take one of each budget; requests of the same moment may overdraw one, which then takes the longer to fill."""
    with writing():
        Budget.objects.filter(spent_at__lt=now - FORGOTTEN_AFTER).delete()
        Budget.objects.bulk_create([Budget(key=key, spent_at=now) for key in allowances], ignore_conflicts=True)
        for budget in Budget.objects.select_for_update().filter(key__in=allowances).order_by("key"):
            budget.spent = allowances[budget.key].spent(budget, now) + 1
            budget.spent_at = max(now, budget.spent_at)
            budget.save(update_fields=["spent", "spent_at"])


def _budgets(allowances: dict[str, Allowance]) -> dict[str, Budget]:
    return {budget.key: budget for budget in Budget.objects.filter(key__in=allowances)}


def _hashed(kind: str, value: str) -> str:
    return f"{kind} {salted_hmac('ninety.limits', value, algorithm='sha256').hexdigest()[:32]}"
