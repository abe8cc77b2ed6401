"""Drills: opened once for each request, and every answer taken once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import IntegrityError
from django.db.models import Q

from ninety.chance import dice
from ninety.locks import writing
from ninety.models import Match, User
from trainer.drills import (
    GRACE_MS,
    Course,
    End,
    Event,
    Go,
    Knows,
    NoSuchPlay,
    Options,
    Play,
    Post,
    Refused,
    Said,
    Stuck,
    charge,
    correct_digits,
    deal_ahead,
    mark_of,
    stretched,
    waited,
)
from trainer.marking import CARD_RULES, Mark, mark
from trainer.models import Answer, Drill, Judgement, Moved
from trainer.selectors.drills import LAID_READY, course_of, is_open, options_of, ready_drills
from trainer.selectors.repeats import cards_to_repeat, due_facts_of
from trainer.services.ratings import difficulties_known, rating_of
from trainer.signals import drill_repeated

LEFT_AFTER = timedelta(hours=2)
"""After how long without a word of its device a drill is taken for left, once its person begins another."""

LATE = timedelta(minutes=1)
"""How long before it came an answer must have been given to have been sent late."""

MILLISECOND = timedelta(milliseconds=1)


class NothingToRepeat(Exception):
    """There is no sum left that somebody got wrong lately."""


@dataclass
class Taken:
    """What came of a post: the drill as it is then, the wrong answers by the numbers of their events, and what failed.

    `gap` says that events are missing before one of them, `elsewhere` that the drill went on on another device,
    `refused` that an event cannot be; `late` counts those that came after the end.
    """

    drill: Drill
    course: Course
    wrong: dict[int, Answer] = field(default_factory=dict)
    gap: bool = False
    elsewhere: bool = False
    refused: bool = False
    late: int = 0


def open_drill(person: User, options: Options, key: str | None, now: datetime, *, is_ready: bool = False) -> Drill:
    """Deal a drill to a person, for now or to lie ready; a repeated request gets the first. Raises NothingToRepeat."""
    opened = None if key is None else Drill.objects.filter(user=person, opening_key=key).first()
    if opened is not None:
        return opened
    knows = _knows(person, now) if options.kind == Drill.Kind.PRACTICE else Knows()
    course = deal_ahead(options, _begun(person, options, now), dice(), knows)
    drill = Drill(
        opening_key=key,
        user=person,
        kind=options.kind,
        settings=options.to_json(),
        deal={"ability": knows.ability},
        is_ready=is_ready,
        seconds=stretched(options.seconds, person.stretch, untimed=person.untimed_drills),
        started_at=now,
        touched_at=now,
    )
    _keep(drill, course)
    try:
        with writing():
            leave_drills(person, now)
            drill.save(force_insert=True)
    except IntegrityError:
        # The same request came twice at once, or somebody else had its key.
        return Drill.objects.filter(user=person, opening_key=key).first() or open_drill(person, options, None, now)
    return drill


def repeat_drill(before: Drill, key: str | None, now: datetime) -> Drill:
    """Deal another drill like one before, and say so to whoever set that one. Raises NothingToRepeat."""
    with writing():
        drill = open_drill(before.user, options_of(before), key, now)
        drill_repeated.send(Drill, drill=drill, before=before)
        return drill


def lay_ready(person: User, choices: Sequence[Options], now: datetime) -> list[Drill]:
    """Return a drill of each choice that lies ready for a person: the one that does already, else a new one.

    Those that lie ready for other choices are left: a device may have kept one, and comes back with its answers.
    """
    found = {options_of(drill): drill for drill in ready_drills(person)}
    gone = [drill.pk for options, drill in found.items() if options not in choices]
    Drill.objects.filter(pk__in=gone).update(ended_at=now, why=Drill.Why.LEFT)
    return [found.get(options) or open_drill(person, options, None, now, is_ready=True) for options in choices]


def leave_drills(person: User, now: datetime) -> None:
    """End the drills whose device has not been heard of for long: what was done is kept."""
    gone = Drill.objects.filter(user=person, ended_at__isnull=True, touched_at__lt=now - LEFT_AFTER)
    gone.exclude(LAID_READY).update(ended_at=now, why=Drill.Why.LEFT)


def take_events(person: User, slug: str, post: Post, now: datetime) -> Taken:
    """Take the events of a post that have not been taken yet, in their order, and deal on: one transaction.

    A drill that was left and then moved to another takes what its device still has, for that other. Raises
    Drill.DoesNotExist for a drill that is not the person's.
    """
    moved_away = Moved.objects.filter(logged_for=person, drill__isnull=False).values("drill")
    with writing():
        drill = Drill.objects.select_for_update().get(Q(user=person) | Q(pk__in=moved_away), slug=slug)
        if drill.user_id == person.pk:
            drill.user = person
        taking = _Taking(drill, now, post.now_ms)
        taking.take(post)
        taking.save()
    return taking.taken


class _Taking:
    """The work of one post on a drill that is locked."""

    def __init__(self, drill: Drill, now: datetime, sent_at_ms: int | None) -> None:
        self.drill, self.now, self.sent_at_ms = drill, now, sent_at_ms
        self.taken = Taken(drill, course_of(drill))
        self.answers: list[Answer] = []
        self.judgements: list[Judgement] = []
        self.is_changed = False

    @property
    def course(self) -> Course:
        return self.taken.course

    @property
    def turn(self) -> int:
        """The number of the turn: every answer and every bust ends one."""
        return self.course.answered + self.drill.busts + 1

    @property
    def left_ms(self) -> int:
        """Milliseconds that have passed since the drill was dealt and are not charged yet."""
        return (self.now - self.drill.started_at) // MILLISECOND - self.drill.used_ms

    def take(self, post: Post) -> None:
        """Take what fits; stop at the first event that does not."""
        if self.sent_at_ms is None and post.events:
            self.sent_at_ms = max(event.at_ms for event in post.events)
        for event in post.events:
            known = event.number <= self.drill.acknowledged
            if known and self.drill.events[event.number - 1] == mark_of(event):
                continue
            if not is_open(self.drill):
                self.taken.late += 1
            elif known:
                self.taken.elsewhere = True
                return
            elif event.number != self.drill.acknowledged + 1:
                self.taken.gap = True
                return
            elif not self._take_one(event):
                self.taken.refused = True
                return
        self.taken.refused = post.is_cut and is_open(self.drill)

    def _take_one(self, event: Event) -> bool:
        """Take the next event, and return whether it can be."""
        try:
            match event:
                case Said() if self._is_time_up():
                    self._end(Drill.Why.TIME)
                    self.taken.late += 1
                case Go():
                    self._begin(event)
                case Said():
                    self._said(event)
                case Refused():
                    self._refused(event)
                case Stuck():
                    self._stuck(event)
                case End():
                    self.drill.typing = event.typing
                    self._end(self._why(event))
        except NoSuchPlay:
            return False
        self.is_changed = True
        self.drill.acknowledged += 1
        self.drill.events.append(mark_of(event))
        self.drill.deal["at_ms"] = max(event.at_ms, self.drill.deal.get("at_ms", 0))
        return True

    def _begin(self, event: Go) -> None:
        if self.drill.began_at is not None:
            return
        self.drill.began_at = self._when(event)
        if self.drill.is_ready:
            # Its day is the one on which it was played, not the one on which it was laid down.
            self.drill.started_at = self.drill.began_at

    def _is_time_up(self) -> bool:
        limit = self.drill.seconds * 1000
        return bool(limit) and self.drill.used_ms >= limit + GRACE_MS

    def _said(self, event: Said) -> None:
        """Mark and log an answer; the next sum starts from the true total."""
        drill, play = self.drill, self.course.play(event.card_number, event.card, event.choice)
        given = mark(play.rules, play.prior, play.card, play.choice, event.announced, play.earlier)
        cost = charge(event.choosing_ms, event.computing_ms, event.announced, left_ms=self.left_ms)
        drill.used_ms += cost.used_ms
        drill.doubtful |= cost.is_doubtful
        is_timed = cost.is_true and drill.kind != Drill.Kind.SPEED
        answer = _answer(drill, play, given)
        answer.play_number = self.turn
        answer.role = Answer.Role.OWN if is_timed else Answer.Role.OWN_UNTIMED
        answer.choosing_ms, answer.computing_ms = cost.choosing_ms, cost.computing_ms
        answer.answered_at = self._when(event)
        self.answers.append(answer)
        self._count(given, event.announced)
        self.taken.course = self.course.after(event.card_number, play)
        if not given.right:
            self.taken.wrong[event.number] = answer

    def _count(self, given: Mark, announced: int) -> None:
        if given.skill in CARD_RULES:
            return
        drill = self.drill
        drill.sums += 1
        drill.right += given.right
        drill.run = drill.run + 1 if given.right else 0
        drill.longest_run = max(drill.longest_run, drill.run)
        drill.correct_digits += correct_digits(announced, given.expected)

    def _refused(self, event: Refused) -> None:
        """Log a card that does not fit; one that does is nobody's mistake."""
        if self.course.overshoots(event.card_number, event.card, event.choice):
            self._judge(event, Judgement.Kind.OVERSHOOT, card=event.card.code, choice=event.choice)

    def _stuck(self, event: Stuck) -> None:
        """Check the word that no card fits; where it is true, the total begins anew."""
        if not self.course.is_race:
            raise NoSuchPlay("nobody is stuck in single sums")
        if not self.course.is_stuck:
            self._judge(event, Judgement.Kind.FALSE_BUST)
            return
        self._judge(event, Judgement.Kind.BUST)
        self.drill.used_ms += waited(event.choosing_ms, left_ms=self.left_ms)
        self.drill.busts += 1
        self.taken.course = self.course.after_bust()

    def _judge(
        self, event: Refused | Stuck, kind: Judgement.Kind, *, card: str = "", choice: int | None = None
    ) -> None:
        judgement = Judgement(
            user=self.drill.user,
            drill=self.drill,
            play_number=self.turn,
            seat_number=0,
            kind=kind,
            total=self.course.total,
            card=card,
            choice=choice,
            right=kind == Judgement.Kind.BUST,
            choosing_ms=waited(event.choosing_ms, left_ms=self.left_ms),
            judged_at=self._when(event),
        )
        self.judgements.append(judgement)

    def _why(self, event: End) -> Drill.Why:
        """Return why a drill ends: what a device says of its time, the server's clock must allow."""
        passed = (self.now - self.drill.started_at) // timedelta(seconds=1)
        if event.why == "time" and self.drill.seconds and passed + GRACE_MS // 1000 >= self.drill.seconds:
            return Drill.Why.TIME
        if event.why == "done" and self.drill.kind == Drill.Kind.AGAIN and not self.course.coming:
            return Drill.Why.DONE
        return Drill.Why.STOPPED

    def _end(self, why: Drill.Why) -> None:
        self.drill.why, self.drill.ended_at = why, self.now

    def _when(self, event: Event) -> datetime:
        """Return when something happened: as long before the post was sent as the device says, within reason."""
        ago = timedelta(milliseconds=max((self.sent_at_ms or 0) - event.at_ms, 0))
        when = max(self.now - ago, self.drill.started_at)
        self.drill.sent_late |= self.now - when > LATE
        return when

    def save(self) -> None:
        """Write what the post has changed, and deal on."""
        drill = self.drill
        if not self.is_changed:
            return
        if is_open(drill):
            knows = Knows()
            if drill.kind == Drill.Kind.PRACTICE:
                knows = Knows(drill.deal["ability"], difficulties_known())
            self.taken.course = deal_ahead(options_of(drill), self.course, dice(), knows)
        _keep(drill, self.course)
        drill.touched_at = self.now
        drill.save()
        Answer.objects.bulk_create(self.answers)
        # A card that is tried twice in a turn is judged once.
        Judgement.objects.bulk_create(self.judgements, ignore_conflicts=True)


