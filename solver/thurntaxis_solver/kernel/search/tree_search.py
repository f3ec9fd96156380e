"""Information-set Monte-Carlo tree search (P. Cowling, E. Powley, D. Whitehouse, 2012), with a single observer.

A tree has a node for each sequence of decisions, whatever was revealed between them. Each playout first deals the
unknown cards in hands and discards at random. It then descends the tree by events that are legal in this deal,
revealing random cards when they are due, until it leaves the tree. There it adds a node, and the leaf is evaluated: by
the network at the end of the turn, or by a playout to the end of the game. A last turn that can be searched
exhaustively is a leaf, too. Each player maximises utility: the chance of winning plus a weight of the margin.

In a node, PUCT (D. Silver and others, 2017) selects the event with the largest sum of mean utility and exploration
term. This term shrinks with the visits of an event, and is larger for an event with a larger prior: at first, that is
the event that the playout policy chooses; from the second visit of the node on, those that the prior network finds
likely to be best.

At the root, sequential halving (Z. Karnin, T. Koren and O. Somekh, 2013) takes the place of PUCT. An event's rating
there is its mean utility, less what the prior network expects it to fall short of the best event, which counts as much
as `PRIOR_PLAYOUTS` playouts.
"""

import contextlib
import math
from collections.abc import Iterator
from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, compiled, entry
from thurntaxis_solver.kernel.elementary import exp, log
from thurntaxis_solver.kernel.memory import Memory
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.network.network import SECOND_UNITS, UNITS, compute_units
from thurntaxis_solver.kernel.network.prior_network import UTILITY_OF_LOGIT, logit, parts
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rng import below
from thurntaxis_solver.kernel.rules.cards import MOST_SHOES, put
from thurntaxis_solver.kernel.rules.deck import any_with, take_from_deck
from thurntaxis_solver.kernel.rules.moves import apply, deal_any, is_chance
from thurntaxis_solver.kernel.search.evaluate_leaf import RESULT, evaluate_leaf
from thurntaxis_solver.kernel.search.last_turn import is_last_turn
from thurntaxis_solver.kernel.search.lookahead import candidates, copy
from thurntaxis_solver.kernel.search.model import DEEPEST_PATH, LEAF_VALUE_SIZE, Model, Workspace
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, TIE_BREAK, WIN, margin

EVENT, NEXT, CHILD, VISITS, AVAILABLE, MOVER = range(6)
"""The numbers of an edge: its event, the next edge of its node, the node that it leads to (0: none yet), how often it
was selected, how often it was available, and the player who selects it."""

PRIOR, WIN_SUM, WIN_SQUARES, MARGIN_SUM, MARGIN_SQUARES, POINTS_SUM, POINTS_SQUARES = range(7)
"""The sums of an edge: over the playouts that selected it, from the view of its mover; and its prior."""

NODES, EDGES, PLAYOUTS, CUT = range(4)
"""The counts of a tree: its nodes and edges, its playouts, and how many of these ran out of memory."""

OFFERED, LEFT, PLACE, HALVINGS, DONE, EVENTS = range(6)
"""The numbers of a schedule: how many events of the root it began with, how many are left, which of them is next, how
often they were halved, the playouts done, and where the events begin."""

ENDED, FULL, IN_ROUND, ROUND = range(4)
"""What `grow_by_halving` returns: the effort is spent, the tree is full, or it can continue, in a round or after it."""

BATCH = 8
TOGETHER = 8
"""Playouts of an event in one round, and for how many events they are added between two checks of the effort."""

EDGES_A_PLAYOUT = 200
"""The space that has to be free for a playout; with few exceptions it needs less."""

EDGES_ROW = 1
"""The row of the workspace's lists for the edges of the candidates."""

VISITS_BEFORE_PRIORS = 1
"""How often a node is visited before the prior network computes the priors of its events."""

PRIOR_OF_BEST = 100.0
"""What the prior network adds to the prior of the event that it finds best; any event has a prior of at least 1."""

PRIOR_PLAYOUTS = 100
"""How many playouts of an event of the root count as much as what the prior network expects of it."""


