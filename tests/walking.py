"""Random play that gets somewhere: shared by the tests.

Uniformly random events hardly ever end a game. The choice here leans towards extending and closing routes, with a
share of wild events, so that late positions are reached too.
"""

import random
from collections.abc import Iterator

import thurntaxis as tt

WILD = 0.1
"""The share of events that are chosen without leaning."""


def choose(position: tt.Position, chance: random.Random) -> tt.Event:
    """Return a legal event, chance events by their probability."""
    if position.is_chance:
        return tt.Event(("deal", chance.choice(position.unseen)))
    events = list(position.events())
    if chance.random() < WILD:
        return chance.choice(events)
    return chance.choices(events, [_weight(event) for event in events])[0]


def _weight(event: tt.Event) -> float:
    if event.verb == "close":
        return 1 + 4 * len(event)
    if event.verb in ("play", "carrier"):
        return 0.5 if event[2] == "start" else 8
    return {"end": 1, "carriage": 6, "cartwright": 6, "decline": 0.5, "administrator": 0.3}.get(event.verb, 1)


def start(chance: random.Random) -> tt.Position:
    """Return a table before the first reveal: any number of players, edition and options."""
    options = {name: chance.choice(values) for name, values in tt.OPTIONS.items()}
    return tt.undealt(chance.choice([2, 3, 4]), edition=chance.choice(list(tt.EDITIONS)), options=options)


def walk(position: tt.Position, chance: random.Random, most: int = 5000) -> Iterator[tuple[tt.Position, tt.Event]]:
    """Yield the positions of a game from here, each with the event that is chosen in it, until the game is over."""
    for _ in range(most):
        if position.is_over or not position.events():
            return
        event = choose(position, chance)
        yield position, event
        position = position.play(event)
