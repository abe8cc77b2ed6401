"""Classes and their invitations for operators: to read, never to change."""

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.contrib import admin

from classrooms.models import Classroom, Invitation
from ninety.admin import ReadOnlyAdmin

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
