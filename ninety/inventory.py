"""What is kept of people: every field of every table, what it is, whose, why, how long, and who sees it.

Each app declares its own tables in its `inventory`. The page about privacy and the downloads of all about a person are
made from here, and a field that nobody has declared fails a test.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from typing import Any

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ninety.models import Action, Budget, Match, Place, Room, Seat, Table, User

type Text = str | Promise


class Whose(Enum):
    """Who something is kept of."""

    PUPIL = "pupil"
    VISITOR = "visitor"
    TEACHER = "teacher"
    NOBODY = "nobody"


@dataclass(frozen=True, eq=False)
class Kept:
    """One thing that is kept, as the page about privacy tells it; `until` says how long, by the settings of now."""

    what: Text
    whose: tuple[Whose, ...]
    why: Text
    until: Callable[[], Text]
    seen_by: Text


@dataclass(frozen=True)
class Declared:
    """What the fields of a table are, and how a row leads to the person it is about, if it is about one.

    `hidden` are fields that no download shows: secrets, and what would show cards that still lie face down.
    """

    model: type[Model]
    fields: dict[str, tuple[Kept, ...]]
    person: str
    hidden: frozenset[str]


_declared: dict[type[Model], Declared] = {}


def declare(model: type[Model], *parts: tuple[Kept, str], person: str = "", hidden: str = "") -> None:
    """Declare what fields of a table are, named with blanks between them; `*` stands for all of them."""
    order = [field.name for field in model._meta.local_concrete_fields]
    fields: dict[str, tuple[Kept, ...]] = {}
    for kept, names in parts:
        for name in order if names == "*" else names.split():
            fields[name] = (*fields.get(name, ()), kept)
    fields = {name: fields[name] for name in sorted(fields, key=order.index)}
    _declared[model] = Declared(model, fields, person, frozenset(hidden.split()))


def declared() -> dict[type[Model], Declared]:
    """Return what each table was declared to hold."""
    return dict(_declared)


def kept_of(whose: Whose) -> list[Kept]:
    """Return what is kept of some people, in the order in which it was declared, each thing once."""
    used = {kept for table in _declared.values() for parts in table.fields.values() for kept in parts}
    return [kept for kept in _things if kept in used and whose in kept.whose]


_things: list[Kept] = []


def thing(what: Text, whose: tuple[Whose, ...], why: Text, until: Callable[[], Text], seen_by: Text) -> Kept:
    """Make one thing that is kept; the page lists things in the order in which they were made."""
    kept = Kept(what, whose, why, until, seen_by)
    _things.append(kept)
    return kept


def days_says(days: int) -> str:
    """Write a number of days, in years where it is a whole number of them."""
    if days % 365 == 0:
        return ngettext("%(count)s year", "%(count)s years", days // 365) % {"count": days // 365}
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _named() -> Text:
    return _("until %(days)s after the class has ended") % {"days": days_says(settings.KEEP_NAMES_DAYS)}


def _answered() -> Text:
    return days_says(settings.KEEP_ANSWERS_DAYS)


def _visited() -> Text:
    return _("%(days)s after the last match") % {"days": days_says(settings.KEEP_VISITORS_DAYS)}


def _half_a_day() -> Text:
    return _("until “That’s not me”, and 12 hours at most")


def while_signed_in() -> Text:
    """Say how long a sign-in of a teacher lasts, or the cookie of whoever plays without a class."""
    return _("until signing out, and a year at most")


def a_day() -> Text:
    """Say that something goes within a day."""
    return _("a day")


def with_account() -> Text:
    """Say that something goes with a teacher's account."""
    return _("until the account is deleted")


def as_long_as_ninety() -> Text:
    """Say that something is about nobody."""
    return "as long as Ninety runs"


until_names_go, until_answers_go = _named, _answered

P, V, T, N = Whose.PUPIL, Whose.VISITOR, Whose.TEACHER, Whose.NOBODY
CLASS = _("the class and its teachers")
TEACHERS = _("the teachers of the class")
OWN = _("the person and the teachers of the class")
TABLE = _("whoever was at the table, and the teachers of the class")
NONE = _("nobody")

