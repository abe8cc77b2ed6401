"""What of people belongs to a class."""

from datetime import datetime

from django.db.models import QuerySet

from ninety.keeping.pruning import spares
from ninety.models import User


@spares
def spare_whoever_is_of_a_class(people: QuerySet[User], since: datetime) -> QuerySet[User]:  # noqa: ARG001
    """Keep the pupils and guests of classes: how long is said by the class."""
    return people.filter(memberships=None, attendances=None)
