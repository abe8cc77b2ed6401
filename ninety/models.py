"""People, matches, seats and the append-only list of what happened at a table."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _

from ninety.rows import OftenRead


class UserManager(BaseUserManager["User"]):
    """Makes people of every kind."""

    def create_user(self, username: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, username: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(username, password, kind=User.Kind.TEACHER, is_staff=True, is_superuser=True, **fields)

    def create_visitor(self) -> "User":
        """Make a person who plays without an account and is known by a cookie alone."""
        return self.create_user(f"visitor-{secrets.token_hex(12)}", kind=User.Kind.VISITOR)


class User(OftenRead, AbstractBaseUser, PermissionsMixin):
    """Somebody who plays or teaches; of a pupil only a display name is ever kept.

    `stretch` and what follows are what a teacher allows a pupil, and nobody else sees: how much longer every time limit
    is, in tenths (10 as for all, 0 for none at all), whether times are judged, whether drills have a clock, whether the
    track is shown where it is covered for others, and whether the total is.
    """

    class Kind(models.TextChoices):
        TEACHER = "teacher", _("teacher")
        PUPIL = "pupil", _("pupil")
        GUEST = "guest", _("guest")
        VISITOR = "visitor", _("visitor")

    username = models.CharField(max_length=150, unique=True)
    display_name = models.CharField(max_length=60, blank=True)
    email = models.EmailField(blank=True)
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.VISITOR)
    known_cards = models.JSONField(default=list, blank=True, help_text="Special cards explained so far.")
    was_guided = models.BooleanField(default=False, help_text="Whether a match has begun with guided turns.")
    language = models.CharField(max_length=5, blank=True, choices=settings.LANGUAGES)
    stretch = models.PositiveSmallIntegerField(default=10, help_text="Tenths by which limits are longer; 0 for none.")
    times_judged = models.BooleanField(default=True)
    untimed_drills = models.BooleanField(default=False)
    track_always = models.BooleanField(default=False)
    memory_off = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=["teacher", "pupil", "guest", "visitor"]), name="user_kind"),
            models.CheckConstraint(condition=Q(stretch=0) | Q(stretch__gte=10, stretch__lte=100), name="user_stretch"),
        )

    def __str__(self) -> str:
        return self.display_name or self.username

    def get_short_name(self) -> str:
        return str(self)

    def get_full_name(self) -> str:
        return str(self)

    @property
    def device_mark(self) -> str:
        """What tells a device whether the things it keeps are those of the person who is here."""
        # Answers of drills wait on devices under this salt.
        return salted_hmac("trainer.drills", str(self.pk), algorithm="sha256").hexdigest()[:16]


def new_slug() -> str:
    """Return an address part for a match that cannot be guessed (72 bits)."""
    return secrets.token_hex(9)


class Room(OftenRead):
    """What several tables belong to and somebody follows as a whole, such as a lesson.

    Its version is a moment, the newest of `changed_at` and of what happened at its tables, so that tables which are
    played side by side need not wait for one another to raise it.
    """

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"room {self.slug}"


class Table(OftenRead):
    """A place where people meet, each on an own device, to play one match after the other; `match` is the newest.

    It is found by its `code`, which is easy to read aloud, or by a link with its `slug`. `settings` are those that its
    matches are dealt with, `strength` that of the bots that fill seats nobody has taken; empty, none do.
    """

    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    code = models.CharField(max_length=6, unique=True, editable=False)
    opening_key = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)
    opener = models.ForeignKey(User, on_delete=models.PROTECT, related_name="opened_tables")
    room = models.ForeignKey(Room, on_delete=models.SET_NULL, null=True, blank=True, related_name="tables")
    settings = models.JSONField(help_text="The fields of TableSettings but the bots.")
    seat_count = models.PositiveSmallIntegerField()
    strength = models.CharField(max_length=10, blank=True)
    match = models.ForeignKey("Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    touched_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(seat_count__gte=2, seat_count__lte=10), name="table_seat_count"),
            models.CheckConstraint(
                condition=Q(strength__in=["", "beginner", "steady", "expert"]), name="table_strength"
            ),
        )

    def __str__(self) -> str:
        return f"table {self.slug}"


class Place(models.Model):
    """A person's place at a table, kept from match to match; `name_key` tells whether two names look alike."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="places")
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=120)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["table", "number"], name="place_once_a_number"),
            models.UniqueConstraint(fields=["table", "user"], name="place_once_a_person"),
            models.UniqueConstraint(fields=["table", "name_key"], name="place_once_a_name"),
        )

    def __str__(self) -> str:
        return self.name


