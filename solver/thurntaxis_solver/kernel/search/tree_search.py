"""Information-set Monte-Carlo tree search (P. Cowling, E. Powley, D. Whitehouse, 2012), with a single observer.

A tree has a node for every sequence of decisions, whatever was revealed between them. Each playout first deals the
unknown cards of hands by chance, then goes down the tree among the events that are legal in this deal, revealing cards
by chance as they fall due, until it leaves the tree. There a node is added, and it is judged what comes of the game: by
the network at the end of the turn, or by playing out. The last turn of a game has no nodes from where all ways to end
it are gone through. Every player goes for the own chance of winning, and a little for the margin.

In a node the event is chosen with the largest sum of its worth so far and of the room for doubt (PUCT, D. Silver and
others, 2017): the doubt is larger for what the sensible player would do, and the less an event was tried.
"""

import math
from collections.abc import Iterator
from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, table_of, zeros
from thurntaxis_solver.kernel.policy.sensible import choose, play_out
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, put
from thurntaxis_solver.kernel.rules.deck import any_with, take_from_deck
from thurntaxis_solver.kernel.rules.moves import apply, deal_any
from thurntaxis_solver.kernel.search.last_turn import evaluate_last_turn, is_last_turn
from thurntaxis_solver.kernel.search.leaf_value import POINTS_EXPECTED, WIN, evaluate_after_turn, evaluate_end, utility
from thurntaxis_solver.kernel.search.lookahead import candidates, copy
from thurntaxis_solver.kernel.search.model import DEEPEST_PATH, LEAF_VALUE, Model, Workspace

PREFERRED_PRIOR = 12.0
"""How many times the sensible player's event is favoured over any other."""

LONGEST = 60
"""The turns after which a game that is played out is judged as it stands."""

EVENT, NEXT, CHILD, VISITS, SEEN, MOVER = range(6)
"""The numbers of an edge: its event, the next edge of its node, the node that it leads to (0: none yet), how often it
was chosen, how often it could have been, and whose event it is."""

UTILITY_SUM, PRIOR, WIN_SUM, WIN_SQUARES, MARGIN_SUM, MARGIN_SQUARES, POINTS_SUM, POINTS_SQUARES = range(8)
"""What the edges have collected for the player who decides: sums over the playouts that chose them, and how
much they are favoured."""

NODES, EDGES, PLAYOUTS, CUT = range(4)
"""The counts of a tree: its nodes and edges, its playouts, and how many of these found no memory left."""

RESULT = 7
"""The row of the room's leaf_values that a playout ends with."""


class Tree(NamedTuple):
    """A tree in flat arrays: for each node its first edge (0: not looked at yet), for each edge numbers and sums."""

    counts: Array
    nodes: Array
    edges: list[Array]
    sums: list[Floats]