class Tree(NamedTuple):
    """A tree in flat arrays: for each node its first edge (0: not expanded yet), for each edge its numbers and sums."""

    counts: Array
    nodes: Array
    edges: list[Array]
    sums: list[Floats]


def new_tree(edges: int, memory: Memory) -> Tree:
    """Return a tree with only a root, and space for this many edges."""
    tree = empty_tree(edges, memory)
    tree.counts[NODES] = tree.counts[EDGES] = 1
    return tree


def edges_of(tree: Tree, node: int) -> Iterator[int]:
    """Yield the edges of a node."""
    edge = int(tree.nodes[node])
    while edge:
        yield edge
        edge = int(tree.edges[edge][NEXT])


@entry
def copy_tree(counts: Array, source: Tree, target: Tree) -> None:
    """Copy a tree to a larger one that is empty; `counts` is that of the source."""
    for number in range(len(counts)):
        target.counts[number] = counts[number]
    for node in range(counts[NODES]):
        target.nodes[node] = source.nodes[node]
    for edge in range(counts[EDGES]):
        for number in range(6):
            target.edges[edge][number] = source.edges[edge][number]
        for number in range(7):
            target.sums[edge][number] = source.sums[edge][number]


@compiled
def clear(tree: Tree) -> None:
    """Remove everything from a tree but its root."""
    for node in range(tree.counts[NODES]):
        tree.nodes[node] = 0
    for edge in range(tree.counts[EDGES]):
        for number in range(6):
            tree.edges[edge][number] = 0
        for number in range(7):
            tree.sums[edge][number] = 0.0
    tree.counts[NODES] = tree.counts[EDGES] = 1
    tree.counts[PLAYOUTS] = tree.counts[CUT] = 0


@compiled
def find_edge(tree: Tree, node: int, event: int) -> int:
    """Return the edge of an event at a node, 0 if there is none."""
    edge = tree.nodes[node]
    while edge and tree.edges[edge][EVENT] != event:
        edge = tree.edges[edge][NEXT]
    return edge


@compiled
def add_edge(tree: Tree, node: int, event: int) -> int:
    """Add an edge to a node and return it."""
    edge = tree.counts[EDGES]
    tree.counts[EDGES] += 1
    tree.edges[edge][EVENT] = event
    tree.edges[edge][NEXT] = tree.nodes[node]
    tree.nodes[node] = edge
    return edge


