"""Many games, each advanced by one action in one call."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, Singles, compiled, entry
from thurntaxis_solver.kernel.environments import episode_layout as E
from thurntaxis_solver.kernel.environments.actions import legal_actions, play_action
from thurntaxis_solver.kernel.environments.write_observation import observe
from thurntaxis_solver.kernel.rules.moves import deal_any, is_chance, score, winner

UNFINISHED, FINISHED, TRUNCATED = range(3)


class Batch(NamedTuple):
    """Games of an environment, with a row of each array for each game.

    Attributes:
        begin: the episode that each game begins with.
        episodes: the games.
        masks: which actions are legal, as `legal_actions` writes it.
        observations: what the player who decides sees, one game after the other.
        final_observations: what the player saw who ended a game, at its end.
        players: who decides.
        ends: 1 if a game was over after the last action, 2 if it was stopped after the most moves, else 0.
        rewards: by seat, for the last action: 0, or the rewards of a game that ended.
        scores: by seat, of a game that ended.
        events: space for a list of events.
    """

    begin: Array
    episodes: list[Array]
    masks: list[Array]
    observations: Singles
    final_observations: Singles
    players: Array
    ends: Array
    rewards: list[Floats]
    scores: list[Array]
    events: Array


@entry
def begin_games(t: Array, numbering: Array, batch: Batch, seeds: Array) -> None:
    """Begin all games, each from its state of the random number generator."""
    for game in range(len(seeds)):
        batch.episodes[game][L.CHANCE] = seeds[game]
        batch.ends[game] = UNFINISHED
        _clear_results(batch, game)
        _begin(t, numbering, batch, game)


@entry
def step_games(t: Array, numbering: Array, batch: Batch, actions: Array) -> int:
    """Play an action in each game, and reveal what is due; a game that ends restarts at once.

    Return -1, or the number of the first game whose action is illegal; then nothing is played.
    """
    for game in range(len(actions)):
        action = actions[game]
        if not 0 <= action < numbering[E.ACTIONS] or not batch.masks[game][action >> 3] >> 8 * (action & 7) & 1:
            return game
    for game in range(len(actions)):
        g = batch.episodes[game]
        seat = g[L.PLAYER]
        play_action(g, t, numbering, actions[game])
        _reveal(g, t, numbering)
        if batch.ends[game]:
            batch.ends[game] = UNFINISHED
            _clear_results(batch, game)
        if g[L.PHASE] == L.OVER or g[E.MOVES] >= numbering[E.MOST_MOVES]:
            batch.ends[game] = FINISHED if g[L.PHASE] == L.OVER else TRUNCATED
            _write_results(g, t, batch, game)
            observe(g, t, numbering, seat, batch.final_observations, game * numbering[E.OBSERVED])
            _begin(t, numbering, batch, game)
        else:
            _observe(t, numbering, batch, game)
    return -1


@compiled
def _begin(t: Array, numbering: Array, batch: Batch, game: int) -> None:
    """Begin a game; its random numbers continue."""
    g = batch.episodes[game]
    chance = g[L.CHANCE]
    for place in range(len(g)):
        g[place] = batch.begin[place]
    g[L.CHANCE] = chance
    _reveal(g, t, numbering)
    _observe(t, numbering, batch, game)


@compiled
def _reveal(g: Array, t: Array, numbering: Array) -> None:
    """Reveal random cards until a player decides or the game ends."""
    while is_chance(g) and g[E.MOVES] < numbering[E.MOST_MOVES]:
        deal_any(g, t)
        g[E.MOVES] += 1


@compiled
def _observe(t: Array, numbering: Array, batch: Batch, game: int) -> None:
    """Write who decides, what that player sees, and which actions are legal."""
    g = batch.episodes[game]
    batch.players[game] = g[L.PLAYER]
    legal_actions(g, t, numbering, batch.events, batch.masks[game])
    observe(g, t, numbering, g[L.PLAYER], batch.observations, game * numbering[E.OBSERVED])


@compiled
def _clear_results(batch: Batch, game: int) -> None:
    for seat in range(len(batch.rewards[game])):
        batch.rewards[game][seat] = 0.0
        batch.scores[game][seat] = 0


@compiled
def _write_results(g: Array, t: Array, batch: Batch, game: int) -> None:
    """Write scores and rewards: 1 for the winner, and for the others equal shares of -1."""
    best, players = winner(g, t), g[L.PLAYERS]
    for seat in range(players):
        batch.rewards[game][seat] = 1.0 if seat == best else -1.0 / (players - 1)
        batch.scores[game][seat] = score(g, t, seat)
