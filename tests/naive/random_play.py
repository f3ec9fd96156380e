"""Random play by the naive rules, under any modules, that gets somewhere."""

import itertools
import random
from collections.abc import Iterator

from naive import rules
from naive.table import HONOR, MESSENGER, POWER, Position, complete, out_of_sight

SETS_OF_MODULES: list[list[str]] = [
    list(modules) for size in range(4) for modules in itertools.combinations(sorted([HONOR, MESSENGER, POWER]), size)
]
"""No module, each one, all pairs, all three."""

WILD = 0.1
"""The share of events that are chosen without leaning."""

LEANING: dict[str, float] = {"end": 1, "carriage": 6, "cartwright": 6, "decline": 0.5, "administrator": 0.5}


def tables(modules: list[str]) -> list[tuple[str, list[str]]]:
    """Boards with modules that can be played together: horses need a board that shows horseshoes."""
    return [(board, modules) for board in ["south", "testland"] if board == "testland" or POWER not in modules]


ALL_TABLES: list[tuple[str, list[str]]] = [table for modules in SETS_OF_MODULES for table in tables(modules)]


def start(board: str, modules: list[str], chance: random.Random, edition: str = "en-yucata") -> Position:
    """A table before the first reveal: any number of players, and any options."""
    chosen: dict[str, object] = {
        "all-provinces": chance.choice(["every-province", "outside-baiern"]) if board == "south" else "every-province",
        "carrier-restart": chance.choice([True, False]),
        "carriage-declinable": chance.choice([True, False]),
        "reshuffle": chance.choice(["at-exhaustion", "when-needed"]),
        "closing-without-playing": chance.choice([False, True]),
        "closing-discards": chance.choice(["route-first", "hand-first"]),
        "display-refill": chance.choice(["one-card", "to-six"]),
    }
    if POWER in modules:
        chosen["card-backs"] = chance.choice(["seen", "seen", "ignored"])
    if HONOR in modules:
        chosen["final-return"] = chance.choice(["yucata", "clockwise"])
    if MESSENGER in modules:
        chosen["carriage-declinable"] = True
    return rules.start(chance.choice([2, 3, 4]), board, edition=edition, modules=modules, options=chosen)


def choose(position: Position, events: list[str], chance: random.Random, patience: float = 0) -> str:
    """One of the events possible, chance events roughly by their probability. Patience leaves long routes open."""
    if events[0].startswith(("deal", "back")):
        unseen = out_of_sight(complete(position))
        weights = [unseen.count(event.split()[1]) or 1 for event in events]
        return chance.choices(events, weights)[0]
    if chance.random() < WILD:
        return chance.choice(events)
    return chance.choices(events, [_weight(position, event, patience) for event in events])[0]


def _weight(position: Position, event: str, patience: float) -> float:
    verb, *words = event.split()
    if verb == "close":
        return (1 + 4.0 * len(words)) * (1 - patience)
    if verb in ["play", "carrier"]:
        if words[1] == "horse":
            player = position["players"][position["turn"]["player"]]
            return 8 if len(player["horses"]) < len(player["route"]) / 2 else 1
        return 0.5 if words[1] == "start" else 8
    if verb == "return":
        return len(words) ** 2
    if event == "honor pass":
        return 0.5
    return LEANING.get(verb, 1)


def walk(
    position: Position, chance: random.Random, most: int = 5000, patience: float = 0
) -> Iterator[tuple[Position, str]]:
    """The positions of a game from here, each with the event that is chosen in it, until the game is over."""
    for _ in range(most):
        events = rules.events(position)
        if not events:
            return
        event = choose(position, events, chance, patience)
        yield position, event
        position = rules.apply(position, event)
