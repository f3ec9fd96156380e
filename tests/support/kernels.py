"""A kernel for each rule set and thread, shared by the tests."""

import functools
import threading

from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel.compiled import Floats
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.tables import tables


def kernel_of(rules: RuleSet) -> Kernel:
    """Return the kernel of a rule set that belongs to this thread."""
    return _kernel(rules, threading.get_ident())


@functools.cache
def _kernel(rules: RuleSet, _thread: int) -> Kernel:
    return Kernel.of(tables(rules))


def shipped_weights(kernel: Kernel) -> Floats:
    """Return a copy of the policy weights that the package ships."""
    return kernel.memory.floats(W.shipped())
