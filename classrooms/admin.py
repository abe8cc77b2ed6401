"""Classes and their invitations for operators: to read, never to change."""

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse

from classrooms.models import Classroom, Invitation, ReportLink
from classrooms.permissions import is_teacher
from ninety.access import person_of
from ninety.admin import ReadOnlyAdmin
from ninety.requests import Request


def sign_in(request: Request) -> HttpResponse:
    """Lead an operator to where teachers sign in, as wrong passwords are counted there; any other teacher nowhere."""
    if is_teacher(person_of(request)):
        raise PermissionDenied
    return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index"))


admin.site.login = sign_in  # type: ignore[method-assign,assignment]
# What django-allauth shows of its tables opens accounts, and could be changed.
admin.site.unregister([EmailAddress, SocialAccount, SocialApp, SocialToken, UserSession])


@admin.register(Classroom)
class ClassroomAdmin(ReadOnlyAdmin):
    """Shows what a class is, but not the code that leads there."""

    list_display = ("name", "owner", "language", "created_at", "archived_at")
    list_filter = ("language",)
    search_fields = ("name", "owner__display_name", "owner__username")
    exclude = ("code",)


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin):
    """Shows who has made which link, but never a link."""

    list_display = ("purpose", "made_by", "user", "classroom", "made_at", "expires_at", "used_at")
    list_filter = ("purpose",)
    exclude = ("token_hash",)


@admin.register(ReportLink)
class ReportLinkAdmin(ReadOnlyAdmin):
    """Shows who has made which link to a report, but never a link."""

    list_display = ("membership", "language", "made_by", "made_at", "expires_at")
    exclude = ("token_hash",)
