"""A whole class plays on the board in Chromium: by keyboard alone, on two windows, to be read from the last row."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from classrooms.class_settings import ClassSettings
from classrooms.models import Lesson
from classrooms.services.class_match import start_class_match
from classrooms.services.lessons import pause_lesson, resume_lesson, start_lesson
from ninety.models import Match, User
from tests.browser.devices import Devices
from tests.factories import StackedDeal, UserFactory, alice
from tests.factories.classes import classroom_of
from trainer.models import Answer

HANDS = ("8H AS 4C", "7H 8S 2D")


@pytest.fixture
def lesson(live: str) -> Lesson:
    """Deal a match at 48 to two halves, of which the left one leads."""
    classroom = classroom_of(alice(), "Bob", "Carol")
    classroom.co_teachers.add(UserFactory.create(username="carla", display_name="Carla", kind=User.Kind.TEACHER))
    lesson = start_lesson(classroom, alice(), timezone.now())
    rules = {"preset": "ninety-nine", "set": {"start": 48}}
    deal = StackedDeal(HANDS, "3C 5C 6C 3D 5D 6D")
    start_class_match(lesson, ClassSettings(rules=rules), ["Foxes", "Owls"], alice(), timezone.now(), deal)
    return lesson


def board(page: Page, lesson: Lesson, step: str = "choose") -> Page:
    page.goto(f"/board/{lesson.room.slug}/")
    expect(page.locator(f".step-{step}")).to_be_visible()
    return page


def test_a_turn_is_played_by_keyboard_alone_and_resumed_at_any_moment(lesson: Lesson, devices: Devices) -> None:
    page = board(devices.of(alice()), lesson)
    expect(page.locator(".hand-card input").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".step-announce")).to_be_visible()
    page.reload()
    expect(page.locator(".total-input")).to_be_focused()
    page.keyboard.type("46")
    page.keyboard.press("Enter")
    expect(page.locator(".say")).to_contain_text("How far is 48 from 50?")
    page.reload()
    expect(page.locator(".say")).to_contain_text("You said 46.")
    expect(page.locator(".total-input")).to_have_value("")
    page.keyboard.type("66")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("Is there one ten too many?")
    page.reload()
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".hero-total")).to_have_text("56")
    expect(page.locator(".half.is-turn")).to_contain_text("Owls")
    assert Answer.objects.count() == 0


def test_the_other_half_agrees_or_types_another_total(lesson: Lesson, devices: Devices) -> None:
    Match.objects.update(answer_policy="stand")
    page = board(devices.of(alice()), lesson)
    page.get_by_role("radio", name="8 of hearts").focus()
    page.keyboard.press(" ")
    page.keyboard.press("Enter")
    page.locator(".total-input").fill("46")
    page.locator(".total-input").press("Enter")
    expect(page.locator(".say")).to_have_text("Foxes says 46. Owls, do you agree?")
    expect(page.get_by_role("button", name="We agree")).to_be_focused()
    page.get_by_text("We don’t agree").click()
    expect(page.locator(".total-input")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    page.keyboard.type("56")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("46?")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


def test_a_card_of_two_values_is_laid_by_keyboard(lesson: Lesson, devices: Devices) -> None:
    page = board(devices.of(alice()), lesson)
    expect(page.locator(".hand-card input").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Lay it as +1", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".pad-sum")).to_contain_text("48 + 11 =")


def test_two_teachers_and_the_projector_agree_and_what_one_types_stays(lesson: Lesson, devices: Devices) -> None:
    first, second = board(devices.of(alice()), lesson), board(devices.of(User.objects.get(username="carla")), lesson)
    projector = board(devices.of(UserFactory.create(username="x", kind=User.Kind.VISITOR)), lesson)
    expect(projector.locator(".class-match form")).to_have_count(0)
    first.get_by_role("radio", name="8 of hearts").focus()
    first.keyboard.press(" ")
    first.keyboard.press("Enter")
    for page in (second, projector):
        expect(page.locator(".step-announce")).to_be_visible()
    expect(projector.locator(".sum")).to_have_text("48 + 8 = ?")
    second.locator(".total-input").fill("5")
    first.locator(".total-input").fill("46")
    first.locator(".total-input").press("Enter")
    expect(second.locator(".say")).to_contain_text("You said 46.")
    second.locator(".total-input").fill("56")
    second.locator(".total-input").press("Enter")
    for page in (first, second, projector):
        expect(page.locator(".hero-total")).to_have_text("56")


def test_the_pad_is_pressed_by_finger(lesson: Lesson, devices: Devices) -> None:
    page = board(devices.of(alice()), lesson)
    page.get_by_role("radio", name="8 of hearts").click()
    page.get_by_role("button", name="Lay the card").click()
    for key in ("5", "6", "OK"):
        page.locator(".keys").get_by_role("button", name=key, exact=True).click()
    expect(page.locator(".hero-total")).to_have_text("56")


def test_a_pause_covers_the_board_and_the_end_offers_another_match(lesson: Lesson, devices: Devices) -> None:
    page = board(devices.of(alice()), lesson)
    pause_lesson(lesson, timezone.now())
    expect(page.get_by_text("Eyes on your teacher")).to_be_visible()
    expect(page.locator(".class-match")).to_have_count(0)
    resume_lesson(lesson, timezone.now())
    expect(page.locator(".step-choose")).to_be_visible()
    page.locator("#board-menu summary").click()
    page.get_by_role("button", name="End the match").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".step-choose")).to_be_visible()
    assert Match.objects.count() == 2


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1280, 720), (820, 1180), (360, 740)])
def test_all_of_it_is_on_one_screen_and_big(
    lesson: Lesson, devices: Devices, axe: Callable[[Page], None], width: int, height: int
) -> None:
    page = devices.of(alice())
    page.set_viewport_size({"width": width, "height": height})
    board(page, lesson)
    assert page.evaluate("[scrollX, document.documentElement.scrollWidth <= innerWidth]") == [0, True]
    if width > height:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        # From the last row a screen of 1080 lines looks like one of 270: its totals are then still taller than text.
        digits = page.locator(".hero-total").evaluate("(total) => parseFloat(getComputedStyle(total).fontSize)")
        assert digits / height > 0.25
    axe(page)
    page.get_by_role("radio", name="8 of hearts").focus()
    page.keyboard.press(" ")
    page.keyboard.press("Enter")
    expect(page.locator(".total-input")).to_be_focused()
    if width > height:
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    else:
        expect(page.locator(".keys .key-ok")).to_be_in_viewport(ratio=1)
    axe(page)