def new_tree(edges: int) -> Tree:
    """Return a tree of the root alone, with memory for so many edges."""
    tree = Tree(zeros(4), zeros(edges // 4), table_of(edges, 6), table_of(edges, 8, fractions=True))
    tree.counts[NODES] = tree.counts[EDGES] = 1
    return tree


def edges_of(tree: Tree, node: int) -> Iterator[int]:
    """Yield the edges of a node."""
    edge = int(tree.nodes[node])
    while edge:
        yield edge
        edge = int(tree.edges[edge][NEXT])


def larger(tree: Tree, most: int) -> Tree:
    """Return the same tree with twice the memory, up to `most` edges."""
    size = min(2 * len(tree.edges), most)
    if size <= len(tree.edges):
        return tree
    grown = Tree(tree.counts, zeros(size // 4), table_of(size, 6), table_of(size, 8, fractions=True))
    grown.nodes[: len(tree.nodes)] = tree.nodes
    grown.edges[: len(tree.edges)] = tree.edges
    grown.sums[: len(tree.sums)] = tree.sums
    return grown


@compiled
def deal_unknown(s: Array, t: Array, unknown: Array) -> None:
    """Give every seat as many cards from the unseen ones as it has unknown in hand.

    `unknown` has four numbers for each seat: of how many cards nothing is known, and how many have one, two or three
    horseshoes on their backs. One card stays in the deck that has on its back what is seen on the top card.
    """
    for player in range(s[L.PLAYERS]):
        for shoes in range(1, MOST_SHOES + 1):
            for _ in range(unknown[4 * player + shoes]):
                _give(s, player, any_with(s, t, shoes))
    kept = 0
    if s[L.DECK_BACK]:
        top = L.DECK + any_with(s, t, s[L.DECK_BACK])
        s[L.DECK], s[top] = s[top], s[L.DECK]
        kept = 1
    for player in range(s[L.PLAYERS]):
        for _ in range(unknown[4 * player]):
            _give(s, player, kept + below(s, s[L.DECK_SIZE] - kept))


@compiled
def _give(s: Array, player: int, place: int) -> None:
    """Put the card that lies there in the deck into a hand."""
    me = L.SEATS + L.SEAT * player
    put(s, me + L.HAND, take_from_deck(s, place))
    s[me + L.HAND_SIZE] += 1


@compiled
def grow(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, playouts: int, forced: int
) -> None:
    """Add playouts to a tree; the random numbers of `root` go on with them.

    They begin with the event `forced`, unless that is 0.
    """
    for _ in range(playouts):
        copy(root, workspace.state)
        deal_unknown(workspace.state, model.t, unknown)
        steps = _descend(workspace.state, tree, model, workspace, forced)
        root[L.CHANCE] = workspace.state[L.CHANCE]
        tree.counts[PLAYOUTS] += 1
        for step in range(steps):
            edge = workspace.path[step]
            _count(
                tree.edges[edge],
                tree.sums[edge],
                workspace.leaf_values[RESULT],
                root[L.PLAYERS],
                workspace.movers[step],
            )


@compiled
def _descend(s: Array, tree: Tree, model: Model, workspace: Workspace, forced: int) -> int:
    """Go down the tree, add a node where it ends, judge what comes of it; return how many edges were followed."""
    node = 0
    for step in range(DEEPEST_PATH):
        while s[L.TO_DISPLAY] > 0 or s[L.TO_HAND] > 0 or s[L.BACK_DUE] > 0:
            deal_any(s, model.t)
        if step > 0 and is_last_turn(s, model.t):
            _evaluate_leaf(s, model, workspace)
            return step
        fresh = tree.nodes[node] == 0
        edge = -1 if s[L.PHASE] == L.OVER else _choose_edge(s, tree, model, workspace, node, forced if step == 0 else 0)
        if edge < 0:
            tree.counts[CUT] += s[L.PHASE] != L.OVER
            _evaluate_leaf(s, model, workspace)
            return step
        workspace.path[step] = edge
        workspace.movers[step] = s[L.PLAYER]
        apply(s, model.t, tree.edges[edge][EVENT])
        node = tree.edges[edge][CHILD]
        if fresh or (node == 0 and tree.counts[NODES] == len(tree.nodes)):
            _evaluate_leaf(s, model, workspace)
            return step + 1
        if node == 0:
            node = tree.counts[NODES]
            tree.edges[edge][CHILD] = node
            tree.counts[NODES] += 1
    _evaluate_leaf(s, model, workspace)
    return DEEPEST_PATH


@compiled
def _evaluate_leaf(s: Array, model: Model, workspace: Workspace) -> None:
    """Judge the state at which a playout leaves the tree; it may be played on from there."""
    leaf_value = workspace.leaf_values[RESULT]
    if s[L.PHASE] == L.OVER:
        evaluate_end(s, model.t, leaf_value)
    elif is_last_turn(s, model.t):
        evaluate_last_turn(s, model.t, workspace)
        for number in range(LEAF_VALUE):
            leaf_value[number] = workspace.leaf_values[0][number]
    elif model.learned:
        evaluate_after_turn(s, model, workspace, leaf_value)
    else:
        play_out(s, model.t, model.weights, workspace.events, LONGEST)
        evaluate_end(s, model.t, leaf_value)


@compiled
def _count(edge: Array, total: Floats, leaf_value: Floats, players: int, me: int) -> None:
    """Add a playout to an edge."""
    win, points = leaf_value[WIN + me], leaf_value[POINTS_EXPECTED + me]
    best = -1e9
    for other in range(players):
        if other != me:
            best = max(best, leaf_value[POINTS_EXPECTED + other])
    margin = points - best
    edge[VISITS] += 1
    total[UTILITY_SUM] += utility(leaf_value, players, me)
    total[WIN_SUM] += win
    total[WIN_SQUARES] += win * win
    total[MARGIN_SUM] += margin
    total[MARGIN_SQUARES] += margin * margin
    total[POINTS_SUM] += points
    total[POINTS_SQUARES] += points * points


# ---- which event to follow


@compiled
def _choose_edge(s: Array, tree: Tree, model: Model, workspace: Workspace, node: int, forced: int) -> int:
    """Return the edge to follow from a node, edges being added for events that are new to it; -1 without memory."""
    out = workspace.events
    n = candidates(s, model.t, model.weights, out)
    if forced:
        out[0] = forced
        n = 1
    if tree.counts[EDGES] + n > len(tree.edges):
        return -1
    preferred = -1
    for place in range(n):
        event = out[place]
        edge = tree.nodes[node]
        while edge and tree.edges[edge][EVENT] != event:
            edge = tree.edges[edge][NEXT]
        if edge == 0:
            if preferred < 0:
                preferred = choose(s, model.t, model.weights, workspace.lists[0])
            edge = _add_edge(s, tree, node, event, PREFERRED_PRIOR if event == preferred else 1.0)
        tree.edges[edge][SEEN] += 1
        out[place] = edge
    return out[0] if n == 1 else _most_promising(tree, out, n)


@compiled
def _add_edge(s: Array, tree: Tree, node: int, event: int, prior: float) -> int:
    """Add an edge to a node."""
    edge = tree.counts[EDGES]
    tree.counts[EDGES] += 1
    tree.edges[edge][EVENT] = event
    tree.edges[edge][NEXT] = tree.nodes[node]
    tree.edges[edge][MOVER] = s[L.PLAYER]
    tree.nodes[node] = edge
    tree.sums[edge][PRIOR] = prior
    return edge


@compiled
def _most_promising(tree: Tree, chosen: Array, n: int) -> int:
    """Return the edge with the largest sum of worth and doubt."""
    priors, visits, total = 0.0, 1, 0.0
    for place in range(n):
        edge = chosen[place]
        priors += tree.sums[edge][PRIOR]
        visits += tree.edges[edge][VISITS]
        total += tree.sums[edge][UTILITY_SUM]
    average = total / visits
    best, best_value = chosen[0], -1e9
    for place in range(n):
        edge = chosen[place]
        tried = tree.edges[edge][VISITS]
        value = (average + tree.sums[edge][UTILITY_SUM]) / (1 + tried)
        doubt = math.sqrt(min(visits, tree.edges[edge][SEEN])) / (1 + tried)
        value += tree.sums[edge][PRIOR] / priors * doubt
        if value > best_value:
            best, best_value = edge, value
    return best
