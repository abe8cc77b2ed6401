"""What pages of every app may show of classes."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from classrooms.entry import eras_of
from classrooms.selectors.demo import demo_school, is_demo
from classrooms.selectors.door import doors_of


def doors(request: HttpRequest) -> dict[str, Any]:
    """Give the classes that this device opens at, looked up by a page that shows them."""
    return {"doors": SimpleLazyObject(lambda: doors_of(eras_of(request)))}


def demo(request: HttpRequest) -> dict[str, Any]:  # noqa: ARG001
    """Say whether all this is a demo, and give its school to a page that tells more of it."""
    return {"demo": SimpleLazyObject(is_demo), "demo_school": SimpleLazyObject(demo_school)}