def empty_tree(edges: int, memory: Memory) -> Tree:
    """Return a tree with nothing in it, and space for this many edges."""
    nodes = memory.zeros(edges // 4)
    return Tree(memory.zeros(4), nodes, memory.matrix(edges, 6), memory.float_matrix(edges, 7))


def larger(tree: Tree, memory: Memory, most: int) -> Tree:
    """Return the same tree with space for eight times as many edges, or for as many as there is space for.

    WebAssembly memory can't shrink, so the space of each smaller tree stays allocated; there should be few of them.

    Raises:
        MemoryError: the tree already has space for `most` edges, or there isn't space for twice as many.
    """
    for times in (8, 4, 2):
        edges = min(times * len(tree.edges), most)
        if edges > len(tree.edges):
            with contextlib.suppress(MemoryError):
                grown = empty_tree(edges, memory)
                copy_tree(tree.counts, tree, grown)
                return grown
    raise MemoryError("the tree has reached its largest size")


@entry
def deal_unknown(s: Array, t: Array, unknown: Array) -> None:
    """Deal random cards from the deck in place of the unknown ones in hands, and among the discards.

    `unknown` is what `thurntaxis_solver.kernel.states.unknown_cards` returns. If the back of the deck's top card is
    seen, one card with that back stays in the deck.
    """
    for place in range(s[L.PLAYERS] + 1):
        for shoes in range(1, MOST_SHOES + 1):
            for _ in range(unknown[4 * place + shoes]):
                _give(s, place, any_with(s, t, shoes))
    kept = 0
    if s[L.DECK_BACK]:
        top = L.DECK + any_with(s, t, s[L.DECK_BACK])
        s[L.DECK], s[top] = s[top], s[L.DECK]
        kept = 1
    for place in range(s[L.PLAYERS] + 1):
        for _ in range(unknown[4 * place]):
            _give(s, place, kept + below(s, s[L.DECK_SIZE] - kept))


@compiled
def _give(s: Array, place: int, at: int) -> None:
    """Move a card of the deck to a hand, or to the discards, which come after the hands."""
    card = take_from_deck(s, at)
    if place == s[L.PLAYERS]:
        put(s, L.DISCARD, card)
        s[L.DISCARD_SIZE] += 1
    else:
        me = L.SEATS + L.SEAT * place
        put(s, me + L.HAND, card)
        s[me + L.HAND_SIZE] += 1


@entry
def add_first_edges(root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace) -> int:
    """Write the candidates of the root to `workspace.events`, and return how many there are.

    If there is a prior network, the root gets an edge for each.
    """
    s, events, edges = workspace.state, workspace.events, workspace.lists[EDGES_ROW]
    copy(root, s)
    deal_unknown(s, model.t, unknown)
    n = candidates(s, model, workspace)
    if n == 1 or tree.nodes[0] or not len(model.priors):
        return n
    for place in range(n):
        edges[place] = add_edge(tree, 0, events[place])
        tree.edges[edges[place]][MOVER] = s[L.PLAYER]
    _set_priors(s, tree, model, workspace, n, 0)
    return n


@entry
def grow(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, playouts: int, forced: int
) -> None:
    """Add playouts to a tree, all beginning with the event `forced` unless it is 0.

    This advances the random number generator of `root`.
    """
    for _ in range(playouts):
        copy(root, workspace.state)
        deal_unknown(workspace.state, model.t, unknown)
        steps = _descend(workspace.state, tree, model, workspace, forced, margin_weight(root, tree, model))
        root[L.CHANCE] = workspace.state[L.CHANCE]
        tree.counts[PLAYOUTS] += 1
        for step in range(steps):
            edge, mover = workspace.path[step], workspace.movers[step]
            _update(tree.edges[edge], tree.sums[edge], workspace.leaf_values[RESULT], root[L.PLAYERS], mover)


@entry
def root_value(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, playouts: int, value: Floats
) -> None:
    """Search a state with this many playouts in a tree that is emptied first; write the mean leaf value to `value`.

    The mean is that of the second half of the playouts, when most of them follow the best events.
    """
    clear(tree)
    for number in range(LEAF_VALUE_SIZE):
        value[number] = 0.0
    counted = (playouts + 1) // 2
    grow(root, unknown, tree, model, workspace, playouts - counted, 0)
    for _ in range(counted):
        grow(root, unknown, tree, model, workspace, 1, 0)
        for number in range(LEAF_VALUE_SIZE):
            value[number] += workspace.leaf_values[RESULT][number] / counted


@compiled
def most_visited(tree: Tree) -> int:
    """Return the event of the root that was selected most often."""
    best = edge = tree.nodes[0]
    while edge:
        if tree.edges[edge][VISITS] > tree.edges[best][VISITS]:
            best = edge
        edge = tree.edges[edge][NEXT]
    return tree.edges[best][EVENT]


@compiled
def halved(
    root: Array, unknown: Array, tree: Tree, model: Model, workspace: Workspace, schedule: Array, playouts: int
) -> int:
    """Search a state by sequential halving in a tree that is emptied first, and return the event found best.

    That is the one of highest rating among those with at least half as many playouts as any other.
    """
    clear(tree)
    count = add_first_edges(root, unknown, tree, model, workspace)
    for number in range(EVENTS):
        schedule[number] = 0
    schedule[OFFERED] = schedule[LEFT] = count
    for place in range(count):
        schedule[EVENTS + place] = workspace.events[place]
    grow_by_halving(root, unknown, tree, model, workspace, schedule, playouts, 0.0, playouts)
    weight, most = margin_weight(root, tree, model), 0
    best, highest = 0, -math.inf
    edge = tree.nodes[0]
    while edge:
        most = max(most, tree.edges[edge][VISITS])
        edge = tree.edges[edge][NEXT]
    edge = tree.nodes[0]
    while edge:
        own = rating(tree, edge, model, weight) if 2 * tree.edges[edge][VISITS] >= most else -math.inf
        if own > highest:
            best, highest = edge, own
        edge = tree.edges[edge][NEXT]
    return tree.edges[best][EVENT]


@entry
def grow_by_halving(
    root: Array,
    unknown: Array,
    tree: Tree,
    model: Model,
    workspace: Workspace,
    schedule: Array,
    share: int,
    spent: float,
    most: int,
) -> int:
    """Add playouts by sequential halving, `most` of them or a few more; return `ENDED`, `FULL`, `IN_ROUND` or `ROUND`.

    In each round, the events of the schedule that are left get equally many playouts, and the half of them with the
    higher ratings is kept. In the first round, each gets some, even if the effort is small: fewer than `BATCH` if
    there are not so many.

    It has `ENDED` when the effort is spent: a part `spent` of the time (1: all of it), or as many playouts as `share`
    (-1: any number). It is `FULL` when the tree has to be enlarged first. Otherwise it can continue, in the middle of
    a round or after one.
    """
    rounds, added = 0, 0
    while 1 << rounds < schedule[OFFERED]:
        rounds += 1
    rounds = max(1, rounds)
    batch = BATCH if share < 0 else min(BATCH, max(1, share // schedule[OFFERED]))
    while added < most:
        part = max(spent, schedule[DONE] / share) if share > 0 else spent
        count, place = schedule[LEFT], schedule[PLACE]
        if place == 0:
            if part >= 1.0 and schedule[DONE] >= BATCH * schedule[OFFERED]:
                return ENDED
            while schedule[HALVINGS] < int(part * rounds):
                schedule[HALVINGS] += 1
                weight = margin_weight(root, tree, model)
                _keep_better_half(schedule, tree, model, weight, workspace.lists[0])
            count = schedule[LEFT]
        few = min(TOGETHER, count - place)
        if tree.counts[EDGES] + EDGES_A_PLAYOUT * BATCH * few > len(tree.edges):
            return FULL
        before = schedule[DONE]
        for at in range(place, place + few):
            size = batch if share < 0 else min(batch, share - schedule[DONE])
            grow(root, unknown, tree, model, workspace, size, schedule[EVENTS + at])
            schedule[DONE] += size
        added += max(1, schedule[DONE] - before)
        schedule[PLACE] = place + few if place + few < count else 0
        part = max(spent, schedule[DONE] / share) if share > 0 else spent
        if schedule[DONE] == share or (part >= 1.0 and schedule[DONE] >= BATCH * schedule[OFFERED]):
            return ENDED
    return IN_ROUND if schedule[PLACE] else ROUND


@compiled
def _keep_better_half(schedule: Array, tree: Tree, model: Model, weight: float, edges: Array) -> None:
    """Keep the better half of the events that are left, the best first; `edges` is space."""
    count = schedule[LEFT]
    for place in range(count):
        event = schedule[EVENTS + place]
        edge = find_edge(tree, 0, event)
        own = rating(tree, edge, model, weight)
        before = place
        while before > 0 and rating(tree, edges[before - 1], model, weight) < own:
            edges[before] = edges[before - 1]
            schedule[EVENTS + before] = schedule[EVENTS + before - 1]
            before -= 1
        edges[before] = edge
        schedule[EVENTS + before] = event
    schedule[LEFT] = (count + 1) // 2


@compiled
def margin_weight(root: Array, tree: Tree, model: Model) -> float:
    """Return how much a point of margin counts in a tree, in chance of winning.

    While a game is open, expected scores often show more clearly than chances of winning which of two events is better;
    in trials, searches that also counted points won more often. So a point counts 4 p (1 - p) times the weight of the
    model, where p is the mean chance of winning at the root. The less open the game is, the less it counts; once its
    end is triggered, at the root or in a node, it only breaks ties.
    """
    if root[L.ENDER] >= 0:
        return TIE_BREAK
    edge, wins, visits = tree.nodes[0], 0.5, 1
    while edge:
        wins += tree.sums[edge][WIN_SUM]
        visits += tree.edges[edge][VISITS]
        edge = tree.edges[edge][NEXT]
    chance = wins / visits
    return max(TIE_BREAK, 4.0 * chance * (1.0 - chance) * model.weights[W.MARGIN])


@compiled
def utility_sum(sums: Floats, weight: float) -> float:
    """Return the sum of the utilities of an edge's playouts, if a point of margin has this weight."""
    return sums[WIN_SUM] + weight * sums[MARGIN_SUM]


@compiled
def rating(tree: Tree, edge: int, model: Model, weight: float) -> float:
    """Return the rating of an edge of the root; that of none, or of one that was never selected, is lowest."""
    if edge == 0 or tree.edges[edge][VISITS] == 0:
        return -1e9
    visits, sums = tree.edges[edge][VISITS], tree.sums[edge]
    return rated(utility_sum(sums, weight) / visits, visits, sums[PRIOR] if len(model.priors) else 0.0)


@compiled
def rated(mean: float, visits: int, prior: float) -> float:
    """Return the rating of an event with this mean utility; `prior` is 0 without a prior network."""
    if prior == 0.0:
        return mean
    shortfall = UTILITY_OF_LOGIT * log(PRIOR_OF_BEST / max(prior - 1.0, 1e-12))
    return mean - shortfall * PRIOR_PLAYOUTS / (PRIOR_PLAYOUTS + visits)


@compiled
def _descend(s: Array, tree: Tree, model: Model, workspace: Workspace, forced: int, weight: float) -> int:
    """Descend the tree, add a node where the playout leaves it, and evaluate the leaf; return the path's length.

    `weight` is that of a point of margin in nodes in which the end of the game isn't triggered.
    """
    node = 0
    for step in range(DEEPEST_PATH):
        while is_chance(s):
            deal_any(s, model.t)
        if step > 0 and is_last_turn(s, model.t):
            evaluate_leaf(s, model, workspace)
            return step
        fresh = tree.nodes[node] == 0
        first = forced if step == 0 else 0
        point_weight = weight if s[L.ENDER] < 0 else TIE_BREAK
        edge = -1 if s[L.PHASE] == L.OVER else _choose_edge(s, tree, model, workspace, node, first, point_weight)
        if edge < 0:
            tree.counts[CUT] += s[L.PHASE] != L.OVER
            evaluate_leaf(s, model, workspace)
            return step
        workspace.path[step] = edge
        workspace.movers[step] = s[L.PLAYER]
        apply(s, model.t, tree.edges[edge][EVENT])
        node = tree.edges[edge][CHILD]
        if fresh or (node == 0 and tree.counts[NODES] == len(tree.nodes)):
            evaluate_leaf(s, model, workspace)
            return step + 1
        if node == 0:
            node = tree.counts[NODES]
            tree.edges[edge][CHILD] = node
            tree.counts[NODES] += 1
    evaluate_leaf(s, model, workspace)
    return DEEPEST_PATH


@compiled
def _update(edge: Array, sums: Floats, leaf_value: Floats, players: int, mover: int) -> None:
    """Add a playout to an edge."""
    win, points, lead = leaf_value[WIN + mover], leaf_value[POINTS_EXPECTED + mover], margin(leaf_value, players, mover)
    edge[VISITS] += 1
    sums[WIN_SUM] += win
    sums[WIN_SQUARES] += win * win
    sums[MARGIN_SUM] += lead
    sums[MARGIN_SQUARES] += lead * lead
    sums[POINTS_SUM] += points
    sums[POINTS_SQUARES] += points * points


# ---- selection


@compiled
def _choose_edge(
    s: Array, tree: Tree, model: Model, workspace: Workspace, node: int, forced: int, weight: float
) -> int:
    """Return the edge to follow from a node, after adding edges for events that are new to it; -1: out of memory."""
    out = workspace.events
    n = candidates(s, model, workspace)
    if forced:
        out[0] = forced
        n = 1
    if tree.counts[EDGES] + n > len(tree.edges):
        return -1
    edges, preferred = workspace.lists[EDGES_ROW], 0
    visits = _find_edges(tree, node, out, n, edges)
    if n == 1 or not len(model.priors):
        visits = 0
    for place in range(n):
        event, edge = out[place], edges[place]
        if edge == 0:
            if preferred == 0:
                preferred = choose(s, model.t, model.weights, workspace.lists[0])
            edge = add_edge(tree, node, event)
            tree.edges[edge][MOVER] = s[L.PLAYER]
            tree.sums[edge][PRIOR] = model.weights[W.PREFERRED_PRIOR] if event == preferred else 1.0
        elif visits == VISITS_BEFORE_PRIORS and tree.sums[edge][PRIOR] > 1.0:
            preferred = event
        tree.edges[edge][AVAILABLE] += 1
        edges[place] = edge
    if n == 1:
        return edges[0]
    if visits == VISITS_BEFORE_PRIORS or (visits > VISITS_BEFORE_PRIORS and preferred):
        _set_priors(s, tree, model, workspace, n, preferred)
    return _select(tree, edges, n, model.weights[W.EXPLORATION], weight)


@compiled
def _set_priors(s: Array, tree: Tree, model: Model, workspace: Workspace, n: int, preferred: int) -> None:
    """Set the priors of the edges of the `n` candidates by the prior network; `preferred` as for `compute_logits`."""
    compute_logits(s, model, workspace, n, preferred)
    for place in range(n):
        edge = workspace.lists[EDGES_ROW][place]
        tree.sums[edge][PRIOR] = 1.0 + PRIOR_OF_BEST * exp(workspace.ratings[place])


@entry
def compute_logits(s: Array, model: Model, workspace: Workspace, n: int, preferred: int) -> None:
    """Write the logits of the `n` `workspace.events` to `workspace.ratings`, each less the highest one.

    `preferred` is the event that the policy chooses; 0: not known yet.
    """
    work, logits = workspace.work, workspace.ratings
    if preferred == 0:
        preferred = choose(s, model.t, model.weights, workspace.lists[0])
    inputs = encode(s, model.t, workspace.places, workspace.values)
    compute_units(model.priors, workspace.places, workspace.values, inputs, work)
    for unit in range(UNITS, UNITS + SECOND_UNITS):
        work[unit] = max(work[unit], 0.0)
    highest = -1e9
    for place in range(n):
        count = parts(s, model.t, workspace.events[place], preferred, workspace.parts, 0)
        logits[place] = logit(model.priors, work, workspace.parts, count)
        highest = max(highest, logits[place])
    for place in range(n):
        logits[place] -= highest


@compiled
def _find_edges(tree: Tree, node: int, events: Array, n: int, edges: Array) -> int:
    """Write the edge of each event at a node to `edges` (0: none); return how often any event was selected there.

    Each edge of the node is read only once: in a large tree, that takes longer than comparing events.
    """
    for place in range(n):
        edges[place] = 0
    visits, edge = 0, tree.nodes[node]
    while edge:
        event, place = tree.edges[edge][EVENT], 0
        while place < n and events[place] != event:
            place += 1
        if place < n:
            edges[place] = edge
        visits += tree.edges[edge][VISITS]
        edge = tree.edges[edge][NEXT]
    return visits


@compiled
def _select(tree: Tree, available: Array, n: int, factor: float, weight: float) -> int:
    """Return the edge with the largest sum of mean utility and exploration term (PUCT)."""
    priors, visits, total = 0.0, 1, 0.0
    for place in range(n):
        edge = available[place]
        priors += tree.sums[edge][PRIOR]
        visits += tree.edges[edge][VISITS]
        total += utility_sum(tree.sums[edge], weight)
    average = total / visits
    best, best_value = available[0], -1e9
    for place in range(n):
        edge = available[place]
        tried = tree.edges[edge][VISITS]
        value = (average + utility_sum(tree.sums[edge], weight)) / (1 + tried)
        exploration = factor * math.sqrt(min(visits, tree.edges[edge][AVAILABLE])) / (1 + tried)
        value += tree.sums[edge][PRIOR] / priors * exploration
        if value > best_value:
            best, best_value = edge, value
    return best
