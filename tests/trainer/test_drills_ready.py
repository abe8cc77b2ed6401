"""Drills that lie ready on a device for a time without a network."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from classrooms.selectors.dossiers import counts_of
from tests.factories import bob, carol, signed_in
from tests.trainer.device import loaded
from trainer.drills import Options
from trainer.models import Drill
from trainer.selectors.drills import drills_of, ready_drills, unfinished_drills
from trainer.services.drills import lay_ready

pytestmark = pytest.mark.django_db


def laid(client: Client) -> list[str]:
    """Have drills lie ready, and return where."""
    found: list[str] = client.post("/drills/ready/").json()["drills"]
    return found


def slugs(addresses: list[str]) -> list[str]:
    return [address.split("/")[2] for address in addresses]


def test_one_of_each_kind_lies_ready_and_is_the_same_when_asked_again(client: Client) -> None:
    client = signed_in(bob())
    ready = laid(client)

    assert laid(client) == ready == [f"/drills/{slug}/" for slug in slugs(ready)]
    assert list(Drill.objects.order_by("pk").values_list("slug", "kind")) == list(
        zip(slugs(ready), ("flash", "speed"), strict=True)
    )
    assert list(unfinished_drills(bob())) == []
    assert {signed_in(carol()).get(address).status_code for address in ready} == {404}


def test_what_nobody_has_begun_is_counted_nowhere() -> None:
    laid(signed_in(bob()))
    lay_ready(bob(), [], timezone.now())
    laid(signed_in(bob()))
    assert Drill.objects.filter(user=bob()).count() == 4
    assert list(drills_of(bob())) == []
    assert counts_of([bob()]) == {bob().pk: (0, 0, 0)}


def test_nobody_has_none(client: Client) -> None:
    assert laid(client) == []
    assert Drill.objects.count() == 0


def test_one_that_was_begun_is_followed_by_another_and_keeps_its_own_day(clock: Any) -> None:
    client = signed_in(bob())
    flash, speed = laid(client)
    device = loaded(client, slugs([flash])[0])
    clock.shift(timedelta(days=3))
    device.now_ms = 0
    device.event("go")
    for _sum in range(3):
        device.answer()
    assert device.send().status_code == 200

    drill = Drill.objects.get(slug=device.slug)
    assert (drill.sums, drill.right, drill.started_at) == (3, 3, drill.began_at)
    assert drill.answers.filter(answered_at__lt=drill.started_at).count() == 0
    assert list(unfinished_drills(bob())) == [drill]
    another, same = laid(client)
    assert (same, another == flash) == (speed, False)


def test_what_lies_ready_is_not_left_behind_by_another_drill(clock: Any) -> None:
    client = signed_in(bob())
    ready = laid(client)
    clock.shift(timedelta(days=1))
    client.post("/drills/start/", {"kind": "flash"})
    assert laid(client) == ready


def test_one_with_settings_of_before_still_takes_its_answers(clock: Any) -> None:
    client = signed_in(bob())
    device = loaded(client, slugs(laid(client))[0])
    (other,) = lay_ready(bob(), [replace(Options.usual("flash"), limit=50)], timezone.now())
    assert [drill.slug for drill in ready_drills(bob())] == [other.slug]

    device.event("go")
    device.answer()
    clock.shift(timedelta(seconds=5))
    assert device.send().status_code == 200
    assert Drill.objects.get(slug=device.slug).sums == 1
