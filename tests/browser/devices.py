"""Devices of several people, each with a browser profile of its own."""

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from playwright.sync_api import Browser, Page, expect

from ninety import streams
from ninety.models import Match, User

HANDS = ["8H KS 4C", "7H 8S 2D"]

# A broken rule of the content security policy is an event of the page; the console may not mention it.
REPORT_VIOLATIONS = """
document.addEventListener("securitypolicyviolation", (event) => {
  console.error(`Refused by the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""


def watch(page: Page, faults: list[str]) -> None:
    """Collect what goes wrong in a page from now on."""
    page.add_init_script(REPORT_VIOLATIONS)
    page.on("pageerror", lambda error: faults.append(f"script: {error}"))
    page.on("console", lambda message: faults.append(f"console: {message.text}") if message.type == "error" else None)


def session_of(person: User) -> str:
    """Sign somebody in, and return the key of the session."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "ninety.sessions.Backend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    assert session.session_key
    return session.session_key


class Devices:
    """Opens a device for each person, and closes all of them at the end."""

    def __init__(self, browser: Browser, live: str, faults: list[str]) -> None:
        self.browser, self.live, self.faults = browser, live, faults
        self.opened: list[Page] = []

    def of(self, person: User) -> Page:
        """Open a device on which somebody is signed in."""
        context = self.browser.new_context(base_url=self.live, locale="en", viewport={"width": 1280, "height": 800})
        context.set_default_timeout(10_000)
        cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session_of(person), "url": self.live}
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        watch(page, self.faults)
        self.opened.append(page)
        return page

    def at(self, match: Match, person: User) -> Page:
        """Open a match as one person sees it."""
        page = self.of(person)
        page.goto(f"/match/{match.slug}/")
        expect(page.locator("#table")).to_be_visible()
        return page


def lay(page: Page, name: str) -> None:
    expect(page.locator("#answering")).to_have_attribute("data-step", "choose")
    card = page.get_by_role("radio", name=name)
    card.focus()
    card.press(" ")
    card.press("Enter")
    expect(page.locator("#answering")).to_have_attribute("data-step", "announce")


def say(page: Page, total: str) -> None:
    page.locator(".total-input").fill(total)
    page.locator(".total-input").press("Enter")


def hide(page: Page, *, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def streams_of(person: User) -> int:
    return sum(following.admission.person == person.pk for following in tuple(streams._streams))
