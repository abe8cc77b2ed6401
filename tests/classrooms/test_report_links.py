"""Links by which parents read a report, until they expire."""

import re
import threading
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from classrooms.models import ReportLink
from classrooms.services import archive_classroom, delete_classroom, restore_classroom
from classrooms.services.erasing import erase_person
from classrooms.services.pupils import let_back, move_pupil, remove_pupils
from classrooms.services.report_links import MOST_LINKS, TooManyLinks, make_report_links
from ninety.keeping.pruning import prune
from tests.classrooms.answered import answered
from tests.factories import alice, mallory
from tests.factories.classes import classroom_of, member_of, pupil_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def classroom():
    return classroom_of(alice(), "Bob", "Carol")


def made(classroom, name="Bob", **how):
    """Make a link, and return its address."""
    pupil = member_of(classroom, name)
    usual: dict[str, Any] = {"language": "en", "days": 30, "now": timezone.now()}
    tokens = make_report_links(classroom, [pupil], alice(), **usual | how)
    return reverse("parent_report", args=[tokens[pupil.pk]])


def status(address):
    return Client().get(address).status_code


def links_on(page):
    return [link.removeprefix("http://testserver") for link in re.findall(r'readonly value="([^"]+)"', page.text)]


def test_a_teacher_makes_links_that_are_shown_once_and_parents_read_the_report(classroom, teacher):
    answered(pupil_of(classroom, "Bob"), *[55] * 6)
    page = teacher.post(reverse("link_reports", args=[classroom.slug]), {"language": "nl"})
    addresses = links_on(page)
    assert len(addresses) == 2
    report = Client().get(addresses[0])
    assert "<h2><bdi>Bob</bdi></h2>" in report.text
    assert "Wat goed gaat" in report.text
    assert "Carol" not in report.text
    listed = teacher.get(reverse("reports", args=[classroom.slug]))
    assert links_on(listed) == []
    assert listed.text.count("made by Alice") == 2
    assert {link.token_hash for link in ReportLink.objects.all()}.isdisjoint(each.split("/")[2] for each in addresses)


def test_only_those_ticked_get_a_link(classroom, teacher):
    sent = {"pupil": member_of(classroom, "Carol").pk, "lasts": "7"}
    teacher.post(reverse("link_reports", args=[classroom.slug]), sent)
    link = ReportLink.objects.get()
    assert str(link.membership) == "Carol"
    assert link.expires_at - link.made_at == timedelta(days=7)
    foreign = member_of(classroom_of(mallory(), "Zoe", name="other"), "Zoe").pk
    teacher.post(reverse("link_reports", args=[classroom.slug]), {"pupil": foreign, "lasts": "9999"})
    assert ReportLink.objects.count() == 1


@pytest.mark.parametrize(("after", "works"), [(timedelta(days=29, hours=23), 200), (timedelta(days=30), 404)])
def test_a_link_works_for_thirty_days_unless_chosen_otherwise(classroom, teacher, after, works):
    page = teacher.post(reverse("link_reports", args=[classroom.slug]))
    with time_machine.travel(timezone.now() + after, tick=False):
        assert status(links_on(page)[0]) == works


def test_whoever_reads_it_chooses_the_language(classroom):
    address = made(classroom, language="pt")
    assert "Relatório para os pais" in Client().get(address).text
    page = Client().get(address, {"language": "nl"})
    assert '<html lang="nl"' in page.text
    assert "Verslag voor ouders" in page.text
    assert re.findall(r'<a href="\?language=(\w+)"', page.text) == ["en", "es", "pt", "nl"]
    assert "Relatório" in Client().get(address, {"language": "../xx"}).text
    assert not page.cookies


def test_the_page_keeps_its_address_secret_and_names_nobody_in_its_title(classroom):
    page = Client().get(made(classroom))
    assert page["Referrer-Policy"] == "no-referrer"
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in page["Cache-Control"]
    assert "<title>Report for parents – Ninety</title>" in page.text
    assert '<meta name="robots" content="noindex, nofollow">' in page.text
    assert "<form" not in page.text


def test_a_link_that_does_not_work_is_like_none(classroom):
    taken_back = made(classroom)
    ReportLink.objects.all().delete()
    pages = [Client().get(address) for address in (taken_back, "/report/nonsense/", f"/report/{'x' * 32}/")]
    assert {page.status_code for page in pages} == {404}
    assert len({page.text for page in pages}) == 1
    assert "Please ask the teacher for a new one." in pages[0].text
    assert pages[0]["X-Robots-Tag"] == "noindex, nofollow"


def test_a_teacher_takes_a_link_back_or_all_of_them(classroom, teacher):
    bob, carol, again = made(classroom), made(classroom, "Carol"), made(classroom, "Carol")
    address = reverse("revoke_links", args=[classroom.slug])
    teacher.post(address, {"link": ReportLink.objects.get(membership=member_of(classroom, "Bob")).pk})
    assert (status(bob), status(carol)) == (404, 200)
    for nonsense in ({}, {"link": "x"}, {"link": "9" * 30}):
        teacher.post(address, nonsense)
    assert ReportLink.objects.count() == 2
    teacher.post(address, {"all": "1"})
    assert (status(carol), status(again)) == (404, 404)


