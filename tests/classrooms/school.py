"""One of everything, and one person of each role, for the table of who may do what."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from classrooms.class_settings import ClassSettings
from classrooms.models import Invitation
from classrooms.services import create_classroom
from classrooms.services.assignments import begin_drill, set_drill
from classrooms.services.guests import come_in
from classrooms.services.invitations import invite_to_sign_in, invite_to_sign_up, invite_to_teach
from classrooms.services.lessons import arrive_at, start_lesson
from classrooms.services.pupils import add_pupil, remove_pupils
from classrooms.services.report_links import make_report_links
from classrooms.services.seating import Order, seat_all, start_tables
from classrooms.services.settings import save_setting
from ninety.models import Match, User
from tests.factories import UserFactory, alice, mallory
from tests.factories.tables import opened_table, sit
from trainer.drills import Options

ROLES = {
    "O": "owner",
    "C": "co-teacher",
    "P": "pupil of the class",
    "Q": "pupil of another class",
    "G": "guest of the class",
    "R": "removed pupil",
    "T": "teacher of another class",
    "A": "operator",
    "V": "visitor",
    "N": "nobody",
}


@dataclass
class School:
    """Alice's class with everything that belongs to it, and a session of each role."""

    sessions: dict[str, str] = field(default_factory=dict)
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)
    handler: ClientHandler = field(default_factory=lambda: ClientHandler(enforce_csrf_checks=False))
    """What answers all devices: to load the middleware for each of thousands would take longer than some answers."""

    def address(self, name: str) -> str:
        """Return an address of the things of Alice's class."""
        return reverse(name, kwargs=self.parts.get(name, {}))

    def client(self, role: str) -> Client:
        """Return a device on which somebody of a role is signed in."""
        device = Client()
        device.handler = self.handler
        if self.sessions[role]:
            device.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return device


def school() -> School:
    """Make all of it."""
    now, made = timezone.now(), School()
    owner, other = alice(), UserFactory.create(username="tom", display_name="Tom", kind=User.Kind.TEACHER)
    helper = UserFactory.create(username="carla", display_name="Carla", kind=User.Kind.TEACHER)
    operator = UserFactory.create(username="root", kind=User.Kind.TEACHER, is_staff=True, is_superuser=True)
    classroom, foreign = create_classroom(owner, "4b", "en"), create_classroom(other, "5a", "en")
    classroom.guests, classroom.secret = True, "none"
    classroom.save()
    classroom.co_teachers.add(helper)
    pupil, zoe = add_pupil(classroom, "Bob"), add_pupil(foreign, "Zoe")
    gone, guest = add_pupil(classroom, "Dan"), come_in(classroom, "Fox")
    lesson = start_lesson(classroom, owner, now)
    there = arrive_at(lesson, pupil.user, now)
    seat_all(lesson, 2, Order.RANDOM, now)
    start_tables(lesson, owner, now)
    match = Match.objects.get()
    table = opened_table(pupil.user)
    sit(table, pupil.user)
    assignment = set_drill(classroom, owner, Options.usual("flash"), target=1, due_on=timezone.localdate(), now=now)
    drill = begin_drill(assignment, pupil.user, None, now)
    saved = save_setting(owner, "ours", ClassSettings())
    token = invite_to_teach(classroom, owner)
    invited = Invitation.objects.get(classroom=classroom)
    sign_in = {"token": invite_to_sign_in(helper, owner)}
    sign_up = {"token": invite_to_sign_up()}
    report = make_report_links(classroom, [pupil], owner, language="en", days=30, now=now)
    here, at, of_lesson = {"slug": classroom.slug}, {"slug": match.slug}, {"slug": lesson.slug}
    number = {**here, "number": pupil.pk}
    groups: list[tuple[dict[str, Any], tuple[str, ...]]] = [
        (at, MATCH_NAMES),
        ({"slug": table.slug}, TABLE_NAMES),
        (of_lesson, LESSON_NAMES),
        (here, CLASS_NAMES),
        (number, PUPIL_NAMES),
        ({"slug": assignment.slug}, ("assignment", "close_assignment")),
        ({"slug": lesson.room.slug}, BOARD_NAMES),
        ({"slug": drill.slug}, ("drill", "take_answers", "drill_result")),
        ({"slug": saved.slug}, ("shared_setting", "take_over", "rename_saved", "delete_saved")),
        ({**here, "number": helper.pk}, ("remove_teacher", "hand_over_class", "make_sign_in_link")),
    ]
    for parts, names in groups:
        made.parts |= dict.fromkeys(names, parts)
    made.parts |= {
        "lesson_match": {**of_lesson, "number": match.pk},
        "lesson_table": {**of_lesson, "number": 1},
        "export": {**here, "what": "matrix", "form": "csv"},
        "move_answers": {**here, "what": "drill", "number": drill.pk},
        "revoke_invitation": {**here, "number": invited.pk},
        "accept_invitation": {"token": token},
        "sign_in_link": sign_in,
        "sign_up_link": sign_up,
        "card": {"token": pupil.user.sign_in_secret.token},
        "parent_report": {"token": report[pupil.pk]},
        "game_rules": {"preset": "ninety-nine"},
        "help_topic": {"slug": "playing"},
        "account_confirm_email": {"key": "none"},
        "account_reset_password_from_key": {"uidb36": "1", "key": "none"},
    }
    remove_pupils([gone], now)
    people = {
        "O": owner,
        "C": helper,
        "P": pupil.user,
        "Q": zoe.user,
        "G": guest.user,
        "T": other,
        "A": operator,
        "V": mallory(),
    }
    for role in ROLES:
        made.sessions[role] = _session(people[role]) if role in people else ""
    gone.user.is_active = True
    gone.user.save()
    made.sessions["R"] = _session(gone.user)
    gone.user.refresh_from_db()
    User.objects.filter(pk=gone.user.pk).update(is_active=False)
    assert there.user == pupil.user
    return made