class Match(OftenRead):
    """One whole game, with the rule set and every setting of its table copied in.

    `state` is the engine's state after `steps` actions. `committed` is the card that lies on the table: {"seat",
    "card", "choice", "choosing_ms", "laid_at"}; "by_bot" and "time_was_up" say who chose it, "tried" is what its player
    has said so far. "phase" says what it waits for, until a time where there is an "until"; once its player is done,
    "said" is the total that counts, and "next" the seat that has to agree with it.

    Every change that the table sees raises `version`; what only the person on turn sees (a card that was refused, a try
    that was not right) raises `tries`, which begins anew with each version. `request_keys` are the last requests that
    changed something, so that a repeated one is known, as `opening_key` is the one that opened it. `due_at` is when the
    server itself has something to do here next; empty, the table rests until a person comes. A match that is paused
    takes nothing and its clocks stand still. From `closes_at` on, the turn that stands is its last.
    """

    class AnswerPolicy(models.TextChoices):
        RETRY = "retry", _("One more try with a hint, then the working")
        SHOW = "show", _("The right total and its working at once")
        STAND = "stand", _("What was said stands, and the others may disagree")

    class Phase(models.TextChoices):
        """What a committed card waits for."""

        LAID = "laid"
        ANSWERED = "answered"
        SAID = "said"
        TOLD = "told"

    class Pace(models.TextChoices):
        SLOW = "slow", _("slow")
        NORMAL = "normal", _("normal")
        FAST = "fast", _("fast")
        INSTANT = "instant", _("at once")

    opening_key = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)
    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, null=True, blank=True, related_name="matches")
    rules = models.JSONField(help_text="The rules of the record format: preset, variants, set.")
    state = models.JSONField()
    steps = models.PositiveIntegerField(default=0)
    committed = models.JSONField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    request_keys = models.JSONField(default=list, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)

    answer_policy = models.CharField(max_length=10, choices=AnswerPolicy, default=AnswerPolicy.RETRY)
    penalty = models.BooleanField(default=False)
    memory = models.BooleanField(default=False)
    choosing_limit = models.PositiveSmallIntegerField(default=0, help_text="Seconds; 0 for none.")
    computing_limit = models.PositiveSmallIntegerField(default=0, help_text="Seconds; 0 for none.")
    everyone_computes = models.BooleanField(default=False)
    reveal_wait = models.PositiveSmallIntegerField(default=8, help_text="Seconds that a reveal waits for checkers.")
    bot_mistakes = models.PositiveSmallIntegerField(default=0, help_text="Wrong totals of bots in a hundred.")
    away_limit = models.PositiveSmallIntegerField(default=60, help_text="Seconds away before a bot holds the seat.")
    watching = models.BooleanField(default=False, help_text="Whether others may look on.")
    hands_shown = models.BooleanField(default=False, help_text="Whether whoever looks after the table sees the hands.")
    escape_panel = models.BooleanField(default=True)
    coach = models.BooleanField(default=True)
    dim = models.BooleanField(default=False)
    read_aloud = models.BooleanField(default=False, help_text="Whether devices read totals aloud unless told not to.")
    pace = models.CharField(max_length=10, choices=Pace, default=Pace.NORMAL)
    guided_turns = models.PositiveSmallIntegerField(default=0, help_text="Turns left that are played with open hands.")

    step_since = models.DateTimeField(default=timezone.now, help_text="When this step of the turn began.")
    touched_at = models.DateTimeField(default=timezone.now)
    moved_at = models.DateTimeField(default=timezone.now, help_text="When the table last saw something happen.")
    paused_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    clock_used_ms = models.PositiveIntegerField(default=0, help_text="Milliseconds of the match clock that have run.")
    exhibition = models.BooleanField(default=False, help_text="Played by bots alone, for everybody to look at.")
    created_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = (
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(committed__isnull=True), name="match_ended_has_no_committed_card"
            ),
            models.CheckConstraint(
                condition=Q(answer_policy__in=["retry", "show", "stand"]), name="match_answer_policy"
            ),
            models.CheckConstraint(
                condition=Q(bot_mistakes=0) | Q(answer_policy="stand", bot_mistakes__lte=50),
                name="match_bots_err_only_where_others_may_disagree",
            ),
            models.CheckConstraint(condition=Q(pace__in=["slow", "normal", "fast", "instant"]), name="match_pace"),
            models.CheckConstraint(
                condition=Q(choosing_limit__lte=600, computing_limit__lte=600), name="match_limits_of_ten_minutes"
            ),
        )
        indexes = (
            models.Index(fields=["-ended_at"], condition=Q(exhibition=True), name="match_exhibition_newest"),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="match_due"),
        )

    def __str__(self) -> str:
        return f"{self.rules.get('preset')} {self.slug}"


