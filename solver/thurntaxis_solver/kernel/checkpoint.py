"""Checkpoints: the weights of a player, which lie in a folder of files.

A folder holds `policy_weights.toml`, `network.npz` for the base game, and `network-further.npz` for modules and other
boards. For what it lacks, the weights that the package ships are taken. Where its networks were trained on games of a
fixed length, `rounds_left.toml` tells how they estimate the rounds that are left in real ones.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from thurntaxis_solver.kernel.network import network, rounds_left
from thurntaxis_solver.kernel.policy import policy_weights

FOLDER = Path(__file__).parent.parent / "training" / "checkpoints"
"""Where the checkpoints with a name lie, each in the folder of its name."""

RUSHER, BUILDER = "rusher", "builder"
"""The names of checkpoints that always stay as they are, or are trained on as what they are.

The rusher has the weights that the package shipped when this name was given: it hurries to the end of the game. The
builder was trained for its own score over numbers of rounds that nobody can shorten.
"""


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The weights of the policy, and those of the network for the base game and for modules and other boards.

    `rounds_left` are those of `thurntaxis_solver.kernel.network.rounds_left`, or none.
    """

    policy: Sequence[float]
    base: Sequence[float]
    further: Sequence[float]
    rounds_left: Sequence[float] = ()


@functools.cache
def shipped() -> Checkpoint:
    """Return the weights that the package ships."""
    return Checkpoint(policy_weights.shipped(), network.shipped(further=False), network.shipped(further=True))


@functools.cache
def checkpoint(name: str) -> Checkpoint:
    """Return the checkpoint of a name, or that of a folder.

    Raises:
        OSError: there is no such folder, or a file in it can't be read.
        ValueError: a file doesn't hold the weights that it should hold.
    """
    folder = FOLDER / name if name in (RUSHER, BUILDER) else Path(name)
    files = [folder / file.name for file in (policy_weights.FILE, network.FILE, network.FURTHER_FILE)]
    policy, base, further = (file if file.exists() else None for file in files)
    if policy is None and base is None and further is None:
        raise FileNotFoundError(f"{folder} holds no checkpoint")
    estimate = folder / rounds_left.FILE
    return Checkpoint(
        policy_weights.read(policy) if policy else policy_weights.shipped(),
        network.read(base) if base else network.shipped(further=False),
        network.read(further) if further else network.shipped(further=True),
        rounds_left.read(estimate) if estimate.exists() else (),
    )
