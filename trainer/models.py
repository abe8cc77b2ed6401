"""The log: every announced total, and every judgement that is no total."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from ninety.models import Match, Seat, User, new_slug


class Drill(models.Model):
    """A drill of one person, with all that it was dealt with and how far it has come.

    `settings` are its options, `deal` the rules and every card dealt so far, which must not leave the server further
    than they are dealt ahead. `standing` says where it stands after the events that were taken: the total, those
    before it, the hand, the next card. An event is taken once: the number of the last one is `acknowledged`, and
    `events` tells each one from another of its number. Counts are of sums, card rules apart.

    `seconds` is the limit of the person's own time, of which `used_ms` is used; 0 for none. `doubtful` says that a
    device claimed more time than there was, `sent_late` that answers came long after they were given. One that was
    `left` goes on when its device comes back.
    """

    class Kind(models.TextChoices):
        SPEED = "speed"
        FLASH = "flash"
        PRACTICE = "practice"
        AGAIN = "again"

    class Why(models.TextChoices):
        """Why a drill has ended."""

        TIME = "time"
        STOPPED = "stopped"
        DONE = "done"
        LEFT = "left"

    opening_key = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)
    slug = models.CharField(max_length=24, unique=True, default=new_slug, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="drills", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    settings = models.JSONField()
    seconds = models.PositiveSmallIntegerField(help_text="Stretched for its person; 0 for no clock.")
    deal = models.JSONField()
    standing = models.JSONField()
    acknowledged = models.PositiveIntegerField(default=0)
    events = models.JSONField(default=list, blank=True)
    used_ms = models.PositiveIntegerField(default=0)
    sums = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)
    busts = models.PositiveIntegerField(default=0)
    run = models.PositiveIntegerField(default=0, help_text="Right sums since the last that was not.")
    longest_run = models.PositiveIntegerField(default=0)
    correct_digits = models.PositiveIntegerField(default=0)
    typing = models.CharField(max_length=8, blank=True, help_text="What was being typed at the end; it counts nowhere.")
    doubtful = models.BooleanField(default=False)
    sent_late = models.BooleanField(default=False)
    is_ready = models.BooleanField(default=False, help_text="Dealt for a time without a network.")
    started_at = models.DateTimeField(default=timezone.now)
    began_at = models.DateTimeField(null=True, blank=True, help_text="When its person first said “go”.")
    touched_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=10, choices=Why, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=["speed", "flash", "practice", "again"]), name="drill_kind"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, why="")
                | Q(ended_at__isnull=False, why__in=["time", "stopped", "done", "left"]),
                name="drill_ended_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(right__lte=F("sums"), longest_run__lte=F("right"), run__lte=F("longest_run")),
                name="drill_counts_agree",
            ),
        )
        indexes = (models.Index(fields=["user", "started_at"], name="drill_by_person_and_time"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.slug}"


class Answer(models.Model):
    """One total that a person announced, at a match or in a drill, with all that it was judged by.

    `play_number` is the number in the record of the play that it belongs to, in a drill that of the turn; `announced`
    is null when no answer came in time, `earlier` the totals before prior since the last deal or reset (two at most,
    newest last). Times are in milliseconds: choosing up to the committed card, computing from it, or from the try
    before, to this answer. Both roles of drills mean on one's own: the one whose computing time is none stands for a
    race, where choosing and computing are one time, and for times that no hand reaches.
    """

    class Role(models.TextChoices):
        PLAYER = "player"
        CHECKER = "checker"
        CHALLENGER = "challenger"
        OWN = "own"
        OWN_UNTIMED = "untimed"

    # Its index is the one of the figures, which begins with it.
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="answers", db_index=False)
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="answers")
    drill = models.ForeignKey(Drill, on_delete=models.SET_NULL, null=True, related_name="answers")
    play_number = models.PositiveIntegerField()
    seat_number = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=10, choices=Role, default=Role.PLAYER)
    try_number = models.PositiveSmallIntegerField()
    prior = models.IntegerField()
    card = models.CharField(max_length=2)
    choice = models.SmallIntegerField(null=True, blank=True)
    change = models.IntegerField()
    expected = models.IntegerField()
    announced = models.IntegerField(null=True, blank=True)
    right = models.BooleanField()
    skill = models.CharField(max_length=20)
    kinds = models.JSONField(default=list, blank=True)
    fact = models.CharField(max_length=10, blank=True)
    effect = models.CharField(max_length=20)
    limit = models.PositiveSmallIntegerField()
    floor = models.SmallIntegerField(null=True, blank=True)
    countdown = models.BooleanField()
    earlier = models.JSONField(default=list, blank=True)
    policy = models.CharField(max_length=10)
    prior_hidden = models.BooleanField(default=False)
    choosing_ms = models.PositiveIntegerField()
    computing_ms = models.PositiveIntegerField()
    answered_at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True, help_text="When the person went on from the explanation.")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match", "play_number", "user", "role", "try_number"], name="answer_once_a_try"
            ),
            models.UniqueConstraint(fields=["drill", "play_number"], name="answer_once_a_turn_of_a_drill"),
            models.CheckConstraint(
                condition=Q(role__in=["own", "untimed"], match__isnull=True)
                | (~Q(role__in=["own", "untimed"]) & Q(drill__isnull=True)),
                name="answer_at_a_match_or_in_a_drill",
            ),
            models.CheckConstraint(
                condition=(Q(right=True) & Q(announced__isnull=False) & Q(announced=F("expected")))
                | (Q(right=False) & (Q(announced__isnull=True) | ~Q(announced=F("expected")))),
                name="answer_right_means_as_expected",
            ),
            models.CheckConstraint(condition=Q(expected=F("prior") + F("change")), name="answer_sum_adds_up"),
            models.CheckConstraint(condition=Q(try_number__in=[1, 2]), name="answer_first_or_second_try"),
        )
        indexes = (
            # All that figures are made from lies in the index itself: the rows of one person are far apart.
            models.Index(
                fields=[
                    *("user", "answered_at", "id", "role", "try_number"),
                    *("skill", "fact", "right", "announced", "computing_ms"),
                ],
                name="answer_figures",
            ),
        )

    def __str__(self) -> str:
        return f"{self.prior} {self.change:+d} = {self.announced}"

    @property
    def kind(self) -> str | None:
        """The first of the kinds; None for a right answer."""
        return self.kinds[0] if self.kinds else None


class SetAside(models.Model):
    """An answer that a teacher has set aside as a slip of the finger: it stays in the log, and is in no figure."""

    answer = models.OneToOneField(Answer, on_delete=models.CASCADE, related_name="set_aside")
    teacher = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    set_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"answer {self.answer_id}"


class Moved(models.Model):
    """A drill, or a seat at a match, that a teacher has moved with all its answers to the person who gave them.

    `logged_for` is under whose name they were given; once they are that person's again, the row goes.
    """

    drill = models.OneToOneField(Drill, on_delete=models.CASCADE, null=True, related_name="moved")
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, null=True, related_name="moved")
    logged_for = models.ForeignKey(User, on_delete=models.CASCADE, related_name="moved_away")
    teacher = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    moved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(drill__isnull=True, seat__isnull=False) | Q(drill__isnull=False, seat__isnull=True),
                name="moved_a_drill_or_a_seat",
            ),
        )

    def __str__(self) -> str:
        return f"drill {self.drill_id}" if self.drill_id else f"seat {self.seat_id}"


class Rating(models.Model):
    """How able somebody is, on the scale of `trainer.rating`, from the answers that have been rated so far."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="rating")
    value = models.FloatField()
    variance = models.FloatField()
    answers = models.PositiveIntegerField()
    answered_at = models.DateTimeField(help_text="When the last of them was given.")

    def __str__(self) -> str:
        return f"{self.value:.2f}"


