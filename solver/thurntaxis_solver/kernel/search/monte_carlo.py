"""Monte-Carlo players in the manner of the literature of 2009, as a yardstick for the search.

Both play on from a position by uniformly random events. Such play hardly ever ends a game, so it is cut after a number
of events, and the scores then say who is ahead: that counts as won, a tie as half. *Flat* Monte-Carlo tries the legal
events in turn and takes the one that did best. *UCT* (L. Kocsis, C. Szepesvári, 2006) grows a tree over single events,
with nodes for what chance may reveal, and chooses by UCB1. Unknown cards of hands are dealt anew for each playout.

See F. C. Schadd, *Monte-Carlo Search Techniques in the Modern Board Game Thurn and Taxis*, Maastricht, 2009.
"""

import math

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, compiled
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, decisions, play_uniformly, score
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.kernel.search.model import DEEPEST_PATH, Model, Workspace
from thurntaxis_solver.kernel.search.tree_search import (
    CHILD,
    EDGES,
    EVENT,
    NEXT,
    NODES,
    PLAYOUTS,
    UTILITY_SUM,
    VISITS,
    Tree,
    deal_unknown,
)

CHANCE_DECIDES = -1
"""Who decides where a card is revealed."""


@compiled
def share_of_win(s: Array, t: Array, player: int) -> float:
    """Return 1 if a player is ahead of all others, 0 if one is ahead of this player, else one half."""
    mine, best = score(s, t, player), -1000
    for other in range(s[L.PLAYERS]):
        if other != player:
            best = max(best, score(s, t, other))
    return 1.0 if mine > best else 0.0 if mine < best else 0.5


@compiled
def try_flat(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, playouts: int, cut: int
) -> None:
    """Add playouts to the events of the root, each in turn; `tree` holds the root alone."""
    for _ in range(playouts):
        s = _deal(root, model.t, unknown, workspace)
        n = decisions(s, model.t, workspace.events)
        edge = _edge_of(tree, 0, workspace.events[tree.counts[PLAYOUTS] % n])
        apply(s, model.t, tree.edges[edge][EVENT])
        play_uniformly(s, model.t, workspace.events, cut)
        tree.edges[edge][VISITS] += 1
        tree.sums[edge][UTILITY_SUM] += share_of_win(s, model.t, root[L.PLAYER])
        tree.counts[PLAYOUTS] += 1
        root[L.CHANCE] = s[L.CHANCE]


@compiled
def grow_uct(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, playouts: int, cut: int, breadth: float
) -> None:
    """Add playouts to a tree by UCT; `breadth` is the weight of the doubt in UCB1."""
    for _ in range(playouts):
        s = _deal(root, model.t, unknown, workspace)
        node, steps, fresh = 0, 0, False
        while not fresh and steps < DEEPEST_PATH and s[L.PHASE] != L.OVER:
            workspace.movers[steps] = CHANCE_DECIDES
            if s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0 or s[L.BACK_DUE] > 0:
                event = deal_any(s, model.t)
            else:
                workspace.movers[steps] = s[L.PLAYER]
                event = _choose_by_ucb(s, tree, model, workspace, node, breadth)
                apply(s, model.t, event)
            if tree.counts[EDGES] == len(tree.edges) or tree.counts[NODES] == len(tree.nodes):
                break
            edge = _edge_of(tree, node, event)
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
            if workspace.movers[step] != CHANCE_DECIDES:
                tree.sums[edge][UTILITY_SUM] += share_of_win(s, model.t, workspace.movers[step])
        tree.counts[PLAYOUTS] += 1
        root[L.CHANCE] = s[L.CHANCE]


@compiled
def _deal(root: Array, t: Array, unknown: Array, workspace: Workspace) -> Array:
    """Return the root with the unknown cards dealt."""
    copy(root, workspace.state)
    deal_unknown(workspace.state, t, unknown)
    return workspace.state


@compiled
def _find(tree: Tree, node: int, event: int) -> int:
    """Return the edge of an event at a node, 0 if there is none."""
    edge = tree.nodes[node]
    while edge and tree.edges[edge][EVENT] != event:
        edge = tree.edges[edge][NEXT]
    return edge


@compiled
def _edge_of(tree: Tree, node: int, event: int) -> int:
    """Return the edge of an event at a node, a new one if there is none."""
    edge = _find(tree, node, event)
    if edge == 0:
        edge = tree.counts[EDGES]
        tree.counts[EDGES] += 1
        tree.edges[edge][EVENT] = event
        tree.edges[edge][NEXT] = tree.nodes[node]
        tree.nodes[node] = edge
    return edge


@compiled
def _choose_by_ucb(s: Array, tree: Tree, model: Model, workspace: Workspace, node: int, breadth: float) -> int:
    """Return an event that has not been tried, if there is one, else that of the highest upper confidence bound."""
    n = decisions(s, model.t, workspace.events)
    untried, visits = 0, 0
    for place in range(n):
        edge = _find(tree, node, workspace.events[place])
        if edge == 0 or tree.edges[edge][VISITS] == 0:
            workspace.events[untried], workspace.events[place] = workspace.events[place], workspace.events[untried]
            untried += 1
        else:
            visits += tree.edges[edge][VISITS]
    if untried:
        return workspace.events[below(s, untried)]
    best, best_value = workspace.events[0], -1.0
    for place in range(n):
        edge = _find(tree, node, workspace.events[place])
        tried = tree.edges[edge][VISITS]
        value = tree.sums[edge][UTILITY_SUM] / tried + breadth * math.sqrt(math.log(visits) / tried)
        if value > best_value:
            best, best_value = workspace.events[place], value
    return best
