"""What is kept of people who answer."""

from django.utils.translation import gettext_lazy as _

from ninety.inventory import OWN, OWN_PLAY, PLAYED, WORKINGS, Whose, declare, thing, until_answers_go, until_names_go
from trainer.models import Answer, Drill, Judgement, Moved, Rating, RatingState, SetAside, TypingSpeed

ANSWERS = thing(
    _("Every total that was typed, with the sum, whether it was right, and how long it took"),
    (Whose.PUPIL,),
    _("To see what is easy and what needs practice."),
    until_answers_go,
    OWN,
)
DRILLS = thing(
    _("Drills: when, which, and how they went"),
    (Whose.PUPIL,),
    _("To see progress, and the own best."),
    until_answers_go,
    OWN,
)
PROGRESS = thing(
    _("How sure somebody is of sums, and how fast they type"),
    (Whose.PUPIL,),
    _("So that practice is neither too easy nor too hard."),
    until_names_go,
    OWN,
)

declare(Answer, (ANSWERS, "*"), (PLAYED, "*"), (OWN_PLAY, "*"), person="user")
declare(Judgement, (ANSWERS, "*"), (PLAYED, "*"), (OWN_PLAY, "*"), person="user")
declare(SetAside, (ANSWERS, "*"), person="answer__user")
declare(Moved, (ANSWERS, "*"), person="logged_for")
# What lies face down, and what tells one request from another, is not for people to read.
declare(Drill, (DRILLS, "*"), (PLAYED, "*"), (OWN_PLAY, "*"), person="user", hidden="opening_key deal standing events")
declare(Rating, (PROGRESS, "*"), person="user")
declare(TypingSpeed, (PROGRESS, "*"), person="user")
declare(RatingState, (WORKINGS, "*"))
