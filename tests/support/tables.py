"""Tables of games with modules, written down shortly: shared by the tests.

What follows from the rest of a table (letters that lie in cities, office tiles and chips that are left) is filled in.
"""

from typing import Any

import thurntaxis as tt
from thurntaxis.io.read import position_from_data

MESSENGER, OFFICES, POWER = "princess-messenger", "offices-of-honor", "power-and-glory"

DISPLAY = {
    "south": ["Linz", "Lodz", "Passau", "Pilsen", "Pilsen", "Salzburg"],
    "testland": ["Fabelau/1", "Fabelend/1", "Fabelfurt/3", "Kreidel/2", "Tintau/3", "Wachsum/1"],
}
"""Cards that lie face up, if nothing else is said."""

STACKS = {
    2: {"administrator": 3, "postmaster": 4, "carrier": 4, "cartwright": 2},
    3: {"administrator": 5, "postmaster": 6, "carrier": 6, "cartwright": 3},
    4: {"administrator": 6, "postmaster": 8, "carrier": 8, "cartwright": 4},
}

PHASES: dict[str, dict[str, Any]] = {
    "draw": {},
    "play": {"drawn": 1, "played": 1},
    "carriage": {"drawn": 1, "played": 1},
    "keep": {"drawn": 1, "played": 1},
}


def data(
    *players: dict[str, Any],
    modules: tuple[str, ...] = (),
    board: str = "south",
    edition: str = "en-yucata",
    options: dict[str, Any] | None = None,
    phase: str = "draw",
    turn: dict[str, Any] | None = None,
    **keys: Any,
) -> dict[str, Any]:
    """Return a table as in a file; each of the `players` has what is said of it, and the first two have names."""
    seats = [dict(player) for player in players]
    for player, name in zip(seats, ("Anna", "Ben"), strict=False):
        player.setdefault("name", name)
    table: dict[str, Any] = {
        "thurntaxis": 1,
        "board": board,
        "rules": {"edition": edition, "modules": list(modules), "options": options or {}},
        "players": seats,
        "display": DISPLAY[board],
        "turn": {"phase": phase, **PHASES.get(phase, {}), **(turn or {})},
    }
    if MESSENGER in modules:
        taken = {city for player in seats for city in player.get("houses", ())}
        table["letters"] = [city.name for city in tt.board(board).cities if city.name not in taken]
        for player in seats:
            player.setdefault("letters_usable", player.get("letters", 0))
    if OFFICES in modules:
        held = [office for player in seats for office in player.get("offices", ())]
        table["offices"] = {
            office: count - held.count(office)
            for office, count in STACKS[len(seats)].items()
            if POWER not in modules or office != "cartwright"
        }
        table["chips"] = 12 - sum(player.get("chips", 0) for player in seats)
    return {**table, **keys}


def table(*players: dict[str, Any], **keys: Any) -> tt.Position:
    """Return a table, read and checked as from a file."""
    return position_from_data(data(*players, **keys))


def events(position: tt.Position) -> str:
    """Return the legal events in one line."""
    return "; ".join(map(str, position.events()))


def after(position: tt.Position, *texts: str) -> tt.Position:
    """Return the position after these events."""
    for text in texts:
        position = position.play(text)
    return position


def permits(position: tt.Position, text: str) -> tuple[str, ...]:
    """Return the clauses that permit a legal event."""
    event = position.parse(text)
    assert position.why_not(event) == ()
    assert event in list(position.events()), "listed, not only legal"
    return position.rules.action_of(event).permits(position, event)


def ruling(text: str, position: tt.Position) -> str:
    """Return what the rules say about an event, in lines; without an event, which ones are legal."""
    if not text:
        return events(position)
    objections = position.why_not(text)
    lines = [] if objections else [f"permitted by {', '.join(permits(position, text))}"]
    return "\n".join([*lines, *(f"{said.clause}: {said.sentence}" for said in objections or position.traced(text)[1])])
