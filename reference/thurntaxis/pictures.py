"""Finds the package that draws positions by its entry point, because the rules import no other package."""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from thurntaxis.position import Position

GROUP = "thurntaxis.pictures"
"""The group of entry points. The one called `svg` is a function of a position and a language that returns a picture."""


@functools.cache
def drawing() -> Callable[["Position", str], str]:
    """Return the function that draws positions.

    Raises:
        ModuleNotFoundError: no installed package has the entry point.
    """
    from importlib.metadata import entry_points

    for entry in entry_points(group=GROUP, name="svg"):
        return cast("Callable[[Position, str], str]", entry.load())
    raise ModuleNotFoundError(
        "nothing that is installed draws positions (pip install thurntaxis installs thurntaxis_presentation, too)"
    )
