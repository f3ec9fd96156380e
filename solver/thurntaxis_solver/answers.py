"""Answers for JSON: the fields of a dataclass are the keys."""

from dataclasses import fields
from fractions import Fraction
from typing import Any, cast

from thurntaxis import Tile
from thurntaxis_solver.quantities import Exact


class Answer:
    """The base of a dataclass that is an answer or a part of one."""

    def data(self) -> dict[str, Any]:
        """Return the fields for a JSON answer; those that default to None are left out if they are None."""
        values = ((field, getattr(self, field.name)) for field in fields(cast("Any", self)))
        return {field.name: _plain(value) for field, value in values if value is not None or field.default is not None}


def _plain(value: Any) -> Any:
    """Return a value in JSON types."""
    if hasattr(value, "data"):
        return value.data()
    if isinstance(value, Fraction):
        return Exact(value).data()
    if isinstance(value, Tile):
        return str(value)
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
