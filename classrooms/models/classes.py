"""Classes, who teaches them and who belongs to them, how pupils sign in, and what a class plays."""

import secrets
from datetime import date, datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from classrooms.school_year import Ending, end_after, ending_of
from ninety.models import User, new_slug
from ninety.rows import OftenRead


def new_token() -> str:
    """Return a secret for an address that opens something (192 bits)."""
    return secrets.token_urlsafe(24)


def usual_end() -> date:
    """Return when a class ends that is made today."""
    return end_after(timezone.localdate(), settings.SCHOOL_YEAR_ENDS)


class Classroom(OftenRead):
    """A class: one teacher owns it, others teach it too.

    `settings` are what its tables and drills are dealt with, as `classrooms.class_settings` keeps them. A device that
    was let in opens at the names of the class as long as it carries the `devices_era` of now; one that was not sees
    them until `names_open_until`. An archived class is read and not changed.

    `ends_on` is its last day. Some time later the names of its pupils go, and what they have answered stays under
    numbers: `names_gone_at` says since when.
    """

    class Secret(models.TextChoices):
        PICTURES = "pictures", _("three pictures")
        PIN = "pin", _("a number of four digits")
        NONE = "none", _("nothing but the name")

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    code = models.CharField(max_length=6, unique=True, editable=False)
    name = models.CharField(max_length=60)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES, default="en")
    owner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="owned_classrooms")
    co_teachers = models.ManyToManyField(User, related_name="shared_classrooms", blank=True)
    secret = models.CharField(max_length=8, choices=Secret, default=Secret.PICTURES)
    guests = models.BooleanField(default=False, help_text="Whether guests may come in by code and nickname.")
    settings = models.JSONField(default=dict, blank=True)
    devices_era = models.PositiveIntegerField(default=1)
    names_open_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)
    ends_on = models.DateField(default=usual_end)
    names_gone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="classroom_has_a_name"),
            models.CheckConstraint(
                condition=Q(names_gone_at__isnull=True) | Q(archived_at__isnull=False),
                name="classroom_without_names_is_archived",
            ),
            models.CheckConstraint(condition=Q(secret__in=["pictures", "pin", "none"]), name="classroom_secret"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None

    @property
    def ending(self) -> Ending:
        """Return how the class ends, as seen from today."""
        return ending_of(self.ends_on, settings.KEEP_NAMES_DAYS, timezone.localdate())

    def shows_names(self, now: datetime) -> bool:
        """Return whether the code alone opens the list of names."""
        return self.names_open_until is not None and now < self.names_open_until


class Membership(models.Model):
    """A pupil or a guest of a class, under the display name of the person, which no other of the class has alike.

    A pupil is in one class at a time, whose owner answers for them. Whoever is removed stays that owner's and can be
    let back; whoever has moved to another class leaves a row behind that says so, and no name.
    """

    class State(models.TextChoices):
        IN = "in"
        REMOVED = "removed"
        MOVED = "moved"

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    name_key = models.CharField(max_length=120)
    state = models.CharField(max_length=7, choices=State, default=State.IN)
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["classroom", "user"], name="membership_once_a_class"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(state__in=["in", "removed"]), name="membership_one_class_a_pupil"
            ),
            models.UniqueConstraint(
                fields=["classroom", "name_key"],
                condition=Q(state__in=["in", "removed"]),
                name="membership_once_a_name",
            ),
            models.CheckConstraint(
                condition=Q(state="in", left_at__isnull=True)
                | Q(state__in=["removed", "moved"], left_at__isnull=False),
                name="membership_left_says_when",
            ),
        )

    def __str__(self) -> str:
        return str(self.user)


class PutAway(models.Model):
    """A reason to help a pupil that a teacher has put away; it stands again once what came since shows it anew.

    `reason` is a code of `classrooms.selectors.needs_help`.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="put_away")
    reason = models.CharField(max_length=40)
    teacher = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    put_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["membership", "reason"], name="put_away_once_a_reason"),
            models.CheckConstraint(condition=~Q(reason=""), name="put_away_for_a_reason"),
        )

    def __str__(self) -> str:
        return self.reason


class SignInSecret(models.Model):
    """What a pupil signs in with. It is kept readable, as a teacher prints cards again and again.

    It keeps classmates apart, not whoever can read the database. `pictures` are three of `classrooms.pictures`, `pin`
    four digits; `token` stands in the QR code of the card and is made anew when the card is lost.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="sign_in_secret")
    pictures = models.JSONField(default=list)
    pin = models.CharField(max_length=4)
    token = models.CharField(max_length=40, unique=True, default=new_token)
    made_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"sign-in of {self.user_id}"


class Invitation(models.Model):
    """A link that works once, until it expires: to teach a class with others, to sign up, or to sign in.

    Only a hash of its token is kept. `classroom` is the class that is shared, `user` who may sign in by it.
    """

    class Purpose(models.TextChoices):
        TEACH = "teach"
        SIGN_UP = "sign-up"
        SIGN_IN = "sign-in"

    purpose = models.CharField(max_length=7, choices=Purpose)
    token_hash = models.CharField(max_length=64, unique=True)
    classroom = models.ForeignKey(
        Classroom, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="sign_in_links")
    made_by = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True, related_name="invitations")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(purpose="teach", classroom__isnull=False, user__isnull=True)
                | Q(purpose="sign-up", classroom__isnull=True, user__isnull=True)
                | Q(purpose="sign-in", classroom__isnull=True, user__isnull=False),
                name="invitation_fits_its_purpose",
            ),
            models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="invitation_expires_later"),
        )

    def __str__(self) -> str:
        return f"{self.purpose} until {self.expires_at:%Y-%m-%d}"


class ReportLink(models.Model):
    """A link by which parents read the report of one pupil in a language, until it expires or is taken back.

    Only a hash of its token is kept. It works while the pupil is in the class and the class is not archived.
    """

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="report_links")
    token_hash = models.CharField(max_length=64, unique=True)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES)
    made_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(expires_at__gt=F("made_at")), name="report_link_expires_later"),
        )

    def __str__(self) -> str:
        return f"report until {self.expires_at:%Y-%m-%d}"


class SavedSetting(models.Model):
    """Settings of a class under a name of their own, to use again and to share by a short link."""

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="saved_settings")
    name = models.CharField(max_length=60)
    settings = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("name", "pk")
        constraints = (models.UniqueConstraint(fields=["owner", "name"], name="saved_setting_once_a_name"),)

    def __str__(self) -> str:
        return self.name
