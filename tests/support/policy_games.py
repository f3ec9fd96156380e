"""Games between policy players: shared by the tests of the search."""

from collections.abc import Iterator

import thurntaxis as tt
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.fixed_deck import ShuffledDeck


def policy_game(seed: int, players: int) -> Iterator[tt.Position]:
    """Yield the positions of a game between policy players."""
    position, deck, player = tt.new(players, seed=seed), ShuffledDeck(str(seed)), agent("greedy", seed)
    while not position.is_over:
        yield position
        event = deck.next(position) if position.is_chance else player.choose(position)
        deck = deck.after(position, event) if position.is_chance else deck
        position = position.play_without_checking(event)
