"""Two people at one table in Chromium, of whom a teacher allows one more than the other."""

from playwright.sync_api import expect

from ninety.models import User
from tests.browser.devices import HANDS, Devices
from tests.factories import bob, carol, live_match


def test_the_total_is_covered_for_one_and_stays_open_for_the_other(devices: Devices) -> None:
    User.objects.filter(pk=bob().pk).update(memory_off=True)
    match = live_match([bob(), carol()], HANDS, total=48, memory=True)
    bobs, carols = devices.at(match, bob()), devices.at(match, carol())
    expect(carols.locator(".total.is-covered")).to_be_visible()
    expect(carols.get_by_role("img", name="The number line is covered")).to_be_visible()
    expect(bobs.locator(".total")).to_have_text("48")
    expect(bobs.get_by_role("img", name="Number line from 0 to 99, the total stands at 48")).to_be_visible()


def test_a_clock_runs_for_one_and_not_for_whoever_has_no_limits(devices: Devices) -> None:
    User.objects.filter(pk=bob().pk).update(stretch=0)
    timed, free = (live_match([who, other], HANDS, total=48, choosing_limit=90) for who, other in _both_ways())
    expect(devices.at(timed, carol()).locator("#answering [data-seconds]")).to_be_visible()
    expect(devices.at(free, bob()).locator("#answering [data-seconds]")).to_have_count(0)


def _both_ways() -> tuple[tuple[User, User], tuple[User, User]]:
    return (carol(), bob()), (bob(), carol())