class RatingState(models.Model):
    """How far the log has been rated, and what that has taught about sums; there is one row."""

    last_answer = models.BigIntegerField(default=0, help_text="The primary key of the last answer that was rated.")
    difficulties = models.JSONField(default=dict, help_text="As trainer.rating.Difficulties keeps itself.")

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="rating_state_is_one_row"),)

    def __str__(self) -> str:
        return f"up to answer {self.last_answer}"


class TypingSpeed(models.Model):
    """How long a person takes to type a number that is shown: the middle of a warm-up's times, and when that was."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="typing_speed")
    median_ms = models.PositiveIntegerField()
    numbers = models.PositiveSmallIntegerField(help_text="How many numbers were typed.")
    measured_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.median_ms} ms"


class Judgement(models.Model):
    """Something said that is no total and yet right or not: a card that does not fit, being stuck, agreeing."""

    class Kind(models.TextChoices):
        OVERSHOOT = "overshoot"
        FALSE_BUST = "false-bust"
        BUST = "bust"
        AGREED = "agreed"
        DISAGREED = "disagreed"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="judgements")
    match = models.ForeignKey(Match, on_delete=models.SET_NULL, null=True, related_name="judgements")
    drill = models.ForeignKey(Drill, on_delete=models.SET_NULL, null=True, related_name="judgements")
    play_number = models.PositiveIntegerField()
    seat_number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    total = models.IntegerField(help_text="The total that lay on the table.")
    card = models.CharField(max_length=2, blank=True)
    choice = models.SmallIntegerField(null=True, blank=True)
    right = models.BooleanField()
    choosing_ms = models.PositiveIntegerField()
    judged_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["match", "play_number", "user", "card"],
                condition=Q(kind="overshoot", choice__isnull=True),
                name="judgement_overshoot_once_a_card",
            ),
            models.UniqueConstraint(
                fields=["match", "play_number", "user", "card", "choice"],
                condition=Q(kind="overshoot", choice__isnull=False),
                name="judgement_overshoot_once_a_card_and_choice",
            ),
            models.CheckConstraint(
                condition=Q(kind="bust", right=True)
                | Q(kind__in=["overshoot", "false-bust"], right=False)
                | Q(kind__in=["agreed", "disagreed"]),
                name="judgement_kind_says_right",
            ),
            models.UniqueConstraint(
                fields=["match", "play_number", "user"],
                condition=Q(kind__in=["agreed", "disagreed"]),
                name="judgement_one_say_a_play",
            ),
            models.UniqueConstraint(
                fields=["drill", "play_number", "kind", "card"],
                condition=Q(choice__isnull=True),
                name="judgement_once_a_turn_of_a_drill",
            ),
            models.UniqueConstraint(
                fields=["drill", "play_number", "kind", "card", "choice"],
                condition=Q(choice__isnull=False),
                name="judgement_once_a_turn_and_choice_of_a_drill",
            ),
            models.CheckConstraint(
                condition=Q(match__isnull=True) | Q(drill__isnull=True), name="judgement_at_a_match_or_in_a_drill"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} at {self.total}"
