"""The pages of drills: what is offered, what one came to, the own best, and a line that compares like with like."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from ninety.models import User
from tests.factories import bob, carol, signed_in
from tests.trainer.device import device_of, drill_of, loaded
from trainer.drills import Options
from trainer.forms import DrillForm
from trainer.models import Drill
from trainer.selectors.drill_results import DrillFigures, figures_of_drills, kind_lines, result_of
from trainer.selectors.drill_words import options_text, time_text

pytestmark = pytest.mark.django_db

MOST_QUERIES = 14


def finished(person: User, clock: Any, right: int, *, wrong: int = 0, why: str = "time", **options: Any) -> Drill:
    """Let somebody do a drill of so many sums, and end it."""
    clock.shift(timedelta(days=1))
    device = device_of(person, **options)
    for number in range(right + wrong):
        device.answer(off=1 if number < wrong else 0, took_ms=1500)
    device.end(why)
    clock.shift(timedelta(seconds=70))
    assert device.send().status_code == 200
    return drill_of(device)


def result(drill: Drill) -> Any:
    return result_of(drill, timezone.now())


class TestChoosing:
    def test_four_kinds_are_offered_to_anybody(self, client: Client) -> None:
        page = client.get("/drills/")

        assert [(kind.code, kind.available) for kind in page.context["kinds"]] == [
            ("speed", True),
            ("flash", True),
            ("practice", True),
            ("again", False),
        ]
        assert page.context["kinds"][3].note == "Nothing is left to do once more."
        assert User.objects.count() == 0

    def test_one_tap_makes_a_visitor_with_a_drill_and_a_second_tap_no_other(self, client: Client) -> None:
        sent = {"kind": "speed", "key": "0" * 16}
        first, second = client.post("/drills/start/", sent), client.post("/drills/start/", sent)
        drill = Drill.objects.get()

        assert first["Location"] == second["Location"] == f"/drills/{drill.slug}/"
        assert (drill.user.kind, drill.kind, drill.seconds) == ("visitor", "speed", 60)

    def test_the_key_of_somebody_else_opens_a_drill_of_ones_own(self) -> None:
        for person in (bob(), carol()):
            signed_in(person).post("/drills/start/", {"kind": "flash", "key": "0" * 16})

        assert [drill.user for drill in Drill.objects.order_by("pk")] == [bob(), carol()]

    def test_everything_can_be_chosen(self) -> None:
        chosen: dict[str, Any] = {
            "limit": "99",
            "countdown": "on",
            "seconds": "300",
            "expected": "90",
            "clock_hidden": "on",
        }
        batch = device_of(bob(), kind="practice", **chosen).batch

        assert [batch[name] for name in ("limit", "countdown", "seconds", "clock_shown")] == [99, True, 300, False]
        assert Drill.objects.get().settings["expected"] == 90

    @pytest.mark.parametrize(
        "wrong",
        [{"kind": "win"}, {}, {"kind": "flash", "seconds": "1"}, {"kind": "flash", "limit": "1e9"}, {"kind": "\0"}],
    )
    def test_what_is_no_drill_is_refused_with_a_sentence(self, wrong: dict[str, str]) -> None:
        refused = signed_in(bob()).post("/drills/start/", wrong)

        assert (refused.status_code, refused.context["notice"]) == (422, "Please choose one of these drills.")
        assert not Drill.objects.exists()

    def test_one_left_unfinished_can_be_gone_on_with(self) -> None:
        device = device_of(bob())
        page = signed_in(bob()).get("/drills/")

        assert [drill["slug"] for drill in page.context["unfinished"]] == [device.slug]
        assert signed_in(carol()).get("/drills/").context["unfinished"] == []

    def test_the_own_best_is_that_of_drills_as_one_tap_starts_them(self, clock) -> None:
        finished(bob(), clock, 12)
        finished(bob(), clock, 20, limit="50")
        finished(carol(), clock, 30)

        assert [line.best for line in kind_lines(bob(), timezone.now())] == ["", "best so far: 12", "", ""]

    def test_it_asks_the_database_little(self, clock) -> None:
        for right in (3, 4, 5):
            finished(bob(), clock, right, wrong=1)
        client = signed_in(bob())
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get("/drills/")

        assert len(asked) <= MOST_QUERIES


class TestDrillPage:
    def test_it_holds_what_its_device_starts_from(self) -> None:
        client, device = signed_in(bob()), device_of(bob(), kind="speed")
        page = client.get(f"/drills/{device.slug}/")
        batch = json.loads(page.context["batch"])

        assert (len(batch["hand"]), batch["prior"], batch["started"], batch["ended"]) == (4, 0, False, False)
        assert len(batch["cards"]) >= 40
        assert len({face.code for face in page.context["faces"]}) == 52
        assert "no-store" in page["Cache-Control"]

    @pytest.mark.parametrize("kind", ["speed", "flash", "practice"])
    def test_every_card_that_may_come_can_be_drawn(self, kind: str) -> None:
        client, device = signed_in(bob()), device_of(bob(), kind=kind)
        faces = {face.code for face in client.get(f"/drills/{device.slug}/").context["faces"]}

        assert {card["code"] for card in [*device.cards, *device.hand]} <= faces

    def test_one_that_is_over_leads_to_its_result_and_the_other_way_round(self, clock) -> None:
        device = device_of(bob())
        client = device.client
        assert client.get(f"/drills/{device.slug}/result/")["Location"] == f"/drills/{device.slug}/"
        device.end("stopped")
        device.send()
        assert client.get(f"/drills/{device.slug}/")["Location"] == f"/drills/{device.slug}/result/"

    def test_in_another_language_machines_still_read_plain_numbers(self, clock) -> None:
        device = device_of(bob())
        device.client.cookies["ninety_language"] = "nl"

        assert loaded(device.client, device.slug).cards == device.cards


class TestResult:
    def test_it_says_what_was_right_and_explains_what_was_not(self, clock) -> None:
        drill = finished(bob(), clock, 18, wrong=2)
        page = signed_in(bob()).get(f"/drills/{drill.slug}/result/")
        told = page.context["result"]

        assert (told.right, told.sums, told.percent, told.busts, told.why) == (18, 20, "90 %", None, "time")
        assert (told.settings, told.practise["kind"]) == ("1 minute · up to 98", "again")
        assert len(page.context["mistakes"]) == 2
        assert page.context["mistakes"][0].working.lines

    def test_below_five_sums_there_is_no_percentage(self, clock) -> None:
        assert result(finished(bob(), clock, 4)).percent == ""

    def test_the_best_is_compared_with_like_drills_only(self, clock) -> None:
        first = finished(bob(), clock, 12)
        finished(carol(), clock, 30)
        finished(bob(), clock, 20, limit="50")
        finished(bob(), clock, 25, seconds="30")
        less, more = finished(bob(), clock, 11), finished(bob(), clock, 13)

        assert [(result(drill).best, result(drill).is_best) for drill in (first, less, more)] == [
            (13, False),
            (13, False),
            (13, True),
        ]

    def test_a_drill_whose_times_cannot_be_is_nobodys_best(self, clock) -> None:
        device = device_of(bob())
        for _sum in range(40):
            device.answer(took_ms=0)
        device.end("time")
        device.send()
        drill = finished(bob(), clock, 5)

        assert (result(drill).best, result(drill).is_best) == (5, True)

    def test_without_a_clock_and_in_repeating_there_is_no_best(self, clock) -> None:
        wrong = finished(bob(), clock, 3, wrong=1, seconds="0", why="stopped")

        assert result(wrong).best is None
        assert result(finished(bob(), clock, 1, kind="again", why="done")).best is None

    def test_what_repeats_sums_says_how_many_are_left(self, clock) -> None:
        finished(bob(), clock, 0, wrong=2, why="stopped")
        once = finished(bob(), clock, 2, kind="again", why="done")
        assert result(once).left_says == "2 sums to do once more"
        twice = finished(bob(), clock, 2, kind="again", why="done")
        assert result(twice).left_says == "Nothing is left to do once more."

    @pytest.mark.parametrize("slug", ["", "\0", "0" * 18, "x" * 10_000])
    def test_one_more_of_nothing_is_nothing(self, slug: str) -> None:
        assert signed_in(bob()).post("/drills/again/", {"drill": slug}).status_code == 404

    def test_one_more_of_the_same_kind_is_one_click(self, clock) -> None:
        drill = finished(bob(), clock, 3, kind="practice", limit="50", expected="60")
        again = signed_in(bob()).post("/drills/again/", {"drill": drill.slug, "key": "1" * 16})
        new = Drill.objects.latest("pk")

        assert (again["Location"], new.settings, new.seconds) == (f"/drills/{new.slug}/", drill.settings, 60)


class TestGrowth:
    def test_only_drills_of_one_kind_are_joined_and_a_change_is_said(self, clock) -> None:
        for right in (10, 12):
            finished(bob(), clock, right)
        finished(bob(), clock, 30, limit="50")
        trend = result(finished(bob(), clock, 16)).trend

        assert [label for _x, _y, label in trend.points] == ["10", "12", "16"]
        assert trend.path.count("L") == 2
        assert [(row.right, row.changed) for row in trend.rows] == [
            ("16", ""),
            ("30", "another kind: 1 minute · up to 50"),
            ("12", ""),
            ("10", ""),
        ]
        assert [y for _x, y, _label in trend.points] == sorted((y for _x, y, _label in trend.points), reverse=True)

    def test_stretching_makes_another_kind(self, clock) -> None:
        finished(bob(), clock, 10)
        User.objects.filter(pk=bob().pk).update(stretch=15)
        clock.shift(30)
        trend = result(finished(bob(), clock, 10, seconds="30")).trend

        assert [row.changed != "" for row in trend.rows] == [False, True]

    @pytest.mark.parametrize("other", [{"why": "stopped"}, {"kind": "practice"}, {"seconds": "0", "why": "stopped"}])
    def test_neither_stopped_ones_nor_other_drills_are_in_it(self, clock, other: dict[str, Any]) -> None:
        finished(bob(), clock, 10, **other)

        assert result(finished(bob(), clock, 12)).trend is None

    def test_the_first_one_is_no_line(self, clock) -> None:
        assert result(finished(bob(), clock, 12)).trend is None


class TestExport:
    def test_figures_of_drills_are_made_from_their_sums(self, clock) -> None:
        drill, short = finished(bob(), clock, 10), finished(bob(), clock, 2)
        found = figures_of_drills([drill, short])

        assert found[drill.pk] == DrillFigures(drill.correct_digits * 60_000 / 15_000, 1500)
        assert found[short.pk].median_ms is None
        assert (drill.longest_run, drill.busts) == (10, 0)

    def test_in_a_race_the_time_is_that_of_choosing_and_computing(self, clock) -> None:
        clock.shift(10)
        device = device_of(bob(), kind="speed")
        for _sum in range(8):
            device.answer(took_ms=2500)
            if device.is_stuck:
                device.bust()
        clock.shift(60)
        device.end("stopped")
        device.send()
        drill = drill_of(device)

        assert figures_of_drills([drill])[drill.pk].median_ms == 2500

    def test_one_question_for_all(self, clock) -> None:
        drills = [finished(bob(), clock, 6) for _drill in range(3)]
        with CaptureQueriesContext(connection) as asked:
            figures_of_drills(drills)

        assert len(asked) == 1


def test_words_have_the_right_numbers() -> None:
    assert [time_text(seconds) for seconds in (0, 30, 60, 90, 120)] == [
        *("no clock", "30 seconds", "1 minute", "90 seconds", "2 minutes"),
    ]
    down = Options("practice", 60, 98, countdown=True, expected=90)
    assert options_text(down, 60) == "1 minute · from 98 down to 0 · 90 of 100 right"
    with translation.override("nl"):
        assert "98" in options_text(down, 60)


@pytest.mark.parametrize("name", ["seconds", "limit", "expected"])
def test_what_need_not_be_chosen_is_as_usual_until_it_is(name: str) -> None:
    """A browser sends the first choice of a list that nobody has touched."""
    first = {name: str(DrillForm()[name].subwidgets[0].data["value"]) for name in ("seconds", "limit", "expected")}
    form = DrillForm({"kind": "flash", **first})
    assert form.is_valid()
    assert form.options() == Options.usual("flash")
    assert first[name] == ""
