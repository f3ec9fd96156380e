"""What the fitting of both networks has in common, with PyTorch, on a GPU if there is one."""

import importlib
from array import array
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

AVERAGED_STEPS = 150
"""The mean of the weights covers about this many steps."""


def items_of(starts: Any, rows: Any) -> tuple[Any, Any, Any]:
    """Return the places of all items of some rows, where each row begins among them, and the row of each item.

    `starts` says where each row begins among all items; the last number is where the last row ends.
    """
    torch: Any = importlib.import_module("torch")
    sizes = starts[rows + 1] - starts[rows]
    offsets = torch.cumsum(sizes, 0) - sizes
    places = torch.repeat_interleave(starts[rows] - offsets, sizes) + torch.arange(int(sizes.sum()))
    return places, offsets, torch.repeat_interleave(torch.arange(len(rows)), sizes)


class Fitter:
    """A network in training: its weights, their mean over the last steps, and the state of the optimiser.

    Args:
        seed: the random seed.
        new_module: makes an untrained network.
        tensors_of: returns the weights of a network in the kernel's order.
        weights: the weights to begin with, in the kernel's order; without any, they are random.
        threads: how many threads PyTorch uses; None: as many as it likes.
    """

    def __init__(
        self,
        seed: int,
        new_module: Callable[[], Any],
        tensors_of: Callable[[Any], Sequence[Any]],
        weights: Sequence[float] | None,
        threads: int | None,
    ) -> None:
        torch: Any = importlib.import_module("torch")
        torch.manual_seed(seed)
        if threads:
            torch.set_num_threads(threads)
        self._torch, self._tensors_of = torch, tensors_of
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        module = new_module()
        if weights:
            self._load(module, weights)
        self._module = module.to(self._device)
        average = torch.optim.swa_utils.get_ema_multi_avg_fn(1 - 1 / AVERAGED_STEPS)
        self._mean: Any = torch.optim.swa_utils.AveragedModel(self._module, multi_avg_fn=average)
        self._optimizer = torch.optim.Adam(self._module.parameters())

    def _load(self, module: Any, weights: Sequence[float]) -> None:
        """Load weights in the kernel's order into a module."""
        flat, at = self._torch.tensor(list(weights), dtype=self._torch.float32), 0
        with self._torch.no_grad():
            for tensor in self._tensors_of(module):
                tensor.copy_(flat[at : at + tensor.numel()].reshape(tensor.shape))
                at += tensor.numel()

    @property
    def device(self) -> str:
        """What the network is fitted on, in words."""
        if self._device.type == "cuda":
            return str(self._torch.cuda.get_device_name(self._device))
        return f"CPU, threads: {self._torch.get_num_threads()}"

    @property
    def weights(self) -> "array[float]":
        """The mean weights in the kernel's order, rounded to half precision as in files."""
        tensors = self._tensors_of(self._mean.module)
        flat = np.concatenate([tensor.detach().cpu().numpy().reshape(-1) for tensor in tensors])
        return array("f", flat.astype(np.float16).astype(np.float32))

    def state(self) -> dict[str, Any]:
        """Return everything that another process needs to continue."""
        parts = {"module": self._module, "mean": self._mean, "optimizer": self._optimizer}
        return {name: part.state_dict() for name, part in parts.items()}

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from such a state."""
        self._module.load_state_dict(state["module"])
        self._mean.load_state_dict(state["mean"])
        self._optimizer.load_state_dict(state["optimizer"])

    def _set_rate(self, rate: float) -> None:
        """Set the learning rate."""
        for group in self._optimizer.param_groups:
            group["lr"] = rate

    def _step(self, loss: Any) -> None:
        """Do a step of the optimiser."""
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        self._mean.update_parameters(self._module)
