"""Settings under a name: kept, shared by a link, taken over by others, and looked after by their owner alone."""

from typing import Any

import pytest
from django.test import Client

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom, SavedSetting
from classrooms.selectors.settings import settings_of
from classrooms.services.settings import change_settings, save_setting
from ninety.models import User
from tests.factories import alice, bob, mallory, signed_in
from tests.factories.classes import classroom_of

pytestmark = pytest.mark.django_db

OWN = ClassSettings.from_json({"rules": {"preset": "ninety-nine", "set": {"limit": 73}}, "memory": True})
CHANGES = ("use/", "rename/", "delete/")


def tom() -> User:
    return User.objects.get_or_create(username="tom", kind=User.Kind.TEACHER)[0]


def saved(name: str = "Monday") -> SavedSetting:
    return save_setting(alice(), name, OWN)


def kept(classroom: Classroom) -> ClassSettings:
    classroom.refresh_from_db()
    return settings_of(classroom)


def test_what_a_class_plays_is_saved_and_used_in_another_class():
    one, other, teacher = classroom_of(alice()), classroom_of(alice(), name="5a"), signed_in(alice())
    change_settings(one, OWN)
    teacher.post(f"/classes/{one.slug}/settings/save/", {"name": "  Monday "})
    setting = SavedSetting.objects.get()
    assert (setting.name, setting.owner, ClassSettings.from_json(setting.settings)) == ("Monday", alice(), OWN)
    assert [each.name for each in teacher.get(f"/classes/{other.slug}/settings/").context["saved"]] == ["Monday"]
    answered = teacher.post(f"/setting/{setting.slug}/use/", {"classroom": other.slug})
    assert answered["Location"] == f"/classes/{other.slug}/settings/"
    assert kept(other) == OWN
    teacher.post(f"/classes/{other.slug}/settings/undo/")
    assert kept(other) == ClassSettings()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Please write a name."),
        (" \N{ZERO WIDTH SPACE} ", "Please write a name."),
        ("Monday", "You have saved other settings under this name."),
        ("M" * 61, "Ensure this value has at most 60 characters (it has 61)."),
        ("M\0", "Null characters are not allowed."),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, sentence: str):
    classroom, teacher, other = classroom_of(alice()), signed_in(alice()), saved("Tuesday")
    saved()
    page = teacher.post(f"/classes/{classroom.slug}/settings/save/", {"name": name})
    assert (page.status_code, page.context["naming"].errors) == (422, {"name": [sentence]})
    page = teacher.post(f"/setting/{other.slug}/rename/", {"name": name})
    assert (page.status_code, page.context["naming"].errors) == (422, {"name": [sentence]})
    assert sorted(SavedSetting.objects.values_list("name", flat=True)) == ["Monday", "Tuesday"]


def test_another_teacher_may_use_the_same_name():
    saved()
    classroom = classroom_of(tom())
    assert signed_in(tom()).post(f"/classes/{classroom.slug}/settings/save/", {"name": "Monday"}).status_code == 302


@pytest.mark.parametrize("reader", [None, bob, mallory, tom, alice])
def test_anybody_with_the_link_reads_the_rules(reader: Any):
    page = signed_in(reader and reader()).get(f"/setting/{saved().slug}/")
    body = page.content.decode()
    assert page.status_code == 200
    assert "nobody may take it past 73" in body
    assert "Memory mode: the total is hidden." in body
    assert ("Take these settings over" in body or "You have no class yet" in body) == (reader in (tom, alice))
    assert ("Monday" in body) == ("Delete for good" in body) == (reader is alice)


def test_the_rules_of_a_link_are_in_the_language_of_who_reads_them():
    browser = Client()
    browser.cookies["ninety_language"] = "nl"
    body = browser.get(f"/setting/{saved().slug}/").content.decode()
    assert "niemand mag boven 73 komen" in body


def test_another_teacher_takes_settings_over_into_own_classes_alone():
    setting, mine, hers = saved(), classroom_of(tom()), classroom_of(alice())
    browser = signed_in(tom())
    assert browser.post(f"/setting/{setting.slug}/use/", {"classroom": hers.slug}).status_code == 422
    assert browser.post(f"/setting/{setting.slug}/use/", {"classroom": "nowhere"}).status_code == 422
    assert browser.post(f"/setting/{setting.slug}/use/").status_code == 422
    assert browser.post(f"/setting/{setting.slug}/use/", {"classroom": mine.slug}).status_code == 302
    assert (kept(mine), kept(hers)) == (OWN, ClassSettings())
    setting.delete()
    assert kept(mine) == OWN


def test_an_archived_class_takes_nothing_over():
    classroom, setting = classroom_of(alice()), saved()
    Classroom.objects.update(archived_at="2026-11-30T12:00:00Z")
    assert signed_in(alice()).post(f"/setting/{setting.slug}/use/", {"classroom": classroom.slug}).status_code == 422
    assert kept(classroom) == ClassSettings()


def test_the_owner_renames_and_deletes():
    setting, teacher = saved(), signed_in(alice())
    teacher.post(f"/setting/{setting.slug}/rename/", {"name": "Tuesday"})
    assert SavedSetting.objects.get().name == "Tuesday"
    teacher.post(f"/setting/{setting.slug}/rename/", {"name": "Tuesday"})
    teacher.post(f"/setting/{setting.slug}/delete/")
    assert SavedSetting.objects.count() == 0
    assert teacher.get(f"/setting/{setting.slug}/").status_code == 404


@pytest.mark.parametrize("who", [None, bob, mallory, tom])
def test_nobody_else_changes_saved_settings(who: Any):
    setting, browser = saved(), signed_in(who and who())
    for path in ("rename/", "delete/"):
        answered = browser.post(f"/setting/{setting.slug}/{path}", {"name": "Mine"})
        missing = browser.post(f"/setting/{'0' * 18}/{path}", {"name": "Mine"})
        assert (answered.status_code, missing.status_code) == (404, 404)
    if who is not tom:
        classroom = classroom_of(alice())
        assert browser.post(f"/setting/{setting.slug}/use/", {"classroom": classroom.slug}).status_code == 404
    assert SavedSetting.objects.get().name == "Monday"


@pytest.mark.parametrize("path", CHANGES)
def test_whoever_only_reads_an_address_that_changes_is_led_to_the_rules(path: str):
    setting = saved()
    assert signed_in(alice()).get(f"/setting/{setting.slug}/{path}")["Location"] == f"/setting/{setting.slug}/"


def test_settings_of_an_older_version_still_say_their_rules():
    setting = saved()
    SavedSetting.objects.update(settings={"rules": {"preset": "no longer there"}, "of_old": 1, "memory": "maybe"})
    page = Client().get(f"/setting/{setting.slug}/")
    assert page.status_code == 200
    assert "nobody may take it past 50" in page.content.decode()
