"""Pupils sign in by their name and a secret; what is tried wrongly is slowed for that pupil of that class alone.

A secret is one of 1,320 (three of twelve pictures in order) or of 9,990 (four digits), so it is tries that have to be
few. A wrong one costs a try of each of these budgets, and a secret is compared only while all have one left:

    budget                  holds   gains an hour
    the pupil, at once          5             120   after five, one every half minute
    the pupil, in a day        12               1   after twelve, one an hour
    strangers to the class     60              10   devices that do not see the names, all of them together

Whoever tries one secret after the other for one pupil finds pictures after (1,320 + 1) / 2 = 661 tries, as a rule, and
a number after 4,996. At an hour each but the first twelve that takes 649 hours (27 days), or 4,984 hours (207 days);
`slowed` tells the teacher of it long before. Whoever tries the secrets of thirty pupils side by side finds some pupil's
pictures after (30 * 1,320 + 1) / 31 = 1,277 tries. On a device that sees the names, in class, 360 of them can be made
at once and 30 an hour, which takes 31 hours; on one that does not, whose user must know the names besides, it takes
(1,277 - 60) / 10 = 122 hours.

A name that is no pupil's is slowed in the same way, so that nothing tells it from a wrong secret. Addresses do not
count: a school has one. The QR code of a card needs no limit, as its token has 192 bits, and works for whoever is
slowed.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from unicodedata import normalize

from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from classrooms.models import Classroom, Membership, SignInSecret, new_token
from classrooms.pictures import new_pictures, new_pin
from classrooms.selectors.door import pupils_of
from ninety.limits import Allowance, Allowances, forgive, key_for, spend, waits
from ninety.locks import writing
from ninety.models import User

AT_ONCE = Allowance(holds=5, gains=120)
IN_A_DAY = Allowance(holds=12, gains=1)
STRANGERS = Allowance(holds=60, gains=10)
NAMES_SHOWN_FOR = timedelta(minutes=15)


class NotRight(Exception):
    """Name and secret do not belong together."""


class Slowed(Exception):
    """Too much has been tried; `wait` is how long until the next try."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


def pupil_by_secret(classroom: Classroom, key: str, tried: str, *, sees_names: bool, now: datetime) -> Membership:
    """Return the pupil with the key of a name whose secret was tried: pictures with blanks between them, or digits.

    `sees_names` says whether the device shows the names of the class. Raises NotRight and Slowed.
    """
    allowances: Allowances = _of_pupil(classroom, key)
    if not sees_names:
        allowances = {**allowances, **_of_strangers(classroom)}
    if waiting := waits(allowances, now):
        raise Slowed(max(waiting.values()))
    membership = pupils_of(classroom).filter(name_key=key).first()
    if not _is_right(classroom, membership, tried) or membership is None:
        spend(allowances, now)
        raise NotRight
    return membership


def pupil_by_token(token: str) -> Membership | None:
    """Return the pupil whose card has a token; None for a card that does not work any more, or never did."""
    pupils = Membership.objects.select_related("user", "classroom")
    return pupils.filter(
        user__sign_in_secret__token=token, state=Membership.State.IN, classroom__archived_at__isnull=True
    ).first()


def slowed(classroom: Classroom, pupils: Sequence[Membership], now: datetime) -> dict[int, timedelta]:
    """Return how long each pupil who is slowed has to wait, by the numbers of their memberships."""
    keys = {key: pupil.pk for pupil in pupils for key in _of_pupil(classroom, pupil.name_key)}
    every = {key: allowed for pupil in pupils for key, allowed in _of_pupil(classroom, pupil.name_key).items()}
    found: dict[int, timedelta] = {}
    for key, wait in waits(every, now).items():
        found[keys[key]] = max(wait, found.get(keys[key], timedelta()))
    return found


def strangers_are_slowed(classroom: Classroom, now: datetime) -> bool:
    """Return whether devices that do not see the names of a class have to wait."""
    return bool(waits(_of_strangers(classroom), now))


def let_try_again(classroom: Classroom, pupils: Sequence[Membership]) -> None:
    """Slow some pupils of a class no longer, nor devices that do not see its names."""
    forgive([*_of_strangers(classroom), *(key for pupil in pupils for key in _of_pupil(classroom, pupil.name_key))])


def renew_secrets(pupils: Sequence[Membership]) -> None:
    """Give pupils new secrets and cards: the old cards end, and whoever is signed in with them is signed out."""
    now = timezone.now()
    with writing():
        for pupil in pupils:
            made = {"pictures": new_pictures(), "pin": new_pin(), "token": new_token(), "made_at": now}
            SignInSecret.objects.update_or_create(user=pupil.user, defaults=made)
            # Sessions hang on the password, which nobody has: a new one of that sort ends them.
            User.objects.filter(pk=pupil.user_id).update(password=make_password(None))
        forgive([key for pupil in pupils for key in _of_pupil(pupil.classroom, pupil.name_key)])


def set_sign_in(classroom: Classroom, secret: str, *, guests: bool) -> None:
    """Choose what pupils of a class sign in with, and whether guests may come in."""
    classroom.secret, classroom.guests = secret, guests
    classroom.save(update_fields=["secret", "guests"])


def show_names(classroom: Classroom, until: datetime | None) -> None:
    """Let the code alone open the names of a class until a moment; None ends that."""
    classroom.names_open_until = until
    classroom.save(update_fields=["names_open_until"])


def end_devices(classroom: Classroom) -> None:
    """Let no device show the names of a class any more until somebody has signed in on it again."""
    Classroom.objects.filter(pk=classroom.pk).update(devices_era=F("devices_era") + 1, names_open_until=None)
    classroom.refresh_from_db(fields=["devices_era", "names_open_until"])


def _of_pupil(classroom: Classroom, key: str) -> dict[str, Allowance]:
    of = f"{classroom.pk} {key}"
    return {key_for("pupil", of): AT_ONCE, key_for("pupil-day", of): IN_A_DAY}


def _of_strangers(classroom: Classroom) -> dict[str, Allowance]:
    return {key_for("class", str(classroom.pk)): STRANGERS}


def _is_right(classroom: Classroom, membership: Membership | None, tried: str) -> bool:
    """Compare in a time that does not depend on the secret, nor on whether there is a pupil."""
    secret = SignInSecret(pictures=["?"], pin="?") if membership is None else membership.user.sign_in_secret
    kept = {Classroom.Secret.PICTURES: " ".join(secret.pictures), Classroom.Secret.PIN: secret.pin}
    expected = kept.get(Classroom.Secret(classroom.secret), "?")
    return constant_time_compare(expected, normalize("NFKC", tried)) and expected != "?"
