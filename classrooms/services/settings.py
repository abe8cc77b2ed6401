"""Change what a class plays by, and keep settings under names of their own."""

from django.db import IntegrityError

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom, SavedSetting
from ninety.locks import writing
from ninety.models import User


class SettingNameTaken(Exception):
    """The teacher has other settings under this name."""


def change_settings(classroom: Classroom, settings: ClassSettings) -> None:
    """Let a class play by other settings from its next match on."""
    with writing():
        classroom.settings = settings.to_json()
        classroom.save(update_fields=["settings"])


def save_setting(owner: User, name: str, settings: ClassSettings) -> SavedSetting:
    """Keep settings under a name. Raises SettingNameTaken."""
    try:
        with writing():
            return SavedSetting.objects.create(owner=owner, name=name, settings=settings.to_json())
    except IntegrityError:
        raise SettingNameTaken from None


def rename_setting(saved: SavedSetting, name: str) -> None:
    """Give saved settings another name. Raises SettingNameTaken."""
    try:
        with writing():
            SavedSetting.objects.filter(pk=saved.pk).update(name=name)
    except IntegrityError:
        raise SettingNameTaken from None


def delete_setting(saved: SavedSetting) -> None:
    """Forget saved settings; classes that have taken them over keep them."""
    with writing():
        saved.delete()


def allow(pupil: User, **needs: str | int | bool) -> None:
    """Note what a pupil is allowed; nobody else sees it."""
    with writing():
        User.objects.filter(pk=pupil.pk).update(**needs)
