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

        self._torch, self._device, self._turns = torch, device, turns.tensors()

    def of(self, which: Any) -> tuple[Any, Any, Any]:
        """Return, for these turns, places, values, and where each turn begins in them."""
        items, offsets, _ = items_of(self._turns["starts"], which)
        places, values = self._turns["places"][items].long(), self._turns["values"][items].float()
        return places.to(self._device), values.to(self._device), offsets.to(self._device)

    def absent(self, which: Any) -> Any:
        """Return, for these turns, a large number in the columns of absent players and 0 in the others."""
        torch = self._torch
        there = torch.arange(L.MOST_PLAYERS)[None, :] < self._turns["players"][which][:, None]
        return torch.where(there, 0.0, 1e9).to(self._device)


# ---- what it learns from a turn: results, and evaluations of later turns


def td_targets(
    turns: RecordedTurns, chances: Numbers, scores: Numbers, td_lambda: float, search_share: float
) -> tuple[Numbers, Numbers]:
    """Return the targets of each turn, by column: chances of winning and final scores (TD(lambda), R. Sutton, 1988).

    `chances` and `scores` are the network's outputs for the turns, by column. Where a turn was searched, the values of
    the search take their place. The target of a game's last turn is the result. That of an earlier one is the target of
    the game's next turn, weighted with `td_lambda`, plus the outputs there, weighted with the rest. With 1, all targets
    are the results. Finally, the target of a searched turn is mixed with the search's values, weighted with
    `search_share`.
    """
    n = turns.count
    rows, players, seats = np.arange(n)[:, None], turns.players[:, None].astype(int), turns.seats[:, None].astype(int)
    columns = (np.arange(L.MOST_PLAYERS) - seats) % players  # by seat: its column
    there = (np.arange(L.MOST_PLAYERS) < players)[:, :, None]
    won = np.arange(L.MOST_PLAYERS) == (turns.won[:, None] + seats) % players
    targets = np.stack([won, turns.scores[rows, columns]], axis=2) * there
    searched = turns.searched[:, None]
    values = [np.where(searched, turns.chances, chances), np.where(searched, turns.points, scores)]
    outputs = np.stack([value[rows, columns] for value in values], axis=2) * there
    after = _turns_after(turns)
    for step in range(1, int(after.max(initial=0)) + 1):
        which = np.nonzero(after == step)[0]
        targets[which] = td_lambda * targets[which + 1] + (1 - td_lambda) * outputs[which + 1]
    share = search_share * turns.searched[:, None, None]
    targets = (1 - share) * targets + share * outputs
    turned = targets[rows, (np.arange(L.MOST_PLAYERS) + seats) % players] * there
    return turned[:, :, 0].astype(np.float32), turned[:, :, 1].astype(np.float32)


def _turns_after(turns: RecordedTurns) -> Numbers:
    """Return how many recorded turns of the same game follow each."""
    ends = np.nonzero(turns.last)[0]
    return ends[np.searchsorted(ends, np.arange(turns.count))] - np.arange(turns.count)


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
