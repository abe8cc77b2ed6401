"""Who may do what: one table of addresses and roles, from which every combination is tried.

A letter stands for a role of `ROLES`. An address that is not in the table fails the test.
"""

import re

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.classrooms.school import ROLES, School, names, school

pytestmark = pytest.mark.django_db

ALL = "".join(ROLES)
OPEN = ALL.replace("R", "")
"""Everybody: but who was removed is led to one neutral page from everywhere."""
TEACH, OWN, PUPIL, CLASS, TEACHERS = "OC", "O", "P", "PQG", "OCTA"
PLAY, NEW = "P", "PQGVN"

PAGES = {
    OPEN: "about front rules game_rules progress drills board shared_setting table_rules gathering"
    " manifest offline service_worker"
    " account_confirm_email account_inactive account_reset_password_done account_reset_password_from_key_done"
    " parent_report help_contents help_topic",
    TEACH: "assignment aside cards class_answers class_review class_rule_card class_sheet classroom export lesson"
    " lesson_sheet lesson_table lessons moved needs_help practice_minutes print_cards pupil pupil_review roster"
    " download_class download_pupil print_reports reports",
    TEACHERS: "account classes download_account",
    PUPIL: "coach drill drill_result match_rules review table",
    CLASS: "home lobby",
    ALL: "card privacy privacy_for_children",
    "": "record watch lesson_match",
}
"""Who may read what; these addresses take nothing."""

ACTS = {
    OPEN: "quick_start minutes start_drill ready_drills take_place leave_place remove_place",
    "OCPQGTAV": "start_match",
    TEACH: "change_classroom change_end clear_guests clear_seats close_assignment close_lesson"
    " deal_with end_class_drill end_devices end_lesson give_seat_back hold_seat import_roster let_back let_pupil_back"
    " let_try_again move_pupil pause_lesson preview_roster preview_settings put_answers_back remove_pupil remove_pupils"
    " rename_pupil renew_cards renew_code resume_lesson save_settings seat_all seat_one send_out set_answers_aside"
    " set_sign_in share_device show_names start_class_drill start_lesson start_settings start_tables undo_settings"
    " agree_for_class end_class_match go_on_for_class lay_for_class play_class_match_again say_for_class"
    " start_class_match stuck_for_class set_help_drill put_away show_again"
    " link_reports revoke_links",
    OWN: "archive_classroom delete_saved erase_pupil hand_over_class invite_teacher make_sign_in_link remove_teacher"
    " rename_saved restore_classroom revoke_invitation",
    "C": "leave_classroom",
    TEACHERS: "take_over sign_up_link",
    PUPIL: "again agree announce ask_past check claim_bust commit_play disagree go_on hand_over leave pace skip_guide"
    " step take_answers take_back uncover",
    CLASS: "play_again",
    ALL: "door_guest_back door_pupil not_me set_language",
    "": "begin_assignment demo_pupil demo_teacher drill_again merge_guest",
}
"""Who may do what; whoever only reads these addresses is led to a page. Without an object of their own: nobody."""

FORMS = {
    OPEN: "setup typing account_reset_password account_reset_password_from_key",
    TEACH: "accommodations assignments class_settings move_answers",
    OWN: "copy_classroom delete_classroom",
    TEACHERS: "account_change_password account_email account_logout account_reauthenticate account_set_password"
    " erase_account new_classroom usersessions_list",
    OPEN + "-": "accept_invitation account_login account_signup sign_in_link",
    ALL: "door door_guest join",
    "": "card_question ask_teacher",
}
"""Who may read and send what."""

OF_LIBRARIES = re.compile("account|set_language|sign_up_link|usersessions_list")
"""Addresses of Django and allauth, which lead on whatever the method is, and do nothing."""

READABLE = {"data": '{"events": []}', "content_type": "application/json"}
"""What a device sends: whatever cannot be read is refused before it is asked whose it is."""

LED_AWAY = re.compile(r"/ask-your-teacher/|/account/login/")


class Undo(Exception):
    """Takes back what a request has changed."""


def table() -> dict[str, tuple[str, str]]:
    """Return the kind of each address, and who is let in."""
    rows: dict[str, tuple[str, str]] = {}
    for kind, groups in (("page", PAGES), ("act", ACTS), ("form", FORMS)):
        for roles, listed in groups.items():
            rows |= dict.fromkeys(listed.split(), (kind, roles.removesuffix("-")))
    return rows


def answer(device: Client, method: str, address: str) -> HttpResponse:
    """Send a request, and undo whatever it has changed."""
    answered: list[HttpResponse] = []
    try:
        with transaction.atomic():
            sent = READABLE if method == "post" and address.endswith("/answers/") else {}
            answered.append(getattr(device, method)(address, **sent))
            raise Undo
    except Undo:
        return answered[0]


def let_in(answered: HttpResponse) -> bool:
    """Return whether somebody was let in: with a page, a sentence on what was wrong, or on to the next page."""
    if answered.status_code in {301, 302}:
        return not LED_AWAY.search(answered["Location"])
    return answered.status_code in {200, 204, 400, 409, 422}


@pytest.fixture
def made() -> School:
    # How often somebody has asked is kept in memory, beside the database that each test has anew.
    cache.clear()
    return school()


def test_the_table_has_every_address_and_no_other():
    assert set(table()) == set(names())


def test_everybody_may_do_what_the_table_says_and_no_more(made):
    wrong = []
    for name, (kind, roles) in table().items():
        for role in ROLES:
            read = answer(made.client(role), "get", made.address(name))
            sent = answer(made.client(role), "post", made.address(name))
            may_read = role in (OPEN if kind == "act" and name not in {"door_guest_back", "door_pupil"} else roles)
            if kind == "act" and roles == ALL:
                may_read = True
            if let_in(read) is not may_read:
                wrong.append((name, "GET", ROLES[role], read.status_code))
            if let_in(sent) is not (kind != "page" and role in roles):
                wrong.append((name, "POST", ROLES[role], sent.status_code))
            if max(read.status_code, sent.status_code) >= 500:
                wrong.append((name, "any", ROLES[role], 500))
    assert not wrong, "\n".join(map(str, wrong))


def test_no_other_method_lets_anybody_in(made):
    wrong = []
    for name, (kind, _roles) in table().items():
        for method in ("put", "patch", "delete"):
            for role in "ON":
                answered = answer(made.client(role), method, made.address(name))
                if let_in(answered) and not OF_LIBRARIES.match(name):
                    wrong.append((name, method, ROLES[role], answered.status_code))
        overridden = made.client("N").get(made.address(name), headers={"X-HTTP-Method-Override": "POST"})
        assert (kind, let_in(overridden)) == (kind, let_in(made.client("N").get(made.address(name))))
    assert not wrong, "\n".join(map(str, wrong))


def test_what_is_not_theirs_looks_like_what_does_not_exist(made):
    for name, (_kind, roles) in table().items():
        parts = made.parts.get(name, {})
        if "T" in roles or "slug" not in parts or name.startswith(("account", "door")):
            continue
        theirs = answer(made.client("T"), "post", reverse(name, kwargs=parts))
        missing = answer(made.client("T"), "post", reverse(name, kwargs={**parts, "slug": "0" * len(parts["slug"])}))
        assert (name, theirs.status_code) == (name, missing.status_code)
        assert shown(theirs) == shown(missing)


def shown(answered: HttpResponse) -> str:
    """Return a page without what differs from one request to the next, the address that was asked for included."""
    text = answered.content.decode() if not answered.streaming else ""
    return re.sub(r'name="(csrfmiddlewaretoken|next|key)" value="[^"]*"', "", text)
