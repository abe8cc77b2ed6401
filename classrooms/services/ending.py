"""Classes end: the names of the pupils go, and what they have answered stays under numbers for a while."""

import random
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import override

from classrooms.models import Classroom, Membership, SignInSecret
from classrooms.services.erasing import erase_person, forget_notes
from classrooms.services.lessons import end_lesson
from ninety.locks import writing
from ninety.models import User
from ninety.names import key_of
from ninety.services.parting import unname


def take_names(classroom: Classroom, now: datetime) -> None:
    """Take the names of all pupils of a class for good, those of removed ones too, and erase its guests.

    A class that has been given another end meanwhile keeps them, and one whose names have gone is left as it is. The
    numbers are dealt by chance, so that the order of a list does not give them away.
    """
    with writing():
        same = Classroom.objects.filter(pk=classroom.pk, names_gone_at=None, ends_on=classroom.ends_on)
        if not same.select_for_update():
            return
        for lesson in classroom.lessons.filter(ended_at=None):
            end_lesson(lesson, now)
        members = list(classroom.memberships.exclude(state=Membership.State.MOVED).select_related("user"))
        for guest in (each for each in members if each.user.kind == User.Kind.GUEST):
            erase_person(guest.user)
        pupils = [each for each in members if each.user.kind != User.Kind.GUEST]
        random.SystemRandom().shuffle(pupils)
        with override(classroom.language):
            numbers = [_("Pupil %(number)s") % {"number": number} for number in range(1, len(pupils) + 1)]
        # Somebody may be called like another's number.
        named = classroom.memberships.filter(pk__in=[each.pk for each in pupils])
        named.update(name_key="", state=Membership.State.MOVED, left_at=now)
        for pupil, number in zip(pupils, numbers, strict=True):
            SignInSecret.objects.filter(user=pupil.user_id).delete()
            forget_notes(pupil.user)
            unname(pupil.user, number, now)
            pupil.name_key, pupil.state, pupil.left_at = key_of(number), Membership.State.REMOVED, now
            pupil.save(update_fields=["name_key", "state", "left_at"])
        Classroom.objects.filter(pk=classroom.pk, archived_at=None).update(archived_at=now)
        Classroom.objects.filter(pk=classroom.pk).update(names_gone_at=now, names_open_until=None)
