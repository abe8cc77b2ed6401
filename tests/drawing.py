"""Pages drawn in Rust: the test client is told of them, and Django's own engine must draw the same."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from difflib import unified_diff
from importlib import import_module
from typing import Any
from unittest.mock import patch

from django.forms.renderers import DjangoTemplates
from django.template import engines
from django.template.context import Context
from django.test.signals import template_rendered

TOKEN = re.compile(r"[A-Za-z0-9]{64}|:\w{6}:[\w-]{43}")
"""What differs each time a page asks for it: a token against forged requests, a time that is signed."""


@contextmanager
def drawn_in_rust(*, compared: bool) -> Iterator[None]:
    """Tell the test client of each page; where they are `compared`, draw it by Django too, and fail if that differs."""
    rust, drawing = import_module("django_rust_templates"), threading.local()
    draw = rust.Template.render

    def draw_and_tell(template: Any, context: Context) -> str:
        drawn: str
        if getattr(drawing, "is_within", False) or not template.name:
            drawn = draw(template, context)
            return drawn
        template_rendered.send(sender=template, template=template, context=context)
        drawing.is_within = True
        try:
            drawn = draw(template, context)
            if compared:
                _compare(template.name, _by_django(template.name).render(copy(context)), drawn)
        finally:
            drawing.is_within = False
        return drawn

    with patch.object(rust.Template, "render", draw_and_tell):
        yield


def _by_django(name: str) -> Any:
    backend: Any = DjangoTemplates().engine if name.startswith("django/forms/") else engines["django"]
    return backend.engine.get_template(name)


def _compare(name: str, by_django: str, in_rust: str) -> None:
    expected, found = TOKEN.sub("token", by_django), TOKEN.sub("token", in_rust)
    if expected != found:
        lines = unified_diff(expected.splitlines(), found.splitlines(), "by Django", "in Rust", lineterm="", n=0)
        raise AssertionError("\n".join([f"{name} is not drawn alike:", *lines]))
