"""Rows that nearly every request reads."""

from collections.abc import Collection
from typing import Any, Self

from django.db import models
from django.db.models.base import ModelState


class OftenRead(models.Model):
    """A row that takes what the database has of it as it comes.

    Django hands that to `__init__`, which sets one field after the other, and tells all who listen to `pre_init` and
    `post_init`. Nobody does here, and the row is the same.
    """

    class Meta:
        abstract = True

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], *, fetch_mode: Any = None
    ) -> Self:
        """Make a row of the values of its fields; those that are left out are fetched once they are asked for."""
        row = cls.__new__(cls)
        row._state = ModelState()
        row._state.adding, row._state.db = False, db
        if fetch_mode is not None:
            row._state.fetch_mode = fetch_mode
        row.__dict__ |= zip(field_names, values, strict=True)
        return row
