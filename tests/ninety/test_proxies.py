"""What a proxy says of the sender is believed where the operator says that there is one, and only of that one."""

import asyncio
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from ninety import environment, server

SENT = [(b"x-forwarded-for", b"203.0.113.9, 198.51.100.4"), (b"x-forwarded-proto", b"https")]


def seen_as(client: str) -> tuple[str, str]:
    """Give the address and scheme under which Ninety sees a request that comes from an address with these headers."""
    seen = list[tuple[str, str]]()

    async def application(scope: Any, receive: Any, send: Any) -> None:
        seen.append((scope["client"][0], scope["scheme"]))

    config = server.config()
    config.app = application
    config.interface = "asgi3"
    config.load()
    scope = {"type": "http", "client": (client, 5), "scheme": "http", "headers": SENT}
    asyncio.run(config.loaded_app(scope, None, None))
    return seen[0]


@pytest.mark.parametrize("client", ["127.0.0.1", "10.0.0.2"])
def test_nobody_is_believed_unless_the_operator_says_so(client: str) -> None:
    assert seen_as(client) == (client, "http")


def test_a_proxy_is_believed_about_who_asked_it(settings: Settings) -> None:
    settings.PROXIES = ["10.0.0.0/24"]
    # Whatever stands before the last address was written by the sender.
    assert seen_as("10.0.0.2") == ("198.51.100.4", "https")


def test_a_proxy_behind_a_proxy_is_looked_through(settings: Settings) -> None:
    settings.PROXIES = ["10.0.0.0/24", "198.51.100.4/32"]
    assert seen_as("10.0.0.2") == ("203.0.113.9", "https")


def test_whoever_comes_past_the_proxy_is_not_believed(settings: Settings) -> None:
    settings.PROXIES = ["10.0.0.0/24"]
    assert seen_as("10.0.1.2") == ("10.0.1.2", "http")


def test_proxies_are_addresses_or_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROXIES", "127.0.0.1, 10.1.2.3/8,::1")
    assert environment.networks("PROXIES") == ["127.0.0.1/32", "10.0.0.0/8", "::1/128"]
    monkeypatch.setenv("PROXIES", "proxy.school")
    with pytest.raises(ImproperlyConfigured, match=r"^PROXIES must hold addresses or networks: 'proxy.school' "):
        environment.networks("PROXIES")


@pytest.mark.parametrize("value", ["0", "-1", "many", "²"])
def test_a_number_is_a_whole_one_from_1_on(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("KEEP_VISITORS_DAYS", value)
    with pytest.raises(
        ImproperlyConfigured, match=rf"^KEEP_VISITORS_DAYS must be a whole number from 1 on, not '{value}'.$"
    ):
        environment.number("KEEP_VISITORS_DAYS", 180)


def test_a_choice_is_one_of_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(ImproperlyConfigured, match=r"^LOG_FORMAT must be plain or json, not 'xml'.$"):
        environment.choice("LOG_FORMAT", "plain", "json")
