"""Legal events in groups of one kind, as the table in the browser and a game in the terminal offer them."""

from collections.abc import Iterable

from thurntaxis import Event
from thurntaxis.officials import helping_in
from thurntaxis_presentation.language import Language

GROUP_OF = dict.fromkeys((*helping_in("carriage"), "decline"), "carriage")
"""The groups of events that aren't named by the verb of the event."""


def grouped(events: Iterable[Event]) -> dict[str, list[Event]]:
    """Return events by the name of their group."""
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(GROUP_OF.get(event.verb, event.verb), []).append(event)
    return groups


def group_title(name: str, lang: Language) -> str:
    """Return the title of a group of events."""
    return lang.text(name, "table" if name in ("back", "deal") else "play")
