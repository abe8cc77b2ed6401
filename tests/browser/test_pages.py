"""Every page in Chromium: no barriers, nothing from another host, light enough, nothing wider than the screen."""

from collections.abc import Callable
from typing import Literal
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, Request, expect

from ninety.engine.rulesets import PRESETS
from ninety.models import Match, User
from ninety.services import TableSettings, open_match, play_bots_to_the_end
from tests.browser.devices import watch
from tests.browser.player import Player
from tests.factories import seated_match

type Check = Callable[[Page], None]

EIGHT = {"preset": "ninety-eight"}
DOWN = {"preset": "ninety-eight", "variants": ["countdown"]}
BELOW = {"preset": "ninety-eight", "variants": ["negatives"]}
SIZES = ((360, 740), (820, 1180), (1440, 900))
LANGUAGES = ("en", "es", "pt", "nl")
FIRST_LOAD_BYTES = 100_000
MOST_STEPS = 80
NOTHING_FITS = "button.stuck.button-primary"


WIDER = """() => {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide) return [];
  return [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > wide + 1)
    .map((each) => `${each.tagName}.${each.className}`).slice(0, 5);
}"""


def too_wide(page: Page) -> list[str]:
    """Name what sticks out of the window."""
    found: list[str] = page.evaluate(WIDER)
    return found


def look_at(page: Page, axe: Check) -> None:
    """Check a page as it stands in three sizes, light and dark; without motion, so that no colour is on its way."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert too_wide(page) == [], (page.url, width)
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        axe(page)


def take_step_by_looks(page: Page, step: str, before: str, number: int) -> None:
    """Do something sensible in any language: try the cards in turn, say a total that cannot be right, go on.

    The bots play by themselves. `before` selects the place as it was.
    """
    if step == "choose" and page.locator(NOTHING_FITS).is_visible():
        page.locator(NOTHING_FITS).press("Enter")
    elif step == "choose":
        cards = page.locator(".hand input")
        card = cards.nth(number % cards.count())
        card.focus()
        card.press(" ")
        page.locator(".slot:has(:checked) .values button:visible, .lay:visible").first.press("Enter")
    elif step == "announce":
        page.locator(".total-input").press_sequentially("1234")
        page.locator(".total-input").press("Enter")
    elif step == "explain":
        page.locator("#go-on button").press("Enter")
    expect(page.locator(f"#answering{before}.step-{step}")).to_have_count(0)


def speak(page: Page, live: str, language: str) -> None:
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live}])


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_before_a_match(page: Page, axe: Check, live: str, language: str) -> None:
    speak(page, live, language)
    match = open_match(TableSettings({"preset": "ninety-eight"}, bots=("beginner", "steady")))
    play_bots_to_the_end(match)
    for address in ("/", "/play/", "/rules/", "/about/", f"/match/{match.slug}/review/", "/rules/ring-299/"):
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        look_at(page, axe)


def test_rules_of_every_game(page: Page, axe: Check) -> None:
    for preset in PRESETS:
        page.goto(f"/rules/{preset}/")
        look_at(page, axe)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_of_a_turn(page: Page, axe: Check, live: str, language: str) -> None:
    speak(page, live, language)
    page.goto("/")
    page.locator("form[action='/play/quick/'] button").click()
    player = Player(page, wrong=(True,))
    seen: set[str] = set()
    for number in range(MOST_STEPS):
        version, tries, step = page.locator("#answering").evaluate(
            "({dataset}) => [dataset.version, dataset.tries, dataset.step]"
        )
        if step not in seen:
            look_at(page, axe)
            seen.add(step)
            continue
        if seen >= {"choose", "announce", "wait"} and step != "explain":
            break
        if language == "en":
            player.take_step()
        else:
            take_step_by_looks(page, step, f"[data-version='{version}'][data-tries='{tries}']", number)
    assert seen >= {"choose", "announce", "wait"}
    page.locator(".table-menu > summary").click()
    page.locator(".leave summary").click()
    page.locator("form[action$='/leave/'] button").click()
    expect(page.locator("#answering")).to_have_attribute("data-step", "over")
    look_at(page, axe)
    page.goto(f"/match/{Match.objects.get().slug}/review/")
    look_at(page, axe)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_tables_fit_on_a_phone(page: Page, axe: Check, live: str, language: str) -> None:
    speak(page, live, language)
    page.goto("/")
    page.locator("form[action='/play/quick/'] button").click()
    person = User.objects.get()
    open_hands = seated_match(person, ["TH TS TD TC", "8H 8S 8D 8C", "QH QS QD QC"], rules=EIGHT, guided_turns=3)
    ring = seated_match(person, ["QH QS QD QC JH", "8H 8S 8D 8C 7S"], rules={"preset": "ring-299"}, total=288)
    countdown = seated_match(person, ["TH KS TD TC", "2H 2S 2D 2C"], rules=DOWN, total=98)
    below = seated_match(person, ["TH KS TD TC", "2H 2S 2D 2C"], rules=BELOW, memory=True)
    for match, play in ((open_hands, None), (ring, "QH"), (countdown, "KS"), (below, "KS")):
        page.goto(f"/match/{match.slug}/")
        look_at(page, axe)
        if play:
            page.locator(f".hand input[value={play}]").focus()
            page.keyboard.press(" ")
            page.keyboard.press("Enter")
            expect(page.locator("#answering")).to_have_attribute("data-step", "announce")
            look_at(page, axe)


def test_pages_that_are_not_there(context: BrowserContext, axe: Check) -> None:
    faults: list[str] = []
    page = context.new_page()
    watch(page, faults)
    for address in ("/nothing/", "/match/nothing/", "/rules/poker/"):
        answered = page.goto(address)
        assert answered is not None
        assert answered.status == 404
        look_at(page, axe)
    assert [fault for fault in faults if "404" not in fault] == []


def test_nothing_comes_from_another_host_and_the_first_page_is_light(page: Page, live: str) -> None:
    requests: list[Request] = []

    def keep(request: Request) -> None:
        requests.append(request)

    page.on("requestfinished", keep)
    page.goto("/")
    page.locator("form[action='/play/quick/'] button").click()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert {urlsplit(request.url).netloc for request in requests} == {urlsplit(live).netloc}
    heavy = sum(request.sizes()["responseBodySize"] for request in requests if not request.url.endswith(".woff2"))
    assert heavy < FIRST_LOAD_BYTES


def test_without_javascript_a_whole_turn_can_be_played(context: BrowserContext, live: str) -> None:
    assert context.browser is not None
    plain = context.browser.new_context(base_url=live, java_script_enabled=False, locale="en")
    page = plain.new_page()
    page.goto("/play/")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.get_by_role("button", name="Deal the cards").click()
    for number in range(MOST_STEPS):
        step = page.locator("#answering").get_attribute("data-step")
        if step == "wait":
            page.get_by_role("button", name="Next").click()
        elif step == "choose" and page.locator(NOTHING_FITS).is_visible():
            page.locator(NOTHING_FITS).click()
        elif step == "choose":
            cards = page.locator(".hand-card")
            cards.nth(number % cards.count()).click()
            page.locator(".slot:has(:checked) .values button:visible, .lay:visible").first.click()
        elif step == "announce":
            page.get_by_role("textbox").fill("1234")
            page.get_by_role("button", name="OK").click()
        else:
            break
    assert page.locator("#answering").get_attribute("data-step") == "explain"
    plain.close()
