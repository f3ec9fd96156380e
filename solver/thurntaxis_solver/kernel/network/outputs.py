"""The outputs of an evaluation network of either kind; the number of its weights says which it is."""

from thurntaxis_solver.kernel.compiled import Array, Singles, entry
from thurntaxis_solver.kernel.network.network import NETWORK, forward
from thurntaxis_solver.kernel.network.seat_network import forward_by_seats


@entry
def compute_outputs(network: Singles, places: Array, values: Singles, n: int, work: Singles) -> None:
    """Compute the outputs from `n` inputs into `work`, from `FIRST_OUTPUT` on; this overwrites `places` and `values`.

    These two have the size `MOST_ACTIVE`, and `work` has the size `WORK`.
    """
    if len(network) == NETWORK:
        forward(network, places, values, n, work)
    else:
        forward_by_seats(network, places, values, n, work)
