# pyright: basic, reportMissingImports=false
# (PyTorch is an extra of its own, needed for nothing else.)

"""Fitting the evaluation network."""

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network as net
from thurntaxis_training.decisions import Numbers
from thurntaxis_training.fitter import Fitter
from thurntaxis_training.network_modules import BY_SEATS, WHOLE
from thurntaxis_training.recorded_games import RecordedTurns
from thurntaxis_training.td_targets import td_targets

BATCH = 256
"""Turns of a step of the optimiser."""

ROUNDS_HIDDEN = 0.25
"""In games of a fixed length, the share of turns for which the rounds left are hidden from the network.

So it also learns to evaluate games of unknown length, such as real ones.
"""

HELD_OUT_EVERY = 20
"""One in this many games is held out."""


class TrainingData(NamedTuple):
    """Recorded turns and their targets, by column: chances of winning and scores."""

    turns: RecordedTurns
    chances: Numbers
    scores: Numbers


class ValueFitter(Fitter):
    """The evaluation network in training."""

    def __init__(self, seed: int, weights: Sequence[float] | None = None, threads: int | None = None) -> None:
        """Begin with these weights in the kernel's order, of either network, or with random ones of that by seats."""
        self._architecture = WHOLE if weights and len(weights) == net.NETWORK else BY_SEATS
        super().__init__(seed, self._architecture.new, self._architecture.tensors, weights, threads)

    def data(self, turns: RecordedTurns, td_lambda: float, search_share: float) -> TrainingData:
        """Return turns with their targets, for which the mean weights evaluate later turns."""
        chances, scores = self._outputs(turns)
        return TrainingData(turns, *td_targets(turns, chances, scores, td_lambda, search_share))

    def _outputs(self, turns: RecordedTurns) -> tuple[Numbers, Numbers]:
        """Return, by turn and column, the chances of winning and the expected final scores of the mean weights."""
        torch, inputs = self._torch, _Inputs(turns, self._device)
        chances, scores = [np.zeros((0, L.MOST_PLAYERS), np.float32)], [np.zeros((0, L.MOST_PLAYERS), np.float32)]
        with torch.no_grad():
            for which in torch.arange(turns.count).split(16 * BATCH):
                found = self._architecture.outputs(self._mean.module, *inputs.of(which))
                chances.append(torch.softmax(found[:, : L.MOST_PLAYERS] - inputs.absent(which), 1).cpu().numpy())
                scores.append(net.SCORE_SCALE * found[:, L.MOST_PLAYERS :].cpu().numpy())
        return np.concatenate(chances), np.concatenate(scores)

    def fit(self, window: Sequence[TrainingData], seed: int, epochs: int, rate: float) -> dict[str, float]:
        """Fit the network to the targets; return the losses of the mean weights in games that are held out.

        These are the cross entropy with the targets, the Brier score of the chance that the player on turn wins, and
        the root-mean-square error of that player's final score.
        """
        torch = self._torch
        self._set_rate(rate)
        turns = RecordedTurns.joined([data.turns for data in window])
        inputs = _Inputs(turns, self._device)
        wins = torch.from_numpy(np.concatenate([data.chances for data in window])).to(self._device)
        scores = torch.from_numpy(np.concatenate([data.scores for data in window])).to(self._device) / net.SCORE_SCALE
        held = torch.from_numpy(turns.games % HELD_OUT_EVERY == 0)
        shuffler = torch.Generator().manual_seed(seed)

        def losses(module: Any, which: Any, hidden: Any) -> tuple[Any, Any]:
            found = self._architecture.outputs(module, *inputs.of(which, hidden))
            absent, at = inputs.absent(which), which.to(wins.device)
            win = torch.nn.functional.cross_entropy(found[:, : L.MOST_PLAYERS] - absent, wins[at])
            there = absent == 0
            miss = ((found[:, L.MOST_PLAYERS :] - scores[at]) ** 2 * there).sum(1) / there.sum(1)
            return win, miss.mean()

        fitted = torch.nonzero(~held)[:, 0]
        for _ in range(epochs):
            for which in fitted[torch.randperm(len(fitted), generator=shuffler)].split(BATCH):
                hidden = torch.rand(len(which), generator=shuffler) < ROUNDS_HIDDEN
                win, miss = losses(self._module, which, hidden)
                self._step(win + 2 * miss)
        with torch.no_grad():
            tested = torch.nonzero(held)[:, 0]
            crosses = [float(losses(self._mean.module, which, None)[0]) * len(which) for which in tested.split(BATCH)]
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

    def of(self, which: Any, hidden: Any = None) -> Iterator[Any]:
        """Yield, for these turns, places, values, and where each turn begins in them.

        `hidden` says for which turns the rounds left are hidden.
        """
        torch = self._torch
        sizes = self._starts[which + 1] - self._starts[which]
        offsets = torch.cumsum(sizes, 0) - sizes
        index = torch.repeat_interleave(self._starts[which] - offsets, sizes) + torch.arange(int(sizes.sum()))
        places, values = self._places[index].long(), self._values[index].float()
        if hidden is not None:
            values = values.masked_fill((places >= X.ROUNDS_LEFT) & torch.repeat_interleave(hidden, sizes), 0.0)
        for part in (places, values, offsets):
            yield part.to(self._device)

    def absent(self, which: Any) -> Any:
        """Return, for these turns, a large number in the columns of absent players and 0 in the others."""
        torch = self._torch
        there = torch.arange(L.MOST_PLAYERS)[None, :] < self._players[which][:, None]
        return torch.where(there, 0.0, 1e9).to(self._device)
