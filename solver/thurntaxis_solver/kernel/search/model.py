"""What the kernel's players think with: the rules, their weights, and room to work in."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, floats, table_of, zeros
from thurntaxis_solver.kernel.network.network import LAST, MOST_ACTIVE, OUTPUTS, shipped
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.tables import Tables

LEAF_VALUE = 8
ROWS = 8
DEEPEST_PATH = 400


class Model(NamedTuple):
    """What a player knows: the tables of the rules, the weights of its taste, and those of its network.

    It is `learned` if the network judges; else games are played out.
    """

    t: Array
    weights: Floats
    network: Floats
    learned: bool


class Workspace(NamedTuple):
    """Arrays to work in, so that thinking takes no memory of its own.

    `state` is the position that is played on, `spare` one to try events on; `events`, `places`, `values` and `work` are
    lists of events, of the network's inputs and of its units; `path` and `movers` the way through a tree; `lists`,
    `states`, `leaf_values`, `counts` and `bests` have a row for each event of a last turn.
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


def shipped_model(tables: Tables, *, learned: bool = True) -> Model:
    """Return the shipped weights that know the rules of these tables."""
    further = bool(tables.numbers[L.BEYOND_BASE])
    return Model(tables.numbers, floats(W.shipped()), shipped(further=further), learned)


def new_workspace(tables: Tables) -> Workspace:
    """Return room to think about positions of these tables."""
    most = tables.most_events
    return Workspace(
        state=zeros(L.STATE),
        spare=zeros(L.STATE),
        events=zeros(most),
        places=zeros(MOST_ACTIVE),
        values=floats([0.0] * MOST_ACTIVE),
        work=floats([0.0] * (LAST + OUTPUTS)),
        path=zeros(DEEPEST_PATH),
        movers=zeros(DEEPEST_PATH),
        lists=table_of(ROWS, most),
        states=table_of(ROWS, L.STATE),
        leaf_values=table_of(ROWS, LEAF_VALUE, fractions=True),
        counts=zeros(ROWS),
        bests=floats([0.0] * ROWS),
    )
