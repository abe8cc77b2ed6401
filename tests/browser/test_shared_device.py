"""A device that goes from hand to hand: nothing of whoever is gone stays on it, and nothing of theirs is lost."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from classrooms.models import Classroom
from classrooms.services.erasing import erase_person
from classrooms.services.pupils import remove_pupils
from tests.browser.conftest import wait_until
from tests.browser.devices import watch
from tests.browser.driller import Driller
from tests.browser.test_app import kept, settle
from tests.classrooms.teaching import PASSWORD, teacher
from tests.factories.classes import classroom_of, member_of
from trainer.models import Answer

NAME, OTHER = "Zyxomma", "Quetzalcoatl"
ANSWERS = re.compile("/answers/$")
STORES = """async () => {
  const pages = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const page = await cache.match(request, { ignoreVary: true });
      if (page.headers.get("Content-Type")?.startsWith("text/html") ?? true) pages.push(await page.text());
    }
  }
  const databases = await indexedDB.databases();
  return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, history.state, pages]);
}"""


@pytest.fixture
def classroom(live: str) -> Classroom:
    made = classroom_of(teacher("Alice"), NAME, "Carol", name=OTHER)
    Classroom.objects.update(secret="none")
    return made


@pytest.fixture
def tablet(browser: Browser, live: str) -> Iterator[Page]:
    """Open a browser that may keep Ninety; it is one device for all."""
    faults: list[str] = []
    context = browser.new_context(base_url=live, locale="en", service_workers="allow")
    context.set_default_timeout(10_000)
    page = context.new_page()
    watch(page, faults)
    yield page
    context.close()
    # Pages that are somebody else's by now are not found, and whoever was sent away is refused.
    assert [fault for fault in faults if not re.search("40[134]|ERR_FAILED", fault)] == []


def come_in(page: Page, classroom: Classroom, name: str) -> None:
    page.goto(f"/card/{member_of(classroom, name).user.sign_in_secret.token}/")
    page.get_by_role("button", name="Yes, that’s me").click()
    page.wait_for_url("**/home/")


def wander(page: Page) -> None:
    """Open whatever there is to open, so that it can be left behind."""
    settle(page)
    for address in ("/progress/", "/privacy/", "/drills/"):
        page.goto(address)
    wait_until(lambda: kept(page, "kept-") == 2)
    page.goto("/home/")


def holds(page: Page, *words: str) -> list[str]:
    """Return which words the device holds in any of its stores."""
    held: str = page.evaluate(STORES)
    return [word for word in words if word in held]


def go_back_through_all(page: Page) -> None:
    """Go back as far as it goes, and see the name on no page."""
    for _step in range(8):
        page.go_back()
        page.wait_for_load_state()
        expect(page.locator("body")).not_to_contain_text(NAME)


def test_nothing_stays_of_a_pupil_who_says_that_is_not_me(tablet: Page, classroom: Classroom) -> None:
    come_in(tablet, classroom, NAME)
    wander(tablet)
    assert holds(tablet, NAME) == [NAME]
    tablet.get_by_role("button", name="That’s not me").click()
    tablet.wait_for_url("**/class/**")
    wait_until(lambda: kept(tablet, "kept-") == 0)
    assert holds(tablet, NAME) == []
    come_in(tablet, classroom, "Carol")
    go_back_through_all(tablet)
    assert holds(tablet, NAME) == []


@pytest.mark.parametrize("how", ["removed", "erased"])
def test_nothing_stays_of_a_pupil_who_is_gone(tablet: Page, classroom: Classroom, how: str) -> None:
    come_in(tablet, classroom, NAME)
    wander(tablet)
    gone = member_of(classroom, NAME)
    if how == "removed":
        remove_pupils([gone], timezone.now())
    else:
        erase_person(gone.user)
    tablet.goto("/home/")
    # Whoever is erased is a stranger, who cannot be let in again.
    tablet.wait_for_url("**/ask-your-teacher/" if how == "removed" else f"**:{urlsplit(tablet.url).port}/")
    wait_until(lambda: kept(tablet, "kept-") == 0)
    assert holds(tablet, NAME) == []
    go_back_through_all(tablet)


def test_nothing_stays_of_a_teacher_who_signs_out(tablet: Page, classroom: Classroom) -> None:
    tablet.goto("/account/login/")
    tablet.get_by_label("User name or e-mail").fill("alice")
    tablet.get_by_label("Password").fill(PASSWORD)
    tablet.get_by_role("button", name="Sign in").click()
    tablet.wait_for_url("**/classes/")
    settle(tablet)
    for part in ("", "pupils/", "review/", "cards/"):
        tablet.goto(f"/classes/{classroom.slug}/{part}")
        expect(tablet.locator("body")).to_contain_text("Alice")
    tablet.goto("/rules/")
    tablet.get_by_text("Account: Alice").click()
    tablet.get_by_role("button", name="Sign out").click()
    expect(tablet.locator("body")).not_to_contain_text("Alice")
    for _step in range(6):
        tablet.go_back()
        tablet.wait_for_load_state()
        for word in (NAME, OTHER, "Alice"):
            expect(tablet.locator("body")).not_to_contain_text(word)
    assert holds(tablet, NAME, OTHER, "Alice") == []


def test_answers_that_wait_hold_no_name_and_come_in_with_their_owner(tablet: Page, classroom: Classroom) -> None:
    come_in(tablet, classroom, NAME)
    driller = Driller(tablet)
    driller.start("flash")
    driller.go()
    tablet.route(ANSWERS, lambda route: route.abort())
    driller.do(3)
    tablet.goto("/home/")
    tablet.get_by_role("button", name="That’s not me").click()
    tablet.wait_for_url("**/class/**")
    come_in(tablet, classroom, "Carol")
    tablet.unroute(ANSWERS)
    tablet.goto("/drills/")
    expect(tablet.locator("#waiting")).to_contain_text("Answers of somebody else are waiting on this device.")
    assert (holds(tablet, NAME), Answer.objects.count()) == ([], 0)
    tablet.get_by_role("button", name="That’s not me").click()
    come_in(tablet, classroom, NAME)
    tablet.goto("/drills/")
    expect(tablet.locator("#waiting")).to_contain_text("Now they are saved.")
    pupil = member_of(classroom, NAME).user
    assert list(Answer.objects.order_by("play_number").values_list("user", "announced")) == [
        (pupil.pk, said) for said in driller.said
    ]


def test_answers_that_nobody_came_back_for_go_by_themselves(tablet: Page, classroom: Classroom) -> None:
    come_in(tablet, classroom, "Carol")
    old = "JSON.stringify({ address: '/x/', acknowledged: 0, events: [{}], at: 0, wall: Date.now() - days * 86400000 })"
    for name, days in (("old", 61), ("new", 59)):
        tablet.evaluate(f"days => localStorage.setItem('ninety-drill-0123456789abcdef-{name}', {old})", days)
    tablet.evaluate("localStorage.setItem('ninety-drill-0123456789abcdef-bad', 'not JSON')")
    tablet.goto("/drills/")
    expect(tablet.locator("#waiting")).to_contain_text("Answers of somebody else are waiting on this device.")
    assert tablet.evaluate("Object.keys(localStorage)") == ["ninety-drill-0123456789abcdef-new"]
