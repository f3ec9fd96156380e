"""The model that a search works with (rules, policy, network), and the workspace: the arrays that it works in."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, floats, matrix, zeros
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.tables import Tables

LEAF_VALUE_SIZE = 2 * L.MOST_PLAYERS
"""The numbers of a leaf value: see `thurntaxis_solver.kernel.search.leaf_value`."""

ROWS = 8
"""Rows of the matrices: more than a last turn has events."""

DEEPEST_PATH = 400
"""The most edges on a path through a tree."""


class Model(NamedTuple):
    """The tables of the rules, the policy weights and the network weights.

    `learned`: leaves are evaluated by the network; otherwise by playouts to the end of the game.
    """

    t: Array
    weights: Floats
    network: Floats
    learned: bool


def shipped_model(tables: Tables, *, learned: bool = True) -> Model:
    """Return the model for the rules of these tables, with the weights that the package ships."""
    further = bool(tables.numbers[L.BEYOND_BASE])
    return Model(tables.numbers, floats(W.shipped()), network.shipped(further=further), learned)


class Workspace(NamedTuple):
    """Preallocated arrays, so that a search allocates nothing.

    Attributes:
        state: the state that is played on.
        spare: a state for trying events.
        events: a list of events.
        places: the network's inputs that differ from 0; `values` are their values.
        work: the network's units.
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
    values: Floats
    work: Floats
    path: Array
    movers: Array
    lists: list[Array]
    states: list[Array]
    leaf_values: list[Floats]
    counts: Array
    bests: Floats


def new_workspace(tables: Tables) -> Workspace:
    """Return a workspace for positions of these tables."""
    most = tables.most_events
    return Workspace(
        state=zeros(L.STATE_SIZE),
        spare=zeros(L.STATE_SIZE),
        events=zeros(most),
        places=zeros(X.MOST_ACTIVE),
        values=floats([0.0] * X.MOST_ACTIVE),
        work=floats([0.0] * (network.FIRST_OUTPUT + network.OUTPUTS)),
        path=zeros(DEEPEST_PATH),
        movers=zeros(DEEPEST_PATH),
        lists=matrix(ROWS, most),
        states=matrix(ROWS, L.STATE_SIZE),
        leaf_values=matrix(ROWS, LEAF_VALUE_SIZE, of_floats=True),
        counts=zeros(ROWS),
        bests=floats([0.0] * ROWS),
    )
