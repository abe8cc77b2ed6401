"""Requests that come at the same moment: one effect each, on both databases."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from ninety.models import Match
from tests.factories import bob, seated_match, signed_in
from trainer.models import Answer

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


def sent_at_once(match: Match, action: str, requests: list[dict[str, Any]]) -> list[int]:
    """Send requests of one signed-in person from as many threads, and return their status codes in order."""
    client = signed_in(bob())
    cookies = client.cookies

    def send(data: dict[str, Any]) -> int:
        one = Client()
        one.cookies = cookies
        try:
            return one.post(f"/match/{match.slug}/{action}", data, headers=HTMX).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(send, requests))


def test_two_different_cards_at_once_lay_one() -> None:
    match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"], total=48)
    codes = sent_at_once(
        match, "play/", [{"version": 0, "key": f"{n:016x}", "card": card} for n, card in enumerate(["8H", "KS"] * 4)]
    )
    match.refresh_from_db()
    assert sorted(codes) == [200, *[409] * 7]
    assert (match.version, match.committed is not None) == (1, True)


def test_copies_of_one_answer_are_one_answer() -> None:
    match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"], total=48)
    sent_at_once(match, "play/", [{"version": 0, "key": "0" * 16, "card": "8H"}])
    codes = sent_at_once(match, "announce/", [{"version": 1, "key": "1" * 16, "total": "46"}] * 5)
    assert codes == [200] * 5
    assert Answer.objects.count() == 1


def test_the_same_version_with_new_keys_is_taken_once() -> None:
    match = seated_match(bob(), ["8H KS TD", "7H 8S 2D"], total=48)
    sent_at_once(match, "play/", [{"version": 0, "key": "0" * 16, "card": "8H"}])
    codes = sent_at_once(match, "announce/", [{"version": 1, "key": f"{n:016x}", "total": "56"} for n in range(1, 6)])
    assert sorted(codes) == [200, 409, 409, 409, 409]
    assert Answer.objects.count() == 1
