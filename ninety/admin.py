"""What operators may look at."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from ninety.models import Match, Seat, User


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # Django's own class takes no argument
    """Shows and changes nothing: neither adds, nor edits, nor deletes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("username", "display_name", "kind", "is_active", "created_at")
    list_filter = ("kind", "is_active")
    search_fields = ("username", "display_name")
    exclude = ("password",)
    readonly_fields = ("known_cards", "last_login", "created_at")


class SeatInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Shows how a match was set up, but never its hands and stock."""

    list_display = ("slug", "created_at", "ended_at", "version")
    search_fields = ("slug",)
    exclude = ("state", "committed", "request_keys")
    inlines = (SeatInline,)
