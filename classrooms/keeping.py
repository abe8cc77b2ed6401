"""What of people belongs to a class, and how long: classes end, names go, and in the end the class does."""

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from classrooms.models import Classroom, Membership, ReportLink
from classrooms.services import archive_classroom, delete_classroom
from classrooms.services.ending import take_names
from ninety.keeping.pruning import prunes, spares, throw_away
from ninety.models import Room, User
from ninety.services import close_room
from trainer import keeping  # noqa: F401  What is old goes before what it belonged to.


@spares
def spare_whoever_is_of_a_class(people: QuerySet[User], since: datetime) -> QuerySet[User]:  # noqa: ARG001
    """Keep the pupils and guests of classes: how long is said by the class."""
    return people.filter(memberships=None, attendances=None)


@prunes("lists of sign-ins that are over")
def sign_ins(now: datetime, dry: bool) -> int:
    """Throw away where teachers were signed in, once nobody is there any more."""
    open_now = Session.objects.filter(expire_date__gte=now).values("session_key")
    return throw_away(UserSession.objects.exclude(session_key__in=open_now), dry=dry)


@prunes("links to reports")
def report_links(now: datetime, dry: bool) -> int:
    """Throw away links for parents that have expired."""
    return throw_away(ReportLink.objects.filter(expires_at__lte=now), dry=dry)


@prunes("classes that have ended")
def ended(now: datetime, dry: bool) -> int:
    """Archive classes after their last day."""
    found = list(Classroom.objects.filter(archived_at=None, ends_on__lt=timezone.localdate(now)))
    for classroom in () if dry else found:
        archive_classroom(classroom)
    return len(found)


@prunes("names of pupils")
def names(now: datetime, dry: bool) -> int:
    """Take the names of pupils some time after the end of their class; what they have answered stays under numbers."""
    last = timezone.localdate(now) - timedelta(days=settings.KEEP_NAMES_DAYS)
    over = Classroom.objects.filter(names_gone_at=None, ends_on__lt=last)
    named = Membership.objects.filter(classroom__in=over).exclude(state=Membership.State.MOVED).count()
    for classroom in () if dry else list(over):
        take_names(classroom, now)
    return named


@prunes("classes without names")
def nameless(now: datetime, dry: bool) -> int:
    """Delete classes whose names have gone for as long as answers are kept, with all that was kept under numbers."""
    gone = now - timedelta(days=settings.KEEP_ANSWERS_DAYS)
    found = list(Classroom.objects.filter(names_gone_at__lt=gone))
    for classroom in () if dry else found:
        delete_classroom(classroom)
    return len(found)


@prunes("rooms of lessons that are gone")
def rooms(now: datetime, dry: bool) -> int:
    """Throw away the rooms that classes deleted by an earlier release have left behind, with their bots."""
    left = list(Room.objects.filter(lesson=None).order_by("pk").values_list("pk", flat=True))
    for room in () if dry else left:
        close_room(room, now)
    return len(left)
