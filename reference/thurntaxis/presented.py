"""What other packages present to people, found by entry points, because the rules import no other package."""

from typing import Any


def presented(name: str, *what: Any) -> str:
    """Return what the function of an entry point of the group `thurntaxis.presentation` makes of its arguments.

    Raises:
        ModuleNotFoundError: nothing that is installed has this entry point.
    """
    from importlib.metadata import entry_points

    for entry in entry_points(group="thurntaxis.presentation", name=name):
        return str(entry.load()(*what))
    raise ModuleNotFoundError(
        f'nothing that is installed presents "{name}" (pip install thurntaxis installs thurntaxis_presentation, too)'
    )
