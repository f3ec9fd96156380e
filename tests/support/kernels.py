"""A kernel for each rule set and thread, shared by the tests."""

import functools
import threading
from collections.abc import Sequence

from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel.checkpoint import shipped
from thurntaxis_solver.kernel.compiled import Floats, Singles
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.network import FIRST_OUTPUT, OUTPUTS
from thurntaxis_solver.kernel.network.seat_network import WORK, compute_outputs
from thurntaxis_solver.kernel.tables import tables


def kernel_of(rules: RuleSet, *, learned: bool = True) -> Kernel:
    """Return the kernel of a rule set that belongs to this thread."""
    return _kernel(rules, threading.get_ident(), learned)


@functools.cache
def _kernel(rules: RuleSet, _thread: int, learned: bool) -> Kernel:
    return Kernel.of(tables(rules), learned=learned)


def shipped_weights(kernel: Kernel) -> Floats:
    """Return a copy of the policy weights that the package ships."""
    return kernel.memory.floats(shipped().policy)


def network_outputs(kernel: Kernel, weights: Singles, places: Sequence[int], values: Sequence[float]) -> list[float]:
    """Return the outputs of an evaluation network with these weights; the inputs stay as they are."""
    spare = [0] * (X.MOST_ACTIVE - len(places))
    used_up = kernel.memory.array([*map(int, places), *spare]), kernel.memory.singles([*map(float, values), *spare])
    work = kernel.memory.singles([0.0] * WORK)
    compute_outputs(weights, *used_up, len(places), work)
    return [float(number) for number in work[FIRST_OUTPUT : FIRST_OUTPUT + OUTPUTS]]
