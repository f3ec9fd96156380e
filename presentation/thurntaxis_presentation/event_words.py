"""Events in the reader's language: as words for what happens, and in groups."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from thurntaxis import UNKNOWN, Event, Position
from thurntaxis.officials import HELPS_IN, helping_in

if TYPE_CHECKING:
    from thurntaxis_presentation.language import Language

_ACTS_OF = {"postmaster": "draw", "carrier": "play"}
"""The verb that an official lets a player do once more."""


def event_in_words(event: Event, lang: "Language", table: str = "events") -> str:
    """Return an event without the player, "play Ulm on the right"; `deeds` as what a player did: "plays Ulm …"."""
    if event.verb in HELPS_IN and event.verb != "administrator":
        act = _words(_ACTS_OF.get(event.verb, "carriage"), event[1:], lang, table)
        return lang.text(f"by-{event.verb}", table, act=act)
    return _words(event.verb, event[1:], lang, table)


def _words(verb: str, named: Sequence[str], lang: "Language", table: str) -> str:
    """Return what a verb with its words says."""
    if verb == "honor":
        if named[0] == "draw":
            return _words("draw", named[1:], lang, table)
        return lang.text(f"honor-{named[0]}", table, city=named[-1])
    if verb == "draw":
        return lang.text("draw-deck", table) if named[0] == "deck" else lang.text("draw", table, city=named[0])
    if verb == "play":
        return lang.text(f"play-{named[1]}", table, city=named[0])
    if verb == "deal":
        unknown = named[0].startswith(UNKNOWN)
        return lang.text("deal-unknown" if unknown else "deal", table, city=named[0])
    if verb == "back":
        return lang.text("back", table, number=named[0])
    if not named:
        return lang.text(f"{verb}-none" if verb in ("close", "keep", "return") else verb, table)
    if verb == "return":
        officials = lang.listed(lang.term(name) for name in named)
        return lang.text("return", table, number=len(named), officials=officials)
    hidden = sum(name.startswith(UNKNOWN) for name in named)
    cards = [lang.shown("cards", number=hidden)] if hidden else []
    return lang.text(verb, table, cities=(*(name for name in named if not name.startswith(UNKNOWN)), *cards))


# ---- in groups of one kind, as they are offered

GROUP_OF = dict.fromkeys((*helping_in("carriage"), "decline"), "carriage")
"""The groups of events that aren't named by the verb of the event."""


def closings_by_points(position: Position, closings: Collection[Event]) -> list[Event]:
    """Return ways to close a route by the points that they bring; those that only leave houses out come last."""
    after = {event: position.play_without_checking(event).scores()[position.decider] for event in closings}
    fewer = {event for event in closings if any({*event} < {*other} for other in closings)}
    return sorted(closings, key=lambda event: (event in fewer, -after[event]))


def grouped(events: Iterable[Event]) -> dict[str, list[Event]]:
    """Return events by the name of their group."""
    groups: dict[str, list[Event]] = {}
    for event in events:
        groups.setdefault(GROUP_OF.get(event.verb, event.verb), []).append(event)
    return groups


def group_title(name: str, lang: "Language") -> str:
    """Return the title of a group of events."""
    return lang.text(name, "table" if name in ("back", "deal") else "play")
