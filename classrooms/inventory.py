"""What is kept of those who learn and teach in classes, and of teachers' accounts."""

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django.utils.translation import gettext_lazy as _

from classrooms.models import (
    AssignedDrill,
    Assignment,
    Attendance,
    ChosenPupil,
    Classroom,
    DemoSchool,
    Invitation,
    Lesson,
    LessonTable,
    Membership,
    PutAway,
    ReportLink,
    SavedSetting,
    SignInSecret,
)
from ninety.inventory import (
    ACCOUNT,
    CLASS,
    NAME,
    TEACHERS,
    WORKINGS,
    Text,
    Whose,
    declare,
    thing,
    until_answers_go,
    until_names_go,
    while_signed_in,
    with_account,
)
from trainer.inventory import DRILLS

PUPIL, TEACHER = Whose.PUPIL, Whose.TEACHER


def _works() -> Text:
    return _("a week at most, or until it is used")


def _expires() -> Text:
    return _("until the link expires or is taken back")


SIGN_IN = thing(
    _("Three pictures, a number, and the code on the card"),
    (PUPIL,),
    _("To sign in without an e-mail address."),
    until_names_go,
    TEACHERS,
)
BELONGING = thing(
    _("The class, and the lessons somebody came to"),
    (PUPIL,),
    _("To open the right class, and to seat everybody."),
    until_names_go,
    CLASS,
)
PUT_AWAY = thing(
    _("That a teacher has put away a hint on who needs help, and when"),
    (PUPIL, TEACHER),
    _("So that it does not come again without need."),
    until_answers_go,
    TEACHERS,
)
REPORTS = thing(
    _("Links by which parents read a report, in a form that opens nothing"),
    (PUPIL,),
    _("So that parents read how it goes without an account."),
    _expires,
    TEACHERS,
)
TEACHING = thing(
    _("Classes with their settings, lessons, and drills that were set"),
    (TEACHER,),
    _("To teach with them."),
    with_account,
    TEACHERS,
)
LINKS = thing(
    _("Links for colleagues, in a form that opens nothing"),
    (TEACHER,),
    _("So that a link works only once."),
    _works,
    TEACHERS,
)
DEVICES = thing(
    _("Where somebody is signed in: address, browser and time"),
    (TEACHER,),
    _("To find and end sign-ins that are forgotten."),
    while_signed_in,
    _("the person"),
)

declare(SignInSecret, (SIGN_IN, "*"), person="user", hidden="token pictures pin")
declare(Membership, (NAME, "name_key"), (BELONGING, "*"), person="user")
declare(ReportLink, (REPORTS, "*"), person="membership__user", hidden="token_hash")
declare(Attendance, (BELONGING, "*"), person="user")
declare(Classroom, (TEACHING, "*"), person="owner")
declare(Classroom.co_teachers.through, (TEACHING, "*"), person="user")
declare(SavedSetting, (TEACHING, "*"), person="owner")
declare(Lesson, (TEACHING, "*"), person="teacher")
declare(LessonTable, (TEACHING, "*"))
declare(Assignment, (TEACHING, "*"), person="teacher")
declare(ChosenPupil, (DRILLS, "*"), person="user")
declare(AssignedDrill, (DRILLS, "*"), person="drill__user")
declare(PutAway, (PUT_AWAY, "*"), person="membership__user")
declare(Invitation, (LINKS, "*"), person="made_by", hidden="token_hash")
declare(DemoSchool, (WORKINGS, "*"), hidden="password")
declare(EmailAddress, (ACCOUNT, "*"), person="user")
declare(EmailConfirmation, (ACCOUNT, "*"), person="email_address__user", hidden="key")
declare(SocialAccount, (ACCOUNT, "*"), person="user")
declare(SocialToken, (ACCOUNT, "*"), person="account__user", hidden="token token_secret")
declare(SocialApp, (WORKINGS, "*"))
declare(UserSession, (DEVICES, "*"), person="user", hidden="session_key data")
