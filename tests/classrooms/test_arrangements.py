"""What a class plays by where a pupil has chosen nothing: a quick match, drills, and the own progress."""

from typing import Any

import pytest

from classrooms.class_settings import ClassSettings
from classrooms.models import Classroom, Membership
from classrooms.selectors.settings import settings_for
from classrooms.services.settings import change_settings
from ninety.models import Match, Table, User
from ninety.starting_points import STARTING_POINTS
from tests.classrooms.test_class_settings import OTHERWISE
from tests.factories import alice, mallory, signed_in
from tests.factories.classes import classroom_of, pupil_of
from tests.trainer.test_progress import logged

pytestmark = pytest.mark.django_db

OWN = ClassSettings.from_json(OTHERWISE)


def class_of(settings: ClassSettings) -> Classroom:
    classroom = classroom_of(alice(), "Bob")
    change_settings(classroom, settings)
    return classroom


def quick(person: User) -> Match:
    assert signed_in(person).post("/play/quick/").status_code == 302
    return Match.objects.latest("pk")


def test_a_quick_match_of_a_pupil_is_as_the_class_plays():
    match = quick(pupil_of(class_of(OWN), "Bob"))
    assert match.rules == OTHERWISE["rules"]
    same = ("answer_policy", "memory", "penalty", "choosing_limit", "computing_limit", "dim", "read_aloud", "pace")
    assert {name: getattr(match, name) for name in same} == {name: OTHERWISE[name] for name in same}
    assert [seat.strength for seat in match.seats.all()] == ["", "steady", "steady"], "somebody has to play along"


@pytest.mark.parametrize(("code", "turns"), [("starter", 3), ("classic-ninety-nine", 3), ("speed", 0)])
def test_the_first_quick_match_is_guided_where_there_is_time(code: str, turns: int):
    bob = pupil_of(class_of(ClassSettings().starting_from(STARTING_POINTS[code])), "Bob")
    assert quick(bob).guided_turns == turns
    if turns:
        assert quick(bob).guided_turns == 0


def test_the_own_page_names_the_match_to_go_on_with():
    bob = pupil_of(class_of(OWN), "Bob")
    quick(bob)
    assert "Go on with Ninety-Nine" in signed_in(bob).get("/home/").content.decode()


def test_the_front_page_says_what_a_pupil_is_going_to_play():
    bob, point = pupil_of(class_of(ClassSettings(rules={"preset": "ring-199"})), "Bob"), "with the starter"
    page = signed_in(bob).get("/").content.decode()
    assert "as your class plays: Ring of 199" in page
    assert point not in page
    others = signed_in(mallory()).get("/").content.decode()
    assert point in others
    assert "your class" not in others


def test_a_pupil_opens_a_table_as_the_class_plays():
    bob = pupil_of(class_of(OWN), "Bob")
    assert "As your class plays" in signed_in(bob).get("/play/?company=devices").content.decode()
    signed_in(bob).post("/play/", {"company": "devices", "starting_point": "class"})
    table = Table.objects.get()
    assert (table.opener, table.seat_count, table.strength) == (bob, 3, "")
    assert (table.settings["rules"], table.settings["everyone_computes"]) == (OTHERWISE["rules"], False)


def test_a_pupil_plays_with_bots_as_the_class_does():
    bob = pupil_of(class_of(OWN), "Bob")
    page = signed_in(bob).get("/play/")
    assert page.context["class_game"] == "Ninety-Nine (Countdown, From 60 down, Own rules)"
    signed_in(bob).post("/play/", {"company": "bots", "starting_point": "class"})
    assert Match.objects.get().rules == OTHERWISE["rules"]


@pytest.mark.parametrize("company", ["bots", "devices", "device"])
def test_what_a_class_plays_is_no_choice_of_whoever_has_none(company: str):
    class_of(OWN)
    browser = signed_in(mallory())
    assert "As your class plays" not in browser.get(f"/play/?company={company}").content.decode()
    sent = {"company": company, "starting_point": "class", "name_1": "Ana", "name_2": "Leo"}
    assert browser.post("/play/", sent).status_code == 422
    assert (Match.objects.count(), Table.objects.count()) == (0, 0)


def test_one_device_for_all_is_not_offered_what_may_need_other_numbers():
    bob = pupil_of(class_of(OWN), "Bob")
    assert "As your class plays" not in signed_in(bob).get("/play/?company=device").content.decode()
    sent = {"company": "device", "starting_point": "class", "name_1": "Ana", "name_2": "Leo"}
    assert signed_in(bob).post("/play/", sent).status_code == 422


@pytest.mark.parametrize("away", ["removed", "moved", "archived"])
def test_whoever_is_in_no_class_plays_as_anybody(away: str):
    classroom = class_of(OWN)
    bob = pupil_of(classroom, "Bob")
    if away == "archived":
        Classroom.objects.update(archived_at="2026-11-30T12:00:00Z")
    else:
        Membership.objects.update(state=away, left_at="2026-11-30T12:00:00Z")
    assert settings_for(bob) is None
    assert settings_for(alice()) is None
    assert settings_for(mallory()) is None


def test_somebody_else_plays_the_starter_quickly():
    class_of(OWN)
    assert quick(mallory()).rules == STARTING_POINTS["starter"].rules


def test_drills_are_offered_as_the_class_has_them():
    def offered(person: User) -> dict[str, Any]:
        form = signed_in(person).get("/drills/").context["form"]
        return {name: form[name].value() or None for name in ("seconds", "limit", "countdown")}

    bob = pupil_of(class_of(ClassSettings(drill_seconds=120, drill_limit=98, drill_countdown=True)), "Bob")
    assert offered(bob) == {"seconds": 120, "limit": 98, "countdown": True}
    assert offered(mallory()) == {"seconds": None, "limit": None, "countdown": None}


@pytest.mark.parametrize(("fluency_limit", "state"), [(3, "learning"), (6, "fluent"), (12, "fluent")])
def test_what_is_fluent_on_the_own_page_is_what_the_class_takes_for_it(fluency_limit: int, state: str):
    bob = pupil_of(class_of(ClassSettings(fluency_limit=fluency_limit)), "Bob")
    for _sum in range(6):
        logged(bob, 48, "7S", computing_ms=4000, answered_at="2026-11-30T08:00:00Z")
    page = signed_in(bob).get("/progress/").context["page"]
    assert [each.code for each in page.states if "8 + 7" in each.facts] == [state]
