"""What pages of every app may show of classes."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from classrooms.entry import eras_of
from classrooms.selectors.door import doors_of


def doors(request: HttpRequest) -> dict[str, Any]:
    """Give the classes that this device opens at, looked up by a page that shows them."""
    return {"doors": SimpleLazyObject(lambda: doors_of(eras_of(request)))}
