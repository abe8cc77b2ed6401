"""The log for operators: to read, never to change."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from trainer.models import Answer, Judgement


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own class takes no argument
    """Refuses every change: the log is the one truth."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    list_display = ("answered_at", "prior", "card", "choice", "announced", "expected", "right", "skill")
    list_filter = ("right", "skill", "role")


@admin.register(Judgement)
class JudgementAdmin(ReadOnlyAdmin):
    list_display = ("judged_at", "kind", "total", "card", "choice", "right")
    list_filter = ("kind",)