def test_links_of_other_classes_are_out_of_reach(classroom):
    address = made(classroom)
    other = classroom_of(mallory(), "Zoe", name="other")
    stranger, teaching = Client(), mallory()
    stranger.force_login(teaching)
    link = ReportLink.objects.get().pk
    assert stranger.post(reverse("revoke_links", args=[classroom.slug]), {"link": link}).status_code == 404
    teaching.kind = teaching.Kind.TEACHER
    teaching.save()
    stranger.post(reverse("revoke_links", args=[other.slug]), {"link": link})
    stranger.post(reverse("revoke_links", args=[other.slug]), {"all": "1"})
    assert status(address) == 200


def test_a_link_rests_while_the_pupil_is_removed_or_the_class_archived(classroom):
    address, pupil = made(classroom), member_of(classroom, "Bob")
    remove_pupils([pupil], timezone.now())
    assert status(address) == 404
    let_back(pupil, timezone.now())
    assert status(address) == 200
    archive_classroom(classroom)
    assert status(address) == 404
    restore_classroom(classroom)
    assert status(address) == 200


def test_a_link_is_gone_with_a_pupil_who_moves_or_is_erased_and_with_the_class(classroom):
    moved, erased = made(classroom), made(classroom, "Carol")
    other = classroom_of(alice(), name="5b")
    there = move_pupil(member_of(classroom, "Bob"), other, "Bob", timezone.now())
    assert status(moved) == 404
    move_pupil(there, classroom, "Bob", timezone.now())
    assert status(moved) == 404
    erase_person(member_of(classroom, "Carol").user)
    assert status(erased) == 404
    deleted = made(classroom)
    delete_classroom(classroom)
    assert status(deleted) == 404
    assert not ReportLink.objects.exists()


def test_nothing_is_linked_to_of_an_archived_class(classroom, teacher):
    archive_classroom(classroom)
    assert teacher.post(reverse("link_reports", args=[classroom.slug])).status_code == 403
    assert "Make links" not in teacher.get(reverse("reports", args=[classroom.slug])).text
    assert teacher.get(reverse("print_reports", args=[classroom.slug])).status_code == 200


def test_of_too_many_links_one_will_do(classroom, teacher):
    for _ in range(MOST_LINKS):
        made(classroom)
    page = teacher.post(reverse("link_reports", args=[classroom.slug]), follow=True)
    assert "one of them will do" in page.text
    assert ReportLink.objects.count() == MOST_LINKS
    with pytest.raises(TooManyLinks):
        made(classroom)
    ReportLink.objects.update(made_at=timezone.now() - timedelta(days=40), expires_at=timezone.now())
    made(classroom)
    assert ReportLink.objects.count() == 1


def test_what_has_expired_is_thrown_away(classroom):
    now = timezone.now()
    kept = made(classroom, "Carol", days=8, now=now - timedelta(days=7))
    made(classroom, days=7, now=now - timedelta(days=7))
    assert prune(now, dry=True)["links to reports"] == 1
    assert prune(now)["links to reports"] == 1
    assert status(kept) == 200


@pytest.mark.django_db(transaction=True)
def test_two_who_make_links_at_once_do_not_pass_the_limit(classroom):
    for _ in range(MOST_LINKS - 1):
        made(classroom)
    refused = []

    def make():
        try:
            made(classroom)
        except TooManyLinks:
            refused.append(1)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(refused), ReportLink.objects.count()) == (3, MOST_LINKS)


def test_the_list_takes_as_many_queries_for_many_links_as_for_few(classroom, teacher, django_assert_num_queries):
    address = reverse("reports", args=[classroom.slug])
    made(classroom)
    with django_assert_num_queries(5):
        teacher.get(address)
    for name in ("Bob", "Carol") * 4:
        made(classroom, name)
    with django_assert_num_queries(5):
        teacher.get(address)


def test_each_link_has_a_button_that_copies_it_and_names_whose_it_is(classroom, teacher):
    text = teacher.post(reverse("link_reports", args=[classroom.slug]), {}).text
    for name in ("Bob", "Carol"):
        field = f"link-{member_of(classroom, name).pk}"
        assert f'id="{field}" readonly value="http://testserver/' in text
        [button] = re.findall(rf'<button [^>]*data-copy="{field}"[^>]*>.*?</button>', text)
        assert " hidden>" in button
        assert f'<span class="sr">: {name}</span>' in button
    assert "ninety/copying.js" in text


@pytest.mark.parametrize(("host", "warns"), [("127.0.0.1:8000", True), ("localhost", True), ("192.168.1.5", False)])
def test_links_that_lead_nowhere_elsewhere_are_warned_of(classroom, teacher, settings, host, warns):
    settings.ALLOWED_HOSTS = ["*"]
    for page in (
        teacher.get(reverse("reports", args=[classroom.slug]), headers={"host": host}),
        teacher.post(reverse("link_reports", args=[classroom.slug]), headers={"host": host}),
        teacher.post(reverse("invite_teacher", args=[classroom.slug]), headers={"host": host}),
    ):
        assert (f"<strong>{host}</strong>, which leads nowhere on other devices" in page.text) == warns
