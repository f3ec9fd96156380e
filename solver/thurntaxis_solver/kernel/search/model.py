"""The model that a search works with (rules, policy, network), and the workspace: the arrays that it works in."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, Singles

LEAF_VALUE_SIZE = 2 * L.MOST_PLAYERS
"""The numbers of a leaf value: see `thurntaxis_solver.kernel.search.network_value`."""

ROWS = 8
"""Rows of the matrices: more than a last turn has events."""

DEEPEST_PATH = 400
"""The most edges on a path through a tree."""


class Model(NamedTuple):
    """The tables of the rules, the policy weights, and the weights of the evaluation and the prior network.

    `learned`: leaves are evaluated by the network; otherwise by playouts to the end of the game. Without a prior
    network, `priors` is empty.
    """

    t: Array
    weights: Floats
    network: Singles
    learned: bool
    priors: Singles


class Workspace(NamedTuple):
    """Preallocated arrays, so that a search allocates nothing.

    Attributes:
        state: the state that is played on.
        spare: a state for trying events.
        events: a list of events.
        places: the network's inputs that differ from 0; `values` are their values.
        work: the network's units.
        parts: the parts of an event.
        ratings: by event, the logit that the prior network gives it, or its utility by one-turn lookahead.
        path: the edges of a path through a tree.
        movers: who chose them.
        lists: per row, a list of events. This and what follows serves the search of a last turn, one row per depth.
        states: per row, a state.
        leaf_values: per row, a leaf value.
        counts: per row, how many events are still to be tried.
        bests: per row, the best utility so far.
    """

    state: Array
    spare: Array
    events: Array
    places: Array
    values: Singles
    work: Singles
    parts: Array
    ratings: Floats
    path: Array
    movers: Array
    lists: list[Array]
    states: list[Array]
    leaf_values: list[Floats]
    counts: Array
    bests: Floats
