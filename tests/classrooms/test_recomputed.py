"""Figures that somebody makes anew from the file of every answer are those of the pages and of the other files."""

import csv
import random
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from statistics import median
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import number_format

from classrooms.models import Classroom, Membership
from ninety.engine.cards import Card
from ninety.engine.rulesets import RuleSet
from ninety.models import User
from tests.factories import alice, signed_in
from tests.factories.classes import classroom_of
from trainer.marking import GROUPS, mark
from trainer.models import Answer, SetAside
from trainer.wording import skill_name

pytestmark = pytest.mark.django_db

CHANGE = datetime(2026, 10, 25, 1, tzinfo=UTC)
"""When summer time ends in Amsterdam: at three it is two again."""
NOW = CHANGE + timedelta(days=2)
ZONE = "Europe/Amsterdam"
DAYS = (date(2026, 10, 24), date(2026, 10, 25), date(2026, 10, 26))
CARD_RULES = GROUPS["card-rules"]


@dataclass
class Row:
    """An answer as a file has it."""

    name: str
    when: datetime
    first: bool
    said: str
    right: bool
    skill: str
    took_ms: float | None
    aside: bool


@pytest.fixture
def classroom() -> Classroom:
    """A class whose pupils have answered in the three days around the change of the clock, in every way there is."""
    classroom, dice = classroom_of(alice(), "Bob", "Carol", "Zoë"), random.Random(7)
    adding = RuleSet.from_spec({"preset": "ninety-nine"})
    taking = RuleSet.from_spec({"preset": "speed-98", "variants": ["countdown"]})
    people = [membership.user for membership in classroom.memberships.order_by("pk")]
    people[2].times_judged = False
    people[2].save()
    made = []
    for number in range(900):
        card = Card(dice.choice("235678TK9") + "S")
        rules = taking if number % 3 == 0 and card.rank in "235678" else adding
        prior, at = dice.randrange(12, 89), CHANGE + timedelta(minutes=dice.randrange(-2000, 2000))
        choice = dice.choice([-10, 10]) if card.rank == "T" else None
        expected = rules.total_after(prior, card, choice)
        said = dice.choice([expected, expected, expected, expected - 10, expected + 1, None])
        made.append(logged(dice.choice(people), number, dice, at=at, rules=rules, prior=prior, card=card, said=said))
        made[-1].choice = choice
    Answer.objects.bulk_create(made)
    aside = dice.sample(list(Answer.objects.values_list("pk", flat=True)), 90)
    SetAside.objects.bulk_create(SetAside(answer_id=pk) for pk in aside)
    return classroom


def logged(
    person: User, number: int, dice: random.Random, *, at: datetime, rules: RuleSet, prior: int, card: Card, said: Any
) -> Answer:
    """Return an answer as the services log it."""
    choice = None if card.rank != "T" else 10
    marked = mark(rules, prior, card, choice, said)
    return Answer(
        user=person, play_number=number, seat_number=0, prior=prior, card=card.code, choice=choice,
        role=dice.choice(["player", "checker", "challenger", "own", "own", "untimed"]),
        try_number=1 if dice.random() < 0.8 else 2, change=marked.change, expected=marked.expected, announced=said,
        right=marked.right, skill=marked.skill, kinds=list(marked.kinds), fact=marked.fact or "", effect="plain",
        limit=99, countdown=False, policy="retry", choosing_ms=dice.randrange(5000),
        computing_ms=dice.randrange(600, 9000), answered_at=at,
    )  # fmt: skip


def rows_of(client: Client, classroom: Classroom, what: str, language: str, **query: Any) -> list[list[str]]:
    response: Any = client.get(reverse("export", args=[classroom.slug, what, "csv"]), query)
    text = b"".join(response.streaming_content).decode().removeprefix("\ufeff")
    return list(csv.reader(StringIO(text), delimiter="," if language == "en" else ";"))[1:]


def milliseconds(seconds: str) -> float | None:
    """Read seconds as a file in any language has them."""
    return round(1000 * float(seconds.replace(",", ".")), 3) if seconds else None


def answers_of(client: Client, classroom: Classroom, language: str) -> list[Row]:
    """Read the file of every answer, with the names of skills taken back to their codes."""
    with translation.override(language):
        skills = {skill_name(skill): skill for group in GROUPS.values() for skill in group}
    return [
        Row(
            name=row[0],
            when=datetime.fromisoformat(row[1]),
            first=row[4] == "1",
            said=row[9],
            right=row[10] == "1",
            skill=skills[row[11]],
            took_ms=milliseconds(row[14]),
            aside=row[15] == "1",
        )
        for row in rows_of(client, classroom, "answers", language, period="year")
    ]


