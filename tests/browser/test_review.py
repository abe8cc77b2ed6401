"""The review in Chromium: one pupil after the other by keys, help in one click, on paper, and without barriers."""

from collections.abc import Callable
from datetime import timedelta

import pypdfium2
import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from classrooms.models import Assignment, Classroom, Membership, PutAway
from classrooms.services.assignments import set_drill
from tests.browser.devices import session_of
from tests.browser.test_class_settings import to
from tests.browser.test_pages import LANGUAGES, look_at
from tests.classrooms.answered import answered
from tests.factories import alice
from tests.factories.classes import classroom_of, pupil_of
from trainer.drills import Options
from trainer.marking import SKILLS
from trainer.models import Answer, Drill
from trainer.services.moving import move_drill
from trainer.services.setting_aside import set_aside

CUT = "[...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth + 1).length"
"""How many tables stick out of their boxes."""

LOST = (48, 36, 57, 65, 29, 18)


def school(language: str = "en") -> Classroom:
    """Give Alice a class in which Bob loses tens and Carol does not practise, so that each page has all it can have."""
    long = "Maximilian Ferdinand"
    classroom = classroom_of(alice(), "Bob", "Carol", "Dan", "Eve", long, language=language)
    Membership.objects.update(joined_at=timezone.now() - timedelta(days=60))
    for name in ("Dan", "Eve", long):
        answered(pupil_of(classroom, name), *[55] * 12)
    bob = pupil_of(classroom, "Bob")
    for prior in LOST * 4:
        answered(bob, prior - 3, prior=prior)
    answered(bob, *[36] * 6, prior=43, change=-7, role="checker", now=timezone.now() - timedelta(days=9))
    for kind in ("flash", "speed"):
        set_drill(classroom, alice(), Options.usual(kind), due_on=timezone.localdate(), now=timezone.now())
    for number, skill in enumerate(SKILLS):
        made = answered(bob, 45, now=timezone.now() - timedelta(days=number))
        Answer.objects.filter(pk=made[0].pk).update(skill=skill)
    answered(pupil_of(classroom, "Carol"), 55, now=timezone.now() - timedelta(days=30))
    for number in range(3):
        now = timezone.now() - timedelta(days=number)
        Drill.objects.create(
            user=bob, kind="flash", settings=Options.usual("flash").to_json(), seconds=60, deal={}, standing={},
            sums=20, right=14 - number, why="time", started_at=now, ended_at=now,
        )  # fmt: skip
    wrongly_named = Drill.objects.create(
        user=pupil_of(classroom, "Dan"), kind="speed", settings=Options.usual("speed").to_json(), seconds=60, deal={},
        standing={}, why="time", ended_at=timezone.now(),
    )  # fmt: skip
    move_drill(wrongly_named.pk, pupil_of(classroom, "Dan"), pupil_of(classroom, long), alice(), timezone.now())
    set_aside(bob.answers.values_list("pk", flat=True)[:3], alice(), timezone.now())
    return classroom


def sign_in(page: Page, live: str, language: str = "en") -> None:
    cookies = {settings.SESSION_COOKIE_NAME: session_of(alice()), settings.LANGUAGE_COOKIE_NAME: language}
    page.context.add_cookies([{"name": name, "value": value, "url": live} for name, value in cookies.items()])


def address(classroom: Classroom, name: str) -> str:
    member = Membership.objects.get(classroom=classroom, user__display_name=name)
    return f"/classes/{classroom.slug}/review/pupils/{member.pk}/"


