"""A game between agents, decision by decision: what the benchmarks take their positions from."""

from collections.abc import Iterator, Sequence

from thurntaxis.seen_cards import Seen
from thurntaxis_solver.play.agents import Agent
from thurntaxis_solver.play.fixed_deck import ShuffledDeck


def decisions(seen: Seen, seed: str, agents: Sequence[Agent]) -> Iterator[Seen]:
    """Let agents play a game to its end; yield what is seen before each decision, and at the end.

    The seed shuffles the deck.
    """
    deck = ShuffledDeck(seed)
    while not seen.position.is_over:
        position = seen.position
        if position.is_chance:
            event = deck.next(position)
            deck = deck.after(position, event)
        else:
            yield seen
            event = agents[position.decider].choose(seen.view(position.decider))
        seen = seen.play_without_checking(event)
    yield seen