def figure(rows: Iterable[Row]) -> tuple[int, int, int, float | None]:
    """Return right, answered, not answered and the median time in ms, from scratch."""
    first = [row for row in rows if row.first and not row.aside]
    given = [row for row in first if row.said]
    took = [row.took_ms for row in given if row.took_ms is not None]
    right = sum(row.right for row in given)
    return right, len(given), len(first) - len(given), median(took) if len(took) >= 5 else None


def figures(rows: list[Row], since: date, until: date) -> dict[str, list[tuple[int, int, int, float | None]]]:
    """Return the figures of each pupil: of all sums, and of each group; days are those that the clock shows."""
    by_name = defaultdict[str, list[Row]](list)
    for row in rows:
        if since <= row.when.date() <= until:
            by_name[row.name].append(row)
    return {
        name: [
            figure(row for row in mine if row.skill not in CARD_RULES),
            *(figure(row for row in mine if row.skill in skills) for skills in GROUPS.values()),
        ]
        for name, mine in by_name.items()
    }


def in_file(rows: list[list[str]]) -> dict[str, list[tuple[int, int, int, float | None]]]:
    """Read the same figures from the file of the matrix."""
    found = {}
    for name, *cells in rows:
        parts = [cells[4 * place : 4 * place + 4] for place in range(1 + len(GROUPS))]
        found[name] = [
            (int(right), int(answered), int(none), milliseconds(took)) for right, answered, none, took in parts
        ]
    return found


def on_page(text: str) -> dict[str, list[str]]:
    """Return the texts of the cells of the matrix on a page, by name."""
    body = text[text.index("<tbody>") : text.index("</tbody>")]
    found = {}
    for line in body.split("<tr>")[1:]:
        (name,) = re.findall(r"<bdi>(.*?)</bdi>", line)
        cells = re.findall(r'<td class="cell[^>]*>(.*?)</td>', line)
        found[name] = [" ".join(re.sub(r"<[^>]*>", "", cell).split()) for cell in cells]
    return found


def as_page(each: tuple[int, int, int, float | None], words: dict[str, str]) -> str:
    right, answered, none, took = each
    if not answered:
        return "–"
    is_known = answered >= 5
    parts = [words["of" if is_known else "so_far"].replace("%(answers)s", str(answered))]
    if took is not None:
        parts.append(f"{number_format(took / 1000, decimal_pos=1)} s")
    if none:
        parts.append(words["none"].replace("%(count)s", str(none)))
    share = f"{round(100 * right / answered)} %" if is_known else words["little"]
    return f"{share} {' · '.join(parts)}"


@pytest.mark.parametrize("language", ["en", "es", "pt", "nl"])
def test_they_are_the_same_on_every_day_of_a_change_of_the_clock(
    classroom: Classroom, settings: Any, language: str
) -> None:
    settings.TIME_ZONE = ZONE
    with time_machine.travel(NOW, tick=False), timezone.override(ZONE):
        teacher = signed_in(alice())
        teacher.cookies["ninety_language"] = language
        rows = answers_of(teacher, classroom, language)
        assert len(rows) == 900
        assert {str(row.when.utcoffset()) for row in rows} == {"1:00:00", "2:00:00"}
        with translation.override(language):
            words = {
                "none": translation.gettext("%(count)s without answer"),
                "of": translation.gettext("of %(answers)s"),
                "so_far": translation.gettext("%(answers)s so far"),
                "little": translation.gettext("too little"),
            }
            for since, until in (*((day, day) for day in DAYS), (DAYS[0], DAYS[-1])):
                query = {"since": since.isoformat(), "until": until.isoformat()}
                anew = figures(rows, since, until)
                assert in_file(rows_of(teacher, classroom, "matrix", language, **query)) == anew
                page = on_page(teacher.get(reverse("class_review", args=[classroom.slug]), query).text)
                assert page == {name: [as_page(each, words) for each in mine] for name, mine in anew.items()}
                pupils = rows_of(teacher, classroom, "pupils", language, **query)
                assert {row[0]: (int(row[1]), int(row[2]), int(row[4])) for row in pupils} == {
                    name: mine[0][:3] for name, mine in anew.items()
                }


def test_a_cell_opens_as_many_answers_as_the_file_has_behind_it(classroom: Classroom) -> None:
    with time_machine.travel(NOW, tick=False):
        teacher = signed_in(alice())
        rows = answers_of(teacher, classroom, "en")
        bob = Membership.objects.get(user__display_name="Bob").pk
        for group, skills in GROUPS.items():
            query: dict[str, str | int] = {"period": "year", "pupil": bob, "column": group}
            behind = teacher.get(reverse("class_answers", args=[classroom.slug]), query).context["page"]
            counted = figure(row for row in rows if row.name == "Bob" and row.skill in skills)[1]
            assert behind.paginator.count == counted > 0