def _session(person: User) -> str:
    device = Client()
    device.force_login(person, backend="ninety.sessions.Backend")
    return device.cookies[settings.SESSION_COOKIE_NAME].value


def names() -> Iterator[str]:
    """Yield the name of every address but those of the operators' admin, which has a door of its own."""
    yield from _names(get_resolver())


def _names(resolver: URLResolver) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            assert pattern.name, pattern
            yield pattern.name
        elif not str(pattern.pattern).startswith("operator/"):
            yield from _names(pattern)


MATCH_NAMES = (
    *("match_rules", "watch", "record", "table", "commit_play", "announce", "claim_bust", "step", "go_on", "pace"),
    *("skip_guide", "check", "agree", "disagree", "hand_over", "take_back", "ask_past", "uncover", "leave", "coach"),
    *("review", "again"),
)
TABLE_NAMES = ("gathering", "take_place", "leave_place", "remove_place", "start_match", "table_rules")
LESSON_NAMES = (
    *("lesson", "seat_all", "clear_seats", "seat_one", "share_device", "start_tables", "deal_with"),
    *("start_class_drill", "end_class_drill", "pause_lesson", "resume_lesson", "close_lesson", "end_lesson"),
    *("send_out", "let_back", "hold_seat", "give_seat_back", "lesson_sheet"),
)
BOARD_NAMES = (
    *("board", "lay_for_class", "say_for_class", "stuck_for_class", "agree_for_class", "go_on_for_class"),
    *("play_class_match_again", "end_class_match"),
)
CLASS_NAMES = (
    *("needs_help", "practice_minutes"),
    *("lessons", "start_lesson", "start_class_match"),
    *("assignments", "class_review", "class_answers", "set_answers_aside", "aside", "moved"),
    *("put_answers_back", "class_settings", "preview_settings", "start_settings", "undo_settings", "save_settings"),
    *("class_rule_card", "classroom", "change_classroom", "change_end", "renew_code", "archive_classroom"),
    *("restore_classroom", "download_class"),
    *("copy_classroom", "delete_classroom", "invite_teacher", "leave_classroom", "roster", "preview_roster"),
    *("import_roster", "remove_pupils", "cards", "print_cards", "set_sign_in", "show_names", "end_devices"),
    *(
        "clear_guests",
        "renew_cards",
        "let_try_again",
        "door",
        "door_guest",
        "door_guest_back",
        "class_sheet",
        "reports",
    ),
    *("print_reports", "link_reports", "revoke_links"),
)
PUPIL_NAMES = (
    "download_pupil",
    *("accommodations", "pupil", "rename_pupil", "move_pupil", "remove_pupil", "let_pupil_back", "merge_guest"),
    *("erase_pupil", "door_pupil", "pupil_review", "set_help_drill", "put_away", "show_again"),
)
