"""What the network learns from a turn: results, and evaluations of later turns (TD(lambda), R. Sutton, 1988)."""

import numpy as np

from thurntaxis_solver.kernel import layout as L
from thurntaxis_training.recorded_games import RecordedTurns
from thurntaxis_training.records import Numbers


def td_targets(
    turns: RecordedTurns, chances: Numbers, scores: Numbers, td_lambda: float, search_share: float
) -> tuple[Numbers, Numbers]:
    """Return the targets of each turn, by column: chances of winning and final scores.

    `chances` and `scores` are the network's outputs for the turns, by column. Where a turn was searched, the values of
    the search take their place. The target of a game's last turn is the result. That of an earlier one is the target of
    the game's next turn, weighted with `td_lambda`, plus the outputs there, weighted with the rest. With 1, all targets
    are the results. Finally, the target of a searched turn is mixed with the search's values, weighted with
    `search_share`.
    """
    n = turns.count
    rows, players, seats = np.arange(n)[:, None], turns.players[:, None].astype(int), turns.seats[:, None].astype(int)
    columns = (np.arange(L.MOST_PLAYERS) - seats) % players  # by seat: its column
    there = (np.arange(L.MOST_PLAYERS) < players)[:, :, None]
    won = np.arange(L.MOST_PLAYERS) == (turns.won[:, None] + seats) % players
    targets = np.stack([won, turns.scores[rows, columns]], axis=2) * there
    searched = turns.searched[:, None]
    values = [np.where(searched, turns.chances, chances), np.where(searched, turns.points, scores)]
    outputs = np.stack([value[rows, columns] for value in values], axis=2) * there
    after = _turns_after(turns)
    for step in range(1, int(after.max(initial=0)) + 1):
        which = np.nonzero(after == step)[0]
        targets[which] = td_lambda * targets[which + 1] + (1 - td_lambda) * outputs[which + 1]
    share = search_share * turns.searched[:, None, None]
    targets = (1 - share) * targets + share * outputs
    turned = targets[rows, (np.arange(L.MOST_PLAYERS) + seats) % players] * there
    return turned[:, :, 0].astype(np.float32), turned[:, :, 1].astype(np.float32)


def _turns_after(turns: RecordedTurns) -> Numbers:
    """Return how many recorded turns of the same game follow each."""
    ends = np.nonzero(turns.last)[0]
    return ends[np.searchsorted(ends, np.arange(turns.count))] - np.arange(turns.count)
