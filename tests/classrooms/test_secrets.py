"""Secrets are slowed for one pupil of one class, and never for a school."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from classrooms.models import Classroom, Membership
from classrooms.pictures import DIGITS, PICTURES, SHOWN
from classrooms.services.sign_in import (
    AT_ONCE,
    IN_A_DAY,
    STRANGERS,
    NotRight,
    Slowed,
    let_try_again,
    pupil_by_secret,
    renew_secrets,
    slowed,
)
from classrooms.wording import wait_says
from ninety.models import Budget
from tests.classrooms.doors import device_of, secret_of, sign_in, wrong_secret_of
from tests.factories import alice
from tests.factories.classes import classroom_of, member_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def classroom() -> Classroom:
    return classroom_of(alice(), "Bob", "Carol")


def compared(classroom: Classroom, keys: list[str], start: datetime, hours: float, *, sees_names: bool) -> int:
    """Guess wrongly once a second, and return how many secrets were compared."""
    count, now = 0, start
    while now < start + timedelta(hours=hours):
        waits = []
        for key in keys:
            try:
                pupil_by_secret(classroom, key, "?", sees_names=sees_names, now=now)
            except NotRight:
                count += 1
            except Slowed as refused:
                waits.append(refused.wait)
        # Whoever is slowed sends in vain until the wait is over.
        now += min(waits) if len(waits) == len(keys) else timedelta(seconds=1)
    return count


def test_guessing_takes_weeks() -> None:
    pictures, pins = 12 * 11 * 10, 10**DIGITS - 10
    assert (len(PICTURES), SHOWN) == (12, 3)
    hours = {
        name: ((count + 1) / 2 - IN_A_DAY.holds) / IN_A_DAY.gains for name, count in (("p", pictures), ("d", pins))
    }
    assert (round(hours["p"]), round(hours["d"])) == (648, 4984)
    side_by_side = (30 * pictures + 1) / 31
    assert round((side_by_side - STRANGERS.holds) / STRANGERS.gains) == 122
    assert round((side_by_side - 30 * IN_A_DAY.holds) / (30 * IN_A_DAY.gains)) == 31


def test_one_pupil_is_guessed_at_as_slowly_as_reckoned(classroom: Classroom) -> None:
    assert compared(classroom, ["bob"], NOON, 10, sees_names=True) == IN_A_DAY.holds + 9
    assert compared(classroom, ["bob"], NOON + timedelta(hours=10), 10, sees_names=True) == 10


def test_strangers_are_slowed_together_over_all_names(classroom: Classroom) -> None:
    keys = [f"name {number}" for number in range(20)]
    assert compared(classroom, keys, NOON, 1, sees_names=False) == STRANGERS.holds + STRANGERS.gains - 1
    assert member_of(classroom, "Bob") == pupil_by_secret(
        classroom, "bob", secret_of(classroom, "Bob")["picked"], sees_names=True, now=NOON + timedelta(hours=1)
    )


def test_after_five_tries_there_is_half_a_minute_between_two(classroom: Classroom) -> None:
    with time_machine.travel(NOON, tick=False) as now:
        device, address = Client(), f"/class/{classroom.slug}/"
        wrong = {"name": "Bob", **wrong_secret_of(classroom, "Bob")}
        assert [device.post(address, wrong).status_code for _try in range(6)] == [422] * AT_ONCE.holds + [429]
        refused = sign_in(device, classroom, "Bob")
        assert refused.status_code == 429
        assert refused.context["says"] == "Let us take a little break. Try again in 30 seconds."
        now.shift(30)
        assert sign_in(device, classroom, "Bob")["Location"] == "/home/"


def test_a_wrong_name_is_slowed_like_a_wrong_secret(classroom: Classroom) -> None:
    answers = []
    with time_machine.travel(NOON, tick=False):
        for name in ("Bob", "Zoe"):
            wrong = {"name": name, **wrong_secret_of(classroom, "Bob")}
            answers.append([Client().post(f"/class/{classroom.slug}/", wrong) for _try in range(7)])
    known, unknown = ([(each.status_code, each.context["says"]) for each in tried] for tried in answers)
    assert known == unknown


def test_a_slowed_pupil_slows_no_classmate_and_no_one_at_the_same_address(classroom: Classroom) -> None:
    other = classroom_of(alice(), "Bob", name="5a")
    device = device_of(classroom, "Carol")
    device.post("/not-me/")
    address = f"/class/{classroom.slug}/pupil/{member_of(classroom, 'Bob').pk}/"
    for _try in range(10):
        last = device.post(address, wrong_secret_of(classroom, "Bob"))
    assert last.status_code == 429
    assert sign_in(device, classroom, "Carol")["Location"] == "/home/"
    assert sign_in(Client(), other, "Bob")["Location"] == "/home/"


def test_a_teacher_sees_who_is_slowed_and_lets_try_again(classroom: Classroom) -> None:
    bob = member_of(classroom, "Bob")
    for _try in range(AT_ONCE.holds):
        with pytest.raises(NotRight):
            pupil_by_secret(classroom, "bob", "?", sees_names=True, now=NOON)
    pupils = list(Membership.objects.filter(classroom=classroom))
    assert slowed(classroom, pupils, NOON) == {bob.pk: timedelta(seconds=30)}
    let_try_again(classroom, [bob])
    assert slowed(classroom, pupils, NOON) == {}
    assert not any("bob" in key for key in Budget.objects.values_list("key", flat=True))


def test_a_new_secret_ends_the_old_one_the_card_and_the_session(classroom: Classroom) -> None:
    device, old = device_of(classroom, "Bob"), secret_of(classroom, "Bob")
    carols = device_of(classroom, "Carol")
    token = member_of(classroom, "Bob").user.sign_in_secret.token
    while secret_of(classroom, "Bob") == old:
        renew_secrets([member_of(classroom, "Bob")])
    assert device.get("/home/").status_code == 404
    assert Client().get(f"/card/{token}/").status_code == 404
    assert Client().post(f"/class/{classroom.slug}/", {"name": "Bob", **old}).status_code == 422
    assert sign_in(device, classroom, "Bob")["Location"] == "/home/"
    assert carols.get("/home/").status_code == 200


def test_a_hundred_and_fifty_pupils_come_in_from_one_address_within_a_minute() -> None:
    classes = [classroom_of(alice(), *(f"Pupil {number}" for number in range(30)), name=f"{n}a") for n in range(5)]
    with time_machine.travel(NOON, tick=False) as now:
        for number in range(150):
            classroom, name = classes[number % 5], f"Pupil {number // 5}"
            device = Client(REMOTE_ADDR="198.51.100.4")
            device.get("/join/")
            now.shift(timedelta(seconds=0.4))
            if number % 5 == 0:
                assert device.post("/join/", {"code": "BCD 379"}).status_code == 422
                wrong = {"name": name, **wrong_secret_of(classroom, name)}
                assert device.post(f"/class/{classroom.slug}/", wrong).status_code == 422
            assert device.post("/join/", {"code": classroom.code})["Location"] == f"/class/{classroom.slug}/"
            assert sign_in(device, classroom, name)["Location"] == "/home/"


@pytest.mark.parametrize(
    ("seconds", "says"),
    [(0.2, "Try again in 1 second."), (90, "Try again in 90 seconds."), (91, "Try again in 2 minutes.")],
)
def test_a_child_is_told_how_long_to_wait(seconds: float, says: str) -> None:
    assert wait_says(timedelta(seconds=seconds)) == says
