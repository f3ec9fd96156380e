"""Fitting the prior network."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.network import prior_network as priors
from thurntaxis_training.fitter import Fitter, items_of
from thurntaxis_training.records import RecordedDecisions

BATCH = 512
"""Decisions of a step of the optimiser."""

HELD_OUT_EVERY = 20
"""One in this many decisions, in blocks of `BATCH`, is held out."""


class PriorFitter(Fitter):
    """The prior network in training."""

    def __init__(self, seed: int, weights: Sequence[float] | None = None, threads: int | None = None) -> None:
        """Begin with these weights in the kernel's order, or with random ones."""
        super().__init__(seed, _prior_module, _tensors_of, weights, threads)

    def fit(self, decisions: RecordedDecisions, seed: int, epochs: int, rate: float) -> dict[str, float]:
        """Fit the network to decisions; return how well the mean weights do in those that are held out.

        `divergence` is that of Kullback and Leibler, of the network's chances from the targets; `agreement` is the
        share of the decisions in which its likeliest event is the one that lookahead finds best.
        """
        torch = self._torch
        self._set_rate(rate)
        inputs = _Decisions(decisions, self._device)
        blocks = np.arange(decisions.count) // BATCH % HELD_OUT_EVERY == 0
        held, fitted = (torch.from_numpy(np.nonzero(which)[0]) for which in (blocks, ~blocks))
        shuffler = torch.Generator().manual_seed(seed)
        for _ in range(epochs):
            for which in fitted[torch.randperm(len(fitted), generator=shuffler)].split(BATCH):
                self._step(_losses(self._module, inputs, which)[0])
        with torch.no_grad():
            found = [
                [float(loss) * len(which) for loss in _losses(self._mean.module, inputs, which)]
                for which in held.split(BATCH)
            ]
        divergence, agreement = (sum(column) / len(held) for column in zip(*found, strict=True))
        return {"divergence": round(divergence, 4), "agreement": round(agreement, 4)}


class _Decisions:
    """Recorded decisions as tensors."""

    def __init__(self, decisions: RecordedDecisions, device: Any) -> None:
        self._device, self._decisions = device, decisions.tensors()

    def of(self, which: Any) -> dict[str, Any]:
        """Return what belongs to these decisions.

        `owners` says to which of them each event belongs, by its place in `which`.
        """
        all_of = self._decisions
        inputs, input_offsets, _ = items_of(all_of["input_starts"], which)
        events, _, owners = items_of(all_of["event_starts"], which)
        parts, part_offsets, _ = items_of(all_of["part_starts"], events)
        found = {
            "places": all_of["places"][inputs].long(),
            "values": all_of["values"][inputs].float(),
            "input_offsets": input_offsets,
            "parts": all_of["parts"][parts].long(),
            "part_offsets": part_offsets,
            "owners": owners,
            "utilities": all_of["utilities"][events],
        }
        return {name: tensor.to(self._device) for name, tensor in found.items()}


def _losses(module: Any, decisions: _Decisions, which: Any) -> tuple[Any, Any]:
    """Return the divergence from the targets and the agreement, as means over these decisions."""
    import torch

    of = decisions.of(which)
    owners, count = of["owners"], len(which)
    target = _log_softmax(of["utilities"] / priors.UTILITY_OF_LOGIT, owners, count)
    found = _log_softmax(_logits_of(module, of), owners, count)
    divergence = (target.exp() * (target - found)).sum() / count
    best = torch.full((count,), -1e9, device=found.device).scatter_reduce(0, owners, found.detach(), "amax")
    first = torch.full_like(best, -1e9).scatter_reduce(0, owners, target, "amax")
    agreed = torch.zeros_like(best).index_add(0, owners, ((found == best[owners]) & (target == first[owners])).float())
    return divergence, (agreed > 0).float().mean()


def _log_softmax(numbers: Any, owners: Any, count: int) -> Any:
    """Return the logarithms of the softmax among the numbers of each owner."""
    import torch

    highest = torch.full((count,), -1e9, device=numbers.device).scatter_reduce(0, owners, numbers.detach(), "amax")
    lower = numbers - highest[owners]
    return lower - torch.zeros_like(highest).index_add(0, owners, lower.exp()).log()[owners]


# ---- the network as a module


def _prior_module() -> Any:
    """Return an untrained network; the last row of its first layer is the biases, as in the kernel."""
    from torch import nn

    first = nn.EmbeddingBag(X.INPUTS + 1, net.UNITS, mode="sum")
    nn.init.normal_(first.weight, std=0.05)
    nn.init.zeros_(first.weight[X.INPUTS :].detach())
    outputs = nn.EmbeddingBag(priors.PARTS, net.SECOND_UNITS, mode="sum")
    nn.init.normal_(outputs.weight, std=0.1)
    return nn.ModuleList([first, nn.Linear(net.UNITS, net.SECOND_UNITS), outputs])


def _logits_of(module: Any, of: dict[str, Any]) -> Any:
    """Return the logit of each event."""
    first, second, outputs = module
    units = first(of["places"], of["input_offsets"], per_sample_weights=of["values"]) + first.weight[X.INPUTS]
    units = second(units.relu()).relu()
    return (outputs(of["parts"], of["part_offsets"]) * units[of["owners"]]).sum(1)


def _tensors_of(module: Any) -> tuple[Any, ...]:
    """Return the weights in the kernel's order."""
    first, second, outputs = module
    return first.weight, second.weight.T, second.bias, outputs.weight
