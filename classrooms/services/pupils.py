"""Add pupils to a class and change who belongs to it."""

import secrets
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from classrooms.models import Attendance, Classroom, Membership, SignInSecret
from classrooms.pictures import new_pictures, new_pin
from classrooms.services.members import Gone, change_state, hold, stands, still_here
from classrooms.services.seating import LessonOver, NotThere, remove_from_lesson
from classrooms.services.seating import let_back as let_back_to_lesson
from ninety.locks import writing
from ninety.models import User
from ninety.names import free_name, key_of
from ninety.services import NameTaken
from ninety.services.parting import hand_on, share_a_match, shut_out
from ninety.services.renaming import rename
from trainer.services.moving import forget_moves_home
from trainer.services.ratings import rate_person_anew

MOST_PUPILS = 100


class ClassFull(Exception):
    """The class has as many pupils as a class may have."""


class TwoPeople(Exception):
    """Two who have sat at one match are not the same person."""


def add_pupil(classroom: Classroom, name: str, username: str = "", now: datetime | None = None) -> Membership:
    """Make a pupil with a new secret, under a clean name that no other of the class has; IntegrityError if one has."""
    now = now or timezone.now()
    with transaction.atomic():
        pupil = User.objects.create_user(
            username or f"pupil-{secrets.token_hex(12)}",
            kind=User.Kind.PUPIL,
            display_name=name,
            language=classroom.language,
            created_at=now,
        )
        SignInSecret.objects.create(user=pupil, pictures=new_pictures(), pin=new_pin(), made_at=now)
        return Membership.objects.create(classroom=classroom, user=pupil, name_key=key_of(name), joined_at=now)


def count_pupils(classroom: Classroom) -> int:
    """Return how many pupils a class has, guests and removed ones apart."""
    return classroom.memberships.filter(state=Membership.State.IN, user__kind=User.Kind.PUPIL).count()


def rename_pupil(membership: Membership, name: str, now: datetime) -> None:
    """Call a pupil or guest by another clean name, everywhere and at once.

    Raises NameTaken, and Gone for somebody who was erased or moved a moment ago.
    """
    with writing():
        _lock(membership.classroom_id)
        if stands(membership) == Membership.State.MOVED:
            raise Gone
        _check_name(membership.classroom, name, membership)
        membership.name_key = key_of(name)
        membership.save(update_fields=["name_key"])
        rename(membership.user, name, now)


def remove_pupils(memberships: Iterable[Membership], now: datetime) -> None:
    """Shut pupils and guests out of their class: streams end, posts are refused, a bot plays on; results are kept."""
    with writing():
        memberships = list(memberships)
        hold(memberships)
        for membership in memberships:
            if not change_state(membership, Membership.State.IN, Membership.State.REMOVED, now):
                continue
            # Whoever is not active is nobody at the next request, and is somebody again with the same cookie.
            User.objects.filter(pk=membership.user_id).update(is_active=False)
            _leave_lessons(membership, now)
            shut_out(membership.user, now)


def let_back(membership: Membership, now: datetime) -> None:
    """Let somebody who was removed come in again, on the same device as before. Raises ClassFull."""
    with writing():
        _lock(membership.classroom_id)
        hold([membership])
        is_pupil = membership.user.kind == User.Kind.PUPIL
        if is_pupil and count_pupils(membership.classroom) >= MOST_PUPILS:
            raise ClassFull
        if not change_state(membership, Membership.State.REMOVED, Membership.State.IN, None):
            return
        User.objects.filter(pk=membership.user_id).update(is_active=True)
        for attendance in _at_lessons(membership).select_related("lesson"):
            let_back_to_lesson(attendance.lesson, attendance, now)


def move_pupil(membership: Membership, target: Classroom, name: str, now: datetime) -> Membership:
    """Move a pupil to another class, whose owner answers for them from then on, under a name that is free there.

    Whoever has moved a moment ago stays where they are. Raises NameTaken, ClassFull, and Gone for
    somebody who was erased.
    """
    with writing():
        _lock(membership.classroom_id, target.pk)
        if stands(membership) == Membership.State.MOVED:
            return membership
        if count_pupils(target) >= MOST_PUPILS:
            raise ClassFull
        _check_name(target, name)
        pupil = membership.user
        _quit_lessons(membership, now)
        _set_state(membership, Membership.State.MOVED, now)
        Membership.objects.filter(pk=membership.pk).update(name_key="")
        membership.report_links.all().delete()
        moved, _is_new = Membership.objects.update_or_create(
            classroom=target,
            user=pupil,
            defaults={"name_key": key_of(name), "state": Membership.State.IN, "joined_at": now, "left_at": None},
        )
        User.objects.filter(pk=pupil.pk).update(is_active=True)
        if pupil.display_name != name:
            rename(pupil, name, now)
        return moved


def merge_guest(guest: Membership, pupil: Membership, now: datetime) -> None:
    """Give everything that a guest has done to a pupil of the class; the guest is no more. Raises TwoPeople.

    Raises Gone where the pupil has gone a moment ago.
    """
    with writing():
        still_here([pupil])
        if share_a_match(guest.user, pupil.user):
            raise TwoPeople
        _quit_lessons(guest, now)
        hand_on(guest.user, pupil.user)
        forget_moves_home(pupil.user)
        rate_person_anew(pupil.user)


def _lock(*classrooms: int) -> None:
    """Let nobody else change who belongs to some classes until the transaction ends; always in the same order."""
    list(Classroom.objects.select_for_update(no_key=True).filter(pk__in=classrooms).order_by("pk"))


def _check_name(classroom: Classroom, name: str, own: Membership | None = None) -> None:
    """Refuse a name that another of a class has alike. Raises NameTaken."""
    others = classroom.memberships.exclude(state=Membership.State.MOVED)
    keys = {key for pk, key in others.values_list("pk", "name_key") if own is None or pk != own.pk}
    if key_of(name) in keys:
        raise NameTaken(free_name(name, keys))


def _set_state(membership: Membership, state: Membership.State, left_at: datetime | None) -> None:
    membership.state, membership.left_at = state, left_at
    membership.save(update_fields=["state", "left_at"])


def _at_lessons(membership: Membership) -> QuerySet[Attendance]:
    """Return where somebody is at lessons of the class that go on."""
    return Attendance.objects.filter(
        user=membership.user_id, lesson__classroom=membership.classroom_id, lesson__ended_at=None
    )


def _leave_lessons(membership: Membership, now: datetime) -> None:
    for attendance in _at_lessons(membership).select_related("lesson"):
        with suppress(LessonOver, NotThere):
            remove_from_lesson(attendance.lesson, attendance, now)


def _quit_lessons(membership: Membership, now: datetime) -> None:
    """Take somebody out of lessons that go on as if they had not come, so that nothing keeps them from coming."""
    _leave_lessons(membership, now)
    _at_lessons(membership).delete()
