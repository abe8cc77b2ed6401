"""Somebody whose times are not judged: no figure has a time, and knowing a fact takes no speed."""

import pytest
import time_machine

from ninety.models import User
from tests.factories import bob, carol, seated_match, signed_in
from tests.trainer.test_progress import NOW, logged
from trainer.figures import Period
from trainer.models import Answer
from trainer.rating import LIMIT_MS, Ability, Difficulties, Sum, score
from trainer.selectors import own_page_of
from trainer.selectors.progress import progress_of, report_of
from trainer.services import leave
from trainer.services.ratings import rating_of

pytestmark = pytest.mark.django_db

SLOW_MS = 30_000


def not_judged() -> User:
    User.objects.filter(pk=bob().pk).update(times_judged=False)
    return bob()


def answers_of(*people: User) -> None:
    for person in people:
        for _sum in range(6):
            logged(person, 48, "7S", computing_ms=SLOW_MS)


def test_figures_of_several_have_times_only_where_they_are_judged():
    person, other = not_judged(), carol()
    answers_of(person, other)
    reports = report_of([person.pk, other.pk], Period())
    told = [(report.figures.overall.accuracy, report.figures.overall.median_ms) for report in reports.values()]
    assert told == [(1.0, None), (1.0, SLOW_MS)]
    roles = [report.roles["checking"].overall for report in reports.values()]
    assert [(figure.answers, figure.times) for figure in roles] == [(6, 0), (6, 6)]


def test_a_fact_is_known_by_being_right_however_long_it_takes():
    person, other = not_judged(), carol()
    answers_of(person, other)
    for each, state in ((person, "fluent"), (other, "learning")):
        (fact,) = [fact for row in progress_of(each, NOW).grid for fact in row.cells if fact.answers]
        assert (fact.state, fact.median_ms is None) == (state, each == person)


def test_the_own_page_says_nothing_of_time():
    person, other = not_judged(), carol()
    answers_of(person, other)
    own, others = own_page_of(person, NOW), own_page_of(other, NOW)
    assert [line.seconds for line in own.can] == [""]
    assert [line.seconds for line in others.can] == ["usually 30.0 s"]
    said = {state.code: state.says for state in own.states}
    assert (said["fluent"], said["learning"]) == ("all right lately", "few so far, or nearly always right")
    assert "all right lately, and quick" in {state.says for state in others.states}
    for each, expected in ((person, False), (other, True)):
        device = signed_in(each)
        with time_machine.travel(NOW):
            page = device.get("/progress/").content.decode()
        assert ("Quick is measured" in page) == expected


def test_the_page_after_a_match_says_nothing_of_time():
    person = bob()
    match = seated_match(person, ["8H KS 9D", "KD KC KH"], total=48)
    device = signed_in(person)
    sent = {"version": 0, "tries": 0, "key": "1" * 16, "card": "8H"}
    device.post(f"/match/{match.slug}/play/", sent)
    device.post(f"/match/{match.slug}/announce/", {"version": 1, "tries": 0, "key": "2" * 16, "total": "56"})
    assert Answer.objects.get().right
    leave(match.seats.get(number=0), key="")
    for judged in (True, False):
        User.objects.filter(pk=person.pk).update(times_judged=judged)
        assert ('class="small soft seconds"' in device.get(f"/match/{match.slug}/review/").content.decode()) == judged


@pytest.mark.parametrize(("stretch", "times_judged"), [(10, True), (40, True), (0, True), (10, False)])
def test_a_rating_knows_what_a_person_is_allowed(stretch: int, times_judged: bool):
    User.objects.filter(pk=bob().pk).update(stretch=stretch, times_judged=times_judged)
    answers_of(bob())
    ability, limit_ms = Ability(), LIMIT_MS * (stretch or 100) / 10
    took_ms = SLOW_MS if times_judged else limit_ms / 2
    difficulties = Difficulties()
    for answer in Answer.objects.order_by("pk"):
        each = Sum(answer.prior, answer.change, answer.fact)
        scored = score(right=True, took_ms=took_ms, limit_ms=limit_ms)
        before, ability = ability, ability.after(scored, difficulties.of(each))
        difficulties.learn(each, scored, before)
    assert rating_of(bob(), NOW).value == pytest.approx(ability.value)
