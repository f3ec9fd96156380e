"""Random play that gets somewhere: shared by the tests.

Uniformly random events hardly ever end a game. The choice here leans towards extending and closing routes, with a
share of wild events, so that late positions are reached too.
"""

import itertools
import random
from collections.abc import Iterator, Sequence

import thurntaxis as tt
from support.paths import BY_CITY
from thurntaxis.options import OptionValue, options_of

WILD = 0.1
"""The share of events that are chosen without leaning."""


def choose(position: tt.Position, chance: random.Random) -> tt.Event:
    """Return a legal event, chance events by their probability."""
    return _choose(position, position.events(), chance)


def _choose(position: tt.Position, events: Sequence[tt.Event], chance: random.Random) -> tt.Event:
    if position.is_chance:
        weight = position.rules.action_of(events[0]).weight
        return chance.choice([event for event in events for _ in range(weight(position, event))])
    if chance.random() < WILD:
        return chance.choice(events)
    return chance.choices(events, [_weight(event) for event in events])[0]


def _weight(event: tt.Event) -> float:
    if event.verb == "close":
        return 1 + 4 * len(event)
    if event.verb in ("play", "carrier"):
        return {"start": 0.5, "horse": 3}.get(event[2], 8)
    if event[:2] == ("honor", "pass"):
        return 0.2
    return {"end": 1, "carriage": 6, "cartwright": 6, "decline": 0.5, "administrator": 0.3}.get(event.verb, 1)


GAMES = [
    ("testland", ()),
    *(
        (board, modules)
        for count in range(1, len(tt.MODULES) + 1)
        for modules in itertools.combinations(tt.MODULES, count)
        for board in ("south", "testland")
        if board == "testland" or "power-and-glory" not in modules
    ),
]
"""Boards and modules that can be played, but for the base game on its own board."""

ALL = [("south", ()), *GAMES]
"""These, and the base game."""

OTHERS = [*GAMES, *((str(BY_CITY), modules) for board, modules in GAMES if board == "testland")]
"""As `GAMES`, and the games on a board whose cards of a city are alike."""


def readings(modules: tuple[str, ...], chance: random.Random) -> dict[str, OptionValue]:
    """Return a value for each option, as the modules allow. One more option changes neither the others nor the game."""
    seed, known = chance.random(), options_of(modules)
    if "princess-messenger" in modules:
        known["carriage-declinable"] = (True,)
    return {name: random.Random(f"{seed} {name}").choice(values) for name, values in known.items()}


def start_with(chance: random.Random, board: str, modules: tuple[str, ...]) -> tt.Position:
    """Return a table before the first reveal, played with modules: any number of players, edition and options."""
    options = readings(modules, chance)
    edition = chance.choice(list(tt.EDITIONS))
    return tt.undealt(chance.choice([2, 3, 4]), board, edition, options, modules)


def start(chance: random.Random) -> tt.Position:
    """Return a table before the first reveal: any number of players, edition and options."""
    return tt.undealt(chance.choice([2, 3, 4]), edition=chance.choice(list(tt.EDITIONS)), options=readings((), chance))


Step = tuple[tt.Position, tt.Event, tt.Position]
"""An event, with the position before and after it."""


def steps(position: tt.Position, chance: random.Random, most: int = 5000) -> Iterator[Step]:
    """Yield the events of a game from here, each with the position before and after it, until the game is over."""
    for _ in range(most):
        events = position.events()
        if not events:
            return
        event = _choose(position, events, chance)
        after = position.play(event)
        yield position, event, after
        position = after


def walk(position: tt.Position, chance: random.Random, most: int = 5000) -> Iterator[tuple[tt.Position, tt.Event]]:
    """Yield the positions of a game from here, each with the event that is chosen in it, until the game is over."""
    return ((before, event) for before, event, _ in steps(position, chance, most))


def positions(count: int) -> Iterator[tuple[tt.Position, random.Random]]:
    """Yield positions of so many random games of all kinds, each with its source of chance."""
    for seed in range(count):
        chance = random.Random(seed)
        position = start_with(chance, *chance.choice(ALL))
        for _ in range(chance.randrange(250)):
            if not position.is_over:
                position = position.play(choose(position, chance))
        yield position, chance
