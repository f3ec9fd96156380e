# pyright: basic, reportMissingImports=false
# (PyTorch is an extra of its own, needed for nothing else.)

"""The two evaluation networks of the kernel as modules of PyTorch."""

from collections.abc import Callable
from typing import Any, NamedTuple

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.network import seat_network as by_seats


class Architecture(NamedTuple):
    """How a network is made and used.

    Attributes:
        new: returns an untrained module.
        outputs: returns a module's outputs for the places and values of inputs, and where each turn begins in them.
        tensors: returns a module's weights in the kernel's order.
    """

    new: Callable[[], Any]
    outputs: Callable[[Any, Any, Any, Any], Any]
    tensors: Callable[[Any], tuple[Any, ...]]


# ---- one first layer for the whole state


def _new_whole() -> Any:
    """Biases, and weights of the rounds left, are 0 at first; the last row of the first layer is its biases."""
    from torch import nn

    first = nn.EmbeddingBag(X.INPUTS + 1, net.UNITS, mode="sum")
    nn.init.normal_(first.weight, std=0.05)
    nn.init.zeros_(first.weight[X.ROUNDS_LEFT :].detach())
    return nn.ModuleList([first, nn.Linear(net.UNITS, net.SECOND_UNITS), nn.Linear(net.SECOND_UNITS, net.OUTPUTS)])


def _outputs_of_whole(module: Any, places: Any, values: Any, offsets: Any) -> Any:
    first, second, third = module
    units = first(places, offsets, per_sample_weights=values) + first.weight[X.INPUTS]
    return third(second(units.relu()).relu())


def _tensors_of_whole(module: Any) -> tuple[Any, ...]:
    first, second, third = module
    return first.weight, second.weight.T, second.bias, third.weight.T, third.bias


WHOLE = Architecture(_new_whole, _outputs_of_whole, _tensors_of_whole)
"""The network of `thurntaxis_solver.kernel.network.network`."""


# ---- a first layer by seats


def _new_by_seats() -> Any:
    """Biases, and weights of the rounds left, are 0 at first; the last row of the table's units is their biases."""
    from torch import nn

    seats = nn.EmbeddingBag(by_seats.SEAT_ROWS, by_seats.SEAT_UNITS, mode="sum")
    biases = nn.Embedding(L.MOST_PLAYERS, by_seats.SEAT_UNITS)
    table = nn.EmbeddingBag(by_seats.TABLE_ROWS + 1, by_seats.TABLE_UNITS, mode="sum")
    nn.init.normal_(seats.weight, std=0.05)
    nn.init.zeros_(biases.weight)
    nn.init.normal_(table.weight, std=0.05)
    nn.init.zeros_(table.weight[X.ROUNDS_LEFT - X.INPUTS - 1 :].detach())
    second, third = nn.Linear(by_seats.FIRST_UNITS, by_seats.UNITS), nn.Linear(by_seats.UNITS, by_seats.UNITS)
    return nn.ModuleList([seats, biases, table, second, third, nn.Linear(by_seats.UNITS, net.OUTPUTS)])


def _outputs_of_seats(module: Any, places: Any, values: Any, offsets: Any) -> Any:
    import torch

    seats, biases, table, second, third, last = module
    count, device = len(offsets), places.device
    sizes = torch.diff(offsets, append=torch.tensor([len(places)], device=device))
    turns = torch.repeat_interleave(torch.arange(count, device=device), sizes)
    further = (places >= X.FURTHER) & (places < X.RULES)
    of_table = ((places >= X.ON_DISPLAY) & (places < X.FURTHER)) | (places >= X.RULES)
    seat = torch.where(further, (places - X.FURTHER) // X.FURTHER_OF_SEAT, places // X.SEAT_INPUTS)
    row = torch.where(further, X.SEAT_TAKEN + (places - X.FURTHER) % X.FURTHER_OF_SEAT, places % X.SEAT_INPUTS)
    is_bias = ~further & (row == X.SEAT_TAKEN)
    owner = turns * L.MOST_PLAYERS + seat

    def begins(keys: Any, most: int) -> Any:
        found = torch.bincount(keys, minlength=most)
        return torch.cumsum(found, 0) - found

    taken = torch.zeros(count * L.MOST_PLAYERS, device=device)
    taken[owner[~of_table & is_bias]] = 1.0
    others = ~of_table & ~is_bias
    sums = seats(row[others], begins(owner[others], count * L.MOST_PLAYERS), per_sample_weights=values[others])
    units = (sums + taken[:, None] * biases.weight.repeat(count, 1)).view(count, -1)
    place = places[of_table]
    table_row = torch.where(place < X.FURTHER, place - X.ON_DISPLAY, place - X.RULES + X.FURTHER - X.ON_DISPLAY)
    table_sums = table(table_row, begins(turns[of_table], count), per_sample_weights=values[of_table])
    first = torch.cat([units, table_sums + table.weight[by_seats.TABLE_ROWS]], 1).relu()
    return last(third(second(first).relu()).relu())


def _tensors_of_seats(module: Any) -> tuple[Any, ...]:
    seats, biases, table, *dense = module
    return seats.weight, biases.weight, table.weight, *(part for one in dense for part in (one.weight.T, one.bias))


BY_SEATS = Architecture(_new_by_seats, _outputs_of_seats, _tensors_of_seats)
"""The network of `thurntaxis_solver.kernel.network.seat_network`."""
