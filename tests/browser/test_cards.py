"""Sheets of cards as a printer gets them: nothing is cut, and a camera finds every code."""

import re

import pypdfium2
import pytest
import zxingcpp
from django.conf import settings
from playwright.sync_api import Page, expect

from classrooms.models import Classroom
from tests.browser.devices import session_of
from tests.browser.test_pages import Check, look_at
from tests.factories import alice
from tests.factories.classes import classroom_of, member_of

A4 = (595, 842)
NAMES = [f"Pupil {number}" for number in range(28)] + ["Maximiliana Constanz", "WWWWWWWWWWWWWWWWWWWW"]
SCALE = 150 / 72


@pytest.fixture
def classroom(page: Page, live: str) -> Classroom:
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of(alice()), "url": live}])
    return classroom_of(alice(), *NAMES, name="The Bats of the second floor", language="nl")


def printed(page: Page, address: str) -> pypdfium2.PdfDocument:
    page.goto(address)
    return pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True))


def seen(sheet: pypdfium2.PdfPage) -> memoryview:
    """Look at a sheet as a camera that sees no colours."""
    picture = sheet.render(scale=SCALE, grayscale=True)
    pixels = bytes(picture.buffer)
    rows = (pixels[at : at + picture.width] for at in range(0, len(pixels), picture.stride))
    return memoryview(b"".join(rows)).cast("B", (picture.height, picture.width))


@pytest.mark.parametrize("kind", ["pictures", "pin", "none"])
@pytest.mark.parametrize(("layout", "sizes"), [("cards", [8, 8, 8, 6]), ("labels", [24, 6])])
def test_a_camera_finds_every_code_of_a_sheet(
    page: Page, classroom: Classroom, live: str, layout: str, sizes: list[int], kind: str
) -> None:
    Classroom.objects.update(secret=kind)
    sheets = printed(page, f"/classes/{classroom.slug}/cards/print/?layout={layout}")
    found = []
    for sheet, size in zip(sheets, sizes, strict=True):
        assert tuple(round(side) for side in sheet.get_size()) == A4
        codes = zxingcpp.read_barcodes(seen(sheet))
        assert len(codes) == size
        found += [code.text for code in codes]
        # Blanks are not kept as signs.
        text = "".join(sheet.get_textpage().get_text_bounded().split())
        assert text.count(classroom.code) == size
    assert sorted(found) == sorted(
        f"{live}/card/{member_of(classroom, name).user.sign_in_secret.token}/" for name in NAMES
    )


@pytest.mark.parametrize("layout", ["cards", "labels"])
def test_nothing_of_a_card_is_cut(page: Page, classroom: Classroom, layout: str) -> None:
    page.goto(f"/classes/{classroom.slug}/cards/print/?layout={layout}")
    page.emulate_media(media="print")
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".sign-in-card")].filter((card) => {
          const frame = card.getBoundingClientRect();
          return [...card.querySelectorAll("p, svg, li")].some((part) => {
            const { left, top, right, bottom, width } = part.getBoundingClientRect();
            return width && (left < frame.left || top < frame.top || right > frame.right || bottom > frame.bottom);
          });
        }).map((card) => card.innerText)"""
    )
    assert cut == []


@pytest.mark.parametrize("layout", ["cards", "labels"])
def test_a_whole_sheet_is_seen_on_a_phone_too(page: Page, classroom: Classroom, layout: str) -> None:
    for width in (360, 480, 820):
        page.set_viewport_size({"width": width, "height": 740})
        page.goto(f"/classes/{classroom.slug}/cards/print/?layout={layout}")
        sheet = page.locator(".sheet").first.bounding_box()
        assert sheet is not None
        assert (sheet["x"] >= 0, sheet["x"] + sheet["width"] <= width) == (True, True), width


def test_a_newcomer_prints_chosen_cards_and_renews_one(page: Page, classroom: Classroom, axe: Check) -> None:
    page.goto(f"/classes/{classroom.slug}/cards/")
    look_at(page, axe)
    page.get_by_role("checkbox", name="Pupil 3", exact=True).check()
    page.get_by_role("checkbox", name="Pupil 7", exact=True).check()
    page.get_by_role("button", name="Print cards, eight a page").click()
    expect(page.locator(".card-name")).to_have_text(["Pupil 3", "Pupil 7"])
    look_at(page, axe)
    page.get_by_role("link", name="Back").click()
    before = member_of(classroom, "Pupil 3").user.sign_in_secret.token
    row = page.get_by_role("row").filter(has=page.get_by_role("checkbox", name="Pupil 3", exact=True))
    row.locator("summary", has_text="New").click()
    row.get_by_role("button", name="Yes, a new card for Pupil 3").click()
    expect(page.locator(".card-name")).to_have_text(["Pupil 3"])
    assert member_of(classroom, "Pupil 3").user.sign_in_secret.token != before


def test_pictures_are_drawn_in_their_order(page: Page, classroom: Classroom) -> None:
    secret = member_of(classroom, "Pupil 1").user.sign_in_secret
    page.goto(f"/classes/{classroom.slug}/cards/print/?pupil={member_of(classroom, 'Pupil 1').pk}")
    uses = page.locator(".card-pictures use").evaluate_all("(uses) => uses.map((use) => use.getAttribute('href'))")
    assert [re.sub(".*#", "", use) for use in uses] == secret.pictures
    drawn = page.locator(".card-pictures svg").evaluate_all("(all) => all.map((each) => each.getBBox().width > 20)")
    assert drawn == [True] * 3
