"""A kernel that is ready to use: the tables of a rule set, the model and a workspace in one memory."""

from dataclasses import dataclass

from thurntaxis import Position
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import Checkpoint, shipped
from thurntaxis_solver.kernel.compiled import Array, new_memory
from thurntaxis_solver.kernel.memory import Memory
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.prior_network import MOST_PARTS
from thurntaxis_solver.kernel.network.seat_network import WORK
from thurntaxis_solver.kernel.search.model import DEEPEST_PATH, LEAF_VALUE_SIZE, ROWS, Model, Workspace
from thurntaxis_solver.kernel.states import state, unknown_cards
from thurntaxis_solver.kernel.tables import Tables


@dataclass(frozen=True, eq=False)
class Kernel:
    """What the kernel's functions are called with, for one rule set. It belongs to one thread."""

    tables: Tables
    memory: Memory
    model: Model
    workspace: Workspace

    @classmethod
    def of(cls, tables: Tables, *, learned: bool = True, checkpoint: Checkpoint | None = None) -> "Kernel":
        """Return a new kernel with the weights of a checkpoint, or with those that the package ships.

        `learned`: whether leaves are evaluated by the network; otherwise playouts go on to the end of the game.
        """
        memory = new_memory()
        model = new_model(tables, memory, checkpoint or shipped(), learned=learned)
        return cls(tables, memory, model, _new_workspace(tables, memory))

    def state(self, position: Position, seed: int = 0) -> Array:
        """Return the state of a position, with its random numbers seeded; unknown cards stay in the deck."""
        return self.memory.array(state(position, self.tables, seed))

    def unknown(self, position: Position) -> Array:
        """Return how many cards are unknown, as `thurntaxis_solver.kernel.states.unknown_cards` does."""
        return self.memory.array(unknown_cards(position))


def new_model(tables: Tables, memory: Memory, checkpoint: Checkpoint, *, learned: bool = True) -> Model:
    """Return the model of a checkpoint in a memory; `learned` as for `Kernel.of`."""
    network, priors = checkpoint.base, checkpoint.priors
    if tables.numbers[L.BEYOND_BASE]:
        network, priors = checkpoint.further, checkpoint.further_priors
    policy = memory.floats(checkpoint.policy)
    return Model(memory.array(tables.numbers), policy, memory.singles(network), learned, memory.singles(priors))


def _new_workspace(tables: Tables, memory: Memory) -> Workspace:
    """Return a workspace for positions of these tables."""
    most = tables.most_events
    return Workspace(
        state=memory.zeros(L.STATE_SIZE),
        spare=memory.zeros(L.STATE_SIZE),
        events=memory.zeros(most),
        places=memory.zeros(X.MOST_ACTIVE),
        values=memory.singles([0.0] * X.MOST_ACTIVE),
        work=memory.singles([0.0] * WORK),
        parts=memory.zeros(MOST_PARTS),
        ratings=memory.floats([0.0] * most),
        path=memory.zeros(DEEPEST_PATH),
        movers=memory.zeros(DEEPEST_PATH),
        lists=memory.matrix(ROWS, most),
        states=memory.matrix(ROWS, L.STATE_SIZE),
        leaf_values=memory.float_matrix(ROWS, LEAF_VALUE_SIZE),
        counts=memory.zeros(ROWS),
        bests=memory.floats([0.0] * ROWS),
    )
