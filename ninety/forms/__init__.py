"""What people send."""

from ninety.forms.meeting import CodeForm, NicknameForm, RemovalForm
from ninety.forms.requests import OpeningForm, PaceForm, RequestForm
from ninety.forms.setting_up import (
    GUIDED_TURNS,
    DeviceForm,
    NamesForm,
    SettingsForm,
    SetupForm,
    StartingPointForm,
    TableForm,
)

__all__ = [
    "GUIDED_TURNS",
    "CodeForm",
    "DeviceForm",
    "NamesForm",
    "NicknameForm",
    "OpeningForm",
    "PaceForm",
    "RemovalForm",
    "RequestForm",
    "SettingsForm",
    "SetupForm",
    "StartingPointForm",
    "TableForm",
]