def test_keys_lead_from_pupil_to_pupil_and_leave_fields_alone(page: Page, live: str) -> None:
    classroom = school()
    sign_in(page, live)
    page.goto(address(classroom, "Carol") + "?period=free&since=2026-01-01")
    title = page.get_by_role("heading", level=1)
    expect(page.get_by_text("By keys: Alt + Shift + ← and →")).to_be_visible()
    page.get_by_label("From").focus()
    page.keyboard.press("Alt+Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(title).to_have_text("Carol")
    title.click()
    for other in ("ArrowRight", "Alt+ArrowDown", "Shift+ArrowRight", "Control+Alt+Shift+ArrowRight"):
        page.keyboard.press(other)
    expect(title).to_have_text("Carol")
    page.keyboard.press("Alt+Shift+ArrowRight")
    expect(title).to_have_text("Dan")
    expect(page).to_have_url(f"{live}{address(classroom, 'Dan')}?period=free&since=2026-01-01")
    page.keyboard.press("Alt+Shift+ArrowLeft")
    expect(title).to_have_text("Carol")
    page.keyboard.press("Alt+Shift+ArrowLeft")
    expect(title).to_have_text("Bob")
    page.keyboard.press("Alt+Shift+ArrowLeft")
    expect(title).to_have_text("Bob")


def test_the_tabs_stay_where_they_are_from_page_to_page(page: Page, live: str) -> None:
    classroom = school()
    sign_in(page, live)
    page.set_viewport_size({"width": 1440, "height": 500})
    page.goto(f"/classes/{classroom.slug}/")
    tabs = page.locator(".tabs a")
    addresses = [tab.get_attribute("href") or "" for tab in tabs.all()]
    places = set()
    for path in (*addresses, *pages(classroom), address(classroom, "Bob"), f"/classes/{classroom.slug}/delete/"):
        page.goto(path)
        places.add(tuple(box["x"] for tab in tabs.all() if (box := tab.bounding_box())))
    assert len(places) == 1, places


def test_help_is_given_by_keyboard_alone_from_the_first_page(page: Page, live: str) -> None:
    classroom = school()
    sign_in(page, live)
    page.goto(f"/classes/{classroom.slug}/review/")
    expect(page.locator("#needs-help")).to_contain_text("forgot the ten")
    to(page, "Bob")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Who needs help")).to_be_visible()
    to(page, "Set the drill “Practice”: Bob, 1 minute · up to 98 · 75 of 100 right")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The drill is set, to be done by")).to_be_visible()
    chosen = Assignment.objects.get(is_for_all=False)
    assert [each.user.display_name for each in chosen.chosen.all()] == ["Bob"]
    to(page, "Put away: Carol, No practice")
    page.keyboard.press("Enter")
    expect(page.get_by_text("It stands below, and comes again once it shows anew.")).to_be_visible()
    assert PutAway.objects.get().reason == "idle"
    to(page, "Put away")
    page.keyboard.press("Enter")
    to(page, "Show again: Carol, No practice")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Carol")).to_be_visible()
    assert not PutAway.objects.exists()


def test_without_a_script_there_are_links_and_no_promise_of_keys(browser: Browser, live: str) -> None:
    context = browser.new_context(base_url=live, locale="en", java_script_enabled=False)
    classroom = school()
    page = context.new_page()
    sign_in(page, live)
    page.goto(f"/classes/{classroom.slug}/review/")
    page.locator("#needs-help").get_by_role("link", name="Who needs help").click()
    page.get_by_role("link", name="Bob", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Bob")
    expect(page.get_by_text("By keys")).to_be_hidden()
    page.get_by_role("link", name="Next pupil: Carol").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Carol")
    context.close()


def test_what_was_set_aside_or_moved_is_undone_by_the_button_beside_the_word(page: Page, live: str) -> None:
    classroom = school()
    sign_in(page, live)
    page.goto(f"/classes/{classroom.slug}/review/answers/?period=year")
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Set aside").click()
    expect(page.locator(".done")).to_contain_text("1 answer is set aside now.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".done")).to_contain_text("1 answer counts again.")
    page.goto(f"{address(classroom, 'Bob')}?period=year")
    page.get_by_role("link", name="somebody else than Bob has done this drill").first.click()
    page.get_by_label("Who gave them").select_option("Eve")
    page.get_by_role("button", name="Move the answers").click()
    expect(page.locator(".done")).to_contain_text("These answers are Eve’s now, and Bob’s no more.")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".done")).to_contain_text("These answers are Bob’s now, and Eve’s no more.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_barriers_and_nothing_sticks_out(page: Page, live: str, axe: Callable[[Page], None], language: str) -> None:
    classroom = school(language)
    sign_in(page, live, language)
    for path in (address(classroom, "Bob"), address(classroom, "Carol"), *pages(classroom)):
        page.goto(path)
        page.evaluate("for (const more of document.querySelectorAll('details.more')) more.open = true")
        look_at(page, axe)


def pages(classroom: Classroom) -> tuple[str, ...]:
    review = f"/classes/{classroom.slug}/review"
    return (
        *(f"{review}/help/", f"{review}/minutes/?period=year", f"/classes/{classroom.slug}/drills/", f"{review}/"),
        *(f"{review}/answers/?period=year", f"{review}/aside/", f"{review}/moved/"),
        f"{review}/move/drill/{Drill.objects.latest('pk').pk}/",
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_paper_nothing_is_cut_and_buttons_are_left_out(page: Page, live: str, language: str) -> None:
    classroom = school(language)
    sign_in(page, live, language)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 960})
    for path in (address(classroom, "Bob"), *pages(classroom)[:2], pages(classroom)[3]):
        page.goto(path)
        assert page.evaluate(CUT) == 0, path
        paper = pypdfium2.PdfDocument(page.pdf(format="A4", prefer_css_page_size=True))
        text = "".join(sheet.get_textpage().get_text_bounded() for sheet in paper)
        assert "Bob" in text
        assert "Alt + " not in text
