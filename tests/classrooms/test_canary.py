"""A name that is found nowhere else goes through all there is; once it is erased, it is found nowhere at all.

The person is called by one name, then by another, and both must go: from every column of every table, from sessions,
from caches and logs, from files that are handed out, and from the very bytes of the database's file.
"""

import io
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import Classroom, Membership
from classrooms.services import create_classroom
from classrooms.services.guests import come_in
from classrooms.services.pupils import move_pupil
from ninety.keeping.invariants import Verification
from ninety.models import Match, User
from tests.classrooms.doors import secret_of
from tests.classrooms.teaching import teacher
from tests.classrooms.test_erasing import played_match
from tests.classrooms.test_roster_page import shown
from tests.factories import signed_in
from tests.factories.classes import member_of
from tests.trainer.device import device_of as drill_device

pytestmark = pytest.mark.django_db(transaction=True)

OLD, NEW, NICK = "Zyxomma", "Quetzalcoatl", "Xerxes"
CANARIES = (OLD, NEW, NICK)


def found_in(text: str) -> set[str]:
    """Return which of the names a text holds, whatever its letters."""
    return {name for name in CANARIES if name.casefold() in text.casefold()}


def rows() -> dict[str, set[str]]:
    """Return the tables in which one of the names is, with sessions read as the server reads them."""
    found: dict[str, set[str]] = {}
    for model in apps.get_models(include_auto_created=True):
        text = "\n".join(str(row) for row in model._default_manager.values())
        if model is Session:
            text = "\n".join(str(session.get_decoded()) for session in Session.objects.all())
        if names := found_in(text):
            found[model._meta.label] = names
    return found


def in_file() -> set[str]:
    """Return which names the bytes of SQLite's files hold; those of a server are not ours to read."""
    path = Path(connection.settings_dict["NAME"])
    files = [path, path.with_name(f"{path.name}-wal")]
    return found_in("".join(each.read_bytes().decode("latin-1") for each in files if each.exists()))


def in_caches() -> set[str]:
    """Return which names the cache holds, in keys and values."""
    kept: dict[str, bytes] = getattr(cache, "_cache", {})
    return found_in("".join(f"{key} {value!r}" for key, value in kept.items()))


def lived() -> tuple[Client, Classroom, Membership, Client]:
    """Let somebody live through a school year, through the pages: imported, renamed, playing, moved."""
    owner = teacher("Alice")
    browser = signed_in(owner)
    classroom = create_classroom(owner, "4b", "en")
    at = {"slug": classroom.slug}
    listed = browser.post(reverse("preview_roster", kwargs=at), {"text": f"{OLD}\nBob\nCarol"})
    browser.post(reverse("import_roster", kwargs=at), shown(listed))
    pupil = member_of(classroom, OLD)
    one = {**at, "number": pupil.pk}
    for page in ("cards", "print_cards", "roster", "class_review"):
        assert browser.get(reverse(page, kwargs=at)).status_code == 200
    device = Client()
    device.post(reverse("door", kwargs=at), {"name": OLD, "picked": "sun sun sun"})
    assert device.post(reverse("door", kwargs=at), {"name": OLD, **secret_of(classroom, OLD)})["Location"] == "/home/"
    browser.post(reverse("rename_pupil", kwargs=one), {"name": NEW})
    browser.post(reverse("accommodations", kwargs=one), {"stretch": "20", "language": "nl", "memory_off": "on"})
    browser.post(reverse("start_lesson", kwargs=at))
    lesson = classroom.lessons.get()
    others = [signed_in(member_of(classroom, name).user) for name in ("Bob", "Carol")]
    for each in (device, *others):
        each.get(reverse("lobby"))
    browser.post(reverse("seat_all", args=[lesson.slug]), {"size": "3", "order": "random"})
    browser.post(reverse("start_tables", args=[lesson.slug]))
    match = Match.objects.get()
    assert match.seats.filter(user=pupil.user).exists()
    device.get(reverse("table", args=[match.slug]))
    browser.get(reverse("board", args=[lesson.room.slug]))
    browser.get(reverse("lesson", args=[lesson.slug]))
    played_match(pupil.user)
    browser.post(reverse("end_lesson", args=[lesson.slug]))
    own = drill_device(pupil.user, device)
    own.answer()
    own.send()
    Classroom.objects.update(guests=True)
    guest = come_in(classroom, NICK)
    browser.post(reverse("merge_guest", kwargs={**at, "number": guest.pk}), {"pupil": pupil.pk})
    other = create_classroom(owner, "5b", "en")
    moved = move_pupil(pupil, other, NEW, timezone.now())
    browser.post(reverse("rename_pupil", kwargs={"slug": other.slug, "number": moved.pk}), {"name": NEW})
    device.get(reverse("home"))
    for model, pk in ((User, pupil.user_id), (Membership, moved.pk)):
        kind = ContentType.objects.get_for_model(model)
        LogEntry.objects.create(
            user=owner, content_type=kind, object_id=str(pk), object_repr=NEW, action_flag=CHANGE, change_message=OLD
        )
    for what in ("matrix", "answers"):
        made = browser.get(reverse("export", kwargs={"slug": other.slug, "what": what, "form": "csv"}))
        assert NEW in b"".join(made).decode()
    return browser, other, moved, device


def test_nothing_of_a_name_is_left_anywhere(logged: io.StringIO):
    browser, classroom, pupil, device = lived()
    assert rows() == {
        "ninety.User": {NEW},
        "ninety.Seat": {NEW},
        "ninety.Place": {NEW},
        "classrooms.Membership": {NEW},
        "admin.LogEntry": {OLD, NEW},
    }
    assert connection.vendor != "sqlite" or NEW in in_file()
    sent = browser.post(
        reverse("erase_pupil", kwargs={"slug": classroom.slug, "number": pupil.pk}), {"sure": "on"}, follow=True
    )
    assert "Erased for good." in sent.content.decode()
    assert rows() == {}
    call_command("prune", stdout=io.StringIO())
    assert connection.vendor != "sqlite" or in_file() == set()
    assert in_caches() == set()
    assert found_in(logged.getvalue()) == set()
    assert found_in(str(device.cookies) + str(browser.cookies)) == set()
    assert device.get(reverse("home")).status_code in {302, 404}
    for what in ("matrix", "answers"):
        made = browser.get(reverse("export", kwargs={"slug": classroom.slug, "what": what, "form": "csv"}))
        assert found_in(b"".join(made).decode()) == set()
    assert list(Verification().faults()) == []