def _begun(person: User, options: Options, now: datetime) -> Course:
    """Return a drill before anything is dealt; sums to repeat are all there from the first."""
    match options.kind:
        case "again":
            rules, cards = cards_to_repeat(person, now)
            if not cards:
                raise NothingToRepeat
            return Course.begun(rules, cards, race=False)
        case "practice":
            return Course.begun((options.rules, options.other_way), (), race=False)
        case kind:
            return Course.begun((options.rules,), (), race=kind == "speed")


def _knows(person: User, now: datetime) -> Knows:
    return Knows.of(rating_of(person, now), difficulties_known(), due_facts_of(person, now))


def _keep(drill: Drill, course: Course) -> None:
    """Write down what has been dealt and where it stands."""
    drill.deal = {
        **drill.deal,
        "rules": [rules.to_spec() for rules in course.rules],
        "cards": [dealt.to_json() for dealt in course.cards],
    }
    drill.standing = {
        "total": course.total,
        "earlier": list(course.earlier),
        "hand": list(course.hand),
        "following": course.following,
    }


def _answer(drill: Drill, play: Play, given: Mark) -> Answer:
    """Return the row of an answer with all that it was judged by, but for its turn and its times."""
    return Answer(
        user=drill.user,
        drill=drill,
        seat_number=0,
        try_number=1,
        prior=given.prior,
        card=play.card.code,
        choice=play.choice,
        change=given.change,
        expected=given.expected,
        announced=given.announced,
        right=given.right,
        skill=given.skill,
        kinds=list(given.kinds),
        fact=given.fact or "",
        effect=str(play.rules.effect(play.card.rank)),
        limit=play.rules.limit,
        floor=play.rules.floor,
        countdown=play.rules.countdown,
        earlier=list(play.earlier),
        policy=Match.AnswerPolicy.SHOW,
    )
