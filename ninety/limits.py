"""How often codes of tables and classes may be guessed wrongly, and how trying anything else is slowed.

A right code costs nothing, nor does what cannot be a code at all, a link or a QR code. A wrong code costs one try of
each of three budgets, and a code is looked up only while all three have one left. Each fills up again as time goes by.

    budget            holds   gains an hour
    the device           20              60   a bored pupil slows down nobody else
    the address         150              10   a whole school, or one attacker
    all together        300             600   as many attackers as there may be

There are 24^6 = 191,102,976 codes. With 200 open tables and 200 classes, whoever tries one code after the other first
hits one after (24^6 + 1) / (400 + 1) = 476,566 tries, as a rule. At the rate allowed to all together that takes
(476,566 - 300) / 600 = 794 hours: 33 days, from however many addresses. One address alone gets there after 47,642
hours, more than five years.

150 pupils behind one address, of whom every fifth mistypes once, need 30 of the address's 150 tries within a minute;
six such lessons, an hour apart, need 180 of 150 + 5 * 10 = 200. Fifty addresses that guess at full speed use up their
own budgets at once, as a refused code costs the device and the address a try too. Then they get 50 * 10 = 500 tries an
hour, which leaves 100 of those for all together to everybody else. A device that a class has let in needs no code.

Addresses and devices are kept as keyed hashes, for a day.
"""

from collections.abc import Collection, Mapping
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
    """How many wrong tries a budget holds, and how many it gains an hour; it is full again within a day."""

    holds: int
    gains: int

    def spent(self, budget: Budget | None, now: datetime) -> float:
        """Return how much of a budget is spent at this moment."""
        if budget is None:
            return 0
        return max(0, budget.spent - self.gains * (max(now - budget.spent_at, timedelta()) / HOUR))

    def wait(self, budget: Budget | None, now: datetime) -> timedelta:
        """Return how long it takes until a budget has a try left."""
        return HOUR * max(0, self.spent(budget, now) + 1 - self.holds) / self.gains


type Allowances = Mapping[str, Allowance]
"""Budgets by their keys, which tell nobody who it is: `key_for` makes them."""

DEVICE = Allowance(holds=20, gains=60)
ADDRESS = Allowance(holds=150, gains=10)
ALL = Allowance(holds=300, gains=600)


@dataclass(frozen=True)
class Guesser:
    """Who sends a code: a device, by whatever it can be known by, at an address of the network."""

    device: str
    address: str

    def allowances(self) -> Allowances:
        """Return the budgets that a wrong code is taken from, the closest first."""
        return {key_for("device", self.device): DEVICE, key_for("address", network(self.address)): ADDRESS, "all": ALL}


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
    full = [key for key, allowed in allowances.items() if allowed.wait(budgets.get(key), now)]
    if full == ["all"]:
        spend({key: allowed for key, allowed in allowances.items() if key != "all"}, now)
    return not full


def note_wrong(guesser: Guesser, now: datetime) -> None:
    """Take a try of each budget for a code that was looked up and led nowhere."""
    spend(guesser.allowances(), now)


def key_for(kind: str, value: str) -> str:
    """Return the key of a budget, from which nobody reads whose it is."""
    return f"{kind} {salted_hmac('ninety.limits', value, algorithm='sha256').hexdigest()[:30]}"


def waits(allowances: Allowances, now: datetime) -> dict[str, timedelta]:
    """Return how long each of some budgets has to fill before it has a try left; those that have one are not there."""
    budgets = _budgets(allowances)
    found = {key: allowed.wait(budgets.get(key), now) for key, allowed in allowances.items()}
    return {key: wait for key, wait in found.items() if wait}


def spend(allowances: Allowances, now: datetime) -> None:
    """Take one of each budget; requests of the same moment may overdraw one, which then takes the longer to fill."""
    with writing():
        Budget.objects.filter(spent_at__lt=now - FORGOTTEN_AFTER).delete()
        Budget.objects.bulk_create([Budget(key=key, spent_at=now) for key in allowances], ignore_conflicts=True)
        for budget in Budget.objects.select_for_update().filter(key__in=allowances).order_by("key"):
            budget.spent = allowances[budget.key].spent(budget, now) + 1
            budget.spent_at = max(now, budget.spent_at)
            budget.save(update_fields=["spent", "spent_at"])


def forgive(keys: Collection[str]) -> None:
    """Fill budgets at once."""
    Budget.objects.filter(key__in=keys).delete()


def _budgets(allowances: Allowances) -> dict[str, Budget]:
    return {budget.key: budget for budget in Budget.objects.filter(key__in=allowances)}
