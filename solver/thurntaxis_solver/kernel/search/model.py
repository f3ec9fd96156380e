"""The model that a search works with: the rules, the policy and the evaluation network."""

from typing import NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, floats
from thurntaxis_solver.kernel.network import network
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.tables import Tables


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
