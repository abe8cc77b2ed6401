"""Which seats are whose."""

from django.db.models import Q

from ninety.models import Seat, User
from ninety.prepared import Number, Prepared

_PERSON = Number("person")
_ON_DEVICE = Prepared(
    lambda: Seat.objects.filter(Q(keeper=_PERSON) | Q(user=_PERSON, keeper__isnull=True), match=Number("match"))
)


def seats_on_device(match_pk: int, person: User) -> list[Seat]:
    """Return the seats of a match that are played on the device of a person: the own one, and those of others there."""
    return _ON_DEVICE(match=match_pk, person=person.pk)
