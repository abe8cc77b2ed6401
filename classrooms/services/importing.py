"""Carry out what a teacher has made of a list of names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError
from django.utils.crypto import salted_hmac

from classrooms.models import Classroom, Membership
from classrooms.selectors.roster import fingerprint, known_of, members_of
from classrooms.services.pupils import ClassFull, add_pupil, let_back, remove_pupils, rename_pupil
from ninety.locks import writing
from ninety.models import User
from ninety.services import NameTaken


class ClassChanged(Exception):
    """The class is not as it was when the list was put beside it."""


@dataclass(frozen=True)
class Changes:
    """What is to become of a class: names that are new, memberships with another name, back in, and out."""

    added: Sequence[str] = ()
    renamed: Sequence[tuple[int, str]] = ()
    let_back: Sequence[int] = ()
    removed: Sequence[int] = ()


def import_roster(classroom: Classroom, changes: Changes, *, seen: str, key: str, now: datetime) -> None:
    """Make all changes or none, once for each `key`. Raises ClassChanged where the class is not as it was `seen`."""
    try:
        with writing():
            Classroom.objects.select_for_update().get(pk=classroom.pk)
            if was_imported(key):
                return
            if fingerprint(known_of(classroom)) != seen:
                raise ClassChanged
            _carry_out(classroom, changes, key, now)
    except (IntegrityError, NameTaken, ClassFull) as beaten:
        # A guest has come in a moment ago under one of the names.
        raise ClassChanged from beaten


def _carry_out(classroom: Classroom, changes: Changes, key: str, now: datetime) -> None:
    members: dict[int, Membership] = members_of(classroom).in_bulk()
    remove_pupils([members[pk] for pk in changes.removed], now)
    for pk, name in changes.renamed:
        rename_pupil(members[pk], name, now)
    for pk in changes.let_back:
        let_back(members[pk], now)
    for number, name in enumerate(changes.added):
        add_pupil(classroom, name, f"{_stem(key)}-{number}")


def was_imported(key: str) -> bool:
    """Return whether the pupils of a request have been added before."""
    return User.objects.filter(username__startswith=_stem(key)).exists()


def _stem(key: str) -> str:
    """Return what the user names begin with that one request makes."""
    return f"pupil-{salted_hmac('classrooms.roster', key, algorithm='sha256').hexdigest()[:24]}"
