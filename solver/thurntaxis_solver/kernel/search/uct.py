"""UCT (L. Kocsis, C. Szepesvári, 2006), the baseline from the literature of 2009 against which the search is measured.

It grows a tree of single events with chance nodes, and selects by UCB1. Unknown cards in hands are redealt for each
playout. Playouts are of uniformly random events. These hardly ever end a game, so they are cut off after a number of
events; then the player with the highest score has won, and a tie counts one half.

See F. C. Schadd, *Monte-Carlo Search Techniques in the Modern Board Game Thurn and Taxis*, Maastricht, 2009.
"""

import math

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled, entry
from thurntaxis_solver.kernel.elementary import log
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, decisions, is_chance, play_uniformly, score
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.kernel.search.model import DEEPEST_PATH, Model, Workspace
from thurntaxis_solver.kernel.search.tree_search import (
    CHILD,
    EDGES,
    NODES,
    PLAYOUTS,
    VISITS,
    WIN_SUM,
    Tree,
    add_edge,
    deal_unknown,
    find_edge,
)

CHANCE_PLAYER = -1
"""Who decides at a chance node."""


@compiled
def share_of_win(s: Array, t: Array, player: int) -> float:
    """Return 1 if a player's score is the highest, 0 if another's is higher, and one half for a tie."""
    mine, best = score(s, t, player), -1000
    for other in range(s[L.PLAYERS]):
        if other != player:
            best = max(best, score(s, t, other))
    return 1.0 if mine > best else 0.0 if mine < best else 0.5


@entry
def grow_uct(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, playouts: int, cut: int, breadth: float
) -> None:
    """Add playouts to a tree by UCT; `breadth` is the exploration constant of UCB1."""
    for _ in range(playouts):
        s = workspace.state
        copy(root, s)
        deal_unknown(s, model.t, unknown)
        node, steps, fresh = 0, 0, False
        while not fresh and steps < DEEPEST_PATH and s[L.PHASE] != L.OVER:
            workspace.movers[steps] = CHANCE_PLAYER
            if is_chance(s):
                event = deal_any(s, model.t)
            else:
                workspace.movers[steps] = s[L.PLAYER]
                event = _choose_by_ucb(s, tree, model, workspace, node, breadth)
                apply(s, model.t, event)
            if tree.counts[EDGES] == len(tree.edges) or tree.counts[NODES] == len(tree.nodes):
                break
            edge = find_edge(tree, node, event) or add_edge(tree, node, event)
            workspace.path[steps] = edge
            steps += 1
            node = tree.edges[edge][CHILD]
            if node == 0:
                node = tree.counts[NODES]
                tree.edges[edge][CHILD] = node
                tree.counts[NODES] += 1
                fresh = True
        play_uniformly(s, model.t, workspace.events, cut)
        for step in range(steps):
            edge = workspace.path[step]
            tree.edges[edge][VISITS] += 1
            if workspace.movers[step] != CHANCE_PLAYER:
                tree.sums[edge][WIN_SUM] += share_of_win(s, model.t, workspace.movers[step])
        tree.counts[PLAYOUTS] += 1
        root[L.CHANCE] = s[L.CHANCE]


@compiled
def _choose_by_ucb(s: Array, tree: Tree, model: Model, workspace: Workspace, node: int, breadth: float) -> int:
    """Return a random event that has not been tried, or the one with the highest upper confidence bound."""
    n = decisions(s, model.t, workspace.events)
    untried, visits = 0, 0
    for place in range(n):
        edge = find_edge(tree, node, workspace.events[place])
        if edge == 0 or tree.edges[edge][VISITS] == 0:
            workspace.events[untried], workspace.events[place] = workspace.events[place], workspace.events[untried]
            untried += 1
        else:
            visits += tree.edges[edge][VISITS]
    if untried:
        return workspace.events[below(s, untried)]
    best, best_value = workspace.events[0], -1.0
    for place in range(n):
        edge = find_edge(tree, node, workspace.events[place])
        tried = tree.edges[edge][VISITS]
        value = tree.sums[edge][WIN_SUM] / tried + breadth * math.sqrt(log(visits) / tried)
        if value > best_value:
            best, best_value = workspace.events[place], value
    return best