class Seat(OftenRead):
    """A place at a match: a person's, a bot's, or that of a team, which is nobody in particular.

    A bot may hold a person's seat for a while: `held` says why. `keeper` is the person on whose device the seat is
    played where one device is passed round; empty, it is played on the person's own. What teams hold lies open, and
    nothing that they say is logged.
    """

    class Held(models.TextChoices):
        AWAY = "away"
        HANDED_OVER = "handed-over"

    class Strength(models.TextChoices):
        BEGINNER = "beginner", _("beginner")
        STEADY = "steady", _("steady")
        EXPERT = "expert", _("expert")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="seats")
    strength = models.CharField(max_length=10, choices=Strength, blank=True)
    is_team = models.BooleanField(default=False)
    name = models.CharField(max_length=60, blank=True)
    keeper = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="kept_seats")
    held = models.CharField(max_length=11, choices=Held, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["match", "number"], name="seat_once_a_number"),
            models.UniqueConstraint(fields=["match", "user"], name="seat_once_a_person"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, strength="", is_team=False)
                | (Q(user__isnull=True, is_team=False) & ~Q(strength=""))
                | Q(user__isnull=True, strength="", is_team=True),
                name="seat_of_a_person_a_bot_or_a_team",
            ),
            models.CheckConstraint(
                condition=Q(strength__in=["", "beginner", "steady", "expert"]), name="seat_strength"
            ),
            models.CheckConstraint(
                condition=Q(held="") | Q(held__in=["away", "handed-over"], user__isnull=False),
                name="seat_held_of_a_person",
            ),
            models.CheckConstraint(
                condition=Q(keeper__isnull=True) | Q(user__isnull=False), name="seat_kept_of_a_person"
            ),
        )

    def __str__(self) -> str:
        return self.name or f"seat {self.number}"

    @property
    def called(self) -> str:
        """Return what the seat is called on pages; one whose person was erased goes by its number."""
        return self.name or _("Player %(number)s") % {"number": self.number + 1}

    @property
    def is_bot(self) -> bool:
        return bool(self.strength)

    @property
    def is_person(self) -> bool:
        return self.user_id is not None

    @property
    def person(self) -> User:
        """Return who sits here; only asked of a seat that is a person's."""
        assert self.user is not None
        return self.user


class Action(models.Model):
    """What happened at a table, in the order of the record; number 0 is the first deal.

    `data` is the action as a record has it, `shuffles` the orders that it drew, cards as codes joined by blanks;
    `total` and `round` stand as they are after it, and `reset` says that the total began anew.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveIntegerField()
    data = models.JSONField(default=dict, blank=True)
    shuffles = models.JSONField(default=list, blank=True)
    total = models.IntegerField()
    round = models.PositiveIntegerField()
    reset = models.BooleanField(default=False)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=["match", "number"], name="action_once_a_number"),)

    def __str__(self) -> str:
        return f"{self.number}: {self.data}"


class Budget(models.Model):
    """How many wrong codes somebody has sent lately, as `ninety.limits` counts them; `key` tells nobody who it was."""

    key = models.CharField(max_length=40, unique=True)
    spent = models.FloatField(default=0)
    spent_at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.key