NAME = thing(
    _("A name to be called by: a first name or a nickname"),
    (P,),
    _("So that everybody knows who is playing."),
    until_names_go,
    CLASS,
)
NICKNAME = thing(
    _("The name that was typed at a table"), (V,), _("So that everybody knows who is playing."), _visited, TABLE
)
HELP = thing(
    _("Language, and help such as longer time"),
    (P,),
    _("So that everybody can play in the way that suits them."),
    until_names_go,
    TEACHERS,
)
SHOWN = thing(
    _("Which special cards have been explained"),
    (P,),
    _("So that they are explained only once."),
    until_names_go,
    NONE,
)
MATCHES = thing(
    _("Matches: who sat where, and which card was laid when"),
    (P,),
    _("To go on with a match, and to look at it again."),
    until_answers_go,
    TABLE,
)
PLAYED = thing(_("Matches and answers"), (V,), _("To go on with a match, and to look at it again."), _visited, TABLE)
OWN_PLAY = thing(
    _("Matches, answers and drills of their own"),
    (T,),
    _("To go on with a match, and to look at it again."),
    until_answers_go,
    TABLE,
)
SIGNED_IN = thing(
    _("That a device is signed in; a cookie stands for it"),
    (P,),
    _("So that a page knows who is asking."),
    _half_a_day,
    NONE,
)
SESSIONS = thing(
    _("That a browser was here before; a cookie stands for it"),
    (V, T),
    _("So that a page knows who is asking."),
    while_signed_in,
    NONE,
)
TRIES = thing(
    _("How often a wrong code was typed on a device, in a form that names nobody"),
    (V,),
    _("So that nobody can guess codes."),
    a_day,
    NONE,
)
ACCOUNT = thing(
    _("Name, user name and password; an e-mail address if one was given. Nobody can read the password"),
    (T,),
    _("To sign in, and to reset a forgotten password."),
    with_account,
    _("the person; colleagues see the name"),
)
NOTES = thing(
    _("What operators have changed on their pages"),
    (T,),
    _("So that changes can be followed."),
    with_account,
    _("operators"),
)
WORKINGS = thing("What Ninety works with, and is about nobody", (N,), "", as_long_as_ninety, NONE)

declare(
    User,
    (NAME, "display_name"),
    (NICKNAME, "display_name"),
    (ACCOUNT, "display_name username password email last_login created_at is_staff is_superuser"),
    (HELP, "language stretch times_judged untimed_drills track_always memory_off"),
    (SHOWN, "known_cards was_guided"),
    (PLAYED, "known_cards was_guided"),
    (SIGNED_IN, "last_login is_active"),
    (SESSIONS, "last_login"),
    (WORKINGS, "id kind"),
    person="pk",
    hidden="password is_superuser",
)
declare(Place, (NAME, "name name_key"), (NICKNAME, "name name_key"), (MATCHES, "*"), person="user")
declare(Seat, (NAME, "name"), (NICKNAME, "name"), (MATCHES, "*"), (PLAYED, "*"), (OWN_PLAY, "*"), person="user")
declare(Table, (MATCHES, "*"), (PLAYED, "*"), (OWN_PLAY, "*"), person="opener", hidden="opening_key")
declare(
    Match,
    (MATCHES, "*"),
    (PLAYED, "*"),
    (OWN_PLAY, "*"),
    person="seats__user",
    hidden="opening_key request_keys state committed",
)
# Of a shared match the plays of others are theirs: a download takes the person's own from the record.
declare(Action, (MATCHES, "*"), (PLAYED, "*"), (OWN_PLAY, "*"))
declare(Room, (WORKINGS, "*"))
declare(Budget, (TRIES, "*"))
declare(Session, (SIGNED_IN, "*"), (SESSIONS, "*"))
declare(LogEntry, (NOTES, "*"), person="user")
for workings in (ContentType, Permission, Group, Group.permissions.through):
    declare(workings, (WORKINGS, "*"))
for granted in (User.groups.through, User.user_permissions.through):
    declare(granted, (ACCOUNT, "*"), person="user")


def rows_of(table: Declared, people: Collection[int]) -> QuerySet[Any]:
    """Return the rows of a table that are about some people, given by their primary keys."""
    rows = table.model._default_manager
    return rows.filter(pk__in=rows.filter(**{f"{table.person}__in": list(people)}).values("pk"))
