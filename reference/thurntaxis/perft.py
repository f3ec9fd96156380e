"""Counting: perft(p, n) is the number of different sequences of n events from p. It fingerprints the rules."""

from collections.abc import Callable

from thurntaxis.arguments import at_least
from thurntaxis.events import Event
from thurntaxis.position import Position


def perft(position: Position, depth: int, watch: Callable[[], object] = lambda: None) -> int:
    """Return the number of different sequences of `depth` events; a chance position has one event for each reveal.

    `watch` is called at every position that is played on from. What it raises ends the count.
    """
    if depth == 1:
        return sum(1 for _ in position.rules.legal(position))
    if depth == 0:
        return 1
    at_least(0, depth=depth)
    watch()
    after = position.play_without_checking
    return sum(perft(after(event), depth - 1, watch) for event in position.rules.legal(position))


def perft_by_event(position: Position, depth: int) -> dict[Event, int]:
    """Return how many of the sequences begin with each event, to find where two implementations differ.

    `depth` is at least 1, since the empty sequence begins with no event.
    """
    at_least(1, depth=depth)
    return {event: perft(position.play_without_checking(event), depth - 1) for event in position.events()}
