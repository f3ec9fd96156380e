"""Fitting the evaluation network by seats."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_solver.kernel.network import seat_network as by_seats
from thurntaxis_training.fitter import Fitter, items_of
from thurntaxis_training.recorded_games import RecordedTurns
from thurntaxis_training.records import Numbers
from thurntaxis_training.td_targets import td_targets

BATCH = 256
"""Turns of a step of the optimiser."""

HELD_OUT_EVERY = 20
"""One in this many games is held out."""


@dataclass(frozen=True, eq=False)
class TrainingTurns(RecordedTurns):
    """Recorded turns with their targets, by column: chances of winning and scores."""

    target_chances: Numbers
    target_scores: Numbers

    @classmethod
    def of_tensors(cls, tensors: dict[str, Any]) -> "TrainingTurns":
        """Return the turns that `tensors` gave."""
        return cls(**{name: tensor.numpy() for name, tensor in tensors.items()})

    def tensors(self) -> dict[str, Any]:
        """Return the arrays as tensors of PyTorch, by name, for a file."""
        import torch

        return {name: torch.from_numpy(array) for name, array in self.arrays().items()}


class ValueFitter(Fitter):
    """The evaluation network in training."""

    def __init__(self, seed: int, weights: Sequence[float] | None = None, threads: int | None = None) -> None:
        """Begin with these weights in the kernel's order, or with random ones."""
        super().__init__(seed, _new_module, _tensors_of, weights, threads)

    def with_targets(self, turns: RecordedTurns, td_lambda: float, search_share: float) -> TrainingTurns:
        """Return turns with their targets, for which the mean weights evaluate later turns."""
        chances, scores = self._outputs(turns)
        chances, scores = td_targets(turns, chances, scores, td_lambda, search_share)
        return TrainingTurns(**turns.arrays(), target_chances=chances, target_scores=scores)

    def _outputs(self, turns: RecordedTurns) -> tuple[Numbers, Numbers]:
        """Return, by turn and column, the chances of winning and the expected final scores of the mean weights."""
        torch, inputs = self._torch, _Inputs(turns, self._device)
        chances, scores = [np.zeros((0, L.MOST_PLAYERS), np.float32)], [np.zeros((0, L.MOST_PLAYERS), np.float32)]
        with torch.no_grad():
            for which in torch.arange(turns.count).split(16 * BATCH):
                found = _outputs_of(self._mean.module, *inputs.of(which))
                chances.append(torch.softmax(found[:, : L.MOST_PLAYERS] - inputs.absent(which), 1).cpu().numpy())
                scores.append(net.SCORE_SCALE * found[:, L.MOST_PLAYERS :].cpu().numpy())
        return np.concatenate(chances), np.concatenate(scores)

    def fit(self, window: Sequence[TrainingTurns], seed: int, epochs: int, rate: float) -> dict[str, float]:
        """Fit the network to the targets; return the losses of the mean weights in games that are held out.

        These are the cross entropy with the targets, the Brier score of the chance that the player on turn wins, and
        the root-mean-square error of that player's final score.
        """
        torch = self._torch
        self._set_rate(rate)
        turns = TrainingTurns.joined(window)
        inputs = _Inputs(turns, self._device)
        wins = torch.from_numpy(turns.target_chances).to(self._device)
        scores = torch.from_numpy(turns.target_scores).to(self._device) / net.SCORE_SCALE
        held = torch.from_numpy(turns.games % HELD_OUT_EVERY == 0)
        shuffler = torch.Generator().manual_seed(seed)

        def losses(module: Any, which: Any) -> tuple[Any, Any]:
            found = _outputs_of(module, *inputs.of(which))
            absent, at = inputs.absent(which), which.to(wins.device)
            win = torch.nn.functional.cross_entropy(found[:, : L.MOST_PLAYERS] - absent, wins[at])
            there = absent == 0
            miss = ((found[:, L.MOST_PLAYERS :] - scores[at]) ** 2 * there).sum(1) / there.sum(1)
            return win, miss.mean()

        fitted = torch.nonzero(~held)[:, 0]
        for _ in range(epochs):
            for which in fitted[torch.randperm(len(fitted), generator=shuffler)].split(BATCH):
                win, miss = losses(self._module, which)
                self._step(win + 2 * miss)
        with torch.no_grad():
            tested = torch.nonzero(held)[:, 0]
            crosses = [float(losses(self._mean.module, which)[0]) * len(which) for which in tested.split(BATCH)]
        return {"win-loss": round(sum(crosses) / len(tested), 4), **self._errors(turns, held.numpy())}

    def _errors(self, turns: RecordedTurns, held: Numbers) -> dict[str, float]:
        """Return the errors against the results of games, for the player on turn."""
        chances, scores = self._outputs(turns)
        brier = np.mean((chances[held, 0] - (turns.won[held] == 0)) ** 2)
        error = math.sqrt(np.mean((scores[held, 0] - turns.scores[held, 0]) ** 2))
        return {"brier": round(float(brier), 4), "score-error": round(error, 3)}


class _Inputs:
    """The inputs of recorded turns as tensors."""

    def __init__(self, turns: RecordedTurns, device: Any) -> None:
        import torch

        self._torch, self._device = torch, device
        self._starts = torch.from_numpy(turns.starts)
        self._places, self._values = torch.from_numpy(turns.places), torch.from_numpy(turns.values)
        self._players = torch.from_numpy(turns.players)

    def of(self, which: Any) -> tuple[Any, Any, Any]:
        """Return, for these turns, places, values, and where each turn begins in them."""
        items, offsets, _ = items_of(self._starts, which)
        places, values = self._places[items].long(), self._values[items].float()
        return places.to(self._device), values.to(self._device), offsets.to(self._device)

    def absent(self, which: Any) -> Any:
        """Return, for these turns, a large number in the columns of absent players and 0 in the others."""
        torch = self._torch
        there = torch.arange(L.MOST_PLAYERS)[None, :] < self._players[which][:, None]
        return torch.where(there, 0.0, 1e9).to(self._device)


# ---- the network as a module


def _new_module() -> Any:
    """Return an untrained network, without biases; the last row of the table's units is their biases."""
    from torch import nn

    seats = nn.EmbeddingBag(by_seats.SEAT_ROWS, by_seats.SEAT_UNITS, mode="sum")
    biases = nn.Embedding(L.MOST_PLAYERS, by_seats.SEAT_UNITS)
    table = nn.EmbeddingBag(by_seats.TABLE_ROWS + 1, by_seats.TABLE_UNITS, mode="sum")
    nn.init.normal_(seats.weight, std=0.05)
    nn.init.zeros_(biases.weight)
    nn.init.normal_(table.weight, std=0.05)
    nn.init.zeros_(table.weight[by_seats.TABLE_ROWS :].detach())
    second, third = nn.Linear(by_seats.FIRST_UNITS, by_seats.UNITS), nn.Linear(by_seats.UNITS, by_seats.UNITS)
    return nn.ModuleList([seats, biases, table, second, third, nn.Linear(by_seats.UNITS, net.OUTPUTS)])


def _outputs_of(module: Any, places: Any, values: Any, offsets: Any) -> Any:
    """Return a module's outputs for the places and values of inputs, and where each turn begins in them."""
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


def _tensors_of(module: Any) -> tuple[Any, ...]:
    """Return a module's weights in the kernel's order."""
    seats, biases, table, *dense = module
    return seats.weight, biases.weight, table.weight, *(part for one in dense for part in (one.weight.T, one.bias))
