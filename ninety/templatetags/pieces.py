"""Pieces of a page that are drawn once: cards, seats, plays, the number line.

A piece is drawn from the values it is given and from nothing else, and kept under all of them and the language. So it
shows nobody anything but what drawing it anew would show, and the request, its person and its secrets are out of reach.
The forms of a piece get the token of each page when the piece is put there.
"""

import secrets
from dataclasses import fields, is_dataclass
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

KEPT = 4096
LARGE_KEPT = 1024
TOKEN = secrets.token_hex(16)
"""Stands in a piece for the token of the page."""

register = template.Library()


@register.simple_tag
def piece(template_name: str, **values: object) -> SafeString:
    """Draw a template from values that never change. Raises TypeError for any other value."""
    return _drawn(template_name, get_language(), tuple(values.items()))


@register.simple_tag(takes_context=True)
def form_piece(context: template.Context, template_name: str, **values: object) -> SafeString:
    """Draw a larger piece that has forms, as `piece` does, and put the token of this page into them."""
    drawn = _drawn_with_forms(template_name, get_language(), tuple(values.items()))
    return mark_safe(drawn.replace(TOKEN, str(context["csrf_token"])))  # noqa: S308


@register.simple_tag(takes_context=True)
def device_settings(context: template.Context, read_aloud: bool) -> SafeString:
    """Draw what a device can set for itself at a table, as its cookies have it; `read_aloud` is what the table has."""
    cookies = context["request"].COOKIES
    return _drawn(
        "ninety/_device_settings.html",
        get_language(),
        (
            ("four_colours", cookies.get("cards") == "4"),
            ("keys", cookies.get("keys") != "off"),
            ("aloud", cookies.get("aloud", "on" if read_aloud else "off") == "on"),
        ),
    )


@lru_cache(maxsize=LARGE_KEPT)
def _drawn_with_forms(template_name: str, language: str | None, values: tuple[tuple[str, object], ...]) -> SafeString:
    return _draw(template_name, language, (*values, ("csrf_token", TOKEN)))


@lru_cache(maxsize=KEPT)
def _drawn(template_name: str, language: str | None, values: tuple[tuple[str, object], ...]) -> SafeString:
    return _draw(template_name, language, values)


def _draw(template_name: str, _language: str | None, values: tuple[tuple[str, object], ...]) -> SafeString:
    if not _is_constant(values):
        raise TypeError(f"{template_name} is drawn once, from values that never change.")
    return mark_safe(render_to_string(template_name, dict(values)).strip())  # noqa: S308


def _is_constant(value: object) -> bool:
    """Return whether a value is equal only to what a page would show alike; a model is equal by its key alone."""
    if isinstance(value, tuple):
        return all(map(_is_constant, value))
    if is_dataclass(value) and value.__dataclass_params__.frozen:  # type: ignore[union-attr]
        return all(_is_constant(getattr(value, field.name)) for field in fields(value))
    return value is None or isinstance(value, (bool, int, str))
