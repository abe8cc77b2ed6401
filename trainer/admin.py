"""The log for operators: to read, never to change."""

from django.contrib import admin

from ninety.admin import ReadOnlyAdmin
from trainer.models import Answer, Drill, Judgement


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    list_display = ("answered_at", "prior", "card", "choice", "announced", "expected", "right", "skill")
    list_filter = ("right", "skill", "role")


@admin.register(Judgement)
class JudgementAdmin(ReadOnlyAdmin):
    list_display = ("judged_at", "kind", "total", "card", "choice", "right")
    list_filter = ("kind",)


@admin.register(Drill)
class DrillAdmin(ReadOnlyAdmin):
    list_display = ("started_at", "kind", "right", "sums", "seconds", "why", "doubtful")
    list_filter = ("kind", "why")
